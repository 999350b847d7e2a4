"""Every benchmark reports in one form, which other programs read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import report
from tests.bench.report import figure, percentile, publish, table


def test_a_figure_with_rivals_is_judged_by_its_ratio_to_the_first() -> None:
    fast = figure("append", "ms", 1.0, {"plain": 2.0, "other": 0.1}, target=0.5)
    slow = figure("append", "ms", 1.1, {"plain": 2.0}, target=0.5)
    assert (fast.ratio, fast.met) == (0.5, True)
    assert (slow.ratio, slow.met) == (0.55, False)


def test_an_absolute_figure_has_no_rivals_and_no_ratio() -> None:
    one = figure("peak", "MB", 310.0, target=300)
    assert (one.rivals, one.ratio, one.met) == ({}, None, False)


def test_an_absolute_bound_may_stand_beside_rivals() -> None:
    none_lost = figure("dropped", "frames", 0, {"callback": 7}, target=0, bounds="ours")
    some_lost = figure("dropped", "frames", 1, {"callback": 7}, target=0, bounds="ours")
    assert (none_lost.ratio, none_lost.met, some_lost.met) == (0.0, True, False)


def test_a_rival_that_needed_nothing_gives_no_ratio_and_no_met_target() -> None:
    one = figure("x", "s", 1.0, {"plain": 0.0}, target=1.0)
    assert (one.ratio, one.met) == (None, False)


def test_without_a_target_nothing_is_met_or_missed() -> None:
    assert figure("x", "s", 1.0).met is None


def test_what_is_published_has_exactly_the_agreed_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "FOLDER", tmp_path / "bench")
    publish("sample", [figure("a|b", "s", 0.123456, {"plain": 1.0}, target=0.3)], notes=["Synthetic."])
    (row,) = json.loads((tmp_path / "bench" / "sample.json").read_text("utf-8"))
    assert list(row) == ["metric", "unit", "ours", "rivals", "ratio", "target", "met"]
    assert row == {
        "metric": "a|b",
        "unit": "s",
        "ours": 0.1235,
        "rivals": {"plain": 1.0},
        "ratio": 0.123,
        "target": 0.3,
        "met": True,
    }
    printed = capsys.readouterr().out
    assert "| a/b | s | 0.1235 | plain 1 | 0.12 | ≤ 0.3 | yes |" in printed
    assert "Synthetic." in printed


def test_the_table_says_no_aloud() -> None:
    assert table([figure("x", "s", 2.0, target=1.0)]).endswith("| x | s | 2 |  |  | ≤ 1 | NO |")


def test_percentiles_are_measured_values() -> None:
    values = [5.0, 1.0, 3.0, 2.0, 4.0]
    assert (percentile(values, 0.5), percentile(values, 0.95), percentile(values, 0.0)) == (3.0, 5.0, 1.0)
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 0.5)


def test_every_figure_of_the_first_issue_has_its_benchmark() -> None:
    folder = Path(report.__file__).parent
    runnable = {
        path.stem for path in folder.glob("*.py") if '__name__ == "__main__"' in path.read_text("utf-8")
    }
    measured = {"append", "audio", "engine", "latency", "memory_use", "recognition", "knowledge", "startup"}
    assert measured <= runnable

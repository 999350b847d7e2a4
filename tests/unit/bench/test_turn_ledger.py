"""A broken benchmark goes on where it stopped, and a finished part is measured anew when it is asked for."""

from __future__ import annotations

from pathlib import Path

from tests.bench.turn_set.ledger import Ledger
from tests.bench.turn_set.schedule import Unit, run, wanted


def test_what_was_measured_is_not_measured_again_after_a_break(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    Ledger(path, "a", ["echo"]).put("echo", "zh", {"stopped": 0})
    with path.open("a", encoding="utf-8") as file:
        file.write('{"part": "echo", "unit": "en", "fou')
    again = Ledger(path, "a", ["echo"])
    assert again.of("echo") == {"zh": {"stopped": 0}}
    assert len(again.loads) == 1, "nor is forgotten how busy the machine was"
    assert not again.has("echo", "en"), "half a line is no result"


def test_a_finished_part_is_measured_anew_and_the_others_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    ledger = Ledger(path, "a", ["echo", "heard"])
    ledger.put("echo", "zh", {"stopped": 0})
    ledger.put("heard", "zh", {"measured": [1]})
    ledger.finish(["echo", "heard"])
    second = Ledger(path, "a", ["echo"])
    assert (second.of("echo"), second.of("heard")) == ({}, {"zh": {"measured": [1]}})
    third = Ledger(path, "a", ["heard"])
    assert third.of("heard") == {}, "it stays finished through a run that did not ask for it"


def test_another_set_or_other_code_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    Ledger(path, "a", ["echo"]).put("echo", "zh", {"stopped": 0})
    assert Ledger(path, "b", []).of("echo") == {"zh": {"stopped": 0}}, "a report loses nothing"
    assert Ledger(path, "b", ["echo"]).of("echo") == {}
    assert "stopped" in (tmp_path / "turns.old.jsonl").read_text("utf-8"), "nor is it thrown away"
    ledger = Ledger(path, "b", ["echo"])
    ledger.put("echo", "en", {"stopped": 1})
    assert Ledger(path, "b", ["echo"], fresh=True).of("echo") == {}


async def test_a_unit_that_could_not_be_measured_is_no_result_and_is_tried_again(tmp_path: Path) -> None:
    path, done = tmp_path / "turns.jsonl", []

    async def found() -> dict[str, int]:
        done.append("found")
        return {"stopped": 0}

    async def left() -> None:
        done.append("left")

    units = [Unit("echo", "zh", found), Unit("pipecat", "1", left)]
    assert not await run(units, Ledger(path, "a", ["echo", "pipecat"]))
    assert not await run(units, Ledger(path, "a", ["echo", "pipecat"]))
    assert done == ["found", "left", "left"]


def test_asking_for_a_part_asks_for_all_it_needs() -> None:
    assert wanted(["cutoffs"]) == {"evidence", "pipecat"}
    assert wanted([]) >= {"echo", "heard", "memory", "murmur", "pipecat interruption", "late elder"}

"""The evaluator of turn-taking judges every line with the product's own classifier and counts right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.turn.policies.completeness import classify
from tests.eval.turns import Judged, judge, main, score

HEAD = "text\tlang\tlabel\tnote\n"


def test_each_label_gets_precision_recall_and_f1() -> None:
    judged = [
        Judged("a", "en", "complete", "complete"),
        Judged("b", "en", "complete", "incomplete"),
        Judged("c", "en", "incomplete", "incomplete"),
        Judged("d", "en", "stop", "complete"),
    ]
    report = score(judged)
    assert report["labels"] == {
        "en": {
            "complete": {"precision": 0.5, "recall": 0.5, "f1": 0.5},
            "incomplete": {"precision": 0.5, "recall": 1.0, "f1": 0.6667},
            "stop": {"precision": 0.0, "recall": 0.0, "f1": 0.0},
        }
    }
    assert report["macro_f1"] == {"en": pytest.approx(0.3889, abs=1e-4)}
    assert report["misses"] == [
        {"text": "b", "lang": "en", "label": "complete", "said": "incomplete"},
        {"text": "d", "lang": "en", "label": "stop", "said": "complete"},
    ]


def test_the_products_own_classifier_judges_and_quotes_are_part_of_what_was_said(tmp_path: Path) -> None:
    file = tmp_path / "turns.tsv"
    file.write_text(HEAD + '"今天下雨\tzh\tcomplete\t\nbecause\ten\tincomplete\tx\n', "utf-8")
    assert judge(file) == [
        Judged('"今天下雨', "zh", "complete", classify('"今天下雨', "zh")),
        Judged("because", "en", "incomplete", classify("because", "en")),
    ]


def test_the_report_is_one_json_value_and_the_dump_one_line_an_item(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, dumped = tmp_path / "turns.tsv", tmp_path / "dump.jsonl"
    file.write_text(HEAD + "等一下\tzh\thold\t\n我想要那个\tzh\tincomplete\t\n", "utf-8")
    main([str(file), "--dump", str(dumped)])
    report = json.loads(capsys.readouterr().out)
    assert set(report) == {"macro_f1", "labels", "misses"}
    assert [json.loads(line) for line in dumped.read_text("utf-8").splitlines()] == [
        {"text": "等一下", "lang": "zh", "label": classify("等一下", "zh")},
        {"text": "我想要那个", "lang": "zh", "label": classify("我想要那个", "zh")},
    ]


def test_a_label_nobody_knows_is_refused_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "turns.tsv"
    file.write_text(HEAD + "好\tzh\tperhaps\t\n", "utf-8")
    with pytest.raises(SystemExit) as left:
        main([str(file)])
    assert left.value.code == 2
    assert "line 2" in capsys.readouterr().err

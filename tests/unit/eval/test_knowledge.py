"""The evaluator of knowledge asks the product itself and counts right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.eval import knowledge
from tests.eval.knowledge import Judged, Question, Result, judge, main, read, score

FILE = {
    "documents": [{"id": "a", "title": "说明", "text": "签收后七天内可以申请退货。测血糖每次收三元。"}],
    "questions": [
        {"id": "1", "q": "签收后几天内可以申请退货", "type": "direct", "answer_doc": "a", "answer_quote": "七天内"},
        {"id": "2", "q": "怎么给电动车充电", "type": "unanswerable", "answer_doc": None, "answer_quote": None},
    ],
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "set.json"
    path.write_text(json.dumps(FILE, ensure_ascii=False), "utf-8")
    return path


async def test_the_product_answers_and_a_hit_overlaps_the_answer(file: Path) -> None:
    first, second = await judge(read(file), None)
    assert first.places == (0,)
    assert not first.declined
    assert second.declined
    text = FILE["documents"][0]["text"]
    assert all(text[r.start : r.end] == r.text for r in first.results)


def test_shares_are_of_their_kind_only() -> None:
    hit, miss = Result("a", 0, 2, "xx"), Result("a", 5, 7, "yy")
    asked = Question("1", "q", "direct", "a", "xx")
    report = score(
        [
            Judged(asked, False, (hit,), (0,)),
            Judged(asked, True, (miss, hit), (1,)),
            Judged(Question("2", "q", "unanswerable"), False, (miss,), ()),
        ]
    )
    assert report["by_type"]["direct"] == 0.5
    assert report["first_three"]["direct"] == 1.0
    assert (report["answered"], report["declined"]) == (0.5, 0.0)
    assert [one["wrong"] for one in report["misses"]] == [["quote", "declined"], ["answered"]]


def test_a_dump_has_a_line_for_each_question(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge, "embedders", lambda: {"lexical_only": lambda: None})
    dumped = tmp_path / "dump.jsonl"
    main([str(file), "--dump", str(dumped)])
    assert json.loads(capsys.readouterr().out)["by_type"]["direct"] == 1.0
    lines = [json.loads(line) for line in dumped.read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["1", "2"]
    assert lines[0]["results"][0]["doc"] == "a"


def test_an_answer_that_is_not_in_its_document_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    wrong = FILE | {"questions": [FILE["questions"][0] | {"answer_quote": "九天内"}]}
    path.write_text(json.dumps(wrong, ensure_ascii=False), "utf-8")
    with pytest.raises(ValueError, match="does not hold"):
        read(path)

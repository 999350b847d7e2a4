"""What the demo's proofs are made with: searching bytes, counting what sounded, percentiles."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.demo.evidence import encodings, entropy, occurrences
from app.demo.heard import says, sounded_characters
from app.demo.percentiles import percentiles

SENTENCE = "退货的步骤是先在订单页面提交申请，再把商品和小票一起装进原来的盒子。"


@given(st.lists(st.floats(0, 100), min_size=1, max_size=60))
def test_percentiles_are_values_that_were_measured_in_order(seconds: list[float]) -> None:
    found = percentiles(seconds)
    rounded = {round(value, 3) for value in seconds}
    assert found["count"] == len(seconds)
    assert found["p50"] in rounded
    assert found["p95"] in rounded
    assert min(rounded) <= found["p50"] <= found["p95"] <= max(rounded)


def test_percentiles_are_by_nearest_rank() -> None:
    assert percentiles([float(n) for n in range(1, 101)]) == {"count": 100, "p50": 50.0, "p95": 95.0}
    assert percentiles([2.0]) == {"count": 1, "p50": 2.0, "p95": 2.0}
    assert percentiles([]) == {"count": 0}


def test_every_occurrence_in_every_file_is_found_with_its_offset(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.db").write_bytes(b"..abab..")
    (tmp_path / "deep" / "b.wal").write_bytes("…鹳".encode())
    found = occurrences(tmp_path, {"ab": b"ab", "bird": "鹳".encode()})
    assert found == [
        {"file": "a.db", "offset": 2, "what": "ab"},
        {"file": "a.db", "offset": 4, "what": "ab"},
        {"file": "b.wal", "offset": 3, "what": "bird"},
    ]


def test_overlapping_occurrences_count(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"aaaa")
    assert [hit["offset"] for hit in occurrences(tmp_path, {"aa": b"aa"})] == [0, 1, 2]


def test_a_text_is_searched_in_both_encodings_and_by_the_pairs_an_index_would_hold() -> None:
    forms = encodings("鹳鹧鸪")
    assert forms["utf-8:鹳鹧鸪"] == "鹳鹧鸪".encode()
    assert forms["utf-16:鹳鹧鸪"] == "鹳鹧鸪".encode("utf-16-le")
    assert {"index:鹳鹧", "index:鹧鸪"} <= set(forms)
    assert {"index:quokka", "index:numbat"} <= set(encodings("quokka numbat"))


def test_entropy_tells_cipher_from_text() -> None:
    assert entropy(os.urandom(65536)) > 7.9
    assert entropy(SENTENCE.encode() * 100) < 6
    assert entropy(b"a" * 100) == 0


@pytest.mark.parametrize("end", range(len(SENTENCE) + 1))
def test_a_prefix_that_was_read_exactly_is_measured_exactly_up_to_its_marks(end: int) -> None:
    measured = sounded_characters("", SENTENCE, SENTENCE[:end])
    between = SENTENCE[min(end, measured) : max(end, measured)]
    assert not any(c.isalnum() for c in between)


def test_what_was_said_before_the_sentence_does_not_count_to_it() -> None:
    before = "好的。"
    assert sounded_characters(before, SENTENCE, before + SENTENCE[:10]) == 10


def test_a_misread_character_moves_the_measure_by_none() -> None:
    assert abs(sounded_characters("", SENTENCE, "退货的步奏是先在") - 8) <= 1


def test_english_is_cut_back_to_the_last_finished_word() -> None:
    sentence = "The steps for a return are to file a request."
    assert sentence[: sounded_characters("", sentence, "the steps for a ret")].strip() == "The steps for a"
    assert sounded_characters("", sentence, sentence) == len(sentence)


@settings(deadline=None, max_examples=30)
@given(st.text("退货的步骤是", max_size=12), st.text("退货的步骤是", max_size=12))
def test_a_longer_reading_never_measures_shorter(first: str, second: str) -> None:
    readings = [SENTENCE[:end] for end in range(0, len(SENTENCE), 4)]
    measures = [sounded_characters(first, SENTENCE, first + reading) for reading in readings]
    assert all(earlier <= later for earlier, later in pairwise(measures))
    assert 0 <= sounded_characters(first, SENTENCE, second) <= len(SENTENCE)


def test_what_was_said_is_known_again_however_a_recogniser_spells_it() -> None:
    assert says("您说过：您的目标是学会法语。", "法语")
    assert says("您说过：您的目标是学会得与。", "德语")
    assert not says("您说过：您的目标是学会法语。", "德语")
    assert not says("现在没有打开记忆，以前的事我不知道。", "游泳")
    assert says("You said: your goal is to learn French.", "French")
    assert not says("You said: your goal is to learn French.", "Japanese")

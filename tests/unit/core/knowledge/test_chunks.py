"""Chunks lose no character and cut no sentence."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from core.knowledge.chunks import MAX_CHUNK, MAX_UNIT, chunks, is_heading, units

TEXTS = st.text(
    alphabet=st.sampled_from("退货期限运费七天。！？；，、：\n \t#.!?;abcXYZ123（）”"), max_size=1500
) | st.text(max_size=400)


@given(TEXTS)
def test_chunks_tile_the_text_so_that_characters_in_are_characters_indexed(text: str) -> None:
    spans = chunks(text)
    assert "".join(text[span.start : span.end] for span in spans) == text
    assert all(span.start < span.end <= span.start + 2 * MAX_CHUNK for span in spans)


@given(TEXTS)
def test_every_character_that_is_not_blank_is_in_exactly_one_unit(text: str) -> None:
    spans = units(text)
    assert all(first.end <= second.start for first, second in itertools.pairwise(spans))
    kept = "".join(text[span.start : span.end] for span in spans)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(span.end - span.start <= MAX_UNIT for span in spans)


def test_sentences_are_units_also_between_chinese_semicolons() -> None:
    text = "质量问题由商店承担运费；其他由买家承担。七天内可退。"
    assert [text[s.start : s.end] for s in units(text)] == [
        "质量问题由商店承担运费；",
        "其他由买家承担。",
        "七天内可退。",
    ]


def test_a_long_text_without_stops_is_cut_at_commas_and_then_anywhere() -> None:
    with_commas = "先打开阀门，再等三十秒，" * 40
    assert all(with_commas[s.start : s.end].endswith("，") for s in units(with_commas))
    assert [s.end - s.start for s in units("水" * 400)] == [MAX_UNIT, MAX_UNIT, 400 - 2 * MAX_UNIT]


def test_a_heading_begins_its_chunk() -> None:
    text = "# 退货\n七天内可以退。\n\n# 换货\n限换一次。\n"
    assert [text[s.start : s.end].splitlines()[0] for s in chunks(text)] == ["# 退货", "# 换货"]
    assert is_heading("# 退货")
    assert not is_heading("3号楼停水。")

"""Every spoken character knows where it was written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.speech.kokoro.reading import fold, read

ANY_TEXT = st.text(
    st.sampled_from(
        "0123456789.,:/-–—%¥$€°℃½年月日点个元第打E2Ggkmhabc Mayst你好电话，。！？（） \n@+=*\U0001f600"
    ),
    max_size=40,
)


@given(ANY_TEXT, st.sampled_from(["zh", "en"]))
def test_any_text_is_read_without_digits_and_its_origins_never_go_back(text: str, language: str) -> None:
    reading = read(text, 0, len(text), language)  # type: ignore[arg-type]
    assert len(reading.text) == len(reading.sources) == len(reading.languages)
    assert not any(c.isdecimal() for c in reading.text)
    starts = [start for start, _ in reading.sources]
    assert starts == sorted(starts)
    assert all(0 <= start <= end <= len(text) for start, end in reading.sources)


def test_words_for_a_number_share_its_written_characters() -> None:
    text = "买128元的"
    reading = read(text, 0, len(text), "zh")
    assert reading.text == "买一百二十八元的"
    assert reading.sources[0] == (0, 1)
    assert reading.sources[1][0] == 1
    assert reading.sources[6] == (4, 5)
    assert reading.sources[-1] == (5, 6)


def test_offsets_are_those_of_the_whole_text() -> None:
    text = "好的。一共3元。"
    reading = read(text, 3, len(text), "zh")
    assert reading.text == "一共三元。"
    assert reading.sources[0] == (3, 4)


def test_a_chinese_measure_word_makes_its_number_chinese_in_an_english_sentence() -> None:
    text = "I ate 3个 today and 4 more."
    assert read(text, 0, len(text), "en").text.split() == [
        "I",
        "ate",
        "三个",
        "today",
        "and",
        "four",
        "more.",
    ]


def test_folding_keeps_every_offset() -> None:
    text = "１２：３０，Ａ％　“好”"
    assert len(fold(text)) == len(text)
    assert fold(text).startswith("12:30，A%")

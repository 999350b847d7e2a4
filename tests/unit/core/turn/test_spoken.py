"""Heard prefixes: they only grow, never run ahead of the sound, and end with whole words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.speech.ports import Mark, SpokenChunk
from core.turn.spoken import cut_at_word, heard, word_began

TEXT = "退货期限是签收后七天内。"


def chunk(samples: int, start: int, end: int, marks: tuple[tuple[int, int], ...] = ()) -> SpokenChunk:
    return SpokenChunk(
        np.zeros(samples, np.int16), start, end, tuple(Mark(s, c) for s, c in marks), measured=bool(marks)
    )


def test_an_interrupted_answer_is_heard_up_to_the_cut() -> None:
    measured = chunk(1_200, 0, 12, tuple((i * 100, i + 1) for i in range(12)))
    found = heard(TEXT, [measured], 850, complete=True)
    assert TEXT[: found.characters] == "退货期限是签收后"
    assert found.boundary == "measured"


def test_without_marks_it_is_in_proportion_and_says_so() -> None:
    found = heard(TEXT, [chunk(1_200, 0, 12)], 850, complete=True)
    assert TEXT[: found.characters] == "退货期限是签收后"
    assert found.boundary == "estimated"


def test_a_chunk_without_marks_makes_the_whole_an_estimate() -> None:
    chunks = [chunk(500, 0, 5, tuple((i * 100, i + 1) for i in range(5))), chunk(700, 5, 12)]
    assert heard(TEXT, chunks, 400, complete=True).boundary == "measured"
    assert heard(TEXT, chunks, 900, complete=True).boundary == "estimated"


def test_a_word_that_has_begun_is_not_heard() -> None:
    text = "The refund takes three days."
    words = chunk(2_800, 0, 28, ((0, 3), (400, 10), (1_100, 16), (1_700, 22), (2_300, 27)))
    assert text[: heard(text, [words], 1_600, complete=True).characters] == "The refund"
    assert text[: heard(text, [words], 1_700, complete=True).characters] == "The refund takes"
    assert heard(text, [words], 2_800, complete=True).characters == len(text)


@pytest.mark.parametrize(
    ("text", "characters", "prefix"),
    [
        ("it costs 12.50 euros", 12, "it costs"),
        ("don't worry", 4, ""),
        ("用iPad看新闻", 3, "用"),
        ("用iPad看新闻", 6, "用iPad看"),
        ("你好，世界", 3, "你好"),
        ("你好，世界", 5, "你好，世界"),
        ("", 3, ""),
    ],
)
def test_a_cut_rounds_down_to_whole_words(text: str, characters: int, prefix: str) -> None:
    assert text[: cut_at_word(text, characters)] == prefix


TEXTS = st.text(alphabet="退货的日 ，。abc'1.2%é🙂\n", min_size=1, max_size=30)


@st.composite
def spoken_texts(draw: st.DrawFn) -> tuple[str, list[SpokenChunk]]:
    text = draw(TEXTS)
    ends = sorted({*draw(st.lists(st.integers(1, len(text)), max_size=4)), len(text)})
    chunks, start = [], 0
    for end in ends:
        samples = draw(st.integers(1, 500))
        marks: tuple[tuple[int, int], ...] = ()
        if draw(st.booleans()):
            at = sorted(
                draw(st.lists(st.integers(0, samples - 1), min_size=end - start, max_size=end - start))
            )
            marks = tuple(zip(at, range(start + 1, end + 1), strict=True))
        chunks.append(chunk(samples, start, end, marks))
        start = end
    return text, chunks


@settings(deadline=None)
@given(spoken_texts(), st.lists(st.integers(0, 2_500), min_size=1, max_size=20))
def test_the_prefix_only_grows_and_never_runs_ahead(
    spoken: tuple[str, list[SpokenChunk]], positions: list[int]
) -> None:
    text, chunks = spoken
    before = 0
    for samples in sorted(positions):
        found = heard(text, chunks, samples, complete=True).characters
        assert before <= found <= len(text)
        before = found
        begun, left = 0, samples
        for piece in chunks:
            if left > 0:
                begun = piece.end
            left -= len(piece.pcm)
        assert found <= begun


@settings(deadline=None)
@given(spoken_texts(), st.integers(0, 2_500))
def test_the_prefix_does_not_shrink_when_more_is_synthesised(
    spoken: tuple[str, list[SpokenChunk]], samples: int
) -> None:
    text, chunks = spoken
    made = 0
    for count in range(1, len(chunks) + 1):
        available = sum(len(c.pcm) for c in chunks[:count])
        found = heard(text, chunks[:count], min(samples, available), complete=False).characters
        assert found >= made
        made = found


def test_a_cut_word_begins_where_its_sound_began() -> None:
    text = "The refund takes three days."
    words = chunk(2_800, 0, 28, ((0, 3), (400, 10), (1_100, 16), (1_700, 22), (2_300, 27)))
    assert word_began(text, [words], 1_600) == 1_100
    assert word_began(text, [words], 1_150) == 1_100
    assert word_began(text, [words], 300) == 0
    measured = chunk(1_200, 0, 12, tuple((i * 100, i + 1) for i in range(12)))
    assert word_began(TEXT, [measured], 850) == 800
    assert word_began(TEXT, [chunk(1_200, 0, 12)], 850) == 800
    later = [chunk(500, 0, 5, tuple((i * 100, i + 1) for i in range(5))), chunk(700, 5, 12)]
    assert word_began(TEXT, later, 630) == 600
    assert word_began(TEXT, [], 0) == 0


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(50, 900), st.booleans()), min_size=1, max_size=4),
    st.integers(0, 4_000),
)
def test_going_back_to_a_word_is_never_forward_and_never_into_what_was_heard(
    pieces: list[tuple[int, int, bool]], samples: int
) -> None:
    text, chunks, at = "", [], 0
    for characters, sound, marked in pieces:
        text += "退货期限是签收后七天内呀"[:characters]
        marks = tuple((i * sound // characters, at + i + 1) for i in range(characters)) if marked else ()
        chunks.append(chunk(sound, at, at + characters, marks))
        at += characters
    samples = min(samples, sum(len(c.pcm) for c in chunks))
    back = word_began(text, chunks, samples)
    assert 0 <= back <= samples
    over = heard(text, chunks, samples, complete=False).characters
    assert heard(text, chunks, back, complete=False).characters <= over

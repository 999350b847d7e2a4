"""Sound that comes before its text: what of it counts as heard."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.ports import SpokenChunk
from core.turn.sounding import Sounding, aligned, voiced_samples
from core.turn.spoken import heard

LOUD = np.full(2_400, 5_000, np.int16)
QUIET = np.zeros(2_400, np.int16)
TEXT = "退货期限是签收后七天内。"


def chunked(*pieces: np.ndarray) -> list[SpokenChunk]:
    return [SpokenChunk(piece, 0, 0) for piece in pieces]


async def chunks(sounding: Sounding) -> list[SpokenChunk]:
    return [chunk async for chunk in sounding.chunks()]


def test_the_text_is_spread_over_the_voice_and_not_over_its_pauses() -> None:
    spread = aligned("一二三四", chunked(LOUD, QUIET, QUIET, LOUD))
    assert [(chunk.start, chunk.end) for chunk in spread] == [(0, 2), (2, 2), (2, 2), (2, 4)]


def test_sound_without_a_voice_is_spread_evenly() -> None:
    assert [chunk.end for chunk in aligned("一二三四", chunked(QUIET, QUIET))] == [2, 4]
    assert aligned("一二", []) == []


@given(st.text(max_size=30), st.lists(st.integers(0, 3_000), max_size=8))
def test_the_pieces_cover_the_text_in_order(text: str, lengths: list[int]) -> None:
    pieces = [np.full(length, 5_000, np.int16) for length in lengths]
    spread = aligned(text, chunked(*pieces))
    assert all(a.end == b.start for a, b in pairwise(spread))
    if spread:
        assert spread[0].start == 0
        assert spread[-1].end == (len(text) if sum(lengths) else 0)


async def test_words_known_too_early_are_not_heard_too_early() -> None:
    """The transcript of a model runs ahead of its sound."""
    sounding = Sounding()
    sounding.text = TEXT
    for _ in range(3):
        sounding.sound(LOUD)
    sounding.end(broken=True)
    spoken = await chunks(sounding)
    reached = heard(TEXT, spoken, 7_200, complete=False)
    assert reached.characters == 1  # 0.3 s of a slow speaker
    assert reached.boundary == "estimated"


async def test_without_any_text_nothing_was_heard() -> None:
    sounding = Sounding()
    sounding.sound(LOUD)
    sounding.end()
    spoken = await chunks(sounding)
    assert heard("", spoken, 2_400, complete=False).characters == 0
    assert sounding.samples == 2_400


def test_who_made_it_is_told_once_where_it_was_cut() -> None:
    told: list[int] = []
    sounding = Sounding(told.append)
    sounding.cut(480)
    sounding.cut(960)
    assert told == [480]


@pytest.mark.parametrize(("length", "voiced"), [(0, 0), (100, 100), (240, 240), (300, 300)])
def test_short_pieces_count_too(length: int, voiced: int) -> None:
    assert voiced_samples(np.full(length, 5_000, np.int16)) == voiced
    assert voiced_samples(np.zeros(length, np.int16)) == 0

"""Sound that comes in pieces says its text in order, and claims no more of it than has probably sounded."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.incoming import Incoming
from core.speech.ports import Samples, SpokenChunk
from core.speech.streamed import RATE, Pace, longest, streamed
from core.text import Language, count_han


async def chunks(text: str, seconds: float, piece: int, pace: Pace | None = None) -> list[SpokenChunk]:
    """What becomes of a voice that takes ``seconds`` a clause and sends ``piece`` samples at a time."""

    async def sounding(_said: str, _language: Language) -> AsyncGenerator[Samples, None]:
        left = round(seconds * RATE)
        while left > 0:
            yield np.ones(min(piece, left), np.int16)
            left -= piece

    return [chunk async for chunk in streamed(text, sounding, pace or Pace(), 1.0)]


@given(
    st.text("我们明天去看山。，！ abc12…🙂", max_size=60),
    st.floats(0.05, 4.0),
    st.sampled_from([240, 1_000, 5_000, 200_000]),
)
async def test_pieces_cover_the_text_in_order_with_marks_inside(
    text: str, seconds: float, piece: int
) -> None:
    made = await chunks(text, seconds, piece)
    if not any(character.isalnum() for character in text):
        assert made == []
        return
    assert [0] + [chunk.end for chunk in made] == [chunk.start for chunk in made] + [len(text)]
    for chunk in made:
        places = [(mark.sample, mark.characters) for mark in chunk.marks]
        assert places == sorted(set(places))
        assert len({sample for sample, _ in places}) == len(places)
        assert all(0 <= sample < len(chunk.pcm) for sample, _ in places)
        assert all(chunk.start < characters <= chunk.end for _, characters in places)


async def test_a_clause_is_not_over_before_its_sound_is() -> None:
    text = "我们明天去公园"
    made = await chunks(text, 6.0, 2_400)  # far slower than expected
    assert all(chunk.end < len(text) for chunk in made[:-1])


async def test_characters_are_spread_over_the_sound() -> None:
    text = "我们明天去公园走走看看"
    made = await chunks(text, len(text) * 0.22, 1_200)
    played = 0
    for chunk in made:
        said_at = (played + len(chunk.pcm)) / RATE / 0.22
        assert said_at - 2.5 <= chunk.end <= said_at + 0.5
        played += len(chunk.pcm)


async def test_the_pace_of_a_voice_is_learned() -> None:
    pace = Pace()
    for _ in range(6):
        await chunks("我们明天去公园", 7 * 0.4, 1_200, pace)
    assert pace.seconds == pytest.approx(0.4, abs=0.02)
    await chunks("我们明天去公园", 100.0, 50_000, pace)
    assert pace.seconds <= 0.6


async def test_the_first_piece_is_short_and_pieces_grow() -> None:
    lengths = [len(chunk.pcm) for chunk in await chunks("我们明天去公园走走看看花", 4.0, 480)]
    assert lengths[0] <= RATE // 5
    assert lengths[:-1] == sorted(lengths[:-1])
    assert len(lengths) < 10


def test_no_clause_takes_for_ever() -> None:
    for text in ("好", "天气很好" * 15, "good morning " * 10):
        natural = (count_han(text) or len(text) / 3) * 0.3 * RATE
        assert natural * 3 < longest(text) < 5_000_000


@pytest.mark.parametrize(
    ("width", "data"),
    [(1, b"\x80\xc0"), (2, b"\0\0\0\x40"), (3, b"\0\0\0\0\0\x40"), (4, b"\0\0\0\0\0\0\0\x40")],
)
def test_samples_of_any_width_become_sixteen_bits(width: int, data: bytes) -> None:
    incoming = Incoming(24_000, width)
    halves = [incoming.push(data[: width + 1]), incoming.push(data[width + 1 :])]
    assert np.concatenate(halves).tolist() == [0, 0x4000]


def test_channels_are_mixed_and_rates_changed() -> None:
    stereo = np.array([[1_000, 3_000], [-2_000, -4_000]], "<i2").tobytes()
    assert Incoming(24_000, 2, 2).push(stereo).tolist() == [2_000, -3_000]
    slow = Incoming(8_000)
    parts = [slow.push(np.zeros(8_000, "<i2").tobytes()), slow.finish()]
    assert sum(map(len, parts)) == 24_000


@pytest.mark.parametrize("form", [(0, 2, 1), (24_000, 5, 1), (24_000, 2, 0), (24_000, 2, 99), (10**9, 2, 1)])
def test_what_is_no_format_of_sound_is_refused(form: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no sound has"):
        Incoming(*form)

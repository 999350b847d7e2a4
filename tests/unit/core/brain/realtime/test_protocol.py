"""The protocol as pure functions: no text from a server does more than Garbage, and events have both names."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.brain.realtime.client_events import (
    AppendSound,
    CommitSound,
    TruncateItem,
    appended,
    encode,
    milliseconds,
)
from core.brain.realtime.pcm import Pieces
from core.brain.realtime.server_events import (
    _KINDS,
    Garbage,
    Problem,
    ResponseDone,
    ServerEvent,
    SoundDelta,
    Transcribed,
    WordsDelta,
    parse,
)

_NAMES = st.sampled_from(
    ["type", "response_id", "item_id", "delta", "transcript", "response", "item", "error", "status",
     "output", "status_details", "id", "code", "rate_limits", "usage", "arguments", "metadata"]
)  # fmt: skip
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(
    st.sampled_from([*_KINDS, "session.created", "nonsense"]), st.dictionaries(_NAMES, _VALUES, max_size=6)
)
def test_any_object_is_an_event_or_garbage(kind: str, values: dict[str, object]) -> None:
    try:
        event = parse(json.dumps(values | {"type": kind}))
    except Garbage:
        return
    assert event is None or isinstance(event, ServerEvent)


@given(st.text() | st.binary())
def test_any_text_is_an_event_or_garbage(text: str | bytes) -> None:
    try:
        parse(text)
    except Garbage:
        return


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"type": 7}',
        "\ud800",
        '{"type": "response.done"}',
        '{"type": "response.audio.delta", "response_id": "r", "item_id": "i", "delta": "a"}',
        '{"type": "error", "x": ' + "[" * 100_000,
        '{"type": "response.done", "response": ' + '{"output": [' * 5_000,
    ],
)
def test_these_are_garbage(text: str) -> None:
    with pytest.raises(Garbage):
        parse(text)


@pytest.mark.parametrize("name", ["response.audio", "response.output_audio"])
def test_sound_and_words_have_two_names(name: str) -> None:
    place = {"response_id": "r", "item_id": "i", "output_index": 0, "content_index": 0, "event_id": "e"}
    sound = parse(json.dumps({"type": f"{name}.delta", "delta": b64encode(b"\1\2").decode()} | place))
    assert sound == SoundDelta(response_id="r", item_id="i", delta=b"\1\2")
    words = parse(json.dumps({"type": f"{name}_transcript.delta", "delta": "好"} | place))
    assert words == WordsDelta(response_id="r", item_id="i", delta="好")


def test_what_the_person_said_comes_as_text() -> None:
    kind = "conversation.item.input_audio_transcription.completed"
    event = parse(json.dumps({"type": kind, "item_id": "i", "content_index": 0, "transcript": "你好"}))
    assert event == Transcribed(item_id="i", transcript="你好")


def test_an_error_says_which_of_ours_caused_it() -> None:
    error = {"type": "invalid_request_error", "code": "x", "message": "what was said", "event_id": "cut_3"}
    event = parse(json.dumps({"type": "error", "event_id": "e", "error": error}))
    assert isinstance(event, Problem)
    assert event.error.event_id == "cut_3"
    assert "what was said" not in repr(event)


def test_unknown_events_mean_nothing() -> None:
    assert parse('{"type": "mcp_list_tools.completed", "item_id": {"a": 1}}') is None


def test_a_response_without_usage_or_output_is_one() -> None:
    event = parse('{"type": "response.done", "response": {"id": "r", "status": "cancelled", "output": null}}')
    assert isinstance(event, ResponseDone)


def test_ours_are_written_as_published() -> None:
    assert json.loads(encode(CommitSound(event_id="turn_1"))) == {
        "type": "input_audio_buffer.commit",
        "event_id": "turn_1",
    }
    assert json.loads(encode(TruncateItem(item_id="i", content_index=0, audio_end_ms=0))) == {
        "type": "conversation.item.truncate",
        "item_id": "i",
        "content_index": 0,
        "audio_end_ms": 0,
    }


def test_a_long_turn_goes_in_pieces_of_a_second() -> None:
    events = list(appended((np.full(40_000, 100, np.int16), np.full(8_000, 100, np.int16))))
    assert all(isinstance(event, AppendSound) for event in events)
    lengths = [len(b64decode(event.audio)) // 2 for event in events]
    assert max(lengths) <= 24_000
    assert sum(lengths) == pytest.approx(72_000, abs=100)


@given(st.lists(st.binary(max_size=9), max_size=12))
def test_no_byte_of_sound_is_lost_however_it_is_cut(pieces: list[bytes]) -> None:
    sounds, whole = Pieces(), b"".join(pieces)
    samples = [sounds.take("i", piece) for piece in pieces]
    joined = b"".join(part.astype("<i2").tobytes() for part in samples)
    assert joined == whole[: len(whole) // 2 * 2]


@given(st.integers(0, 10_000_000))
def test_the_heard_place_is_never_rounded_up(samples: int) -> None:
    assert milliseconds(samples) * 24 <= samples < milliseconds(samples) * 24 + 24

"""What a Realtime server says: JSON text to typed events. Pure, and safe on any text.

Shapes: https://platform.openai.com/docs/api-reference/realtime-server-events, and as the ``openai``
package types them (``types/realtime``, ``types/beta/realtime``); sound and words have other names in
the beta and are the same events here. Everything in them is data from outside.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Garbage(ValueError):
    """Text that is no event, or one of a known kind in another shape."""


class ServerEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the events that mean something to us."""


class SessionReady(ServerEvent, frozen=True, kw_only=True):
    """``session.updated``: our configuration holds from now on."""


class SoundCommitted(ServerEvent, frozen=True, kw_only=True):
    """item_id: theirs for the utterance that was committed; in the order of the commits."""

    item_id: str


class Transcribed(ServerEvent, frozen=True, kw_only=True):
    """What the person said, as their recogniser wrote it down; comes at any time, or never."""

    item_id: str
    transcript: str


class NotTranscribed(ServerEvent, frozen=True, kw_only=True):
    item_id: str


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """Its message is not read: it may quote what was said. event_id: of ours that caused it."""

    type: str | None = None
    code: str | None = None
    event_id: str | None = None


class Problem(ServerEvent, frozen=True, kw_only=True):
    error: ErrorBody


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """An item of the conversation: a message, or a ``function_call``."""

    id: str = ""
    type: str = ""
    status: str | None = None
    name: str | None = None
    call_id: str | None = None
    arguments: str | None = None


class StatusDetails(msgspec.Struct, frozen=True, kw_only=True):
    reason: str | None = None
    error: ErrorBody | None = None


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    input_tokens: int = 0
    output_tokens: int = 0


class ResponseBody(msgspec.Struct, frozen=True, kw_only=True):
    """status: completed, cancelled, failed, incomplete, or in_progress while it is made."""

    id: str = ""
    status: str | None = None
    status_details: StatusDetails | None = None
    output: list[Item] | None = None
    metadata: dict[str, Any] | None = None
    usage: Usage | None = None


class ResponseBegan(ServerEvent, frozen=True, kw_only=True):
    response: ResponseBody


class ResponseDone(ServerEvent, frozen=True, kw_only=True):
    response: ResponseBody


class SoundDelta(ServerEvent, frozen=True, kw_only=True):
    """delta: int16, little-endian, mono, 24 kHz; may end in the middle of a sample."""

    response_id: str
    item_id: str
    delta: bytes


class WordsDelta(ServerEvent, frozen=True, kw_only=True):
    """What the sound says, as far as it is known; before or behind the sound."""

    response_id: str
    item_id: str
    delta: str


class WordsDone(ServerEvent, frozen=True, kw_only=True):
    response_id: str
    item_id: str
    transcript: str


class TextDelta(ServerEvent, frozen=True, kw_only=True):
    """Words without sound, from a model that answered in writing."""

    response_id: str
    item_id: str
    delta: str


class ItemDone(ServerEvent, frozen=True, kw_only=True):
    response_id: str
    item: Item


class RateLimit(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None = None
    remaining: int | None = None
    reset_seconds: float | None = None


class RateLimits(ServerEvent, frozen=True, kw_only=True):
    rate_limits: list[RateLimit]


class _Head(msgspec.Struct):
    type: str


_KINDS: dict[str, type[ServerEvent]] = {
    "session.updated": SessionReady,
    "input_audio_buffer.committed": SoundCommitted,
    "conversation.item.input_audio_transcription.completed": Transcribed,
    "conversation.item.input_audio_transcription.failed": NotTranscribed,
    "error": Problem,
    "response.created": ResponseBegan,
    "response.done": ResponseDone,
    "response.output_audio.delta": SoundDelta,
    "response.audio.delta": SoundDelta,
    "response.output_audio_transcript.delta": WordsDelta,
    "response.audio_transcript.delta": WordsDelta,
    "response.output_audio_transcript.done": WordsDone,
    "response.audio_transcript.done": WordsDone,
    "response.output_text.delta": TextDelta,
    "response.text.delta": TextDelta,
    "response.output_item.done": ItemDone,
    "rate_limits.updated": RateLimits,
}
_HEAD = msgspec.json.Decoder(_Head)
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(event) for kind, event in _KINDS.items()
}


def parse(text: str | bytes) -> ServerEvent | None:
    """The event in ``text``; None for a kind that means nothing to us. Raises Garbage, and nothing else."""
    try:
        decoder = _DECODERS.get(_HEAD.decode(text).type)
        event: ServerEvent | None = None if decoder is None else decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Garbage(type(error).__name__) from None
    return event


def response_of(event: ServerEvent) -> str | None:
    """The id of the response it is about."""
    if isinstance(event, ResponseDone):
        return event.response.id
    return getattr(event, "response_id", None)

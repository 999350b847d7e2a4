"""What we say to a Realtime server: typed events, and their JSON. Pure.

Shapes: https://platform.openai.com/docs/api-reference/realtime-client-events, and as the ``openai``
package types them (``types/realtime``; ``types/beta/realtime`` for servers that still speak the beta).
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from core.audio.frames import INPUT_RATE, OUTPUT_RATE, Samples
from core.audio.resample import resample
from core.brain.model import Said, ToolResult
from core.brain.sections import escape, escape_json

Dialect = Literal["ga", "beta"]

_PIECE = OUTPUT_RATE
"""Samples in one append event: a second, 64 kB of base64. The protocol allows 15 MiB."""


class ClientEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """event_id: ours; an error it causes names it."""

    event_id: str | None = None


class UpdateSession(ClientEvent, frozen=True, kw_only=True, tag="session.update"):
    session: dict[str, Any]


class AppendSound(ClientEvent, frozen=True, kw_only=True, tag="input_audio_buffer.append"):
    """audio: base64 of int16, little-endian, mono, 24 kHz."""

    audio: str


class CommitSound(ClientEvent, frozen=True, kw_only=True, tag="input_audio_buffer.commit"):
    """What was appended becomes an item of the conversation; nothing is answered yet."""


class ClearSound(ClientEvent, frozen=True, kw_only=True, tag="input_audio_buffer.clear"):
    pass


class CreateItem(ClientEvent, frozen=True, kw_only=True, tag="conversation.item.create"):
    item: dict[str, Any]


class TruncateItem(ClientEvent, frozen=True, kw_only=True, tag="conversation.item.truncate"):
    """audio_end_ms: what was heard of the item; more than there is of it is an error."""

    item_id: str
    content_index: int
    audio_end_ms: int


class CreateResponse(ClientEvent, frozen=True, kw_only=True, tag="response.create"):
    response: dict[str, Any]


class CancelResponse(ClientEvent, frozen=True, kw_only=True, tag="response.cancel"):
    """response_id None: whichever is being made."""

    response_id: str | None = None


def encode(event: ClientEvent) -> str:
    return msgspec.json.encode(event).decode()


def appended(sound: tuple[Samples, ...]) -> Iterator[AppendSound]:
    """A turn's sound (int16, mono, 16 kHz, in pieces) as events, in order."""
    for piece in sound:
        pcm = resample(piece, INPUT_RATE, OUTPUT_RATE)
        for start in range(0, len(pcm), _PIECE):
            part = pcm[start : start + _PIECE].astype("<i2").tobytes()
            yield AppendSound(audio=b64encode(part).decode())


def said(turn: Said, dialect: Dialect, event_id: str) -> CreateItem:
    """A turn of the past, as it was heard. The assistant's text has another name in either dialect."""
    kind = "input_text" if turn.by == "user" else "output_text" if dialect == "ga" else "text"
    content = [{"type": kind, "text": escape(turn.text)}]
    return CreateItem(event_id=event_id, item={"type": "message", "role": turn.by, "content": content})


def returned(result: ToolResult) -> CreateItem:
    """What came of a tool."""
    output = escape_json(result.result)
    return CreateItem(item={"type": "function_call_output", "call_id": result.call.id, "output": output})


def milliseconds(samples: int) -> int:
    """Rounded down: a server refuses to cut behind the end."""
    return samples * 1000 // OUTPUT_RATE

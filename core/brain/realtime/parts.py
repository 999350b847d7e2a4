"""What becomes of a response, piece by piece: from a server's events to what the caller is given. Pure."""

from __future__ import annotations

import msgspec

from core.audio.frames import Samples
from core.brain.model import ToolCall, Usage
from core.brain.realtime import server_events as told
from core.brain.realtime.pcm import Pieces

_BY_CODE = {"rate_limit_exceeded": "brain.server_busy", "insufficient_quota": "brain.server_busy"}
_BY_REASON = {"max_output_tokens": "brain.answer_cut", "content_filter": "brain.answer_withheld"}


class Sound(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of the answer's sound: int16, mono, 24 kHz. item: the message it belongs to."""

    item: str
    pcm: Samples


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What the sound says. whole: all of it, in place of what came before; else the next piece.
    silent: there is no sound of them."""

    item: str
    text: str
    whole: bool = False
    silent: bool = False


class SoundOver(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing more comes of the message. whole: it was said to its end."""

    item: str
    whole: bool = True


class Overheard(msgspec.Struct, frozen=True, kw_only=True):
    """What the person said, as the service wrote it down; None when it could not."""

    reference: str
    text: str | None


Part = Sound | Words | SoundOver | ToolCall | Usage


def parts_of(event: told.ServerEvent, sounds: Pieces) -> list[Part]:
    match event:
        case told.SoundDelta(item_id=item, delta=data):
            pcm = sounds.take(item, data)
            return [Sound(item=item, pcm=pcm)] if len(pcm) else []
        case told.WordsDelta(item_id=item, delta=text):
            return [Words(item=item, text=text)]
        case told.WordsDone(item_id=item, transcript=text):
            return [Words(item=item, text=text, whole=True)]
        case told.TextDelta(item_id=item, delta=text):
            return [Words(item=item, text=text, silent=True)]
        case told.ItemDone(item=item) if item.type == "message":
            return [SoundOver(item=item.id, whole=item.status != "incomplete")]
    return []


def last_parts(response: told.ResponseBody) -> list[ToolCall | Usage]:
    """What a completed response leaves to do. Calls of one that was not may be cut short: ask only after
    :func:`trouble`."""
    usage = response.usage
    spent = [Usage(prompt_tokens=usage.input_tokens, completion_tokens=usage.output_tokens)] if usage else []
    calls: dict[str, ToolCall] = {}
    for item in response.output or []:
        if item.type == "function_call" and item.call_id and item.name:
            arguments = item.arguments or ""
            calls.setdefault(item.call_id, ToolCall(id=item.call_id, name=item.name, arguments=arguments))
    return [*spent, *calls.values()]


def trouble(response: told.ResponseBody) -> str | None:
    """Why it was not completed, as a message id; None when it was."""
    if response.status == "completed":
        return None
    details = response.status_details
    if details is None:
        return "brain.server_failed"
    return _BY_REASON.get(details.reason or "") or of_error(details.error)


def of_error(error: told.ErrorBody | None) -> str:
    """The message id for what a server complains about."""
    return _BY_CODE.get((error.code if error else None) or "", "brain.server_failed")

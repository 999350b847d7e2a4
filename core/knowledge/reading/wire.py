"""What passes between the household and the process that reads: frames of JSON, and the file's bytes.

To it: one frame with the :class:`Job`, then the bytes of the file, as many as the job says. From it: frames
of :data:`Message`, the last one :class:`Finished` or :class:`Declined`. A frame is a length (4 bytes,
big-endian) and that much JSON. Everything that comes back is looked at as if a stranger had written it.
"""

from __future__ import annotations

from typing import Final

import msgspec

LENGTH: Final = 4
MAX_FRAME: Final = 8 * 1024 * 1024


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What to read. suffix: with the dot; empty for a text that is UTF-8 already. size: bytes that follow.
    memory: bytes of address space, cpu: seconds of it, both from then on."""

    suffix: str
    title: str
    size: int
    memory: int
    cpu: int


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The file is read: a text of so many characters comes now."""

    characters: int


class Pieces(msgspec.Struct, frozen=True, tag="pieces"):
    """Chunks that follow the ones before: start, text, words, sounds."""

    pieces: list[tuple[int, str, str, str]]


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """That was all."""


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """It was not read. See ``refusals.Reason``."""

    reason: str
    limit: int = 0


Message = Begun | Pieces | Finished | Declined


def framed(message: msgspec.Struct) -> bytes:
    body = msgspec.json.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


JOB: Final = msgspec.json.Decoder(Job)
MESSAGE: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)

"""Why a file was not read: reasons that cross the process, and the sentences they become outside."""

from __future__ import annotations

from typing import Literal, get_args

from core.errors import Unavailable, UserFacing

Reason = Literal[
    "unknown_format", "too_large", "too_long", "empty", "not_text", "damaged", "locked", "scanned", "garbled",
    "swollen", "unsafe_xml", "too_slow", "too_hungry", "crashed", "reader_missing",
]  # fmt: skip
REASONS: frozenset[str] = frozenset(get_args(Reason))


class Unread(Exception):
    """A reader gives up. limit: the number that was exceeded, where the sentence tells one."""

    def __init__(self, reason: Reason, limit: int = 0) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
        self.limit = limit


def refusal(reason: str, name: str, limit: int = 0) -> UserFacing:  # noqa: C901, PLR0911, PLR0912 - one line a reason
    """What is said of the file ``name``; a reason nobody knows came from a process that lost its way."""
    match reason:
        case "unknown_format":
            from core.knowledge.reading.formats import SUFFIXES

            return UserFacing("knowledge.unknown_format", name=name, known=" ".join(SUFFIXES))
        case "too_large":
            return UserFacing("knowledge.too_large", name=name, limit=limit)
        case "too_long":
            return UserFacing("knowledge.too_long", name=name, limit=limit)
        case "empty":
            return UserFacing("knowledge.empty", name=name)
        case "not_text":
            return UserFacing("knowledge.not_text", name=name)
        case "damaged":
            return UserFacing("knowledge.damaged", name=name)
        case "locked":
            return UserFacing("knowledge.locked", name=name)
        case "scanned":
            return UserFacing("knowledge.scanned", name=name)
        case "garbled":
            return UserFacing("knowledge.garbled", name=name)
        case "swollen":
            return UserFacing("knowledge.swollen", name=name)
        case "unsafe_xml":
            return UserFacing("knowledge.unsafe_xml", name=name)
        case "too_slow":
            return UserFacing("knowledge.too_slow", name=name, limit=limit)
        case "too_hungry":
            return UserFacing("knowledge.too_hungry", name=name)
        case "reader_missing":
            return Unavailable("knowledge.reader_missing", name=name)
        case _:
            return UserFacing("knowledge.crashed", name=name)

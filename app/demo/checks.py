"""What the demo proves, by name, and the form of a proof."""

from __future__ import annotations

from typing import Any

import msgspec

NAMES = (
    "unbound_document_not_found",
    "bound_document_found",
    "follow_up_uses_conversation",
    "unanswerable_declined",
    "spoken_goal_remembered",
    "new_conversation_inherits_nothing",
    "persons_do_not_cross",
    "memory_off",
    "barge_in_heard_prefix",
    "killed_and_continued",
    "ciphertext_on_disk",
    "deletion_leaves_no_trace",
)


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One proof. evidence: quoted text, journal rows, file offsets; never a constant."""

    name: str
    ok: bool
    evidence: dict[str, Any]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The demo's result. timings: seconds, p50 and p95 by stage, and the whole."""

    seed: int
    language: str
    mode: str
    sabotage: str | None
    checks: tuple[Check, ...]
    timings: dict[str, Any]

    @property
    def passed(self) -> bool:
        return all(check.ok for check in self.checks)

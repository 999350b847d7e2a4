"""Short ways to say things in tests."""

from __future__ import annotations

from core.journal.events import AssistantSpoke, Outcome, UserSpoke
from core.vault import Scope

GRANDMOTHER = Scope(actor="nainai", person="nainai", role="xiaoban")
GRANDFATHER = Scope(actor="yeye", person="yeye", role="xiaoban")


def asked(text: str) -> UserSpoke:
    return UserSpoke(text=text, language="zh", spoken=True)


def answered(
    answers: int, text: str, heard: int | None = None, index: int = 0, outcome: Outcome | None = None
) -> AssistantSpoke:
    heard = len(text) if heard is None else heard
    return AssistantSpoke(
        answers=answers,
        index=index,
        text=text,
        heard=heard,
        boundary="measured",
        outcome=outcome or ("finished" if heard >= len(text) else "interrupted"),
    )

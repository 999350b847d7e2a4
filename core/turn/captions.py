"""What the faces are told while people talk: small values, handed to one callback on the core loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.audio.echo import Cancelling
from core.text import Language
from core.turn.policies.labels import Label

StateName = Literal["idle", "listening", "deciding", "thinking", "speaking", "overlap", "suspended"]


@dataclass(frozen=True, slots=True)
class StateChanged:
    state: StateName


@dataclass(frozen=True, slots=True)
class UserPartial:
    """What the user seems to have said so far; each replaces the one before."""

    text: str
    language: Language


@dataclass(frozen=True, slots=True)
class UserFinal:
    """A committed turn."""

    turn: int
    text: str
    language: Language


@dataclass(frozen=True, slots=True)
class AssistantSentence:
    """A sentence has begun to sound. apology: it says that answering failed."""

    turn: int
    index: int
    text: str
    apology: bool = False


@dataclass(frozen=True, slots=True)
class AssistantHeard:
    """How many characters of that sentence have been heard so far; only grows."""

    turn: int
    index: int
    heard: int


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    turn: int
    outcome: Literal["finished", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something to tell the user: a message id with a sentence in ``assets/messages``."""

    message: str


@dataclass(frozen=True, slots=True)
class Remarked:
    """Said beside the answers, and part of no history: "let me think"."""

    text: str


@dataclass(frozen=True, slots=True)
class Delivered:
    """The person asked to be spoken to like this: times the usual speed and level."""

    speed: float
    volume: float


@dataclass(frozen=True, slots=True)
class EchoCancelled:
    """How its own voice is kept out of the microphone from now on. erle_db: how much weaker its echo
    became, None while nobody knows."""

    state: Cancelling
    erle_db: float | None


@dataclass(frozen=True, slots=True)
class AttentionChanged:
    """From now on what is said is meant for the companion, or is not listened to."""

    attending: bool


@dataclass(frozen=True, slots=True)
class Weighed:
    """What speaks for the end of the turn just now, for an inspector.

    label: what the words look like, None without any. p_end: how finished it sounded. wait: seconds of
    silence, from its beginning, that end the turn on this evidence.
    """

    label: Label | None
    p_end: float | None
    wait: float


Caption = (
    Weighed
    | EchoCancelled
    | AttentionChanged
    | StateChanged
    | UserPartial
    | UserFinal
    | AssistantSentence
    | AssistantHeard
    | AnswerEnded
    | Noticed
    | Remarked
    | Delivered
)

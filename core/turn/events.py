"""The vocabulary between driver and coordinator: what happened, and what to do about it.

Times are seconds of the driver's monotonic clock. ``ask`` numbers one question to the recogniser,
``answer`` one attempt at answering (several may be drafted for one turn), ``utterance`` one
sentence of an answer, ``turn`` one committed turn. Results of an older ``ask`` or ``answer`` may
arrive at any time and count for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.audio.echo import Cancelling
from core.text import Language

Outcome = Literal["finished", "interrupted", "failed"]
Source = Literal["audio", "text", "plugin"]


@dataclass(frozen=True, slots=True)
class VoiceStarted:
    """began: when the first voiced sound was captured, a little before this was noticed."""

    probability: float
    level: float
    began: float


@dataclass(frozen=True, slots=True)
class VoiceStopped:
    """ended: when the last voiced sound was captured."""

    probability: float
    level: float
    ended: float


@dataclass(frozen=True, slots=True)
class Partial:
    """What the quick recognition made of everything said so far in this turn."""

    ask: int
    text: str
    language: Language
    confidence: float


@dataclass(frozen=True, slots=True)
class Final:
    """What the careful recognition made of it."""

    ask: int
    text: str
    language: Language
    confidence: float


@dataclass(frozen=True, slots=True)
class HearingFailed:
    """error: a message id. final: whether it was the careful recognition that failed."""

    ask: int
    error: str
    final: bool


@dataclass(frozen=True, slots=True)
class EndScore:
    """How finished it sounded, 0.0–1.0."""

    ask: int
    p_end: float
    source: Source = "audio"


@dataclass(frozen=True, slots=True)
class ExplicitEnd:
    """The speaker said so: push-to-talk released, the screen's button."""


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """The listener said so: the screen's button, a wake word while it speaks."""


@dataclass(frozen=True, slots=True)
class ReplySentence:
    answer: int
    utterance: int
    text: str


@dataclass(frozen=True, slots=True)
class ReplyEnded:
    answer: int


@dataclass(frozen=True, slots=True)
class ReplyFailed:
    """error: a message id."""

    answer: int
    error: str


@dataclass(frozen=True, slots=True)
class Played:
    """So many samples of the utterance have left the speaker. characters: of its text that have
    sounded to their end, where that is known."""

    utterance: int
    samples: int
    characters: int | None = None


@dataclass(frozen=True, slots=True)
class PlaybackEnded:
    utterance: int


@dataclass(frozen=True, slots=True)
class Remarking:
    """Something beside the answers has begun to sound, or, with None, is over."""

    text: str | None


@dataclass(frozen=True, slots=True)
class EchoChanged:
    """How its own voice is kept out of the microphone from now on; ``absent`` until it is told.

    lasting: told a second time, because it has stayed so for longer than a canceller wavers.
    """

    state: Cancelling
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class MicLost:
    pass


@dataclass(frozen=True, slots=True)
class MicBack:
    pass


@dataclass(frozen=True, slots=True)
class Muted:
    pass


@dataclass(frozen=True, slots=True)
class Unmuted:
    pass


@dataclass(frozen=True, slots=True)
class Woke:
    timer: int


Event = (
    VoiceStarted
    | VoiceStopped
    | Partial
    | Final
    | HearingFailed
    | EndScore
    | ExplicitEnd
    | StopSpeaking
    | ReplySentence
    | ReplyEnded
    | ReplyFailed
    | Played
    | PlaybackEnded
    | Remarking
    | EchoChanged
    | MicLost
    | MicBack
    | Muted
    | Unmuted
    | Woke
)


@dataclass(frozen=True, slots=True)
class AskEnd:
    """Recognise quickly, and score how finished it sounds, everything heard in this turn."""

    ask: int


@dataclass(frozen=True, slots=True)
class Finalize:
    """Recognise the same carefully."""

    ask: int


@dataclass(frozen=True, slots=True)
class Forget:
    """What was heard belongs to no turn any more: drop its sound. keep: but its last so many seconds,
    for a voice that goes on. restart: a voice that still sounds begins anew."""

    keep: float = 0.0
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """Begin an answer, silently."""

    answer: int
    turn: int
    text: str
    language: Language
    confidence: float


@dataclass(frozen=True, slots=True)
class Discard:
    """Drop a draft without trace."""

    answer: int


@dataclass(frozen=True, slots=True)
class Commit:
    """The turn is final: make it durable; only then may its answer sound."""

    answer: int
    turn: int
    text: str
    language: Language
    confidence: float


@dataclass(frozen=True, slots=True)
class Decline:
    """Words that want no answer: a hold that ran out, a stop word."""

    text: str
    reason: Literal["hold", "stop"]


@dataclass(frozen=True, slots=True)
class Missed:
    """A voice as long as a turn, and not a word in it."""


@dataclass(frozen=True, slots=True)
class Speak:
    """This sentence may sound, after those before it."""

    answer: int
    utterance: int


@dataclass(frozen=True, slots=True)
class Apologise:
    """Say aloud that answering failed; it comes back as a sentence and an end of the same answer."""

    answer: int
    error: str


@dataclass(frozen=True, slots=True)
class Pause:
    pass


@dataclass(frozen=True, slots=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True)
class Duck:
    pass


@dataclass(frozen=True, slots=True)
class Unduck:
    pass


@dataclass(frozen=True, slots=True)
class Stop:
    """Fall silent for good. heard: samples of ``utterance`` known to have sounded; the device may
    know of a little more."""

    answer: int
    utterance: int | None
    heard: int


@dataclass(frozen=True, slots=True)
class Record:
    """A committed turn has come to its one end."""

    turn: int
    answer: int
    outcome: Outcome
    error: str | None


@dataclass(frozen=True, slots=True)
class Learned:
    """The speaker paused this long inside a turn and went on."""

    pause: float


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Send ``Woke(timer)`` at this time; replaces every earlier one. at None: sleep."""

    timer: int
    at: float | None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the faces should say: a message id."""

    message: str


Action = (
    AskEnd
    | Finalize
    | Forget
    | Draft
    | Discard
    | Commit
    | Decline
    | Missed
    | Speak
    | Apologise
    | Pause
    | Resume
    | Duck
    | Unduck
    | Stop
    | Record
    | Learned
    | WakeAt
    | Notice
)

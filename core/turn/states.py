"""Where a conversation stands: the values the coordinator's rules are functions of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from core.audio.echo import Cancelling
from core.text import Language
from core.turn.events import Action
from core.turn.policies.completeness import Label
from core.turn.policies.interrupt import Interruption
from core.turn.policies.own_voice import OwnVoice
from core.turn.policies.patience import ELDER, Patience

Deafness = Literal["muted", "lost"]
CAUGHT = 2
"""An answer that its own echo has made pause so often goes on in half-duplex, or it would never end."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Seconds. ask_after: silence after which the recogniser is asked. draft_early: whether an
    answer may be begun before the turn is committed (a paid model is asked once a turn). The
    limits are how long each waiting may last before something else happens. acknowledge_after: how
    long an answer may be awaited before "let me think" is said; None never. language: what asides
    are said in before anybody has spoken."""

    patience: Patience = ELDER
    interruption: Interruption = field(default_factory=Interruption)
    ask_after: float = 0.2
    draft_early: bool = True
    least_voice: float = 0.5
    hold_limit: float = 30.0
    draft_stands_in: float = 4.0
    final_limit: float = 20.0
    reply_limit: float = 60.0
    stall_limit: float = 20.0
    longest_turn: float = 900.0
    remind_after: float = 30.0
    acknowledge_after: float | None = None
    language: Language = "zh"


@dataclass(frozen=True, slots=True)
class Words:
    """What a recognition found, and how finished it looks. loose: complete, but nothing closes it; open:
    not even a stop, from a recogniser that sets them."""

    text: str
    language: Language
    confidence: float
    label: Label
    loose: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer on its way.

    pending: sentences offered that may not sound yet; queued: sentences that may, unfinished.
    utterance, heard: the last that sounded and how many of its samples. progress: when something
    last moved. apologised: whether its error has been given a voice.
    """

    id: int
    turn: int
    text: str
    progress: float
    pending: tuple[int, ...] = ()
    queued: tuple[int, ...] = ()
    utterance: int | None = None
    heard: int = 0
    ended: bool = False
    error: str | None = None
    apologised: bool = False

    @property
    def exhausted(self) -> bool:
        """Nothing left to say and nothing more to come."""
        return self.ended and not self.pending and not self.queued

    @property
    def waiting(self) -> bool:
        """Everything offered has sounded, and more is to come."""
        return not self.queued and not self.pending

    def played(self, utterance: int, samples: int, now: float) -> Answer:
        if utterance not in self.queued:
            return self
        if utterance == self.utterance and samples <= self.heard:
            return self
        return replace(self, utterance=utterance, heard=samples, progress=now)

    def finished(self, utterance: int, now: float) -> Answer:
        if utterance not in self.queued:
            return self
        queued = tuple(u for u in self.queued if u != utterance)
        return replace(self, queued=queued, progress=now)


@dataclass(frozen=True, slots=True)
class Hearing:
    """What the user is saying.

    began: when this turn's voice began; since: when its latest stretch did; voiced: seconds of the
    stretches before. ended: when the voice fell silent, None while it sounds. ask: the recogniser
    was asked about this silence; words, final, p_end: what came back. decided: when the endpoint
    was, while the final text is still awaited.
    """

    began: float
    since: float
    voiced: float = 0.0
    ended: float | None = None
    ask: int | None = None
    words: Words | None = None
    final: Words | None = None
    p_end: float | None = None
    finalizing: bool = False
    decided: float | None = None
    explicit: bool = False
    draft: Answer | None = None

    def silent(self, ended: float) -> Hearing:
        """The voice fell silent; a new silence starts without evidence."""
        return replace(
            self,
            ended=ended,
            voiced=self.voiced + max(0.0, ended - self.since),
            ask=None,
            words=None,
            final=None,
            p_end=None,
            finalizing=False,
        )

    def lasted(self, now: float) -> float:
        """Seconds in which the voice has sounded until now."""
        return self.voiced + (max(0.0, now - self.since) if self.ended is None else 0.0)

    def again(self, began: float) -> Hearing:
        """The voice went on: what was made of the silence counts for nothing."""
        return Hearing(began=self.began, since=began, voiced=self.voiced)


@dataclass(frozen=True, slots=True)
class Idle:
    """Nobody has the floor; waits for a person."""


@dataclass(frozen=True, slots=True)
class Listening:
    """The user is speaking."""

    hearing: Hearing


@dataclass(frozen=True, slots=True)
class Deciding:
    """The user has paused; have they finished?"""

    hearing: Hearing


@dataclass(frozen=True, slots=True)
class Thinking:
    """A turn is committed; nothing of its answer may sound yet."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Speaking:
    """Its answer is sounding, or between sentences."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Overlap:
    """A voice over an answer. paused: the answer holds still; sounding: it had begun to sound; ducked:
    it was made quieter.

    check: when to look again. give_up: when a silence without words was a false interruption. own: the
    words last read end with somebody's, and no echo. asks: the last questions about it.
    """

    answer: Answer
    hearing: Hearing
    sounding: bool
    paused: bool
    check: float
    give_up: float
    asked: bool = False
    ducked: bool = True
    own: bool = False
    asks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Suspended:
    """The microphone is muted or lost. What was under way is kept for its return."""

    hearing: Hearing | None = None
    answer: Answer | None = None
    check: float | None = None


State = Idle | Listening | Deciding | Thinking | Speaking | Overlap | Suspended


@dataclass(frozen=True, slots=True)
class Mind:
    """Everything the coordinator knows.

    turn: the number the next committed turn gets. deaf: why no voice is believed just now. voice: what
    it has said; remarking: something beside the answers is sounding. echo: how its own voice is kept out
    of the microphone; warned: people were told that it is not. caught: how often in this answer a voice
    that made it pause was its own, whatever is measured. unstopped: readings since the recogniser last set
    a stop; one that never does says nothing by that.
    """

    state: State = field(default_factory=Idle)
    turn: int = 1
    asks: int = 0
    answers: int = 0
    deaf: frozenset[Deafness] = frozenset()
    voice: OwnVoice = field(default_factory=OwnVoice)
    remarking: bool = False
    echo: Cancelling = "absent"
    warned: bool = False
    caught: int = 0
    unstopped: int = 0

    @property
    def half_duplex(self) -> bool:
        """Whether a voice that is heard while it speaks may be its own."""
        return self.echo not in ("absent", "effective") or self.caught >= CAUGHT

    def at(self, state: State) -> Mind:
        return replace(self, state=state)

    def resting(self) -> Mind:
        """Nothing under way."""
        if not self.deaf:
            return self.at(Idle())
        return self.at(Suspended())


Next = tuple[Mind, tuple[Action, ...]]


def committed_answer(state: State) -> Answer | None:
    """The answer a committed turn is owed."""
    match state:
        case Thinking(answer) | Speaking(answer):
            return answer
        case Overlap() | Suspended():
            return state.answer
    return None


def drafted_answer(state: State) -> Answer | None:
    """The answer being prepared for a turn that is not committed."""
    return state.hearing.draft if isinstance(state, Deciding) else None


def with_answer(state: State, answer: Answer) -> State:
    """The same state with its answer, committed or drafted, moved on."""
    match state:
        case Thinking() | Speaking() | Overlap() | Suspended():
            return replace(state, answer=answer)
        case Deciding(hearing):
            return Deciding(replace(hearing, draft=answer))
    return state

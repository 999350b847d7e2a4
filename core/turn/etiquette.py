"""Manners at work: thinks aloud, obeys wishes about the voice, admits to not hearing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace

from core.audio.duplex import Duplex
from core.speech.ports import Style
from core.turn import captions
from core.turn.aside import Aside, Spawn
from core.turn.events import Outcome
from core.turn.manners import THINKING, Manners, Obedience, Saying
from core.turn.models import Speaker
from core.turn.ports import Delivery, Habits, Responder, Turn
from core.turn.reply import Reply
from core.turn.scribe import Scribe
from core.turn.states import Settings

_SLOWEST, _FASTEST = 0.5, 2.0
"""What a voice is asked for at most, whatever a role and a person want together."""


@dataclass(slots=True)
class _Owed:
    """The answer of a committed turn, awaited since then."""

    reply: Reply
    since: float
    acknowledged: bool = False


class Etiquette:
    """One engine's. ids: numbers of what sounds, shared with the answers' sentences."""

    def __init__(
        self,
        duplex: Duplex,
        speaker: Speaker,
        settings: Settings,
        delivery: Delivery,
        *,
        spawn: Spawn,
        ids: Iterator[int],
        scribe: Scribe,
        habits: Habits | None,
        show: Callable[[captions.Caption], None],
    ) -> None:
        self.manners = Manners(delivery, settings.language)
        self.aside = Aside(duplex, speaker.voice, speaker.style, spawn)
        self._style = speaker.style
        self._after = settings.acknowledge_after
        self._ids = ids
        self._scribe = scribe
        self._habits = habits
        self._show = show
        self._owed: _Owed | None = None
        self._speak_like(delivery)

    @property
    def volume(self) -> float:
        return self.manners.delivery.volume

    async def rehearse(self, idle: Callable[[], Awaitable[None]]) -> None:
        """Have the acknowledgements ready before one is needed, made one by one while nobody talks:
        the voice is wanted for answers. idle: waits until nothing is under way."""
        if self._after is None:
            return
        for text in THINKING[self.manners.language]:
            await idle()
            await self.aside.prepare(text)

    def plan(self, turn: Turn, responder: Responder) -> tuple[Responder, Style, Obedience | None]:
        """Who answers this turn, and how: a wish about the voice is answered here, by nobody else.
        Nothing is changed before it is committed."""
        obedience = self.manners.obedience(turn.text, turn.language)
        if obedience is None:
            return responder, self._styled(self.manners.delivery), None
        return Saying(obedience.sentences, responder), self._styled(obedience.delivery), obedience

    def committed(self, reply: Reply, now: float) -> None:
        self.manners.committed(reply.turn.language)
        self._owed = _Owed(reply, now)
        obedience = reply.obedience
        if obedience is None or obedience.delivery == self.manners.delivery:
            return
        self.manners.obey(obedience)
        self._speak_like(obedience.delivery)
        self._show(captions.Delivered(obedience.delivery.speed, obedience.delivery.volume))
        if self._habits is not None:
            self._scribe.wished(self._habits, obedience.delivery)

    def ended(self, reply: Reply, outcome: Outcome) -> None:
        self._owed = None
        if reply.obedience is not None:
            self.manners.repeated()
            return
        said = [(u.text, u.heard) for u in reply.utterances.values() if not u.apology]
        self.manners.answered(said, interrupted=outcome == "interrupted")

    def acknowledge(self, now: float) -> None:
        """Call while nobody speaks over the answer: thinks aloud once if it is long in coming, and
        never after it has come."""
        owed = self._owed
        if owed is None or self._after is None or owed.acknowledged or now < owed.since + self._after:
            return
        if owed.reply.released and not owed.reply.audible:
            owed.acknowledged = True
            self._remark(owed.reply.before, self.manners.thought())

    def missed(self) -> None:
        """A turn without a word in it."""
        sentence = self.manners.missed()
        if sentence is not None:
            self._remark(next(self._ids), sentence)
            self._show(captions.Noticed("turn.not_understood"))

    def _remark(self, utterance: int, text: str) -> None:
        self.aside.say(utterance, text)
        self._show(captions.Remarked(text))

    def _speak_like(self, delivery: Delivery) -> None:
        self.aside.volume = delivery.volume
        self.aside.style = self._styled(delivery)

    def _styled(self, delivery: Delivery) -> Style:
        return replace(self._style, speed=min(_FASTEST, max(_SLOWEST, self._style.speed * delivery.speed)))

"""Between the ears and the coordinator: asleep, voices are looked at for the name and dropped."""

from __future__ import annotations

from collections.abc import Callable

from core.audio.frames import INPUT_RATE, Samples
from core.speech.ports import Transcript
from core.speech.wake import addressed
from core.turn import captions
from core.turn.attention import HELD, Asleep, Attention, Wakefulness, at_first, passing, woken
from core.turn.ears import Ears
from core.turn.events import Event, VoiceStarted, VoiceStopped
from core.turn.recognition import Recognition

_PAUSE = 0.2
"""Seconds of silence after which what was said is looked at."""


class Sleeper:
    """Nothing that is heard asleep is posted, shown, written or logged, unless the name is in it.

    Called by name in one breath with a question, the question is a turn: its sound becomes the turn's
    first segment, and its voice events are posted late.
    """

    def __init__(
        self,
        rule: Attention,
        ears: Ears,
        recognition: Recognition,
        *,
        post: Callable[[Event], None],
        show: Callable[[captions.Caption], None],
    ) -> None:
        self._rule = rule
        self._ears = ears
        self._recognition = recognition
        self._post = post
        self._show = show
        self._state: Wakefulness = at_first(rule)
        self._started: VoiceStarted | None = None
        self._stopped: VoiceStopped | None = None
        self._looked_at: tuple[Samples, VoiceStarted, VoiceStopped] | None = None
        self._look = 0
        self._failing = False

    @property
    def asleep(self) -> bool:
        return isinstance(self._state, Asleep)

    @property
    def held(self) -> float:
        """Seconds of others' talk in memory."""
        looked_at = len(self._looked_at[0]) / INPUT_RATE if self._looked_at else 0.0
        return looked_at + self._ears.seconds

    def voice(self, event: VoiceStarted | VoiceStopped) -> None:
        if not self.asleep:
            self._post(event)
        elif isinstance(event, VoiceStopped):
            self._stopped = event
        else:
            self._started = event if self._started is None else self._started
            self._stopped = None

    def wake(self, now: float) -> None:
        """Touched, or called by a wake word: what was said until now is nobody's business, what is
        being said may be meant."""
        if self.asleep:
            self._drop()
            self._ears.forget(restart=True)
        self._move(woken(self._rule, now))

    def tick(self, now: float, *, busy: bool) -> None:
        was_asleep = self.asleep
        self._move(passing(self._state, self._rule, now, busy=busy))
        if not self.asleep:
            return
        if not was_asleep:
            self._ears.forget(restart=True)
            return
        if self._stopped is not None and now >= self._stopped.ended + _PAUSE and self._looked_at is None:
            self._look_for_name()
        elif self.held > HELD - _PAUSE:
            self._started = self._stopped = None
            self._ears.forget(restart=True)

    def _look_for_name(self) -> None:
        started, stopped = self._started, self._stopped
        self._started = self._stopped = None
        if started is None or stopped is None:
            return
        pcm = self._ears.utterance()
        self._ears.forget()
        if not self._rule.names:  # only a wake word wakes it: nobody reads what is said
            return
        self._look += 1
        look = self._look
        self._looked_at = (pcm, started, stopped)
        self._recognition.glance(pcm, lambda transcript: self._read(look, transcript))

    def _read(self, look: int, transcript: Transcript | None) -> None:
        """transcript None: it could not be read."""
        if look != self._look or self._looked_at is None:
            return
        (pcm, started, stopped), self._looked_at = self._looked_at, None
        if transcript is None:
            if not self._failing:
                self._show(captions.Noticed("turn.recogniser_failed"))
            self._failing = True
            return
        self._failing = False
        rest = addressed(transcript.text, self._rule.names, transcript.language)
        if rest is None:
            return
        since = [event for event in (self._started, self._stopped) if event is not None]
        self._drop()
        self._move(woken(self._rule, stopped.ended))
        if rest:
            self._recognition.settle(pcm)
            self._post(started)
            self._post(stopped)
        for event in since:
            self._post(event)

    def _drop(self) -> None:
        self._look += 1
        self._started = self._stopped = self._looked_at = None

    def _move(self, state: Wakefulness) -> None:
        was, self._state = self.asleep, state
        if was != self.asleep:
            self._show(captions.AttentionChanged(not self.asleep))

"""Keeps each turn's timeline, from the events and actions that pass between driver and coordinator."""

from __future__ import annotations

from collections import deque

from core.turn import events as ev
from core.turn.states import Deciding, State
from core.turn.timeline import Moment, TurnTimeline

_KEPT = 300
"""Turns; how long those before took is in the vault."""


class Stopwatch:
    """One timeline for the turn being heard, one for the turn being answered."""

    def __init__(self) -> None:
        self._done: deque[TurnTimeline] = deque(maxlen=_KEPT)
        self._heard = TurnTimeline(0)
        self._answered: TurnTimeline | None = None
        self._voice_over: float | None = None

    @property
    def timelines(self) -> tuple[TurnTimeline, ...]:
        return (*self._done, *((self._answered,) if self._answered is not None else ()))

    def mark(self, moment: Moment, at: float) -> None:
        """Something of the answer: the committed turn's, else the one being drafted."""
        if self._answered is not None:
            self._answered = self._answered.mark(moment, at)
        else:
            self._heard = self._heard.mark(moment, at)

    def before(self, event: ev.Event, now: float) -> None:
        match event:
            case ev.VoiceStarted(began=began):
                self._voice_over = began
            case ev.VoiceStopped(ended=ended):
                self._heard = TurnTimeline(0, speech_end=ended)
            case ev.Partial():
                self._heard = self._heard.mark("draft_ready", now)
            case ev.Final():
                self._heard = self._heard.mark("final", now)
            case ev.ReplySentence():
                self.mark("first_sentence", now)

    def after(self, action: ev.Action, now: float) -> None:
        match action:
            case ev.AskEnd():
                self._heard = self._heard.mark("draft_asked", now)
            case ev.Draft(turn=turn):
                kept = self._heard
                self._heard = TurnTimeline(
                    turn, kept.speech_end, kept.draft_asked, kept.draft_ready, kept.endpoint, kept.final
                )
            case ev.Commit(turn=turn):
                self._answered = self._heard.mark("endpoint", now).mark("committed", now).of(turn)
                self._heard = TurnTimeline(0)
            case ev.Duck():
                self._over("barge_in", now)
            case ev.Pause() | ev.Stop():
                self._over("silence", now)
            case ev.Resume():
                self._interrupted_nothing()
            case ev.Record():
                if self._answered is not None:
                    self._done.append(self._answered)
                self._answered = None

    def state(self, state: State, now: float) -> None:
        if isinstance(state, Deciding) and state.hearing.decided is not None:
            self._heard = self._heard.mark("endpoint", now)

    def _over(self, moment: Moment, now: float) -> None:
        if self._answered is None or self._voice_over is None:
            return
        if moment == "barge_in":
            self._answered = self._answered.again("voice_over", self._voice_over)
            self._answered = self._answered.again("barge_in", now)
        else:
            self._answered = self._answered.mark("silence", now)

    def _interrupted_nothing(self) -> None:
        if self._answered is not None:
            self._answered = self._answered.without("voice_over", "barge_in", "silence")

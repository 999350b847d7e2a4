"""What the driver knows of its own voice: how its echo is dealt with, what sounds beside the answers, and
whether a wake word was its own."""

from __future__ import annotations

from collections.abc import Callable

from core.audio.duplex import Duplex
from core.audio.echo import EchoState, echo_of
from core.audio.frames import Frame
from core.clock import Clock
from core.speech.wake import WakeWord
from core.turn import captions
from core.turn.aside import Aside
from core.turn.events import EchoChanged, Event, Remarking
from core.turn.policies.own_voice import OwnVoice
from core.turn.policies.self_hearing import says

LASTING = 2.0
"""Seconds after which an echo's state is no wavering."""
_WORD = 1.5
"""Seconds before its detection in which a wake word was spoken."""


class SelfAwareness:
    """Looks once a tick, and tells the coordinator what has changed."""

    def __init__(
        self,
        duplex: Duplex,
        aside: Aside,
        wake: WakeWord | None,
        clock: Clock,
        *,
        post: Callable[[Event], None],
        show: Callable[[captions.Caption], None],
    ) -> None:
        self._duplex = duplex
        self._aside = aside
        self._wake = wake
        self._clock = clock
        self._post = post
        self._show = show
        self._remark: str | None = None
        self._wavering: float | None = None
        """Since when its state is as it is, until that is told to last."""
        self.echo = EchoState("absent")
        """As it was at the last look."""

    def look(self) -> None:
        echo, now = echo_of(self._duplex), self._clock.monotonic()
        before, self.echo = self.echo.state, echo
        if echo.state != before:
            self._wavering = now
            self._post(EchoChanged(echo.state))
            self._show(captions.EchoCancelled(echo.state, echo.erle_db))
        if self._wavering is not None and now - self._wavering >= LASTING:
            self._wavering = None
            self._post(EchoChanged(echo.state, lasting=True))
        if self._aside.audible != self._remark:
            self._remark = self._aside.audible
            self._post(Remarking(self._remark))

    def called(self, frame: Frame, voice: OwnVoice) -> bool:
        """Whether a wake word calls in this frame, and not its own voice that says it."""
        now = self._clock.monotonic()
        calls = self._wake.feed(frame.pcm) if self._wake is not None else ()
        return any(not says(call.word, voice.between(now - _WORD, now)) for call in calls)

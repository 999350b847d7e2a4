"""The port every microphone-and-speaker pair implements."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from core.audio.frames import Frame, Health, Position, Samples
from core.errors import Unavailable


class DeviceLost(Unavailable):
    """The microphone or speaker went away while open. Reopen by name; nothing queued survives."""


class Duplex(Protocol):
    """One microphone and one speaker on one clock.

    Opened and closed as an async context manager. All methods are called on the core loop and
    none of them blocks it. Utterances play in the order they were first written; an utterance may
    be written in several pieces and is finished only after :meth:`end`. One whose microphone can hear
    its speaker is an ``echo.ReportsEcho`` as well; whoever is not says that there is no echo.
    """

    async def __aenter__(self) -> Duplex: ...

    async def __aexit__(self, *exc: object) -> None: ...

    def frames(self) -> AsyncIterator[Frame]:
        """Microphone frames until the input ends. Raises DeviceLost when the device goes away."""
        ...

    def write(self, utterance: int, pcm: Samples) -> None:
        """Queue sound of an utterance: int16, mono, 24 kHz, any length. Never blocks, never copies:
        the array must not change afterwards. Ignored for a stopped utterance; ValueError for an
        ended one."""
        ...

    def end(self, utterance: int) -> None:
        """Nothing more will be written for this utterance. Without any sound it finishes in its turn."""
        ...

    def position(self) -> Position | None:
        """The utterance that is sounding, or the last that did; None before any. An utterance's
        position also says that every earlier one is over."""
        ...

    def pause(self) -> None:
        """Fall silent within one output buffer plus 50 ms, keeping what is queued."""
        ...

    def resume(self) -> None:
        """Go on from where :meth:`pause` stopped."""
        ...

    def duck(self, gain: float) -> None:
        """Scale the output from now on: 1.0 full, 0.25 is −12 dB. Applied as a short ramp."""
        ...

    def stop(self) -> Position | None:
        """Drop everything queued; silent within one output buffer plus 50 ms. Returns how far the
        sounding utterance had come; :meth:`position` then grows by the few milliseconds of the fade
        and ends, finished, at exactly what was heard. Ends a pause and a duck as well."""
        ...

    def health(self) -> Health:
        """Counters since opening."""
        ...


class ReferenceDuplex(Duplex, Protocol):
    """One that can say what its speaker played, as cancelling the echo needs it."""

    def played(self, at: float) -> Samples:
        """The 20 ms that left the speaker from ``at`` (seconds of the duplex's clock) on, with ducking,
        pauses and stops as they sounded: int16, mono, 16 kHz, shape (320,). Asked for about the
        present; silence where nothing was played or nothing is known any more."""
        ...

"""A duplex whose frames no longer hold what its own speaker plays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import numpy as np

from core.audio.around import DuplexAround
from core.audio.duplex import DeviceLost, ReferenceDuplex
from core.audio.echo import EchoCanceller, EchoState
from core.audio.echo_delay import DelayMeter
from core.audio.echo_meter import EchoMeter
from core.audio.frames import Frame

ALLOWANCE = 0.001
"""The reference is read a millisecond late, so that its last samples are known; 30 cm of air take it."""
IDLE_FRAMES = 50
"""A second after the last sound there is no echo left: frames pass untouched, bit by bit, and for nothing."""
EARLY = 0.003
LATE = 0.35
"""Seconds of delay beyond which cancellers lose the echo; the reference is moved to COMFORTABLE then."""
COMFORTABLE = 0.020
FURTHEST = (-0.2, 0.6)
"""Seconds by which the reference may be moved at all."""


class EchoCancellingDuplex(DuplexAround[ReferenceDuplex]):
    """``duplex``, with its frames cleaned by ``canceller``.

    The reference is what really left the speaker, ducked, paused and stopped as it was, at the moment
    the frame was captured; both moments are the devices' own time stamps, so both latencies are in
    them. Where the stamps are wrong the measured delay says so and the reference is moved.
    """

    def __init__(self, duplex: ReferenceDuplex, canceller: EchoCanceller) -> None:
        super().__init__(duplex)
        self._canceller = canceller
        self._meter = EchoMeter()
        self._delay = DelayMeter()
        self._behind = ALLOWANCE  # seconds by which the reference is read late
        self._silent = IDLE_FRAMES  # frames since something was played

    def echo(self) -> EchoState:
        """How the cancelling goes; costs nothing."""
        if not self._canceller.cancels:
            return EchoState("none")
        measured = self._delay.delay
        delay = None if measured is None else measured + self._behind
        return EchoState(self._meter.state, self._meter.erle_db, delay)

    async def frames(self) -> AsyncIterator[Frame]:
        try:
            async for frame in self._duplex.frames():
                yield self._clean(frame) if self._canceller.cancels else frame
        except DeviceLost:
            self._begin_anew()
            raise

    def _clean(self, frame: Frame) -> Frame:
        speaker = self._duplex.played(frame.at - self._behind)
        self._silent = 0 if np.any(speaker) else self._silent + 1
        if self._silent > IDLE_FRAMES:
            self._meter.observe(frame.pcm, speaker, frame.pcm)
            return frame
        cleaned = self._canceller.clean(frame.pcm, speaker)
        self._meter.observe(frame.pcm, speaker, cleaned)
        self._delay.observe(frame.pcm, speaker)
        self._align()
        return replace(frame, pcm=cleaned)

    def _align(self) -> None:
        delay = self._delay.delay
        if delay is not None and not EARLY <= delay <= LATE:
            self._behind = min(max(self._behind + delay - COMFORTABLE, FURTHEST[0]), FURTHEST[1])
            self._delay.reset()

    def _begin_anew(self) -> None:
        self._canceller.reset()
        self._meter.reset()
        self._delay.reset()
        self._behind = ALLOWANCE
        self._silent = IDLE_FRAMES

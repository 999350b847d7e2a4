"""How well the echo is being removed, told from nothing but sound: pure, no device and no clock.

Whether somebody is speaking is not asked of a voice detector: an echo that is left in is a voice to it,
so it would excuse exactly what is to be found. Instead a verdict needs a whole second of playing. Nobody
is spoken over for that long: the engine falls silent after a quarter of it.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from core.audio.echo import Cancelling
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Samples

WARM_UP_SECONDS = 3.0
WINDOW_FRAMES = 5
WINDOWS = 40
"""Windows of 100 ms that the figure is the median of."""
FAILING_WINDOWS, FAILING_SHARE = 10, 0.8
"""It fails when so large a share of the last so many windows held echo."""
EFFECTIVE_WINDOWS, EFFECTIVE_SHARE = 20, 0.8
"""It works again when so large a share of the last so many did not."""
ROOM_WINDOWS = 100
PLAYING = (10 ** (-55 / 20) * 32_768) ** 2
"""Mean square of the speaker from which it counts as playing: −55 dBFS."""
TAIL_WINDOWS = 5
"""After playing, for so long, the room may still be ringing and is not measured."""
AUDIBLE = 4.0
"""The echo stands out of the room from 6 dB on; quieter echo needs no removing."""
INAUDIBLE = 2.0
"""What is left is as good as gone within 3 dB of the room."""
ENOUGH = 10 ** (4 / 10)
"""Or when it is 4 dB weaker: rooms outside the laboratory gave 5–8 dB (41 trials of AEC3)."""


class _Window(NamedTuple):
    before: float
    after: float


class EchoMeter:
    """Told every frame, played or not."""

    def __init__(self) -> None:
        self._sums = np.zeros(3)
        self._frames = 0
        self._room: deque[float] = deque(maxlen=ROOM_WINDOWS)
        self._heard: deque[_Window] = deque(maxlen=WINDOWS)
        self._since_playing = TAIL_WINDOWS
        self.reset()

    def reset(self) -> None:
        """Another device or another place: warm up again."""
        self._heard.clear()
        self._room.clear()
        self._played = 0
        self._failing = False

    def observe(self, microphone: Samples, speaker: Samples, cleaned: Samples) -> None:
        """One frame before cancelling, what was played, and the frame after it: int16, 16 kHz."""
        self._sums += [_energy(microphone), _energy(speaker), _energy(cleaned)]
        self._frames += 1
        if self._frames == WINDOW_FRAMES:
            before, played, after = self._sums / (WINDOW_FRAMES * FRAME_SAMPLES)
            self._frames, self._sums = 0, np.zeros(3)
            self._judge(float(before), float(played), float(after))

    @property
    def state(self) -> Cancelling:
        """Never ``none``: that is for whoever has no canceller."""
        if self._played * WINDOW_FRAMES * FRAME_SAMPLES < WARM_UP_SECONDS * INPUT_RATE:
            return "warming"
        return "failing" if self._failing else "effective"

    @property
    def erle_db(self) -> float | None:
        """The median of what was audible lately, measured down to the room's own noise."""
        room = self._room_level()
        losses = [w.before / max(w.after, room, 1.0) for w in self._heard if w.before > AUDIBLE * room]
        return 10 * float(np.log10(np.median(losses))) if losses else None

    def _judge(self, before: float, played: float, after: float) -> None:
        if played < PLAYING:
            self._since_playing += 1
            if self._since_playing > TAIL_WINDOWS:
                self._room.append(before)
            return
        self._since_playing = 0
        self._played += 1
        self._heard.append(_Window(before, after))
        if self._removed(EFFECTIVE_WINDOWS) >= EFFECTIVE_SHARE:
            self._failing = False
        if 1.0 - self._removed(FAILING_WINDOWS) >= FAILING_SHARE:
            self._failing = True

    def _removed(self, windows: int) -> float:
        """The share of the last windows without an echo that anybody would notice."""
        room = self._room_level()
        good = [
            heard.before <= AUDIBLE * room
            or heard.after <= INAUDIBLE * room
            or heard.before >= ENOUGH * heard.after
            for heard in list(self._heard)[-windows:]
        ]
        return sum(good) / len(good)

    def _room_level(self) -> float:
        """Mean square of the room with nobody speaking, as far as it is known."""
        return float(np.percentile(self._room, 20)) if self._room else 1.0


def _energy(pcm: Samples) -> float:
    sound = pcm.astype(np.float32)
    return float(np.dot(sound, sound))

"""What flows between microphone, engine and speaker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.int16]
"""Mono 16-bit sound."""

INPUT_RATE = 16_000
"""Hz of everything the engine hears."""
OUTPUT_RATE = 24_000
"""Hz of everything the engine says."""
FRAME_SAMPLES = 320
"""Samples in one input frame: 20 ms."""


@dataclass(frozen=True, slots=True)
class Frame:
    """20 ms of microphone.

    pcm: int16, mono, 16 kHz, shape (320,). index: frames since the stream opened, gaps included.
    at: when its first sample was captured, in seconds of the duplex's clock.
    """

    pcm: Samples
    index: int
    at: float


@dataclass(frozen=True, slots=True)
class Position:
    """How far a written utterance has sounded.

    samples: at 24 kHz, that have left the speaker. finished: nothing of it is left to play.
    basis: ``measured`` from the stream's own time stamps, or ``estimated``.
    """

    utterance: int
    samples: int
    finished: bool
    basis: Literal["measured", "estimated"]


@dataclass(frozen=True, slots=True)
class Health:
    """Counters since opening, of every device in turn. All zero is the promise; anything else is a
    fault to show.

    last_frame_at: when sound last came from the microphone, in seconds of the duplex's clock; a
    watchdog's heartbeat. None before any.
    """

    frames_in: int = 0
    dropped_frames: int = 0
    underruns: int = 0
    clipped_frames: int = 0
    reopened: int = 0
    last_frame_at: float | None = field(default=None, compare=False)

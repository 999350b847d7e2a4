"""Taking the companion's own voice out of what the microphone hears."""

from __future__ import annotations

from typing import Protocol

from core.audio.frames import Samples


class EchoCanceller(Protocol):
    """Removes what the speaker plays from what the microphone hears. Both at 16 kHz, frame by frame."""

    @property
    def cancels(self) -> bool:
        """Whether speaking while the companion speaks can be told from its own echo. If not, the
        engine is half-duplex: only an explicit interruption counts."""
        ...

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:
        """The microphone's 20 ms without the speaker's: int16, shape (320,) each, same instant."""
        ...


class NoEchoCanceller:
    """Leaves the echo in: for headsets, files and tests, or half-duplex."""

    cancels = False

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:  # noqa: ARG002 (the port's shape)
        return microphone

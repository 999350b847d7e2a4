"""Taking the companion's own voice out of what the microphone hears."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from core.audio.duplex import Duplex
from core.audio.frames import Samples


class EchoCanceller(Protocol):
    """Removes what the speaker plays from what the microphone hears. Both at 16 kHz, frame by frame."""

    @property
    def cancels(self) -> bool:
        """Whether speaking while the companion speaks can be told from its own echo. If not, the
        engine is half-duplex: only an explicit interruption counts."""
        ...

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:
        """The microphone's 20 ms without the speaker's: int16, shape (320,) each, same instant. The
        echo may come up to 400 ms later than it was played, never earlier."""
        ...

    def reset(self) -> None:
        """Forget the room: another device, another place."""
        ...


class NoEchoCanceller:
    """Leaves the echo in: for headsets, files and tests, or half-duplex."""

    cancels = False

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:  # noqa: ARG002 (the port's shape)
        return microphone

    def reset(self) -> None:
        """There is nothing to forget."""


Cancelling = Literal["absent", "none", "warming", "effective", "failing"]


@dataclass(frozen=True, slots=True)
class EchoState:
    """How well the echo is being removed.

    state: ``absent`` where the microphone cannot hear the speaker, a headset or a file; ``none`` on an
    open loudspeaker without a canceller; ``warming`` during the first 3 s of playing on a device; then
    ``effective`` or ``failing``. Only ``absent`` and ``effective`` let speech interrupt by itself.
    erle_db: echo return loss enhancement, how much weaker the echo became, in dB: the median of the
    last seconds in which it was audible, at least what is given; None without any. delay: seconds
    from leaving the speaker to being heard, by the devices' own time stamps; None while unknown.
    """

    state: Cancelling
    erle_db: float | None = None
    delay: float | None = None


@runtime_checkable
class ReportsEcho(Protocol):
    """A duplex whose microphone can hear its speaker says so, and how it is dealt with."""

    def echo(self) -> EchoState:
        """Costs nothing."""
        ...


def echo_of(duplex: Duplex) -> EchoState:
    """What becomes of a duplex's echo. One that does not report any has none: a headset, a file."""
    return duplex.echo() if isinstance(duplex, ReportsEcho) else EchoState("absent")

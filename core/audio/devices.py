"""Which microphones and speakers there are, and finding one by name.

PortAudio's indices change whenever something is plugged in, so devices are remembered by name. With
PulseAudio (or PipeWire's emulation of it) the devices are called ``pulse`` and ``default``, and the
variables PULSE_SINK and PULSE_SOURCE choose what stands behind them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Literal

from core.errors import Unavailable, UserFacing

Kind = Literal["input", "output"]
PREFERRED_HOSTS = ("Windows WASAPI", "Core Audio", "ALSA")
"""Where one device is offered by several interfaces of the system, the first of these is meant."""


@dataclass(frozen=True, slots=True)
class Device:
    """One entry of PortAudio. index: valid until the next :func:`refresh`. rate: native, in Hz."""

    index: int
    name: str
    host: str
    inputs: int
    outputs: int
    rate: int
    default_input: bool
    default_output: bool

    def channels(self, kind: Kind) -> int:
        """How many channels it has in one direction."""
        return self.inputs if kind == "input" else self.outputs

    def is_default(self, kind: Kind) -> bool:
        """Whether the system uses it unless told otherwise."""
        return self.default_input if kind == "input" else self.default_output


def library() -> ModuleType:
    """The sounddevice module. Raises Unavailable when it or PortAudio is not installed."""
    try:
        sounddevice = import_module("sounddevice")
    except ImportError as error:
        raise Unavailable(
            "audio.library_missing", library="sounddevice", install="pip install banyan[speech]"
        ) from error
    except OSError as error:  # sounddevice found no PortAudio to load
        raise Unavailable(
            "audio.library_missing", library="PortAudio", install="apt install libportaudio2"
        ) from error
    return sounddevice


def refresh() -> None:
    """Look again, so that newly plugged devices are seen. Only while no stream is open: it kills them."""
    sounddevice = library()
    sounddevice._terminate()
    sounddevice._initialize()


def devices() -> tuple[Device, ...]:
    """Every device, in PortAudio's order."""
    sounddevice = library()
    try:
        hosts = sounddevice.query_hostapis()
        entries = sounddevice.query_devices()
        defaults = {kind: _default_index(sounddevice, kind) for kind in ("input", "output")}
    except sounddevice.PortAudioError:
        return ()
    return tuple(
        Device(
            index=index,
            name=entry["name"],
            host=hosts[entry["hostapi"]]["name"],
            inputs=entry["max_input_channels"],
            outputs=entry["max_output_channels"],
            rate=int(entry["default_samplerate"]),
            default_input=index == defaults["input"],
            default_output=index == defaults["output"],
        )
        for index, entry in enumerate(entries)
    )


def find(name: str | None, kind: Kind) -> Device:
    """The device that is meant. Looks among the devices there are now; see :func:`choose`."""
    return choose(devices(), name, kind)


def choose(available: tuple[Device, ...], name: str | None, kind: Kind) -> Device:
    """The device that is meant by ``name``.

    None: the system's default, or the first there is. Otherwise, ignoring case, the device of
    exactly that name, else the only one whose name contains it. The same device offered by several
    host interfaces counts once (PREFERRED_HOSTS). Raises Unavailable when there is none at all or
    none fits, UserFacing naming the candidates when several fit.
    """
    usable = [device for device in available if device.channels(kind) > 0]
    if not usable:
        raise Unavailable("audio.no_microphone" if kind == "input" else "audio.no_speaker")
    if name is None:
        return next((device for device in usable if device.is_default(kind)), usable[0])
    wanted = name.casefold().strip()
    fits = [device for device in usable if device.name.casefold() == wanted]
    fits = fits or [device for device in usable if wanted in device.name.casefold()]
    if not fits:
        names = ", ".join(dict.fromkeys(device.name for device in usable))
        raise Unavailable("audio.device_missing", name=name, kind=kind, available=names)
    hosts = [host for host in PREFERRED_HOSTS if any(device.host == host for device in fits)]
    fits = [device for device in fits if device.host == hosts[0]] if hosts else fits
    if len(fits) > 1:
        names = ", ".join(device.name for device in fits)
        raise UserFacing("audio.device_ambiguous", name=name, kind=kind, matches=names)
    return fits[0]


def _default_index(sounddevice: ModuleType, kind: str) -> int:
    try:
        return int(sounddevice.query_devices(kind=kind)["index"])
    except (sounddevice.PortAudioError, ValueError):
        return -1

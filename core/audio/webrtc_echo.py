"""WebRTC's acoustic echo canceller, AEC3, by the pywebrtc-audio package."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from core.audio.frames import INPUT_RATE, Samples
from core.errors import Unavailable


class WebRtcEchoCanceller:
    """Finds the delay by itself, anywhere from 0 to 400 ms; 0.2 ms of processor time a frame.

    Splits each frame into the 10 ms AEC3 works with. It also removes what is below 80 Hz. Creating
    one raises Unavailable when the package is missing.
    """

    cancels = True

    def __init__(self) -> None:
        try:
            library = import_module("pywebrtc_audio")
        except ImportError as error:
            raise Unavailable(
                "audio.library_missing", library="pywebrtc-audio", install="pip install banyan[speech]"
            ) from error
        self._processor: Any = library.EchoCanceller(sample_rate=INPUT_RATE)

    def clean(self, microphone: Samples, speaker: Samples) -> Samples:
        cleaned: Samples = self._processor.process(microphone, speaker)
        return cleaned

    def reset(self) -> None:
        self._processor.reset()

"""microWakeWord's bundled models: okay nabu, hey jarvis, hey mycroft, alexa."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.errors import Refused, Unavailable
from core.speech.loading import loading
from core.speech.ports import Samples
from core.speech.wake.gate import Gate
from core.speech.wake.ports import Called

WORDS = ("okay_nabu", "hey_jarvis", "hey_mycroft", "alexa")
"""The models inside the package, by the name that ``Called.word`` carries."""


class MicroWakeWord:
    """WakeWord. One spectrum for all words; a network a word, run every 30 ms inline.

    words: of WORDS. caution: added to each model's own threshold, which its makers set; positive wakes
    less often. Raises Refused("wake.unknown_word"),
    Unavailable("wake.not_installed") and Corrupt("speech.model_damaged").
    """

    def __init__(self, words: Sequence[str] = ("okay_nabu",), *, caution: float = 0.0) -> None:
        unknown = [word for word in words if word not in WORDS]
        if unknown or not words:
            raise Refused("wake.unknown_word", word=", ".join(unknown), words=", ".join(WORDS))
        self._gate = Gate()
        try:
            from pymicro_wakeword import MicroWakeWord as Network
            from pymicro_wakeword import MicroWakeWordFeatures, Model
        except ImportError as error:
            raise Unavailable("wake.not_installed", library="pymicro-wakeword") from error
        with loading("pymicro-wakeword"):
            self._spectrum: Any = MicroWakeWordFeatures()
            self._networks: dict[str, Any] = {word: Network.from_builtin(Model(word)) for word in words}
        self._thresholds = {
            word: min(0.995, max(0.05, network.probability_cutoff + caution))
            for word, network in self._networks.items()
        }

    def feed(self, pcm: Samples) -> tuple[Called, ...]:
        if pcm.dtype != np.int16 or pcm.ndim != 1:
            raise ValueError(f"a wake word is heard in int16 mono, not {pcm.dtype} of shape {pcm.shape}")
        self._gate.samples += len(pcm)
        best: dict[str, float] = {}
        for window in self._spectrum.process_streaming(pcm.tobytes()):
            for word, network in self._networks.items():
                score = network.process_streaming_prob(window) or 0.0
                if score > self._thresholds[word]:
                    best[word] = max(score, best.get(word, 0.0))
        return tuple(
            Called(word, self._gate.samples, score)
            for word, score in best.items()
            if self._gate.lets_through(word)
        )

    def mute(self) -> None:
        self._gate.mute()

    def unmute(self) -> None:
        self._gate.unmute()

    def reset(self) -> None:
        self._gate.reset()
        self._spectrum.reset()
        for network in self._networks.values():
            network.reset()

    def close(self) -> None:
        for network in self._networks.values():
            network.close()
        self._networks.clear()

"""When each word of a known text sounds in a recording, by the recogniser's attention.

Whisper's cross-attention laid on the text by dynamic time warping (openai/whisper ``timing.py``), as CTranslate2's
``align`` computes it: steps of 20 ms, and usually within a tenth of a second of what a person would mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.audio.frames import INPUT_RATE, Samples
from core.speech.whisper.features import HOP, log_mel, waveform_of
from core.speech.whisper.windows import FULL_WINDOW
from core.text import Language, is_cjk

_STEP = 0.02
_JOINING = "'’"


@dataclass(frozen=True, slots=True)
class Sounding:
    """A word of Latin letters, or one Han character: offsets in the text, and seconds of the recording."""

    start: int
    end: int
    begins: float
    ends: float


class Aligner:
    """The recogniser's model once more, asked where and not what. Blocks."""

    def __init__(self, folder: Path) -> None:
        import ctranslate2
        import tokenizers

        self._ctranslate2 = ctranslate2
        self._model = ctranslate2.models.Whisper(str(folder), device="cpu", compute_type="int8")
        self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))

    def align(self, pcm: Samples, text: str, language: Language) -> list[Sounding]:
        """``pcm`` (int16, mono, 16 kHz, at most 30 s) says ``text``; its words in order, without marks."""
        said = text if language == "zh" else " " + text
        tokens = list(self._tokenizer.encode(said, add_special_tokens=False).ids)
        picture = log_mel(waveform_of(pcm), round(FULL_WINDOW * INPUT_RATE / HOP))
        features = self._ctranslate2.StorageView.from_array(picture[np.newaxis])
        names = ("<|startoftranscript|>", f"<|{language}|>", "<|transcribe|>")
        start = [self._tokenizer.token_to_id(name) for name in names]
        frames = min(picture.shape[1], -(-len(pcm) // HOP))
        (found,) = self._model.align(features, start, [tokens], frames)
        times = begun([pair[0] for pair in found.alignments], [pair[1] for pair in found.alignments])
        shift = len(said) - len(text)
        pieces = [(a - shift, b - shift, first, last) for a, b, first, last in self._pieces(tokens, said)]
        last_time = times[-1] if times else 0.0
        spans = [
            (a, b, times[min(first, len(times) - 1)], times[last] if last < len(times) else last_time)
            for a, b, first, last in pieces
        ]
        return words(text, spans)

    def _pieces(self, tokens: list[int], said: str) -> list[tuple[int, int, int, int]]:
        """Characters of ``said`` and the tokens that spell them, as finely as whole characters allow."""
        found, at, first = [], 0, 0
        for last in range(1, len(tokens) + 1):
            spelled = self._tokenizer.decode(tokens[first:last], skip_special_tokens=False)
            if "\ufffd" in spelled:
                continue
            end = min(len(said), at + len(spelled))
            found.append((at, end, first, last))
            at, first = end, last
        return found


def begun(tokens: list[int], steps: list[int]) -> list[float]:
    """When each token begins: where the path first reaches it. In seconds."""
    times = []
    for place, token in enumerate(tokens):
        if not place or token != tokens[place - 1]:
            times.append(steps[place] * _STEP)
    return times


def words(text: str, spans: list[tuple[int, int, float, float]]) -> list[Sounding]:
    """Join pieces of words, split pieces of several Han characters, drop marks. spans: from, to, begins, ends."""
    letters: list[tuple[int, float, float]] = []
    for start, end, begins, ends in spans:
        inside = [at for at in range(max(start, 0), end) if text[at].isalnum() or text[at] in _JOINING]
        for number, at in enumerate(inside):
            share = (ends - begins) / len(inside)
            letters.append((at, begins + number * share, begins + (number + 1) * share))
    found: list[Sounding] = []
    for at, begins, ends in letters:
        before = found[-1] if found else None
        joined = before is not None and before.end == at
        if before is not None and joined and not is_cjk(text[at]) and not is_cjk(text[at - 1]):
            found[-1] = Sounding(before.start, at + 1, before.begins, ends)
        else:
            found.append(Sounding(at, at + 1, begins, ends))
    return found

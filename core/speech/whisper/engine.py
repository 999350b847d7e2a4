"""The model itself: encode once, ask for the language, write down tokens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.speech.whisper.features import HOP, SAMPLE_RATE, Waveform, log_mel
from core.text import Language

MAX_LENGTH = 448
_MAX_TOKENS = MAX_LENGTH // 2


@dataclass(frozen=True, slots=True)
class Decoded:
    """One reading. average: mean natural-log probability of its tokens. no_speech: 0.0–1.0.
    cut_off: it stopped because it may not write more."""

    text: str
    tokens: tuple[int, ...]
    average: float
    no_speech: float
    cut_off: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try. beam 1: greedy. no_repeat: n-grams of this length may occur once; 0: free."""

    beam: int = 1
    no_repeat: int = 0


class WhisperEngine:
    """CTranslate2 and the tokenizer. Its methods block; not for two threads at once."""

    def __init__(self, folder: Path, threads: int) -> None:
        import ctranslate2
        import tokenizers

        if not (folder / "model.bin").is_file():
            raise FileNotFoundError(folder)
        self._ctranslate2 = ctranslate2
        self._model = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", inter_threads=1, intra_threads=threads
        )
        self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))

    def ids(self, text: str) -> list[int]:
        """Tokens of plain text."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def special(self, token: str) -> int:
        """The number of one special token."""
        number = self._tokenizer.token_to_id(token)
        if number is None:
            raise KeyError(token)
        return int(number)

    def encode(self, waveform: Waveform, window: float) -> object:
        """What the encoder makes of ``waveform`` and silence up to ``window`` seconds."""
        picture = log_mel(waveform, round(window * SAMPLE_RATE / HOP))
        return self._model.encode(self._ctranslate2.StorageView.from_array(picture[np.newaxis]))

    def languages(self, encoded: object) -> dict[Language, float]:
        """How probable Chinese and English are, of all the languages Whisper knows."""
        (found,) = self._model.detect_language(encoded)
        share = dict(found)
        return {"zh": float(share.get("<|zh|>", 0.0)), "en": float(share.get("<|en|>", 0.0))}

    def write(self, encoded: object, prompt: list[int], max_tokens: int, effort: Effort) -> Decoded:
        """Write down what was said, at most ``max_tokens`` of it."""
        limit = min(max_tokens, _MAX_TOKENS)
        (result,) = self._model.generate(
            encoded,
            [prompt],
            beam_size=effort.beam,
            no_repeat_ngram_size=effort.no_repeat,
            # CTranslate2 writes at most half of max_length and never past it, prompt included.
            max_length=min(MAX_LENGTH, max(2 * limit, limit + len(prompt))),
            return_scores=True,
            return_no_speech_prob=True,
        )
        tokens = tuple(result.sequences_ids[0])
        # The score is the mean over the tokens, with the end counted; faster-whisper's formula.
        average = result.scores[0] * len(tokens) / (len(tokens) + 1)
        text = self._tokenizer.decode(list(tokens), skip_special_tokens=True).strip()
        return Decoded(text, tokens, average, float(result.no_speech_prob), len(tokens) >= limit)

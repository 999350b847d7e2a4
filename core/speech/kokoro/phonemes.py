"""From a reading to Kokoro's phonemes, each knowing how far into the text it is."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from core.speech.kokoro.english import WORD, in_chinese, word_sounds
from core.speech.kokoro.lexicon import Lexicon
from core.speech.kokoro.mandarin import Mandarin
from core.speech.kokoro.reading import Reading
from core.text import Language, is_cjk

TOKEN_LIMIT = 509
"""Phonemes of one synthesis: the voices have 510 rows, the first for none."""

_PUNCTUATION = {
    "，": ",", "、": ",", "。": ".", "．": ".", "！": "!", "？": "?", "：": ":", "；": ";", "…": "…",
    "—": "—", "–": "—", "―": "—", "～": "—", "~": "—", "（": ",", "）": ",", "(": ",", ")": ",",
    "【": ",", "】": ",",
    ",": ",", ".": ".", "!": "!", "?": "?", ":": ":", ";": ";", "\n": ".", "/": ",", "|": ",",
}  # fmt: skip
_HYPHENATED = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)+")
_PAUSES = frozenset(",.!?:;…—")


@dataclass(frozen=True, slots=True)
class Phonemes:
    """symbols: what the model is given. reach: for each symbol, the characters of the utterance's text
    that have begun to sound with it. unknown: symbols left out because the vocabulary lacks them."""

    symbols: str
    reach: tuple[int, ...]
    unknown: int = 0

    def voiced(self) -> bool:
        """Whether anything would sound."""
        return any(c not in _PAUSES and c != " " for c in self.symbols)

    def split(self, limit: int = TOKEN_LIMIT) -> list[Phonemes]:
        """Parts of at most ``limit`` symbols, cut at pauses, else between words, else anywhere."""
        parts: list[Phonemes] = []
        start = 0
        while len(self.symbols) - start > limit:
            window = self.symbols[start : start + limit]
            cut = max((window.rfind(mark) for mark in _PAUSES), default=-1)
            if cut < limit // 3:
                cut = window.rfind(" ")
            end = start + (cut + 1 if cut >= limit // 3 else limit)
            parts.append(Phonemes(self.symbols[start:end], self.reach[start:end]))
            start = end
        parts.append(Phonemes(self.symbols[start:], self.reach[start:], self.unknown))
        return parts


class Phonemizer:
    """Turns readings into phonemes of the vocabulary."""

    def __init__(self, vocabulary: frozenset[str], lexicon: Lexicon, mandarin: Mandarin) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._mandarin = mandarin

    def __call__(self, reading: Reading, voice: Language) -> Phonemes:
        """voice: the language of the voice that will say it."""
        units = _units(reading, self._lexicon)
        shouted = _is_shouted(reading.text)
        said: list[tuple[str, int]] = []
        following = ""
        for kind, start, end in reversed(units):  # right to left: small words depend on what follows
            text = reading.text[start:end]
            reach = partial(_reach, reading)
            if kind == "han":
                said = [*self._han(text, start, reach), *said]
                following = "n"
            elif kind == "word":
                sounds = word_sounds(self._lexicon, text, following, shouted=shouted)
                uttered = f" {in_chinese(sounds) if voice == 'zh' else sounds} "
                said = [*((symbol, reach(end - 1)) for symbol in uttered), *said]
                following = sounds or following
            else:
                mark = _PUNCTUATION.get(text, " ")
                said = [(mark, reach(start)), *said]
                following = "" if mark in _PAUSES else following
        return self._tidy(said)

    def _han(self, text: str, start: int, reach: partial[int]) -> list[tuple[str, int]]:
        said: list[tuple[str, int]] = []
        at = start
        for word in self._mandarin.words(text):
            if said:
                said.append((" ", said[-1][1]))
            for syllable in self._mandarin.syllables(word):
                said.extend((c, reach(at)) for c in syllable)
                at += 1
        return said

    def _tidy(self, said: list[tuple[str, int]]) -> Phonemes:
        """One space between words, none before a pause, no two pauses in a row; unknown symbols counted."""
        symbols: list[str] = []
        reach: list[int] = []
        unknown = 0
        furthest = 0
        for symbol, reached in said:
            furthest = max(furthest, reached)
            if symbol not in self._vocabulary:
                unknown += 1
                continue
            last = symbols[-1] if symbols else ""
            if symbol == " " and (not last or last == " "):
                continue
            if symbol in _PAUSES:
                if last == " ":
                    symbols.pop()
                    reach.pop()
                    last = symbols[-1] if symbols else ""
                if not last or last in _PAUSES:
                    continue
            elif last in _PAUSES and last and symbol != " ":
                symbols.append(" ")
                reach.append(reach[-1])
            symbols.append(symbol)
            reach.append(furthest)
        while symbols and symbols[-1] == " ":
            symbols.pop()
            reach.pop()
        return Phonemes("".join(symbols), tuple(reach), unknown)


def load_vocabulary(path: Path) -> dict[str, int]:
    """Phoneme → token id, from Kokoro's ``vocab.json`` (``{"vocab": {…}}`` or the mapping itself)."""
    loaded = json.loads(path.read_text(encoding="utf-8"))
    vocabulary = loaded.get("vocab", loaded)
    return {str(symbol): int(token) for symbol, token in vocabulary.items()}


def _units(reading: Reading, lexicon: Lexicon) -> list[tuple[str, int, int]]:
    """Runs of Han characters, English words, and single other characters."""
    units: list[tuple[str, int, int]] = []
    text, at = reading.text, 0
    while at < len(text):
        if is_cjk(text[at]):
            end = at
            while end < len(text) and is_cjk(text[end]):
                end += 1
            units.append(("han", at, end))
        elif (word := WORD.match(text, at)) is not None:
            hyphenated = _HYPHENATED.match(text, at)
            whole = hyphenated is not None and lexicon.knows(hyphenated.group())
            end = hyphenated.end() if hyphenated is not None and whole else word.end()
            units.append(("word", at, end))
        else:
            end = at + 1
            units.append(("mark", at, end))
        at = end
    return units


def _reach(reading: Reading, index: int) -> int:
    return reading.sources[index][1]


def _is_shouted(text: str) -> bool:
    words = re.findall(r"[A-Za-z]{2,}", text)
    return len(words) >= 3 and all(word.isupper() for word in words)

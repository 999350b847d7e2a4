"""English words and their sounds: misaki's American dictionaries (Apache-2.0), looked up directly.

``misaki.en`` itself wants spaCy and a tagger; the dictionaries need neither. Its rules for endings and
stress are followed here, so that the sounds are the ones Kokoro was trained on.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib import resources
from typing import cast

Entry = str | dict[str, str | None]

_VOWELS = frozenset("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ")
_TAPPED = frozenset("AIOWYiuæɑəɛɪɹʊʌ")
_DOUBLED = re.compile(r"([bcdgklmnprstvxz])\1$")


class Lexicon:
    """Words with their phonemes, Kokoro's alphabet. Loading takes about 0.2 s."""

    def __init__(self, gold: dict[str, Entry], silver: dict[str, Entry]) -> None:
        self._gold = gold
        self._silver = silver

    def knows(self, word: str) -> bool:
        """Whether the word stands in the dictionary as written, or in lower case."""
        return any(form in words for form in (word, word.lower()) for words in (self._gold, self._silver))

    def letter(self, letter: str) -> str:
        """The name of an English letter."""
        return cast("str", self._gold[letter.upper()])

    def spelled(self, letters: str) -> str:
        """Letter by letter, the stress on the last: TV → tˌiˈvˈi."""
        names = [restress(self.letter(c), "ˌ") for c in letters if c.isascii() and c.isalpha()]
        if names:
            names[-1] = names[-1].replace("ˌ", "ˈ")
        return "".join(names)

    def word(self, word: str, *, final: bool = False) -> str | None:
        """The sounds of a word, with the endings -s -es -ed -ing -'s -er -est -ly -ness -less -ful, or None.
        final: a pause follows; some small words are then said in full."""
        for form in dict.fromkeys((word, word.lower(), word.capitalize())):
            found = self._entry(form, final)
            if found is not None:
                return found
        return self._inflected(word.lower())

    def _entry(self, word: str, final: bool) -> str | None:
        entry = self._gold.get(word, self._silver.get(word))
        if isinstance(entry, dict):
            return entry.get("None", entry["DEFAULT"]) if final else entry["DEFAULT"]
        return entry

    def _stem(self, *candidates: str) -> str | None:
        for stem in candidates:
            if len(stem) > 1:
                found = self._entry(stem, False) or self._entry(stem.capitalize(), False)
                if found:
                    return found
        return None

    def _inflected(self, word: str) -> str | None:
        if word.endswith(("'s", "s'")):
            stem = self.word(word[:-2] if word.endswith("'s") else word[:-1])
            return stem if stem is None or word.endswith("s'") else plural(stem)
        for ending, sound in _ENDINGS:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                found = sound(self, word[: -len(ending)])
                if found is not None:
                    return found
        return None

    def _with_s(self, stem: str) -> str | None:
        candidates = [stem]
        if stem.endswith("ie"):
            candidates.insert(0, stem[:-2] + "y")
        if stem.endswith("e"):
            candidates.append(stem[:-1])
        found = None if stem.endswith("s") else self._stem(*candidates)
        return found and plural(found)

    def _with_ed(self, stem: str) -> str | None:
        found = self._stem(*_stems(stem))
        return found and past(found)

    def _with_ing(self, stem: str) -> str | None:
        found = self._stem(*_stems(stem))
        if not found:
            return None
        return found[:-1] + "Tɪŋ" if _taps(found) else found + "ɪŋ"

    def _with_er(self, stem: str) -> str | None:
        found = self._stem(*_stems(stem))
        return found and (found[:-1] + "Təɹ" if _taps(found) else found + "əɹ")

    def _with_est(self, stem: str) -> str | None:
        found = self._stem(*_stems(stem))
        return found and found + "əst"

    def _with_ly(self, stem: str) -> str | None:
        found = self._stem(stem, stem[:-1] + "y" if stem.endswith("i") else stem + "le")
        return found and found.removesuffix("l") + "li"

    def _with_ness(self, stem: str) -> str | None:
        found = self._stem(stem, stem[:-1] + "y" if stem.endswith("i") else stem)
        return found and found + "nəs"

    def _with_less(self, stem: str) -> str | None:
        found = self._stem(stem)
        return found and found + "ləs"

    def _with_ful(self, stem: str) -> str | None:
        found = self._stem(stem)
        return found and found + "fəl"


_ENDINGS = (
    ("ing", Lexicon._with_ing),
    ("ed", Lexicon._with_ed),
    ("est", Lexicon._with_est),
    ("er", Lexicon._with_er),
    ("ly", Lexicon._with_ly),
    ("ness", Lexicon._with_ness),
    ("less", Lexicon._with_less),
    ("ful", Lexicon._with_ful),
    ("s", Lexicon._with_s),
)


def plural(stem: str) -> str:
    """The sound of -s after ``stem`` (https://en.wiktionary.org/wiki/-s)."""
    if stem[-1] in "ptkfθ":
        return stem + "s"
    return stem + ("ᵻz" if stem[-1] in "szʃʒʧʤ" else "z")


def past(stem: str) -> str:
    """The sound of -ed after ``stem`` (https://en.wiktionary.org/wiki/-ed)."""
    if stem[-1] in "pkfθʃsʧ":
        return stem + "t"
    if stem[-1] == "d":
        return stem + "ᵻd"
    if stem[-1] != "t":
        return stem + "d"
    return stem[:-1] + "Tᵻd" if _taps(stem) else stem + "ᵻd"


def restress(phonemes: str, mark: str) -> str:
    """Every stress of the word becomes ``mark`` (ˈ, ˌ or nothing)."""
    return phonemes.replace("ˈ", mark).replace("ˌ", mark)


def has_vowel(phonemes: str) -> bool:
    """Whether anything in it can carry a stress."""
    return any(c in _VOWELS for c in phonemes)


def begins_with_vowel(phonemes: str) -> bool:
    """Whether ``the`` before it is said *thee*."""
    return phonemes.lstrip("ˈˌ ")[:1] in _VOWELS


@lru_cache(maxsize=1)
def american() -> Lexicon:
    """misaki's ``us_gold`` and ``us_silver``, read once, in the phonemes of Kokoro 1.0."""
    return Lexicon(_load("us_gold.json"), _load("us_silver.json"))


def _load(name: str) -> dict[str, Entry]:
    raw = resources.files("misaki").joinpath("data", name).read_text(encoding="utf-8")
    return cast("dict[str, Entry]", json.loads(raw.replace("ɾ", "T").replace("ʔ", "t")))


def _taps(stem: str) -> bool:
    return len(stem) > 1 and stem[-1] == "t" and stem[-2] in _TAPPED


def _stems(stem: str) -> tuple[str, ...]:
    """What stood before -ed, -er, -ing: ``hop`` of hopp-, ``hope`` of hop-, ``carry`` of carri-."""
    undoubled = (stem[:-1],) if _DOUBLED.search(stem) else ()
    return (stem, *undoubled, stem + "e", *((stem[:-1] + "y",) if stem.endswith("i") else ()))

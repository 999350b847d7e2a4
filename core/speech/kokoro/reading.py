"""From a text to what is said of it, character by character, and back to where each was written."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from core.speech.kokoro.numbers import en, zh
from core.speech.kokoro.numbers.written import Written, find_written
from core.text import Language, is_cjk, language_of

_FOLDED = frozenset("％＋－．／：＄＠＃＆＝～，")
_AND: dict[Language, dict[str, str]] = {
    "zh": {"&": "和", "@": "艾特", "+": "加", "%": "百分", "#": "井号", "=": "等于", "×": "乘", "°": "度"},
    "en": {"&": "and", "@": "at", "+": "plus", "%": "percent", "#": "number", "=": "equals", "×": "times",
           "°": "degrees"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """What is said: no digits, no symbols, only words and punctuation.

    text: the words. sources: for each of its characters, the half-open span of the original text it
    stands for; starts never decrease. languages: for each character, whose sounds it has.
    """

    text: str
    sources: tuple[tuple[int, int], ...]
    languages: tuple[Language, ...]


def fold(text: str) -> str:
    """Full-width letters, digits and signs made half-width, one for one, so that offsets stay."""
    out = []
    for index, character in enumerate(text):
        narrow = character
        if "！" <= character <= "～" and (
            unicodedata.normalize("NFKC", character).isalnum() or character in _FOLDED
        ):
            narrow = unicodedata.normalize("NFKC", character)
        if character in "，：．" and not _between_digits(text, index):
            narrow = character
        if character in "’‘ʼ":
            narrow = "'"
        out.append(narrow)
    return "".join(out)


def read(text: str, start: int, end: int, language: Language) -> Reading:
    """How ``text[start:end]`` is said in a sentence of ``language``. The rest of ``text`` is context."""
    folded = fold(text[start:end])
    builder = _Builder(start, folded)
    at = 0
    for written in find_written(folded):
        builder.copy(at, written.start, language)
        builder.say(written, _number_language(folded, written, language))
        at = written.end
    builder.copy(at, len(folded), language)
    return builder.finish()


class _Builder:
    """Collects the characters of a reading with their origins."""

    def __init__(self, offset: int, folded: str) -> None:
        self._offset = offset
        self._folded = folded
        self._text: list[str] = []
        self._sources: list[tuple[int, int]] = []
        self._languages: list[Language] = []

    def copy(self, start: int, end: int, language: Language) -> None:
        for at in range(start, end):
            character = self._folded[at]
            if character in _AND[language]:
                self._words(_AND[language][character], at, at + 1, language)
            else:
                self._put(character, at, at + 1, _own_language(character, language))

    def say(self, written: Written, language: Language) -> None:
        said = (zh if language == "zh" else en).say(written, self._folded)
        self._words(said, written.start, written.end, language)

    def finish(self) -> Reading:
        return Reading("".join(self._text), tuple(self._sources), tuple(self._languages))

    def _words(self, said: str, start: int, end: int, language: Language) -> None:
        """The words share the written characters evenly: the middle of one is that of the other."""
        if language == "en":
            self._put(" ", start, start, language)
        width = end - start
        for index, character in enumerate(said):
            first = start + index * width // len(said)
            last = start + -(-(index + 1) * width // len(said))
            self._put(character, first, last, _own_language(character, language))
        if language == "en":
            self._put(" ", end, end, language)

    def _put(self, character: str, start: int, end: int, language: Language) -> None:
        self._text.append(character)
        self._sources.append((self._offset + start, self._offset + end))
        self._languages.append(language)


def _own_language(character: str, otherwise: Language) -> Language:
    if is_cjk(character):
        return "zh"
    return "en" if character.isalpha() and character.isascii() else otherwise


def _number_language(text: str, written: Written, sentence: Language) -> Language:
    """Numbers are read in the sentence's language, unless they stand inside a stretch of English, or a
    Chinese character follows at once."""
    inside = text[written.start : written.end]
    if any(is_cjk(c) for c in inside) or is_cjk(text[written.end : written.end + 1] or " "):
        return "zh"
    if written.kind in {"month_day", "day_month", "ordinal"}:
        return "en" if sentence == "en" or language_of(inside) == "en" else "zh"
    if sentence == "zh" and written.kind == "number" and _in_english(text, written):
        return "en"
    return sentence


def _in_english(text: str, written: Written) -> bool:
    """Whether English words surround it: a quoted English sentence, not one product name."""
    before = re.split(r"[^A-Za-z' ]", text[: written.start])[-1]
    after = re.split(r"[^A-Za-z' ]", text[written.end :])[0]
    return bool(before.strip() and after.strip()) and len((before + after).split()) >= 4


def _between_digits(text: str, index: int) -> bool:
    return text[index - 1 : index].isdecimal() and text[index + 1 : index + 2].isdecimal()

"""The sounds of English words in their sentence."""

from __future__ import annotations

import re

from core.speech.kokoro.letters import sound_out
from core.speech.kokoro.lexicon import Lexicon, begins_with_vowel, has_vowel

WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]+(?:'[A-Za-z]+)*'?")
_INITIALS = re.compile(r"(?:[A-Z]){2,}s?$")
_CAMEL = re.compile(r"[A-Z]?[a-zß-öø-ÿ']+|[A-Z]+(?![a-z])")
# Written in capitals they are said letter by letter, though the dictionary has them as words too.
_SAID_AS_LETTERS = re.compile("US|IT|AM|PM|ID|AD|TV|PC|CD|AI|OS|UK|EU|UN|HR|ER|IP|QR")
_SPOKEN_FORMS = {"wifi": "Wi-Fi", "vs": "versus", "km": "kilometers", "kg": "kilograms"}
_PLOSIVE = re.compile(r"(?<![sf])([ptk])")
_UNSTRESSED = {"a": "ɐ", "an": "ɐn", "am": "ɐm"}


def word_sounds(lexicon: Lexicon, word: str, following: str, *, shouted: bool = False) -> str:
    """The phonemes of ``word``. following: the phonemes after it, empty before a pause, which settle *the*,
    *a* and *to*. shouted: the whole sentence is in capitals, so capitals do not mean initials."""
    small = word.lower()
    if (special := _in_context(word, small, following)) is not None:
        return special
    if _INITIALS.match(word) and not shouted:
        letters = word.rstrip("s")
        if _SAID_AS_LETTERS.fullmatch(letters) or not lexicon.knows(letters):
            return lexicon.spelled(letters) + ("z" if word.endswith("s") else "")
    if len(word) == 1 and word.isascii():
        return lexicon.letter(word)
    small_form = _SPOKEN_FORMS.get(small, word)
    found = lexicon.word(small_form, final=not following)
    if found is not None:
        return found if following or has_stress(found) or not has_vowel(found) else "ˈ" + found
    return _unknown(lexicon, word)


def in_chinese(sounds: str) -> str:
    """English sounds for a voice in the middle of Chinese, where p, t, k alone are heard as 不, 的, 给:
    they are breathed, as in 怕, 他, 看. With it Whisper understood 6 of 15 such words instead of 1."""
    return _PLOSIVE.sub(r"\1ʰ", sounds.replace("T", "t"))


def has_stress(phonemes: str) -> bool:
    """Whether a stress is marked."""
    return "ˈ" in phonemes or "ˌ" in phonemes


def _in_context(word: str, small: str, following: str) -> str | None:
    if not following:
        return None
    vowel = begins_with_vowel(following)
    if small == "the":
        return "ði" if vowel else "ðə"
    if small == "to":
        return "tʊ" if vowel else "tə"
    if small == "in":
        return "ɪn"
    if word == "I":
        return "ˌI"
    return _UNSTRESSED.get(small) if word in {small, word.capitalize()} and word != "A" else None


def _unknown(lexicon: Lexicon, word: str) -> str:
    """Parts of a joined word (WeChat, HomePod), its letters when it has no vowel, or a guess."""
    plain = "".join(c for c in _unaccented(word) if c.isalpha())
    parts = _CAMEL.findall(plain)
    if len(parts) > 1 and "".join(parts) == plain:
        return "".join(word_sounds(lexicon, part, "x") for part in parts)
    if plain and not re.search(r"[aeiouy]", plain.lower()):
        return lexicon.spelled(plain)
    joined = _two_words(lexicon, plain)
    return joined if joined is not None else sound_out(plain)


def _two_words(lexicon: Lexicon, word: str) -> str | None:
    """``smartwatch`` is two words the dictionary has; both must be at least four letters."""
    for cut in range(len(word) - 4, 3, -1):
        first, second = word[:cut], word[cut:]
        if lexicon.knows(first) and lexicon.knows(second):
            return f"{lexicon.word(first)}{(lexicon.word(second) or '').replace('ˈ', 'ˌ')}"
    return None


def _unaccented(word: str) -> str:
    import unicodedata

    return "".join(c for c in unicodedata.normalize("NFKD", word) if c.isascii())

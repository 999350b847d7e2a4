"""Index tokens by sound: what a recogniser misheard is found by how it was said.

Han characters become tone-less pinyin syllables, taken two by two (退伙期限 and 退货期限 are both
tuihuo, huoqi, qixian). Syllables that speakers of the south and recognisers alike do not tell apart
are merged: zh/z, ch/c, sh/s, and final -ng/-n after e and i. English words become a consonant skeleton.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache, lru_cache
from typing import Final

from core.retrieval.bigrams import is_han, number, pieces

_MERGED: Final = ((re.compile(r"^([zcs])h"), r"\1"), (re.compile(r"([ei])ng$"), r"\1n"))
_PHRASE_LENGTHS: Final = (4, 3, 2)
_VOICELESS: Final = str.maketrans("cqgzvdb", "kkksftp") | str.maketrans({"x": "ks"})
_TELLING: Final = 3
"""Sounds that a skeleton must have to tell words apart: pays and box would both be two."""


def sound_tokens(text: str) -> list[str]:
    """Syllable bigrams of the Han runs (a single character: its syllable), skeletons of the words."""
    found: list[str] = []
    for piece in pieces(text):
        if is_han(piece):
            found.extend(_bigrams(_syllables(piece)))
        elif piece[0].isdigit():
            found.append(number(piece))
        else:
            found.append(skeleton(piece))
    return found


@lru_cache(maxsize=20_000)
def skeleton(word: str) -> str:
    """A word's first sound and the consonants after it, voiced or not: spray and spree are both spr.

    Words with fewer than three of them stay whole.
    """
    plain = "".join(c for c in word.lower() if "a" <= c <= "z")
    if len(plain) <= 2:
        return plain or word
    sounds = (
        plain.replace("ph", "f").replace("ck", "k").replace("gh", "g").replace("wh", "w").replace("kn", "n")
    )
    sounds = sounds.translate(_VOICELESS)
    head = "a" if sounds[0] in "aeiou" else sounds[0]
    rest = re.sub(r"[aeiouhyw]", "", sounds[1:])
    found = head + re.sub(r"(.)\1+", r"\1", rest)
    return found if len(found) >= _TELLING else plain


def _bigrams(syllables: list[str]) -> list[str]:
    if len(syllables) == 1:
        return syllables
    return [syllables[i] + syllables[i + 1] for i in range(len(syllables) - 1)]


def _syllables(run: str) -> list[str]:
    """Longest known phrase first, because 银行 is yinhang and 行走 is xingzou."""
    phrases = _phrases()
    found: list[str] = []
    at = 0
    while at < len(run):
        length = next((n for n in _PHRASE_LENGTHS if run[at : at + n] in phrases and at + n <= len(run)), 1)
        found.extend(_reading(run[at : at + length]))
        at += length
    return found


@lru_cache(maxsize=60_000)
def _reading(word: str) -> tuple[str, ...]:
    from pypinyin import lazy_pinyin

    return tuple(_merge(syllable) for syllable in lazy_pinyin(word))


def _merge(syllable: str) -> str:
    for pattern, into in _MERGED:
        syllable = pattern.sub(into, syllable)
    return syllable


@cache
def _phrases() -> Container[str]:
    from pypinyin.constants import PHRASES_DICT

    return frozenset(PHRASES_DICT)

"""Index tokens by sound: what a recogniser misheard is found by how it was said.

Han characters become tone-less pinyin syllables, taken two by two (退伙期限 and 退货期限 are both
tuihuo, huoqi, qixian). Syllables that speakers of the south and recognisers alike do not tell apart
are merged: zh/z, ch/c, sh/s, and final -ng/-n after e and i. English words become a consonant skeleton.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, cast

from core.retrieval.bigrams import is_han, number, pieces

_MERGED: Final = ((re.compile(r"^([zcs])h"), r"\1"), (re.compile(r"([ei])ng$"), r"\1n"))
_VOICELESS: Final = str.maketrans("cqgzxvdb", "kkkssftp")


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

    One or two letters stay whole.
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
    return head + re.sub(r"(.)\1+", r"\1", rest)


def _bigrams(syllables: list[str]) -> list[str]:
    if len(syllables) == 1:
        return syllables
    return [syllables[i] + syllables[i + 1] for i in range(len(syllables) - 1)]


@lru_cache(maxsize=20_000)
def _merge(syllable: str) -> str:
    for pattern, into in _MERGED:
        syllable = pattern.sub(into, syllable)
    return syllable


def _syllables(run: str) -> list[str]:
    return [_merge(syllable) for syllable in _pinyin()(run)]


@cache
def _pinyin() -> Callable[[str], list[str]]:
    from pypinyin import lazy_pinyin

    return cast("Callable[[str], list[str]]", lazy_pinyin)

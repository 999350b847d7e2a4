"""How a character or a word sounds, with everything left out that recognisers mix up."""

from __future__ import annotations

import re
from functools import lru_cache

_INITIALS = re.compile(r"^([zcs])h")
_FINALS = re.compile(r"(an|en|in)g$")
_VOICELESS = str.maketrans("cqgzxvdb", "kkkssftp")


@lru_cache(maxsize=4_000)
def syllables(character: str) -> tuple[str, ...]:
    """Every reading of a Han character, the usual one first, without tone. zh and z, ch and c, sh and s,
    and n and ng at the end are one sound each, as many speakers and most recognisers have it."""
    from pypinyin import Style, pinyin

    readings = pinyin(character, style=Style.NORMAL, heteronym=True, errors="ignore")
    merged = dict.fromkeys(_merged(reading) for group in readings for reading in group)
    return tuple(merged) or (character,)


def consonants(word: str) -> str:
    """The consonants of a word in letters, voiced or not, with i before a vowel as y: Banyan, Banian and
    Bunion are all pnyn. A vowel at the beginning stays, as ``a``."""
    plain = "".join(c for c in word.lower() if "a" <= c <= "z")
    sounds = re.sub(r"i(?=[aeou])", "y", plain)
    sounds = sounds.replace("ph", "f").replace("ck", "k").replace("gh", "g").replace("wh", "w")
    head = "a" if sounds[:1] in set("aeiou") else ""
    sounds = re.sub(r"y(?![aeiou])", "i", sounds)
    rest = re.sub(r"[aeiouh]", "", sounds.translate(_VOICELESS))
    return head + re.sub(r"(.)\1+", r"\1", rest)


def _merged(syllable: str) -> str:
    return _FINALS.sub(r"\1", _INITIALS.sub(r"\1", syllable))

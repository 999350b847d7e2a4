"""A short word over an answer: was it heard well enough to stop for?

Read alone, a hummed 嗯 comes back as 你呢 and an oh as "What?", and so does half a word of a real remark.
What tells them apart is how sure the recogniser was, for how long the voice sounded, and what the word
sounds like: the longer it lasts the less sure it has to be, one that sounds like a stop always counts, one
that sounds like a hum has to be sure. Measured with ``tests.eval.remarks``.
"""

from __future__ import annotations

import re

from core.speech.wake.sounding import consonants, syllables
from core.text import is_cjk, normalise
from core.turn.policies.labels import Label

_SURE, _A_SECOND = 1.15, 1.1
"""How sure a word without length has to be, and what a second of voice makes up for: a murmur of one syllable
lasts 0.2–0.5 s, one of two up to 0.8 s; from a second on everything counts."""
_LIKE_A_MURMUR = 0.8
"""How sure a word has to be that sounds like a murmur."""
_LONG = 1.0

_WORD = re.compile(r"[^\W\d_]+")
_STOP, _BE_QUIET = "tin", "anjin"
_WAIT = ("den", "dong")
_NOT = re.compile(r"bu(?:dui|tui|te|si|yao|xin|hao|suo|tin)?|bie(?:suo|zuo|zan|tin|nian).*")
_NO = frozenset(("no", "nope", "now", "know"))
_HUM = re.compile(r"(?:[nm][a-zü]{0,3}|en|o|e|a)")
_RIGHT = frozenset(("dui", "tui", "yi"))
_YES = frozenset(("si", "er", "a", "de"))


def counts(text: str, label: Label, confidence: float, voiced: float) -> bool:
    """Whether it is something that was said. ``label``: what the words alone are taken for; voiced:
    seconds in which the voice sounded."""
    if voiced >= _LONG or label in ("stop", "hold") or sounds_like_stop(text):
        return True
    needed = _SURE - _A_SECOND * voiced
    return confidence >= (max(needed, _LIKE_A_MURMUR) if sounds_like_murmur(text) else needed)


def sounds_like_stop(text: str) -> bool:
    """停, read as 听 or 挺; 别说, 等, 安静; a plain no."""
    spoken = _spoken(text)
    if not spoken:
        return False
    whole = "".join(spoken)
    return (
        _STOP in spoken
        or spoken[0] in _WAIT
        or spoken[0] in _NO
        or spoken[0].startswith("/st")
        or whole.endswith(_BE_QUIET)
        or bool(_NOT.fullmatch(whole))
    )


def sounds_like_murmur(text: str) -> bool:
    """嗯, read as 奶奶 or 你呢; 对对, read as 退退; 是啊, read as 十二."""
    spoken = _spoken(text)
    hum = all(_HUM.fullmatch(one) for one in spoken)
    return hum or _RIGHT.issuperset(spoken) or _YES.issuperset(spoken)


def _spoken(text: str) -> list[str]:
    """Syllables of Han characters; of words a ``no`` as it is, and the consonants of others."""
    spoken: list[str] = []
    for run in _WORD.findall(normalise(text).casefold()):
        letters = ""
        for character in run:
            if is_cjk(character):
                spoken.append(syllables(character)[0])
            else:
                letters += character
        if letters:
            spoken.append(letters if letters in _NO else f"/{consonants(letters)}")
    return spoken

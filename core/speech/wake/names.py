"""Was the companion called by its name? Read from a recogniser's text, which spells names as it likes.

A name is looked for where one calls: at the beginning, after at most a greeting, or at the end behind a
mark. Elsewhere it is talked about. 伴言 is recognised in 半言, 办盐 and 班颜, Banyan in Ban Yan and Banian.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.speech.wake.sounding import consonants, syllables
from core.text import Language, is_cjk

_TOKEN = re.compile(r"[㐀-䶿一-鿿豈-﫿]|[^\W\d_㐀-䶿一-鿿豈-﫿]+(?:['’][^\W\d_㐀-䶿一-鿿豈-﫿]+)*|\d+")
_MARKS = " \t\r\n,.!?;:，。！？；：、…~～—-“”\"'‘’（）()"
_GREETINGS: dict[Language, tuple[str, ...]] = {
    "zh": (
        "你好",
        "您好",
        "哈喽",
        "哈啰",
        "嘿嘿",
        "嘿",
        "喂",
        "嗨",
        "哎",
        "诶",
        "欸",
        "唉",
        "嗯",
        "那个",
        "请问",
        "小",
    ),
    "en": ("hello", "hi", "hey", "okay", "ok", "oh", "um", "uh", "well", "so", "please", "good morning"),
}
_AFTER_NAME = "啊呀呢哪吧嘛"
_LONGEST_SPELLING = 4
"""Words that a recogniser may make of a name written in letters."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int


def addressed(text: str, names: Sequence[str], language: Language) -> str | None:
    """What was said besides the name, or None when no name calls; empty when nothing else was said.

    Names of one character count only when they are spelt right and stand alone, because they sound like
    many words. language: whose greetings come first; names in either script are found in both.
    """
    tokens = [_Token(found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text)]
    for name in names:
        wanted = tuple(found.group() for found in _TOKEN.finditer(name))
        if not wanted:
            continue
        for first in _openings(tokens, language):
            length = _calls(text, tokens[first:], wanted)
            if length:
                rest = _rest_after(text, tokens[first + length - 1].end)
                again = addressed(rest, names, language)
                return rest if again is None else again
        for length in range(1, min(len(tokens) - 1, max(len(wanted), _LONGEST_SPELLING)) + 1):
            tail = tokens[-length:]
            if _calls(text, tail, wanted) == length and _marked_off(
                text, tokens[-length - 1].end, tail[0].start
            ):
                return text[: tail[0].start].strip().rstrip(",，、 ")
    return None


def _openings(tokens: Sequence[_Token], language: Language) -> list[int]:
    """Indices of the tokens at which a name may begin: the first, and the one after each greeting."""
    found, at = [0] if tokens else [], 0
    while len(found) < 3 and (length := _greeting(tokens[at:], language)):
        at += length
        if at >= len(tokens):
            break
        found.append(at)
    return found


def _greeting(tokens: Sequence[_Token], language: Language) -> int:
    for greeting in (*_GREETINGS[language], *_GREETINGS["en" if language == "zh" else "zh"]):
        words = [found.group() for found in _TOKEN.finditer(greeting)]
        if [token.text.lower() for token in tokens[: len(words)]] == words:
            return len(words)
    return 0


def _calls(text: str, tokens: Sequence[_Token], wanted: tuple[str, ...]) -> int:
    """How many of the first tokens say the name; 0 when they do not. Where a mark or nothing follows, a
    name may also be heard with its end blurred."""
    for said_by in (_clearly, _blurred):
        length = said_by(tokens, wanted)
        follows = text[tokens[length - 1].end :][:1]
        if length and (said_by is _clearly or follows in {"", *_MARKS.strip()}):
            return length
    return 0


def _clearly(tokens: Sequence[_Token], wanted: tuple[str, ...]) -> int:
    if all(is_cjk(character) for character in wanted):
        return _in_han(tokens, wanted, syllables)
    return _in_letters(tokens, "".join(wanted))


def _blurred(tokens: Sequence[_Token], wanted: tuple[str, ...]) -> int:
    """伴言 as 八言, whose n runs into the y; Banyan as Banyans."""
    if all(is_cjk(character) for character in wanted):
        return _in_han(tokens, wanted, _open_syllables)
    plural = [replace(token, text=token.text.removesuffix("s")) for token in tokens[:_LONGEST_SPELLING]]
    return _in_letters(plural, "".join(wanted))


def _open_syllables(character: str) -> tuple[str, ...]:
    return tuple(syllable.removesuffix("n") for syllable in syllables(character))


def _in_han(
    tokens: Sequence[_Token], wanted: tuple[str, ...], sounds: Callable[[str], tuple[str, ...]]
) -> int:
    """``sounds``: how all characters but the last may be read."""
    heard = tokens[: len(wanted)]
    if len(wanted) == 1:
        spelt = bool(heard) and heard[0].text == wanted[0]
        alone = len(tokens) < 2 or (spelt and tokens[1].start > heard[0].end)
        return int(spelt and alone)
    if len(heard) == len(wanted) and all(is_cjk(token.text) for token in heard):
        readings = [sounds] * (len(wanted) - 1) + [syllables]
        if all(
            one.text == other or set(read(one.text)) & set(read(other))
            for one, other, read in zip(heard, wanted, readings, strict=True)
        ):
            return len(wanted)
    return _in_letters(tokens, "".join(syllables(character)[0] for character in wanted))


def _in_letters(tokens: Sequence[_Token], name: str) -> int:
    """Words are compared by their consonants; characters, whose vowels are sure, by all of their reading."""
    wanted = consonants(name)
    said, spelt = "", True
    for count, token in enumerate(tokens[:_LONGEST_SPELLING], 1):
        spelt = spelt and not is_cjk(token.text)
        said += token.text.lower() if spelt else syllables(token.text)[0]
        alike = spelt and len(wanted) >= 3 and abs(len(said) - len(name)) <= 2 and consonants(said) == wanted
        if alike or said == name.lower():
            return count
    return 0


def _rest_after(text: str, at: int) -> str:
    rest = text[at:]
    if rest[:1] and rest[0] in _AFTER_NAME and (len(rest) == 1 or rest[1] in _MARKS):
        rest = rest[1:]
    return rest.lstrip(_MARKS).rstrip()


def _marked_off(text: str, start: int, end: int) -> bool:
    return any(mark in ",，。.!！?？;；、…" for mark in text[start:end])

"""Slower, faster, louder, quieter, again: what is asked of the voice itself, and of no model.

An utterance counts only when nothing else is in it: "慢一点" is a wish, "慢一点的音乐" is a question.
"""

# ruff: noqa: E501 - a lexicon reads better in long lines than broken ones

from __future__ import annotations

import re
from typing import Literal

from core.text import Language, normalise

Wish = Literal["slower", "faster", "louder", "quieter", "again"]

_LONGEST = 60
"""Characters; nobody needs more for one of these."""

_MARKS_ZH = re.compile(r"[\W_]+")
_MARKS_EN = re.compile(r"[^\w']+")

_A_BIT = "(?:一?点儿?|一些|些|一下)"
_SAY = "(?:你|您)?(?:再|重新)?(?:说话|讲话|说|讲|念|读|讲解)"
_ZH: tuple[tuple[Wish, re.Pattern[str]], ...] = (
    ("slower", re.compile(rf"(?:{_SAY}(?:得|的)?)?(?:再|稍微|放|请)*慢{_A_BIT}(?:说话|讲话|说|讲|念|读)?|慢慢(?:地|的)?(?:说|讲|念|读)|(?:语速)?放慢{_A_BIT}?(?:语速)?|语速(?:再|稍微|放|调)*慢{_A_BIT}"
                          rf"|(?:{_SAY}(?:得|的)?|语速)太快(?:了|啦)|(?:别|不要|不用){_SAY}(?:得|的)?(?:这么|那么|太)快")),
    ("faster", re.compile(rf"{_SAY}(?:得|的)?(?:再|稍微)*快{_A_BIT}|快{_A_BIT}(?:说话|讲话|说|讲|念|读)|语速(?:再|稍微|放|调)*快{_A_BIT}|(?:语速)?加快{_A_BIT}?(?:语速)?"
                          rf"|(?:{_SAY}(?:得|的)?|语速)太慢(?:了|啦)|(?:别|不要|不用){_SAY}(?:得|的)?(?:这么|那么|太)慢")),
    ("louder", re.compile(rf"(?:{_SAY}(?:得|的)?)?(?:再|稍微|放|请)*大(?:声{_A_BIT}?|点儿?声|{_A_BIT}声)(?:说话|讲话|说|讲|念|读)?|(?:你的|您的)?(?:声音|音量)(?:再|稍微|放|开|调|说)*(?:大|响|高){_A_BIT}|(?:声音|音量)(?:放|开|调|提)(?:大|高|响)|(?:放|调|开|提)(?:大|高){_A_BIT}?(?:声音|音量|嗓门)|大{_A_BIT}音量"
                          rf"|(?:{_SAY}(?:得|的)?)?(?:再|稍微)*响{_A_BIT}|(?:{_SAY}(?:得|的)?|你的?|您的?)?(?:声音)?太(?:小声?|轻)(?:了|啦)|(?:声音|音量)太(?:小|低|轻)(?:了|啦)?")),
    ("quieter", re.compile(rf"(?:{_SAY}(?:得|的)?)?(?:再|稍微|放|请)*(?:小|轻)(?:声{_A_BIT}?|点儿?声|{_A_BIT}声)(?:说话|讲话|说|讲|念|读)?|(?:你的|您的)?(?:声音|音量)(?:再|稍微|放|关|调|说)*(?:小|轻|低){_A_BIT}|(?:声音|音量)(?:放|关|调|降)(?:小|低|轻)|(?:放|调|关|降)(?:小|低|轻){_A_BIT}?(?:声音|音量|嗓门)|小{_A_BIT}音量"
                           rf"|(?:{_SAY}(?:得|的)?)(?:再|稍微)*轻{_A_BIT}|(?:{_SAY}(?:得|的)?|你的?|您的?)?(?:声音)?太(?:大声|响|吵)(?:了|啦)|(?:声音|音量)太(?:大|高|响)(?:了|啦)?")),
    ("again", re.compile(r"(?:你|您)?(?:再|重新|重复)+(?:跟我|给我|慢慢)?(?:说|讲|念|读|来|重复)?(?:一|两)?(?:遍|次|下|回)|(?:你|您)?重复(?:一下|一遍|一次)|再说说"
                         r"|(?:我)?(?:刚才)?(?:没有?|没太|没怎么)听(?:太)?(?:得)?(?:清楚?|见|到|明白|懂)(?:你说的?什么)?|(?:我)?听不(?:太)?(?:清楚?|见|到)|(?:你|您)?(?:刚才|刚刚|刚)(?:说|讲)(?:了|的)?(?:是)?(?:什么|啥)")),
)  # fmt: skip
_SOFT_ZH = re.compile(
    r"请|麻烦|拜托|能不能|可不可以|可以|能|帮我|给我|对不起|不好意思|抱歉|伴言|小伴|那个|然后|就是|嗯+|呃+|啊|哎|诶|喂|呀|吧|吗|呢|嘛|哦|哈|谢谢|好不好|好吗|行吗|行不行|好|你|您|我|再"
)

# 我刚才说了什么 asks about the speaker's own words, which only the conversation knows.
_OWN_WORDS_ZH = re.compile("我(?:刚才|刚刚|刚)?(?:都|又|跟你|和你|对你)?(?:说|讲)")

_LITTLE = "(?:just )?(?:a )?(?:little |tiny )?(?:bit )?(?:more |much )?"
_TALK = "(?:speak|talk|say it|say that|read|read it|go)"
_EN: tuple[tuple[Wish, re.Pattern[str]], ...] = (
    ("slower", re.compile(rf"(?:{_TALK} )?{_LITTLE}(?:slower|more slowly|slowly)|slow (?:it )?down(?: a (?:little )?bit| a little)?|(?:you're |you are |that's |that was |{_TALK}ing )*too fast|not so fast|(?:don't|do not) {_TALK} so fast")),
    ("faster", re.compile(rf"(?:{_TALK} )?{_LITTLE}(?:faster|quicker|more quickly)|speed (?:it |things )?up(?: a (?:little )?bit| a little)?|(?:you're |you are |that's |that was |{_TALK}ing )*too slow|not so slow|(?:don't|do not) {_TALK} so slow(?:ly)?")),
    ("louder", re.compile(rf"(?:{_TALK} )?{_LITTLE}(?:louder|loudly)|{_TALK} up(?: a (?:little )?bit| a little)?|(?:turn|put) (?:the |your )?(?:it|volume|voice|sound|yourself) up(?: a (?:little )?bit| a little)?|turn up (?:the |your )?(?:volume|voice|sound)|(?:raise|increase) (?:the|your) (?:volume|voice)|volume up|(?:you're |you are |that's |it's )*too (?:quiet|soft|low)")),
    ("quieter", re.compile(rf"(?:{_TALK} )?{_LITTLE}(?:quieter|softer|more quietly|more softly|quietly|softly)|(?:turn|put) (?:the |your )?(?:it|volume|voice|sound|yourself) down(?: a (?:little )?bit| a little)?|turn down (?:the |your )?(?:volume|voice|sound)|(?:lower|reduce) (?:the|your) (?:volume|voice)|(?:keep|lower) (?:it|your voice)(?: down)?|volume down|(?:you're |you are |that's |it's )*too loud|not so loud")),
    ("again", re.compile(r"(?:say|repeat|tell me)(?: (?:that|it|this|what you (?:just )?said))? (?:again|once more|one more time)|repeat (?:that|it|yourself)|repeat|again|come again|once more|one more time|pardon(?: me)?|(?:i )?beg your pardon"
                         r"|what did you (?:just )?say|what was that|i (?:didn't|did not|couldn't|could not|can't|cannot) (?:quite )?(?:hear|catch|get)(?: you| that| it| what you said)?|say what")),
)  # fmt: skip
_SOFT_EN = re.compile(
    r"please|sorry|excuse me|can you|could you|would you|will you|can we|i said|banyan|hey|okay|ok|um+|uh+|well|and|but|then|now|for me|to me|thank you|thanks|dear|a bit|a little"
)


def wishes(text: str, language: Language) -> tuple[Wish, ...]:
    """In the order they were said, each once; empty for everything that is not only such wishes."""
    folded = normalise(text).casefold().replace("’", "'")
    if not folded or len(folded) > _LONGEST:
        return ()
    if language == "zh":
        plain = _MARKS_ZH.sub("", folded)
        return () if _OWN_WORDS_ZH.search(plain) else _read(plain, _ZH, _SOFT_ZH, "")
    return _read(_MARKS_EN.sub(" ", folded).strip(), _EN, _SOFT_EN, " ")


def _read(
    plain: str, units: tuple[tuple[Wish, re.Pattern[str]], ...], soft: re.Pattern[str], gap: str
) -> tuple[Wish, ...]:
    """Unit after unit, the longest first; nothing else may be left over."""
    found: list[Wish] = []
    at = 0
    while at < len(plain):
        matches = [(rule.match(plain, at), wish) for wish, rule in units]
        best, wish = max(((_end(m, plain, gap), w) for m, w in matches), key=lambda pair: pair[0])
        if best > at:
            if wish not in found:
                found.append(wish)
        else:
            best = _end(soft.match(plain, at), plain, gap)
            if best <= at:
                return ()
        at = best + (len(gap) if plain.startswith(gap, best) else 0)
    return tuple(found)


def _end(match: re.Match[str] | None, plain: str, gap: str) -> int:
    """Where it ends, if it is whole words; -1 otherwise."""
    if match is None:
        return -1
    end = match.end()
    return end if end == len(plain) or plain.startswith(gap, end) else -1

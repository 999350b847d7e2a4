"""Answering from the conversation so far: repeating, what was said, and facts told a moment ago."""

# ruff: noqa: E501 (a table of patterns reads better one to a line)
from __future__ import annotations

import re
from typing import Final, Literal

from core.brain.grounded.hearing import Heard, hear
from core.brain.grounded.overlap import covered
from core.brain.grounded.person import second_person
from core.brain.grounded.phrases import phrase
from core.brain.grounded.questions import asks
from core.brain.model import Said
from core.retrieval.question import content
from core.retrieval.sound import sound_tokens
from core.text import Language, sentences

Recall = Literal["repeat", "i_said", "first", "talked", "earlier"]

_JUST = r"(?:刚才|刚刚|刚|上一句|上句|前面|之前|那会儿)"
_SAY = r"(?:说|讲|问|提|聊|谈)"
_WHAT = r"(?:什么|啥|些什么|哪些|点什么|哪一?句|的话)(?:话|问题|事|事情|内容)?(?:来着|呢|啊|呀)?"
_ZH: Final[tuple[tuple[Recall, re.Pattern[str]], ...]] = (
    ("earlier", re.compile(rf"(?:我|[你您]|我们|咱们)?(?:昨天|前天|上次|上回|以前|上个?(?:星期|礼拜|月|周))(?:我|[你您]|我们|咱们)?(?:都|跟[你您]|和[你您]|对我|跟我)*{_SAY}(?:了|过|到|的)*(?:是)?{_WHAT}")),
    ("first", re.compile(rf"我?(?:的)?(?:第一句话?|最开始|一开始|最先)(?:我)?(?:是)?{_SAY}?(?:的|了|过)?(?:是)?{_WHAT}|我(?:第一句|最开始|一开始|最先).*{_WHAT}")),
    ("i_said", re.compile(rf"(?:[你您]?(?:还)?(?:记得|知道))?我{_JUST}+(?:都|和[你您]|跟[你您]|对[你您]|那句话?)?(?:是)?{_SAY}(?:了|过|的|到)?(?:是)?{_WHAT}(?:吗)?"
                           rf"|我{_SAY}(?:了|过|的)?(?:是)?{_WHAT}|{_JUST}我{_SAY}(?:了|过|的|到)?(?:是)?{_WHAT}")),
    ("talked", re.compile(rf"(?:我们|咱们|咱俩|咱)(?:今天|{_JUST})*(?:都)?{_SAY}(?:了|过|到|的)*(?:是)?(?:{_WHAT}|哪[里儿]?了?)|{_JUST}(?:聊|谈)(?:了|到|的)*(?:是)?(?:{_WHAT}|哪[里儿]?了?)")),
    ("repeat", re.compile(rf"(?:麻烦|请|能|可以|[你您])*(?:再|重新|重复|重)+(?:跟我|给我|慢慢)?(?:说|讲|念|来|重复)?(?:一|1|两)?(?:遍|次|下|回)(?:吗|吧|好吗|行吗|可以吗|呗)?"
                           r"|(?:我)?(?:刚才)?(?:没(?:有)?(?:太)?听(?:得)?(?:太)?|听不(?:太)?|不太?听得|听得不(?:太)?)(?:清楚?|见|懂|明白|到)(?:了|啊)?(?:[你您]?说(?:的)?(?:是)?什么)?|(?:什么|啥|嗯什么|你说啥)(?:呀|啊)?"
                           rf"|[你您]{_JUST}*(?:跟我|给我)?{_SAY}(?:了|过|的)?(?:是)?{_WHAT}|{_JUST}{_SAY}(?:了|的)?(?:是)?{_WHAT}|重复一下|再说说看?")),
)  # fmt: skip
_EN: Final[tuple[tuple[Recall, re.Pattern[str]], ...]] = (
    ("earlier", re.compile(r"what did (?:i|you|we) (?:say|tell you|talk about|discuss)(?: to you| to me)? (?:yesterday|last (?:time|week|month))")),
    ("first", re.compile(r"what (?:did i|was the first thing i) (?:say |said )?(?:first|at the (?:start|beginning)|said)?(?: thing)?|what did i (?:say|ask)(?: you)? (?:first|at the (?:start|beginning))")),
    ("i_said", re.compile(r"(?:do you (?:remember|know) )?what (?:did|have) i (?:just )?(?:say|said|ask|asked|tell|told)(?: you)?(?: (?:just now|before|a moment ago|earlier|to you))?|what i (?:just )?said(?: just now)?")),
    ("talked", re.compile(r"what (?:were|did|have|are) we (?:just )?(?:talk|talking|talked|discuss\w*|been talking)(?: about)?(?: (?:just now|before|today))?|where were we")),
    ("repeat", re.compile(r"(?:can|could|would|will)? ?(?:you )?(?:please )?(?:say|repeat) (?:that|it|yourself)?(?: again| once more| one more time)?(?: please)?|(?:once more|one more time|again|come again)(?: please)?"
                           r"|(?:sorry )?what(?: did you(?: just)? say| was that)?(?: just now)?|i (?:didn't|did not|couldn't|could not) (?:hear|catch|get|understand)(?: you| that| it)*|pardon(?: me)?|say again|what have you just said|beg your pardon")),
)  # fmt: skip
_SOUNDS = (("repeat", ("再说一遍", "你刚才说什么")), ("i_said", ("我刚才说了什么", "我刚才说什么")))
_LONGEST = 100
"""Characters of the longest question about the conversation that is looked for."""
_LOOKED_AT = 100
"""Turns back that are searched for something told."""
_MATCHES = 0.7
"""Share of a question's content that something said must hold to answer it."""


def recall_asked(heard: Heard) -> Recall | None:
    """Whether the question is about the conversation itself."""
    if len(heard.plain_core) > _LONGEST:
        return None
    for words in (heard.plain[:_LONGEST], heard.plain_core):
        for kind, pattern in _ZH if heard.language == "zh" else _EN:
            if words and pattern.fullmatch(words):
                return kind
    if heard.spoken and heard.language == "zh":
        sounds = sound_tokens(heard.plain_core)
        for name, wordings in _SOUNDS:
            if any(sound_tokens(wording) == sounds for wording in wordings):
                return "repeat" if name == "repeat" else "i_said"
    return None


def recount(kind: Recall, turns: tuple[Said, ...], language: Language) -> list[str]:
    """What was said, word for word."""
    if kind == "repeat":
        last = _last_answer(turns)
        return sentences(last) if last else [phrase("nothing_to_repeat", language)]
    if kind == "earlier":
        return [phrase("earlier", language)]
    own = [turn.text.strip() for turn in turns if turn.by == "user" and turn.text.strip()]
    if not own:
        return [phrase("nothing_said", language)]
    if kind == "talked":
        joined = ("”、“" if language == "zh" else "”, “").join(_bare(text) for text in own[-3:])
        return [phrase("you_said", language, words=joined)]
    return [phrase("you_said", language, words=_bare(own[0] if kind == "first" else own[-1]))]


def told_before(heard: Heard, turns: tuple[Said, ...]) -> str | None:
    """Something the person said earlier in this conversation that answers the question."""
    best: tuple[float, str] | None = None
    asked = content(heard.core)
    for turn in reversed(turns[-_LOOKED_AT:] if asked else ()):
        if turn.by != "user":
            continue
        for said in reversed(sentences(turn.text)):
            if asks(hear(said, heard.language, spoken=False).core, heard.language):
                continue
            share = covered(asked, said, spoken=heard.spoken)
            if share >= _MATCHES and (best is None or share > best[0]):
                best = (share, said)
    if best is None:
        return None
    return _retell(best[1], heard.language)


def _retell(said: str, language: Language) -> str:
    words = second_person(said, language)
    if words is None:
        return phrase("told_just_now_quoted", language, words=_bare(said))
    return phrase("told_just_now", language, words=words)


def _last_answer(turns: tuple[Said, ...]) -> str:
    """The assistant's words since the person last spoke before this question."""
    words: list[str] = []
    for turn in reversed(turns):
        if turn.by == "assistant":
            words.insert(0, turn.text.strip())
        elif words:
            break
    return "".join(words) if all(_ends_han(word) for word in words) else " ".join(words)


def _ends_han(words: str) -> bool:
    return not words[-1:].isascii()


def _bare(text: str) -> str:
    return text.strip().rstrip("。.")

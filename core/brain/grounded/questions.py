"""Whether words ask or tell, with or without a question mark."""

# ruff: noqa: E501 (a pattern is not broken inside an alternative)
from __future__ import annotations

import re

from core.text import Language

_ZH_NOT = re.compile(
    r"没什么|什么都|谁都|怎么都|哪[里儿]?都|几乎|不怎么|[过这前那没隔好十后]几|几十|几句|没多少|多少有?点|没关系吗"
)
_ZH = re.compile(
    r"[?？]|什么|啥|谁|哪|怎么|怎样|咋|为何|如何|是否|几|多少|"
    r"多[久长大远高深重宽贵快]|吗|[么呢不没]$|(?:可以|能|会|有|要|行).*嘛$|没有$|行吧$|是吧$|对吧$|"
    r"是.{1,8}还是|是不是|能不能|可不可以|要不要|有没有|行不行|会不会|对不对|好不好|用不用|该不该|([\u4e00-\u9fff])不\1"
)
_EN = re.compile(
    r"\?|^(?:and |but |so |then |or )*(?:who|whom|whose|what|what's|when|where|which|why|how|how's|who's|where's|when's|"
    r"is|are|am|was|were|do|does|did|can|could|may|might|shall|should|will|would|have|has|had|must|"
    r"isn't|aren't|don't|doesn't|didn't|can't|won't|wouldn't|couldn't|shouldn't)\b"
    r"|^(?:and|but|so) (?:the|my|what about)\b(?=.{0,24}$)|^(?:what|how) about\b"
    r"|\b(?:what|where|when|why|how|who|whether) "
    r"(?:is|are|was|were|do|does|did|can|should|to|much|many|long|often)\b"
    r"|\bwhat (?:my|the|your)\b|\b(?:will|can|could|would|should|do|did) (?:they|he|she|i|we)\b|\bdoes (?:he|she|it)\b|\bwondering\b|\bwhether\b",
    re.IGNORECASE,
)
_PHRASE_ZH = re.compile(r"[我了过很真太想觉得]|是|在|今天|昨天|刚")
_PHRASE_EN = re.compile(
    r"\b(?:i|i'm|i've|we|is|are|was|were|am|has|have|had|did|went|it's|that's|today|yesterday)\b",
    re.IGNORECASE,
)


def asks(text: str, language: Language) -> bool:
    """Whether one sentence is a question, direct or indirect."""
    said = text.strip()
    if language == "en":
        return bool(_EN.search(said))
    bare = said.rstrip("。.！!，,、… ")
    return bool(_ZH.search(_ZH_NOT.sub("", bare)))


def names_a_topic(text: str, language: Language) -> bool:
    """Whether words only name something, as one does to a clerk: 退货期限, the return period."""
    if language == "en":
        return len(text.split()) <= 5 and not _PHRASE_EN.search(text)
    return len(text) <= 12 and not _PHRASE_ZH.search(text)

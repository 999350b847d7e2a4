"""What somebody says aloud about their consents: "以后别再保存我说的话", "you may remember things about me".

Precision before recall: an utterance counts only when it says this and nothing else, and whoever hears it
asks back before anything is changed. A question ("你会保存我说的话吗？") is none.
"""

# ruff: noqa: E501 - a lexicon reads better in long lines than broken ones

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

from core.people.consent import Purpose
from core.text import Language, normalise


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be granted or withdrawn, all of it together."""

    purposes: tuple[Purpose, ...]
    granted: bool


_LONGEST: Final = 60
"""Characters; nobody needs more for one of these."""
_MARKS_ZH: Final = re.compile(r"[\W_]+")
_MARKS_EN: Final = re.compile(r"[^\w']+")

# Chinese. What is said is folded to letters and digits, polite words are taken off both ends.
_NOT = "(?:不要|不许|不准|不用|不能|停止|别|甭)(?:再|继续|老是|老)*"
_MAY = "(?:可以|能够|允许|同意|准许)(?:你|您)?(?:再|重新|继续|开始|接着)*"
_KEEP = "(?:记录|保存|保留|留存|存|留|记)(?:下来|下|起来|着)?"
_SAID = "(?:我(?:们)?(?:说|讲|聊)(?:的|过的)?(?:话|东西|内容|每句话)?|我(?:们)?的(?:话|对话|谈话|聊天)|(?:我们)?(?:的)?(?:对话|谈话|聊天)(?:记录|内容)?)"
_NOTED = "(?:记住|记得|记着|记下来?|记)"
_MINE = "(?:关于)?我(?:自己)?的?(?:事情?|情况|喜好|习惯|个人信息|信息)"
_SEND = "(?:发送|上传|发|传|送)(?:到|给|去|出去)?"
_OUT = "(?:网上|云端?上?|云里|互联网|外面|服务器)?(?:去)?"
_CLOUD = "(?:云端?上?|网上|外面)的?(?:大?模型|服务|机器)"
_FAMILY = "(?:家里?人|家里的人|别人|孩子们?|儿女|儿子|女儿|他们|其他人)"
_LOOK = "(?:查看|看到|看|翻看|翻|读|查|听)"
_RECORDS = (
    "(?:我(?:们)?(?:的|跟你的|和你的)?)(?:历史|聊天|对话|谈话|记忆)?(?:记录|对话|谈话|聊天|历史|记忆|事|话)"
)
_VOICE = "(?:我的?)?(?:声音|录音|语音)"
_END = "(?:了|啦)?"


def _about(no: str) -> dict[tuple[Purpose, ...], str]:
    """The ways to name each purpose, behind a word that forbids or allows."""
    return {
        (
            "transcript",
        ): rf"{no}(?:{_KEEP}{_SAID}|把{_SAID}(?:都|全)?{_KEEP}){_END}|{_SAID}(?:都|就)?{no}{_KEEP}{_END}",
        (
            "memory",
        ): rf"{no}(?:{_NOTED}{_MINE}|把{_MINE}(?:都|全)?{_NOTED}){_END}|{_MINE}(?:都|就)?{no}{_NOTED}{_END}",
        (
            "audio",
        ): rf"{no}(?:录音|录我的?(?:声音|音|话)|(?:保存|保留|存|留)(?:下)?{_VOICE}|把{_VOICE}(?:保存|保留|存|留|录)(?:下来|起来)?){_END}",
        (
            "cloud_models",
        ): rf"{no}(?:把(?:{_SAID}|{_VOICE}|我的问题){_SEND}{_OUT}|(?:用|使用|连接?){_CLOUD}){_END}",
        ("family_view",): rf"{no}(?:让|给|叫){_FAMILY}{_LOOK}{_RECORDS}{_END}",
    }


_BARE_ZH: Final = re.compile(
    rf"(?:以后|今后|往后|从现在(?:起|开始)|从今(?:天|以后)(?:起|开始)?)(?:就|都|请|你|您)*{_NOT}(?:记录|记|保存)(?:任何东西)?{_END}"
)
_ZH: Final = tuple(
    (Wish(purposes=purposes, granted=granted), re.compile(pattern))
    for granted, no in ((False, _NOT), (True, _MAY))
    for purposes, pattern in _about(no).items()
)  # fmt: skip
_BEFORE_ZH: Final = re.compile(
    r"(?:请|麻烦|拜托|你|您|伴言|小伴|那|那么|我要你|我希望你|我想让你|我说(?!的|过|话)|帮我|能不能|可不可以|以后|今后|往后|从现在(?:起|开始)|从今(?:天|以后)(?:起|开始)?|现在|就|都|啊|哎|喂)*"
)
_AFTER_ZH: Final = re.compile(r"(?:好不好|行不行|可以吗|好吗|行吗|吧|啊|呀|哦|嘛|谢谢(?:你|您)?|吗)*$")
_ASKS_ZH: Final = re.compile(r"吗|么|？|\?|呢|能不能|可不可以|是不是")

# English.
_STOP = "(?:stop|quit|do not|don't|no longer|never)"
_ALLOW = "(?:you (?:may|can|are allowed to)|i allow you to|i agree that you|feel free to)"
_WORDS = "(?:what i(?:'m| am)? (?:say|saying|said|tell you)|(?:any|every)thing i (?:say|tell you)|my words|(?:my|our) (?:conversations?|talks?|chats?|transcripts?))"
_EN_WAYS: Final[dict[tuple[Purpose, ...], str]] = {
    ("transcript",): rf"(?:keep(?:ing)?|sav(?:e|ing)|record(?:ing)?|stor(?:e|ing)|log(?:ging)?|writ(?:e|ing) down) {_WORDS}",
    ("memory",): r"(?:remember(?:ing)?|learn(?:ing)?|not(?:e|ing)) (?:(?:any|some)?things? |facts |stuff |details )?about me",
    ("audio",): r"(?:keep(?:ing)?|sav(?:e|ing)|record(?:ing)?|stor(?:e|ing)) (?:my voice|the sound of my voice|recordings? of (?:me|my voice)|audio(?: of me)?)",
    ("cloud_models",): rf"send(?:ing)? (?:{_WORDS}|my voice|my questions?|anything) (?:to (?:the |a )?(?:cloud|internet|web|server)|out|away|online|anywhere)|us(?:e|ing) (?:the |a )?cloud(?: models?)?",
    ("family_view",): r"(?:let(?:ting)?|allow(?:ing)?) (?:my |the )?(?:family|children|kids|son|daughter|relatives|anyone|anybody)(?: else)? (?:to )?(?:read|see|view|look at|look into) (?:my |our )?(?:conversations?|history|talks?|chats?|memories|records?|what i say)",
}  # fmt: skip
_EN: Final = tuple(
    (Wish(purposes=purposes, granted=granted), re.compile(rf"{lead} (?:{way})"))
    for granted, lead in ((False, _STOP), (True, _ALLOW))
    for purposes, way in _EN_WAYS.items()
)
_BARE_EN: Final = re.compile(
    rf"from now on {_STOP} (?:keep(?:ing)?|record(?:ing)?|sav(?:e|ing)|remember(?:ing)?) anything"
)
_BEFORE_EN: Final = re.compile(
    r"(?:(?:please|hey|okay|ok|banyan|now|well|so|could you|can you|would you|will you|i want you to|i would like you to|i'd like you to|from now on)(?: |$))*"
)
_AFTER_EN: Final = re.compile(
    r"(?: (?:please|any more|anymore|from now on|again|now|thank you|thanks|if you like))*$"
)

_YES: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile(r"(?:嗯|哦|啊|唉)*(?:(?:是的?|对的?|没错|好的?|可以|行|确定|确认|我?同意|就这样)(?:啊|呀|了|吧)*)+"),
    "en": re.compile(r"(?:(?:yes|yeah|yep|yes please|please do|that's right|that is right|right|correct|exactly|sure|i am sure|i'm sure|i agree|do it|i do|please)(?: |$))+"),
}  # fmt: skip
_NO: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile(r"(?:不是?的?|不用|不要|不行|不对|算了|别|没有|没事|取消|先不|了|啊|吧)+"),
    "en": re.compile(r"(?:(?:no|nope|never mind|nevermind|don't|do not|cancel|not now|leave it|thanks|thank you)(?: |$))+"),
}  # fmt: skip


def wish(text: str, language: Language) -> Wish | None:
    """What is asked for, when an utterance asks for nothing else."""
    folded = _folded(text)
    if not folded or len(folded) > _LONGEST:
        return None
    if language == "zh":
        return _wish_zh(folded)
    return _wish_en(folded)


def answer(text: str, language: Language) -> Literal["yes", "no"] | None:
    """A plain yes or no to what was asked back; None for whatever says more."""
    plain = _plain(_folded(text), language)
    if not plain:
        return None
    if _NO[language].fullmatch(plain):
        return "no"
    return "yes" if _YES[language].fullmatch(plain) else None


def _wish_zh(folded: str) -> Wish | None:
    whole = _plain(folded, "zh")
    if _BARE_ZH.fullmatch(whole):
        return Wish(purposes=("transcript", "memory"), granted=False)
    head = _BEFORE_ZH.match(whole)
    bare = _AFTER_ZH.sub("", whole[head.end() if head else 0 :])
    for found, pattern in _ZH:
        if pattern.fullmatch(bare):
            return None if found.granted and _ASKS_ZH.search(folded) else found
    return None


def _wish_en(folded: str) -> Wish | None:
    whole = _plain(folded, "en")
    if _BARE_EN.fullmatch(whole):
        return Wish(purposes=("transcript", "memory"), granted=False)
    head = _BEFORE_EN.match(whole)
    bare = _AFTER_EN.sub("", whole[head.end() if head else 0 :])
    for found, pattern in _EN:
        if pattern.fullmatch(bare):
            return None if found.granted and "?" in folded else found
    return None


def _folded(text: str) -> str:
    return normalise(text).casefold().replace("’", "'")


def _plain(folded: str, language: Language) -> str:
    return _MARKS_ZH.sub("", folded) if language == "zh" else _MARKS_EN.sub(" ", folded).strip()

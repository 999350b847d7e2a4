"""Requests about remembering itself: forget this, do not keep that, no, I said it wrongly."""

from __future__ import annotations

import re
from typing import Final

from core.memory.chinese.objects import things

_DROP: Final = (
    "(?:(?:删|抹|划|擦|清|撤|勾|拿|剔|消|丢|扔)(?:了|掉|除|去|干净)+|去掉|删|取消|作废|撤回|注销|不要了|"
    "(?<!别)(?<![我他她老会能没])(?<!都)(?<!就)(?<!给)忘(?:了|掉|记|干净)?)"
)
_IT: Final = (
    "(?:[那这](?:条|个|句|件|段|事|茬|档子|话|些|一条|一句)|的事儿?|刚才|刚刚|前头|上回|之前|说的|讲的|你|"
    "您|帮我|给我|替我|麻烦|请|(?<![我他她])把)"
)
_FORGET: Final = re.compile(
    rf"{_IT}[^，。？]{{0,16}}?{_DROP}(?![^，。]{{0,2}}[吗带说告])|(?<![我他她别])(?:忘了|忘掉|忘记|忘|删了|"
    rf"删掉|抹了|划了)(?:吧|得了|算了|好了|行了|它)|"
    r"^(?:快|请|就)?(?:忘掉|删掉|删除|抹掉|忘记|去掉)[^，。]{0,14}|"
    r"(?:不要|别|不用|甭|不必|莫|休)(?:再|老|给我|帮我|往上)*(?:记|存|留|写|惦记)(?![错仇混住])(?:着|上|"
    r"在[^，。]{1,4}上|[^，。我]{0,4})?(?:了|吧|$)|"
    r"不算数|(?:就)?不算(?:了|$|[，。当])|当(?:我|做|作)?(?:是)?没(?:说|讲|提|听见)|不作数|别当真|收回|"
    r"(?:是我|我)?(?:刚才|刚)?(?:瞎|胡|乱)(?:说|讲|扯)的|说着玩|"
    r"翻篇|(?:别|不|甭|莫)(?:要)?(?:再)?提了|别再提"
)
_FORGOT_MYSELF: Final = re.compile("[我他她](?:又|老|都|就|也|是)?(?:把)?[^，。说讲]{0,6}$")
_WONDERS: Final = re.compile(
    "怎么|咋|要紧|有事[吗没么]|会不会|该不该|为什么|多久|什么时候|哪|几[点次天片]|多少|[?？]$"
)
"""忘记吃药了怎么办 asks what to do; 能不能忘了那件事 does not."""
_FORGOT_TO_DO: Final = re.compile("(?:又|都|老)?忘记[^，。]{1,12}[了啦]")
_UNTOLD: Final = re.compile(
    r"(?:可|千万|你|您)*(?:别|不要|不用|甭|别给)[^，。]{0,3}(?:记(?!错|仇)|往外(?:说|讲)|往心里|外传|"
    r"传出去|告诉(?:别人|人|他|她|孩子|我)|跟(?:别人|人|他们|孩子[们]?)(?:说|讲)|存|说出去)|保密|就你知我知"
)
_ANOTHER_MATTER: Final = re.compile("对了|另外|还有|再就是|话说|说起来")
_ABOUT_TO_TELL: Final = re.compile("^[^，。]{0,3}(?:这话|这事|接下来|下面|我跟你说)")
_EMPTY: Final = re.compile(
    r"刚才|刚刚|上回|之前|前头|说的?|讲的?|[那这](?:一)?(?:条|个|句|件|些|段|茬|档子|事儿?|话)|你|您|把|给|"
    r"我|的|了|吧|别记|忘掉|忘记|忘|删掉|删除|删|不要记|啊|呀|就|事情|事儿?|最?喜欢|最?爱吃|最?爱喝|"
    r"爱(?=[听看打养])|爱|(?:记|弄|说|讲)(?:错|岔|混)|"
    r"请|麻烦|帮|替|关于|哎哟?|嗯|哦|算|不|去掉|再|都|还|是|也|有关|全|那|这|抹掉|抹|划掉|划|擦掉|取消|"
    r"作废|撤回|甭|别|记|存|(?:瞎|胡)说|当真|对了?|嗐|啦|哈|对$|条$|翻篇|提"
)
AGAIN: Final = re.compile(
    r"^(?:啊|哦|噢|哎|诶|嗐|呃|嗨|唉|哟)*(?:不对(?!劲|付)|不是不是|不不不?|错了|(?:我|刚才|刚|你|又)*(?:说|"
    r"讲|记|弄|搞|听)(?:错|岔|混|反)了?)"
)
NOT_SO: Final = re.compile("不是(?P<what>[^，。是我]{1,6}?)(?=$|是|[，。啊呀了])")
NOT_BUT: Final = re.compile("不是[^，。]{1,8}是")
CORRECTS: Final = re.compile(
    r"(?:不对|不是的|不是不是|错了|才对|才是$|不是公历|不是农历|不是阳历|不是阴历|(?:记|弄|搞|说|讲|"
    r"听)(?:错|岔|混|反)了?)[，,。！!\s]*(?:你(?:记|弄|搞|说|听)(?:错|岔|混)了)?[，,。！!\s]*"
)


def to_forget(text: str) -> tuple[tuple[str, ...], int] | None:
    """What a request to forget names, and where it ends; an empty word means what was told last."""
    found = _FORGET.search(text)
    if found is None or ("忘" in found.group() and _FORGOT_MYSELF.search(text[: found.start()])):
        return None
    clause = re.split("[，。,.!！]", text[found.start() :], maxsplit=1)[0]
    if _WONDERS.search(clause) or _FORGOT_TO_DO.fullmatch(clause):
        return None
    named = _words(text[: found.end()])
    if (
        not named
        and _UNTOLD.search(found.group())
        and len(text) - found.end() > 2
        and _ABOUT_TO_TELL.search(text)
    ):
        return None
    return named or ("",), found.end()


def untold(text: str) -> tuple[int, int] | None:
    """The part of the utterance that is not to be kept: before such a request, and after it until another
    matter."""
    found = _UNTOLD.search(text)
    if found is None:
        return None
    other = _ANOTHER_MATTER.search(text, found.end())
    return 0, other.start() if other else len(text)


def _words(text: str) -> tuple[str, ...]:
    pieces = re.split(r"[\s，。！？、,.!?]+", _EMPTY.sub(" ", text))
    named = [piece for piece in pieces if len(piece) > 1 or (piece and piece not in _FUNCTION)]
    return tuple(dict.fromkeys(word for piece in named for word in (piece, *things(piece))))


_FUNCTION: Final = "他她它在有好一个会能要想人上下去来当没不跟和对儿话条事吗呢得着过可点听看算"

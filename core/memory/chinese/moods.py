"""How a clause is meant: asked, imagined, said by somebody else, of the past, in passing."""

from __future__ import annotations

import re
from typing import Final, Literal

from core.memory.chinese.lexicon import KIN, NOW, PASSING, PAST

# 好不好, 喜欢不喜欢, 爱不爱, 有没有: a verb beside its own negation asks.
_CHOICE: Final = re.compile(
    r"(?P<verb>(?<!现)[^不没，。动时]|[^不没，。]{2})不(?P=verb)(?!了然行|懂)|"
    r"(?P<done>[^不没，。])没(?P=done)|可不可以|喜不喜欢|知不知道"
)
_ASKS: Final = re.compile(
    r"[吗么][，。]?$|[吗？?]|(?<![没为])什么(?![^，。]{1,4}都)(?!时候能|时候才|都|也|的$|毛病)|啥(?=时候|"
    r"好处|意思|东西)|"
    r"(?<!管他)谁(?!都|也)|哪(?:里|儿|个|天(?!能|也)|年|有|些|位|来|种|家|边|会|能|块|$)(?!都|也)|"
    r"(?<!学)(?<!学会)(?<!教我)(?<!研究)(?<!琢磨)怎么(?!也|都|着)|咋(?!都|也|办都)|为啥|为什么|多少(?!年|"
    r"都)|几[点个岁号月天](?:了|钟)?$|难道|不知道|记不记得|"
    r"(?<!要)不是(?:说)?[^，。]{1,8}来着|(?:能|可以)吃吗|谈不上|说不上|无所谓"
)
IMAGINED: Final = re.compile(
    "要是|要不是|如果|假如|假设|假使|若是|倘若|万一|(?<!叫)(?<!叫.)(?<!我.)(?<!我..)(?<!我...)(?<!我....)就"
    "好了|多好(?!的|吃|喝|看|听)|的话(?!剧|题|都)|梦见|梦到|做梦|恨不得|早知道|差点儿?|差一点|"
    "哪怕|就算|即使|即便|比方说|打个比方|比如说?|假装|巴不得|下辈子|来世"
)
_UNSURE: Final = re.compile(
    "好像|也许|可能|说不定|没准儿?|兴许|大概其|估计|怀疑|恐怕|应该是|怕是|不一定|未必|不至于|闹着玩|开玩笑|"
    "逗你"
)
_MEDIA: Final = (
    "(?:电视|收音机|广播|新闻|报纸|书|网|手机|故事|戏|歌|电影|微信|抖音|视频|短视频|朋友圈|群|小说|剧|节目|"
    "杂志|评书|广告|"
    "说明书|讲座|课|歌词|戏文|相声|台词|歌儿|快手|头条|直播|健康频道|电台)(?:剧|节目)?"
)
_SAY: Final = "(?:说|讲|唱|写|演|念|教|播|宣传|提到|介绍|推荐|提醒)"
QUOTED: Final = re.compile(
    rf"{_MEDIA}(?:里头?|上头?|中|里面|上面|那个|的)[^，。]{{0,10}}?{_SAY}|{_MEDIA}{_SAY}|"
    rf"(?:专家|主持人|主播|明星|名人|古人|老话|俗话|常言|人们|老人家?们?|推销的?|卖[^，。]{{1,4}}的|歌里|"
    rf"戏里)[^，。]{{0,6}}(?:{_SAY}|问|道)|"
    rf"(?:他|她|他们|她们|人家|别人|有人|那个?人|大家|大伙儿?|都|{KIN}|朋友|同学|战友|同事|"
    rf"邻居)[^，。我]{{0,5}}(?:非|老|总|就|都|常)?"
    r"(?:跟我|对我|和我|给我)?(?:说|讲|问|告诉我|觉得|以为|叨叨|念叨)(?!明|话|起|相声|不|得来|评书|故事|好|"
    r"定|了算)|"
    r"(?:没|哪|谁|几时)(?:有)?(?:说|讲)过|谁(?:说|告诉)|(?:当|以为)我是|听(?:说|讲|人|他|她|人家)|据说|"
    r"传说|(?<![跟和对给])[你您]说(?=我)|[老小]\w?[^，。我]{0,3}说(?!话)|^说(?:我|是)"
)
_FROM_A_MEDIUM: Final = re.compile(f"{_MEDIA}|专家|主持人|主播")
DIAGNOSED: Final = re.compile(
    r"(?:医生|大夫|医院|体检|检查|化验|拍片子?|做[^，。]{0,4}CT|确诊)[^，。]{0,6}?"
    r"(?:(?:跟我|和我|给我|对我)?(?:说|讲|告诉)(?:我)?(?:这)?|诊断|查出来?|发现|告诉我|确诊|看出来?|"
    r"报告)(?:说|我|是|了|这|得了|有)*"
)
REAL_AGAIN: Final = re.compile(
    r"^(?:可是?|但是?|不过|反正|其实|至于|而|只有)?(?:我(?:自己|自个儿|呢|倒|可|本人|这个人|才|实际|其实)|"
    r"我现在|现在我?|其实)|"
    r"^(?:可是?|但是?|不过|反正|其实|至于)我"
)
PASSING_BY: Final = re.compile(PASSING)
_PAST: Final = re.compile(PAST)
_NOW: Final = re.compile(NOW)
_LONG_SINCE: Final = re.compile("打小|从小|[打从]年轻|年轻[^，。]{0,4}起|一直|一辈子|到现在|至今|还是")
_CONSEQUENCE: Final = re.compile("[就会能得再该才肯准]|也")
_LINGERS: Final = re.compile("[过还]|那时|当时|上台")
_ECHO: Final = re.compile("^[哦噢喔][^我俺]*[啊呀]$|^(?:原来|这么说|敢情)[^我俺]*[啊呀]$")


def asks(said: str) -> bool:
    """Whether a clause asks, or leaves its answer open."""
    return bool(_ASKS.search(said) or _CHOICE.search(said))


def echoes(text: str) -> bool:
    """Whether a clause with its fillers says back what was heard: 哦每天吃两颗核桃啊."""
    return bool(_ECHO.search(text))


def quoted(said: str) -> Literal["open", "told"] | None:
    """Whether somebody else's words begin; ``open`` where the clause ends before they do: 电视里说."""
    found = list(QUOTED.finditer(said))
    if not found:
        return None
    rest = said[found[-1].end() :]
    return "open" if not rest or rest.startswith("我") else "told"


def from_a_medium(said: str) -> bool:
    """Whether what speaks is no person of the household: 电视里那个人说."""
    return bool(_FROM_A_MEDIUM.search(said))


def follows(said: str) -> bool:
    """Whether a clause may still draw the consequence of a supposition: 我就去学开飞机."""
    return bool(_CONSEQUENCE.search(said))


def lingers(said: str) -> bool:
    """Whether a clause may still be of the time spoken of before."""
    return bool(_LINGERS.search(said))


def unsure(said: str) -> bool:
    return bool(_UNSURE.search(said))


def of_the_past(said: str) -> bool | None:
    """True where a clause says it is of the past, False where it says of now, None where it says neither."""
    past = _PAST.search(said)
    now = _NOW.search(said)
    if past and now:
        return past.start() > now.start()
    if past:
        return True
    return False if now or _LONG_SINCE.search(said) else None

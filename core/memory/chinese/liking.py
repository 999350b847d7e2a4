"""What somebody likes and does not: 就好这口, 一口都不沾, 花茶喝不惯了."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.memory.chinese.lexicon import DO
from core.memory.chinese.objects import things, topic
from core.memory.chinese.spoken import Spoken, Stated
from core.memory.clauses import SELF

_DOES: Final = "(?:吃|喝|碰|沾|抽|尝)"
_DISLIKE: Final = (
    r"(?<!不是)(?<!没有)(?<!不能)(?<!谁)(?:"
    r"不(?:太|怎么|大|是很|是太|咋|很|再|咋|咋)?(?:喜欢|欢喜|稀罕|爱(?![惜护人])|中意|得意|待见|感兴趣|"
    r"习惯(?=[吃喝听看用睡住])|好(?=这|那))|"
    r"(?:从来|一向|向来|平时|一般)?不(?:看|听)(?=[^，。]{0,6}(?:片|剧|戏|节目|新闻|歌|书|相声|评书))|"
    rf"不(?:怎么|大|太|咋|再)?{_DOES}(?![饭药亏苦得惯来了动下出够腻完上醋])|不{_DOES}(?=了$)|"
    rf"(?:不能|不太能|不大能|不怎么能|不敢|不可以|不宜|不许)(?:再|多|太)?(?:{_DOES}|闻)|没(?:法|办法){_DOES}|"
    r"(?:[吃喝闻见沾碰听]不得|[吃喝看听闻住坐睡]不惯|[吹用待听睡]不惯|[嚼咬]不[动了]|[吃喝]伤了|"
    r"[吃喝坐看]怕了|吃够了|能躲就躲|能不[吃喝碰]就不[吃喝碰]|敬而远之|不感冒|[打发]?[怵憷]|[吃喝]不来|"
    r"[吃喝受闻坐](?:不了)|受不[得住]|咽不下去?|下不去嘴)|"
    r"膈应|消化不[了动]|看不得|腻歪|[看瞧]不上(?!眼)|不(?:乐意|愿意?)(?=[吃喝去听看住跟穿])|讨厌|反感|厌恶|"
    r"烦(?=透|死|"
    r"[^，。]{2,6}$)(?<=[最特就可真挺]烦)|(?:最|特别|可|就)恨|最烦|特别烦|特烦|可烦|"
    r"嫌(?:它|太|有点)*(?:腥|膻|腻|苦|辣|甜|咸|硬|臭|油|吵|闹|贵)|嫌(?=[^我你他她弃]{1,8}(?:太|味|膻|腥|腻|"
    r"苦|吵|辣|甜|咸|硬|臭|脏|油))|"
    r"(?:[吃喝听看玩])?腻(?:味)?了|忌(?:口|吃|了)|戒(?=[烟酒糖茶牌赌](?!戒))|戒(?:掉)?了(?!十|"
    r"[一二三四五六七八九几])|没(?:啥|什么)?兴趣|没胃口吃|无感|"
    r"怕(?=狗|猫|蛇|虫|黑|冷|热|吵|辣|酸|打雷|坐|鬼|老鼠|蟑螂|蜘蛛|血|打针|[吃喝闻听见看]|高$|恐高|水|烟|"
    r"羊膻|腥|膻|油)"
    r")"
)
_LIKE: Final = (
    r"(?<![不没])(?<![^特]别)(?<!^别)(?<!不太)(?<!不大)(?<!不是很)(?<!不怎么)(?:"
    r"喜欢|欢喜|稀罕|喜爱|偏爱|热爱|酷爱|钟爱|钟意|中意|得意(?=[这那吃喝个])|迷上了?|入了?迷|着迷|"
    r"(?:最|就|特别|老)馋|馋(?=[这那])|离不[开了得]|少不[了得]|戒不[掉了]|断不了|缺不了|丢不[开下]|"
    r"[吃喝听看玩]不[够腻]|百[吃听看]不厌|情有独钟|"
    r"(?<![可恋亲疼关热敬友心做恩相喜酷偏钟的])爱(?![人好心情护惜哭笑上]|面子|理不|谁|信不|生气|忘|"
    r"操心|唠叨|打呼|出汗|怎么|咋|来不)(?:上了?)?|"
    r"(?<![最不还很挺更真正只也对你])(?<!刚)好(?=(?:这|那|一|两|喝|个|吃)?(?:口|盅)|喝(?:个|口|点|两|那|这|"
    r"茶|酒)|吃(?:个|口|甜|辣|酸|咸)|玩个|打(?:个|两)|听个|下(?:个|盘|两)?棋)|"
    r"(?:就|只|专)(?:认|喝|吃|听|看)(?=[^，。了]{2,8}$)|改(?:成|为)?(?:喝|吃|听|看|玩|抽|下|打|唱|跳|养|练|"
    r"学|画|钓)(?!药)|换成?(?:喝|吃)|(?<!不)感兴趣|有兴趣"
    r")"
)
_TURNS: Final = re.compile(rf"(?P<dislike>{_DISLIKE})|(?P<like>{_LIKE})")
_NAMED: Final = re.compile(
    r"(?:爱好|嗜好|最爱|兴趣|乐趣|乐子|消遣|享受|(?:没|无)(?:有)?(?:什么|啥|别的)*(?:爱好|嗜好|消遣)(?=就)|"
    r"(?:最|特别|就)?(?:喜欢|爱)(?:吃|喝|听|看|玩)?的[^，。是]{0,6})(?:就)?是(?P<what>[^，。]{1,20})"
)
_FAN: Final = re.compile(
    "(?:我|俺)(?:可)?是(?:个|一个|老|资深|铁杆)*(?P<what>[^，。我是]{1,5})(?:迷|粉丝|票友|爱好者)"
)
_BELOVED: Final = re.compile(
    r"(?P<what>[^，。我]{1,8})(?:那|这)?(?:可|真)?(?:就)?是我(?:的|这辈子)*(?:最爱|心头好|命根子|命|宝贝|"
    r"最喜欢)"
)
_BEST: Final = re.compile(
    r"觉(?:得|着)(?:还是|就|要数)?(?P<what>[^，。我]{1,8}?)(?:最|更|才)?(?:好吃|好喝|好听|好看|香|过瘾|"
    r"有味道?|有意思)|(?P<what_b>[^，。我]{1,8}?)(?:最|很|挺|特别|真|可)?[合对]我(?:的)?(?:口味|胃口|心意|"
    r"脾气|路子)|最(?:香|好吃|好喝|好听|好看|美|得劲|有意思)的(?:就|还|"
    r"要数)?(?:是)?(?P<what_c>[^，。]{1,10})"
)
_SICKENS: Final = re.compile(
    r"(?:闻|吃|见|听|看|喝)(?:到|见|着|了)?(?P<what>[^，。我就]{1,8}?)(?:的味儿?|味儿?)?就(?:犯|想|觉得|"
    r"心里|浑身)?(?:恶心|吐|反胃|头疼|烦|哆嗦|发怵|腻|起鸡皮)"
)
_NEEDED: Final = re.compile(
    r"(?:一天|一顿|一日)(?:要是)?(?:不|没|离了?|没有)(?P<what>[^，。就都我]{1,8}?)(?:就|都|心里|浑身|嘴里|"
    r"这)|"
    r"(?:顿顿|天天|每顿|餐餐|一天到晚)[^，。]{0,4}?(?:得有|要有|离不[了开]|少不了|都有|"
    r"断不了)(?P<what_c>[^，。]{1,6}?)(?=没|少|$|[，。了])|"
    r"(?:无|没|非)(?P<what_d>[^，。我]{1,5})不(?:欢|吃|喝|可|香|成席)|"
    r"(?:没有?|少了|离了)(?P<what_b>[^，。就都我]{1,6})(?:就|可|还真|是|我)?(?:吃不下|不行|不成|吃不下|"
    r"睡不着|活不了|难受)"
)
_TOWARDS: Final = re.compile(
    r"对(?P<what>[^，。]{1,10}?)(?:特别|很|挺|最|一直|也|可|是|真|不太|不大|不怎么)*(?P<none>不感兴趣|"
    r"没(?:啥|什么|有)?(?:兴趣|感觉)|反感)?(?P<some>感兴趣|有兴趣|情有独钟|着迷|入迷|上瘾)?$"
)
_ANOTHER: Final = re.compile("[你您他她]们?(?:也|就|都|很|最|肯定|一定|不|挺|可|特别|还|倒)*$")
_NOT_A_THING: Final = re.compile(
    "^(?:[你您他她它谁]|这样|那样|自己$|[我的]|过$|人$|吃$|喝$|听$|看$|玩$|事$|上$|出门$)|^(?:这|那)(?:个|"
    "样|些)?$"
)
_THAT_ONE: Final = re.compile("(?:[那这]个|[那这](?:件|条|双|张|本|首))(?!味)")
_ASKED_FOR: Final = re.compile("^(?:你|您)?(?:给|帮|替|让|放|来|陪)(?:我|一)|想(?:要)?(?:吃|喝|听|看)")
_WEAK: Final = re.compile("^(?:不吃|不喝|不碰|不沾|不能|不敢|受不|吃不|喝不|只|就|改|换)")
_EMPTY: Final = re.compile(rf"^{DO}?|[了的啊呢吧嘛呀啦哦]|得很|得慌|得要命|去|来着")
_REASON: Final = re.compile("味|膻|腥|冲|腻|刺激|油|酸|咸")


@dataclass(frozen=True, slots=True)
class _Opinion:
    things: tuple[str, ...]
    negated: bool


def preferences(spoken: Spoken, before: Stated | None) -> Iterator[Stated]:
    """What the clause says is liked or not. before: the last preference told, for 我老伴儿倒是离不了."""
    if _ASKED_FOR.search(spoken.words):
        return
    for opinion in _opinions(spoken, before):
        for thing in opinion.things:
            yield Stated("preference", thing, thing, opinion.negated)


def _opinions(spoken: Spoken, before: Stated | None) -> Iterator[_Opinion]:
    words = spoken.words
    for pattern in (_NAMED, _FAN, _BELOVED, _NEEDED, _BEST, _SICKENS):
        if found := pattern.search(words):
            kept = _kept(things(next(group for group in found.groups() if group)))
            if kept:
                yield _Opinion(kept, pattern is _SICKENS)
                return
    if (found := _TOWARDS.search(words)) and (found["none"] or found["some"]):
        yield _Opinion(_kept(things(found["what"])), found["none"] is not None)
        return
    turns = list(_TURNS.finditer(words))
    for place, turn in enumerate(turns):
        start = turns[place - 1].end() if place else 0
        end = turns[place + 1].start() if place + 1 < len(turns) else len(words)
        if not _of_somebody_else(spoken, turn):
            yield from _opinion(spoken, turn, words[start : turn.start()], words[turn.end() : end], before)


def _of_somebody_else(spoken: Spoken, turn: re.Match[str]) -> bool:
    """Whether the verb has another subject (他爱吃的鱼), speaks of one thing at hand, or of this once."""
    head = spoken.words[: turn.start()]
    another = _ANOTHER.search(head) and spoken.about == SELF
    passing = spoken.passing and _WEAK.match(turn.group())
    return bool(another or passing or _THAT_ONE.match(spoken.words, turn.end()))


def _opinion(
    spoken: Spoken, turn: re.Match[str], fronted: str, after: str, before: Stated | None
) -> Iterator[_Opinion]:
    """What one verb says of its object, which stands after it, before it, or was told by somebody else."""
    negated = turn.lastgroup == "dislike"
    found = _kept(things(after))
    if not found and not _EMPTY.sub("", after):
        named = topic(fronted)
        found = _kept([named]) if named else ()
        again = before is not None and before.negated and negated and not spoken.named_here
        if found and again and _REASON.search(named):
            return
    if not found and before is not None and spoken.about != before.about:
        found = (before.value,)
    if found:
        yield _Opinion(found, negated)


def _kept(found: list[str]) -> tuple[str, ...]:
    return tuple(thing for thing in found if not _NOT_A_THING.match(thing) and len(thing) <= 16)

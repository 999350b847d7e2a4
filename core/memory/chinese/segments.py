"""Cutting a Chinese utterance where its commas would be: recognisers write none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.chinese.lexicon import (
    AHEAD,
    CLOCK,
    HABIT,
    HABITUALLY,
    KIN,
    NOW,
    PART_OF_DAY,
    PASSING,
    PAST,
    WEEKDAY,
)
from core.memory.clauses import Clause, split

_GOVERNS: Final = (
    "叫跟给让对和为替陪把被向比像问等催劝请带管喊帮找教送当以随由于接凭惹嫌怪夸骂逼许准离按照托求见与同连用"
)
"""Characters after which 我 is an object and begins no clause."""
_WANTS: Final = "".join(
    f"(?<!{word})"
    for word in (
        "打算",
        "准备",
        "计划",
        "争取",
        "决定",
        "盼着",
        "盼望",
        "希望",
        "决心",
        "想着",
        "想",
        "要",
        "目标是",
        "心愿是",
    )
)
_NOT_AFTER_SUBJECT: Final = "(?<=[^我俺咱你您他她它们从到是自在的])"
_LINK: Final = (
    "但是|不过|可是|而且|另外|还有(?!点|些)|再就是|再有就是|对了|其实|所以|结果|就是(?=硬|说)|反正|"
    "要不(?!要|然)|只是|除了|"
    "啊不对|哎不对|哦不对|噢不对|不对不对|不对(?!劲|付|味)|不是不是|(?:我)?(?:刚才|刚)?(?:说|讲|记|弄|"
    "搞)(?:错|岔|混)了?|"
    "可(?=偏|就|现在|不敢|惜)|倒是(?!挺|很)|至于|要是|如果|万一|比如|好像|身边|"
    r"也(?:不|很|特别|最|挺|就|不太|不大)?(?:喜欢|欢喜|爱|吃|喝|怕|讨厌)"
)
_ASKING: Final = (
    "能不能|可不可以|该不该|要不要|是不是该|怎么办|怎么治|你说(?!的)|你看(?!电|书|得)|你猜|你知道|你记|"
    "你帮|你给我|你别|你可|"
    "你叫我|你就叫|你以后|你喊我|您说(?!的)|您看|您记|您帮|您叫我|您就叫|以后(?:就)?叫|都?管我叫|知道(?:吧|"
    "吗|不)"
)
_DOCTOR: Final = "(?<![个的位院家牙是找看问跟叫让我当])(?=大夫|医生|医院(?:说|查))"
_AFTER_LE: Final = (
    "不(?![起得了])|没(?!多)|天天|住|家住|家在|耳朵|眼睛|血[压糖脂]|心脏|就[爱喜好盼想]|最|特别|大夫|医生|"
    "生日|属|姓|叫我|"
    "腿|腰|胃|海鲜|爱[吃喝看听]|喜欢|记住|记着|平"
)
_OF_KIN: Final = (
    "在|住|叫|爱|喜欢|欢喜|不|对|有|得|的生日|生日|也|最|特别|每|就爱|就喜欢|倒|呢|却|则|说|是(?!我)"
)

BOUNDARY: Final = re.compile(
    r"[，。！？；,!?;…\n]+|(?<![0-9])[.:：]+|[.:：]+(?![0-9])"
    rf"|(?<=[^{_GOVERNS}\s])(?<![^但可就要还而于不只又总老]是)(?=(?:我|俺|咱)(?!的话|说(?!话)|想问|们说|"
    rf"觉得|看(?=也|你|未必|就|还|不|得|这|那|是)))"
    r"|(?<=说啊)(?=[我你])"
    rf"|{_NOT_AFTER_SUBJECT}(?={_LINK})"
    rf"|(?<=[^我俺咱你您他她它们从到是自在])(?<!喜欢)(?<!爱听)(?<!爱看)(?={_ASKING})"
    rf"|{_WANTS}{_NOT_AFTER_SUBJECT}(?=(?:{NOW}|{PAST}|{PASSING}))"
    rf"|{_WANTS}(?<=[^我俺咱你您他她它们从到是自都得要也就还用下在个月年会能周、和跟且为叫])(?={HABIT}|"
    rf"(?:平时|平常|平日))"
    rf"|{_DOCTOR}"
    rf"|(?<=[^装做换放搭安动开切戴镶植配查吃喝听看买爱学养种有得]了)(?=(?:{_AFTER_LE}|{AHEAD}|{KIN}))"
    rf"|(?<=[啦呀噢咯喽哩啊哦嘛呢])(?=[^啦呀噢咯喽哩啊哦嘛呢的])|(?<=[^酒网贴]吧)(?=.)"
    rf"|(?<=[^我俺咱家个的那这跟和给陪带让叫管喊教随把被对为像比向有是养与大二小外三老名亲堂表婆、孙着])(?="
    rf"{KIN}(?:{_OF_KIN}))"
    rf"|(?<=[^家个的那这跟和给])(?=老[二三四](?:{_OF_KIN}))|(?<=[^，的])(?=[他她](?:呀|呢|啊|就|最|也|特别|"
    rf"爱|喜欢|不|可|得|有|是|在|住|每|天天|从|又|老|总|今|现)(?!说))|(?<=[岁年])(?=住|家|耳朵|眼睛|血|有)"
)
"""Where a clause ends: at a mark, before a subject, a link, a word of time, after a final particle."""

FILLERS: Final = re.compile(
    r"^(?:(?:嗯|哎[哟呀]?|诶|唉|呃|啊|哦|噢|嗐|嘿|喏|哈+|是啊|是的|对对?|好的?(?=[，,])|那个啥|"
    r"那个(?=[，,我呀啊嗯])|那什么|这个(?=[，,嗯])|"
    r"就是说?|其实|反正|对了|另外|还有(?:就是)?|再就是|再有|而且|不过|但是?|可是|然后|后来|所以|因为|结果|"
    r"说真的|说实话|说实在的|"
    r"(?:你|您)说(?P<tag>.)不(?P=tag)|不瞒你说|告诉你|(?:我)?(?:来)?(?:跟|给|同)(?:你|您|侬)(?:从头)?(?:说|"
    r"讲|唠|摆)(?:啊|哈|个事儿?|一?下|说)?|(?:你|您)?听我说|"
    r"(?:请|麻烦)?(?:你|您)?(?:得|要|可得|可要|可|千万|一定)*(?:帮我|给我|替我)?记(?:住|着|得|一下|下来|"
    r"下(?![周个下星礼午月])|上|好)(?:了|啊|哦|一下|一?点)?|"
    r"(?:你|您)?(?:可|千万)*别忘了?|小伙子|小同志|同志|"
    r"(?:刚才|刚)?(?:我)?(?:刚才|刚)?(?:说|讲|记|弄|搞)(?:错|岔|混)了|啊?不对|不是(?=[，,我不])|我是说|"
    r"我说(?!过|话)|可(?=我|偏|现在)|也(?=就)|"
    r"身边(?:就|只)?(?:有)?(?:一|两|几)?个?|就一个|(?:现在|如今|目前|现如今)(?!的)|平日里?|平时|平常|往后|"
    r"除了)[\s，,呢呀啊哈吧]*)+"
)
_SUBJECT_ALONE: Final = re.compile(
    rf"(?:我|俺|咱|(?:我|俺|我家|咱家)?(?:那个|那|这个)?(?:{KIN}))(?:这个人|这人|自己|自个儿|本人|"
    rf"们)?(?:吧|呢|呀|啊|嘛|哦)*"
)
_TIME: Final = (
    f"(?:{AHEAD}|{HABIT}|{CLOCK}|{PART_OF_DAY}|{WEEKDAY}|{HABITUALLY}|{PASSING}|{NOW}|跟|和|到|的|就|、)"
)
_ONLY_TIME: Final = re.compile(rf"(?:我|俺)?{_TIME}+")
_ENDS_IN_TIME: Final = re.compile(f"(?:{CLOCK}|{HABITUALLY}|{PART_OF_DAY}|{WEEKDAY}|{HABIT})$")
_HABIT_FIRST: Final = re.compile(f"^{HABIT}")
_GOES_ON: Final = re.compile("^(?:我|俺)(?:准|就|都|得|必|要|肯定|总|也|才)")
_DATED: Final = re.compile(NOW)
PREDICATE: Final = re.compile("[是有在住说讲想能会得没不了过着就都也还爱喜怕给让被把要姓记]|知道|觉得|叫")
_MAX_TOPIC: Final = 12
TOPICAL: Final = re.compile(
    rf"^(?:我|俺|咱)?(?:们)?(?:{NOW}|现在|可|是|就|都|也|真|一口|一点儿?|一概|从来|最|特别|倒|倒是|很|挺|"
    rf"还|这辈子|打小|从小|向来|平时|一直|实在|根本)*"
    "(?:喜欢|欢喜|稀罕|爱(?:吃|喝|看|听|玩)?(?:$|的|得|了)|不|碰不得|沾不得|吃不|喝不|闻不|受不|离不|戒了|"
    "忌|腻|怕|讨厌|馋|过敏|最爱|放弃|没兴趣|感兴趣)"
)


_SUBJECT_NEXT: Final = re.compile("我|俺|咱")


def cut(text: str) -> list[Clause]:
    """Clauses of the utterance, a time or a topic with the clause it belongs to."""
    return list(_joined(text, split(text, BOUNDARY)))


def without_fillers(words: str) -> str:
    return FILLERS.sub("", words)


def names_only(words: str) -> bool:
    """Whether a clause only says whom the next ones are about: 我这个人嘛, 她呀."""
    return bool(_SUBJECT_ALONE.fullmatch(words))


def _joined(text: str, clauses: list[Clause]) -> Iterator[Clause]:
    waiting: Clause | None = None
    for clause in clauses:
        whole = clause
        if waiting is not None:
            if _belongs(waiting.text, without_fillers(clause.text)):
                whole = Clause(waiting.start, text[waiting.start : clause.end])
            else:
                yield waiting
        waiting = whole
    if waiting is not None:
        yield waiting


def _belongs(before: str, words: str) -> bool:
    """Whether what was said before is the time or the topic of a clause: 下个月十八号, 羊肉."""
    said = without_fillers(before)
    if not said or names_only(said):
        return False
    if _ONLY_TIME.fullmatch(said) or _ENDS_IN_TIME.search(said):
        return True
    if _HABIT_FIRST.match(said) and _GOES_ON.match(words):
        return True
    nominal = len(said) <= _MAX_TOPIC and not PREDICATE.search(said) and not _DATED.search(said)
    return nominal and bool(TOPICAL.match(words) or _SUBJECT_NEXT.match(words))

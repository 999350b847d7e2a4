"""What somebody does every day, week or year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.chinese.lexicon import (
    ACTION,
    AHEAD,
    CLOCK,
    HABIT,
    HABITUALLY,
    NOW,
    NUMBER,
    PART_OF_DAY,
    PASSING,
    WEEKDAY,
)
from core.memory.chinese.spoken import Spoken, Stated

_HABIT: Final = re.compile(HABIT)
_HABITUALLY: Final = re.compile(HABITUALLY)
_CLOCK: Final = re.compile(CLOCK)
_WEEKDAY: Final = re.compile(WEEKDAY)
_ACTION: Final = re.compile(ACTION)
_REMIND: Final = re.compile("提醒我|叫我(?:起|吃|去)|给我(?:放|读|念|讲|报|播)|帮我|叫醒我")
_MODAL: Final = re.compile("非得|必须|必|准到|都要|都得|一定|总要|总得|少不了|雷打不动|准")
_STATE: Final = re.compile(
    r"[吃喝睡哭笑忙累闹]得|睡不[着好]|难受|无聊|没事|开心|高兴|吵|下雨|头疼|头晕|觉得|盼|惦记|担心|"
    r"对[^，。]{1,6}(?:好|有好处|有益)|"
    r"有[^，。]{0,4}(?:卖|车|班)|忙得|一个样|应该|最好|可以|不会"
)
_MEDICINE: Final = re.compile(
    r"^(?:都|要|得|就|靠)*(?:打|吃|服|喝)[^，。]{0,5}(?:药|针|胰岛素|片|胶囊)[^，。]{0,4}$"
)
_SO_EVERY_TIME: Final = re.compile(
    "^(?:都|也|准|必|总)*(?:去|这样|如此|这么着|来|这么过|不落|不断|不拉|不误)?(?:了|的|呢)?$"
)
_NOW_AT: Final = re.compile(
    rf"(?:改|换|挪|推迟|提前)(?:成|到|为|了|在)*[^，。]{{0,4}}?(?P<time>{PART_OF_DAY}?{CLOCK}|{WEEKDAY}|"
    rf"{PART_OF_DAY})(?:才|再|就|了)*(?P<what>[^，。]{{0,16}})"
)
_WEEKLY: Final = re.compile(
    rf"一三五|二四六|{WEEKDAY}[^，。]{{0,6}}?(?:都|总|一般|常|就去)|"
    rf"{WEEKDAY}(?:、|和|跟|与)?(?:{WEEKDAY}|[一二三四五六日]和)|{WEEKDAY}[一二三四五六日]{{1,3}}"
)
_DAILY: Final = re.compile("起床|睡觉|上床|就|才|先|都|准")
_AHEAD_DAY: Final = re.compile(
    "下下?个?(?:周|星期|礼拜|月)|明天|后天|明年|月[0-9一二三四五六七八九十]+[号日]"
)
_NOWADAYS: Final = re.compile(f"(?:{NOW})[^，。]{{0,6}}(?:{PART_OF_DAY})?{CLOCK}(?:多|左右)?(?:才|就)")
_ONCE: Final = re.compile(f"{AHEAD}|{PASSING}|[要想得]|[^就]了|过")
_TIME: Final = (
    rf"{HABIT}|{WEEKDAY}|{PART_OF_DAY}|{CLOCK}|{HABITUALLY}|{NUMBER}{{1,3}}[号日]|吃完[早午晚]?饭|"
    rf"[早午晚]饭(?:后|前)|睡(?:觉)?前|饭[前后]|临|今年|明年|大约|大概|差不多|左右|左近|准时|钟"
)
_WITHOUT_TIME: Final = re.compile(_TIME)
_WAY: Final = re.compile(
    r"^(?:我|俺|咱们?|我们|都|要|会|就|得|必须|必|才|再|再去|总|也|还|跟着?[^，。]{1,6}?(?=一起|去|打|跳|"
    r"视频|通|聊|下|唱|video)|和[^，。]{1,6}?(?=一起|去|打|跳|视频|通|聊|下|唱)|"
    r"陪[^，。]{1,4}?(?=去|打|散|遛|下)|一起|用[^，。]{1,8}?(?=跟|和|给|看|听)|起来|起床(?=.)|出门(?=.)|先|"
    r"雷打不动|在[^，。]{1,8}?(?=打|跳|唱|练|遛|散|走|下|听|看|写|画)|"
    r"(?:去|到|上)(?:[^，。去]{1,8}?)(?=打(?!鱼)|跳|唱|练|遛|散|爬|快走|溜达|转|走走|下棋|听|看|写|画|买|"
    r"取|拿|领|锻炼|(?<!大)学|游|做|跑|喝|吃|接|拜|烧|复查|量|理发|聊|钓|上课)|去(?=.)|到(?=.)|上(?=.{2}))+"
)
_HOW_OFTEN: Final = re.compile(
    "(?<=.)(?:大概|差不多)?[0-9一二两三四五六七八九十半几]+(?:个)?(?:圈|趟|次|回|遍|小时|钟头|分钟|步|"
    "里地|公里|杯|盘).*$"
)
_ONE_TIME: Final = re.compile(
    "^(?:一下|个|趟|一趟|点儿?|会儿?|两圈|[一二两三四五六七八九十半几]+(?:圈|个|趟|次|回|遍|小时|个小时|"
    "钟头|分钟|步))"
)


_NIGHTLY: Final = re.compile("睡觉|睡下|起床|起来")
"""Said with one character as often: 九点睡, 六点起."""


def routines(spoken: Spoken, text: str) -> Iterator[Stated]:
    """The clause's habit, if it tells one. text: the utterance, which may say elsewhere that it is weekly."""
    words = spoken.words
    if spoken.passing and not _HABIT.search(words):
        return
    if _REMIND.search(words):
        return
    if (found := _NOW_AT.search(words)) and not _AHEAD_DAY.search(words):
        yield Stated("routine", activity(found["what"] or words[: found.start()]), words)
        return
    habit = _HABIT.search(words)
    if habit is None and not _weekly(words, spoken.clause.text, text):
        return
    after = words[habit.end() :] if habit else words[_time(words) :]
    if habit and _SO_EVERY_TIME.match(after):
        after = words[: habit.start()]
    if not after or _STATE.search(after) or _MEDICINE.match(after):
        return
    if not (_ACTION.search(_WITHOUT_TIME.sub("", after)) or _MODAL.search(after)):
        return
    clocks = list(_CLOCK.finditer(after))
    timed = after[clocks[-1].end() :] if clocks and habit is None else after
    what = activity(timed if _ACTION.search(timed) else after)
    yield Stated("routine", what if _ACTION.search(what) or len(what) > 1 else activity(words), words)


def _time(words: str) -> int:
    """Where the last time of the clause begins."""
    times = [found.start() for found in _WITHOUT_TIME.finditer(words)]
    return times[0] if times else 0


def _weekly(words: str, whole: str, text: str) -> bool:
    """Without 每: two days of the week, or a time that is said to be always kept."""
    if _WEEKLY.search(words):
        return not re.search("[下上这]个?(?:周|星期|礼拜)", words)
    timed = _CLOCK.search(words) or _WEEKDAY.search(words) or re.search(PART_OF_DAY, words)
    if timed and _HABITUALLY.search(words):
        return True
    if _NOWADAYS.search(whole):
        return True
    if _CLOCK.search(words) and _DAILY.search(words) and not _ONCE.search(words):
        return True
    return bool(
        (timed or _WEEKDAY.search(words))
        and re.search(
            "每个?(?:礼拜|星期|周)都|天天如此|每天(?:都)?(?:这样|如此)|从不落|雷打不动|风雨无阻|固定", text
        )
    )


def activity(words: str) -> str:
    """What is done, without when, where and with whom: 打太极拳 of 六点跟老伴去公园打太极拳."""
    said, before = _WITHOUT_TIME.sub("", words).strip("，。 了啊呢吧的"), ""
    while said != before:
        before = said
        said = _ONE_TIME.sub("", _WAY.sub("", said))
    return _NIGHTLY.sub(lambda found: found[0][0], _HOW_OFTEN.sub("", said) or said or words)

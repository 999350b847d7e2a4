"""Everything one Chinese utterance says that may be remembered, taken back or forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from core.memory.chinese import habits, health, identity, liking, plans, requests
from core.memory.chinese.objects import things
from core.memory.chinese.people import NOBODY
from core.memory.chinese.plain import Plain, plain
from core.memory.chinese.spoken import Spoken, Stated, spoken
from core.memory.clauses import SELF, Clause, Extraction, candidate
from core.memory.dates import month_days
from core.memory.facts import Candidate

_AGE: Final = re.compile(r"[0-9零一二两三四五六七八九十]{1,4}(?:岁|了|$)|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]")
_PLANNED: Final = re.compile(
    "打算|准备|想|计划|盼|争取|目标|心愿|愿望|决心|攒钱|希望|商量好|(?:明年|后年)(?!.{0,3}[月号])(?:我|再|"
    "就)?[去坐]"
)
_LIKING_TO: Final = re.compile("(?:最|就|特别|可|也|都)?(?:喜欢|爱)[吃喝看听玩]")
_LIKING: Final = re.compile("喜欢|欢喜|爱(?=[吃喝看听玩])|就好|讨厌|不[吃喝敢碰]|不能[吃喝碰]")


def extract(text: str) -> Extraction:
    """``text`` is one final utterance, perhaps in a dialect."""
    read = plain(text)
    found = _extract(read.text)
    return Extraction(
        facts=tuple(_as_said(fact, read, text) for fact in found.facts),
        closes=found.closes,
        forgets=found.forgets,
        amends=tuple(_as_said(fact, read, text) for fact in found.amends),
    )


def _as_said(fact: Candidate, read: Plain, text: str) -> Candidate:
    """The fact in the person's own words, hesitations and all."""
    start, end = read.span(*fact.span)
    return msgspec.structs.replace(fact, text=text[start:end], span=(start, end))


def _extract(text: str) -> Extraction:
    forgets: tuple[str, ...] = ()
    start, hidden = 0, requests.untold(text)
    if asked := requests.to_forget(text):
        forgets, start = asked
    reader = _Reader(text)
    for clause in spoken(text):
        kept = clause.clause.start >= start and not (hidden and hidden[0] <= clause.clause.start < hidden[1])
        reader.read(clause, kept)
    if forgets:
        return Extraction(facts=tuple(reader.facts), forgets=forgets)
    if hidden is None and not reader.facts and not reader.amend():
        reader.correct()
    return Extraction(
        facts=_once(reader.facts),
        closes=tuple(dict.fromkeys(reader.closes)),
        amends=tuple(reader.amends),
    )


class _Reader:
    """What has been told so far of one utterance."""

    def __init__(self, text: str) -> None:
        self.facts: list[Candidate] = []
        self.closes: list[tuple[str, str]] = []
        self.amends: list[Candidate] = []
        self._text = text
        self._last: Stated | None = None
        self._liked: Stated | None = None
        self._taken: Candidate | None = None
        self._read: list[Spoken] = []

    def read(self, clause: Spoken, kept: bool) -> None:
        self._read.append(clause)
        if requests.AGAIN.search(clause.clause.text) and self.facts:
            self._taken = self.facts.pop()
        if not kept or not clause.states:
            return
        self._close(clause)
        told = list(_once_each(self._stated(clause)))
        if not told and self._taken is not None:
            told = list(_instead(clause, self._taken))
        for fact in told:
            about = fact.about or clause.about
            self.facts.append(candidate(clause.clause, fact.kind, about, fact.key, fact.value, fact.negated))
            self._last = Stated(fact.kind, fact.what, fact.value, fact.negated, about)
            if fact.kind == "preference":
                self._liked = self._last
                if fact.negated and about == SELF:
                    self.closes.append(("preference", fact.value))
            self._taken = None

    def _stated(self, clause: Spoken) -> Iterator[Stated]:
        previous = self._read[-2].words if len(self._read) > 1 else ""
        who = list(identity.identity(clause, self._last, previous))
        yield from who
        event = [] if any(one.kind == "birthday" for one in who) else list(plans.events(clause))
        ill = list(health.health(clause, any(fact.kind == "health" for fact in self.facts)))
        if not any("手术" in one.what for one in event):
            yield from ill
        if clause.past:
            return
        mine = clause.named or re.search("[我俺咱]|[点周]|礼拜|星期", self._text)
        goals = list(plans.goals(clause))
        if event and not _PLANNED.search(clause.words):
            goals = []
        routine = list(habits.routines(clause, self._text)) if mine and not goals else []
        if routine and _LIKING_TO.search(clause.words):
            routine = []
        yield from goals or routine or event
        liking_too = _LIKING.search(clause.words)
        if liking_too or not (goals or routine or ill):
            for liked in liking.preferences(clause, self._liked):
                if not any(liked.value in one.what for one in ill):
                    yield liked

    def _close(self, clause: Spoken) -> None:
        if clause.about != SELF:
            return
        if clause.past:
            for liked in liking.preferences(clause, None):
                if not liked.negated:
                    self.closes.append(("preference", liked.value))
        if (wrong := requests.NOT_SO.search(clause.words)) and requests.CORRECTS.search(self._text):
            self.closes.extend((kind, wrong["what"]) for kind in ("health", "preference", "goal", "routine"))
        if (left := identity.left(clause.words)) is not None:
            self.closes.append(("home_city", left))
        start = max(0, clause.clause.start - 10)
        before = self._text[start : clause.clause.start]
        for words in (clause.clause.text, before + clause.clause.text):
            for thing in plans.dropped(words):
                for name in dict.fromkeys((thing, *things(thing))):
                    self.closes.extend((kind, name) for kind in ("goal", "routine", "preference"))

    def amend(self) -> bool:
        """What only names how the last date or place told should have been: 说错了, 是四月二十."""
        marked = requests.CORRECTS.search(self._text) or requests.NOT_BUT.search(self._text)
        for clause in self._read if marked else ():
            if not clause.states or clause.past or plans.is_ahead(clause.words):
                continue
            words = clause.words
            if days := month_days(words):
                self.amends.append(
                    candidate(clause.clause, "birthday", SELF, "birthday", days[-1].date.text, False)
                )
            elif place := identity.only_place(words):
                self.amends.append(candidate(clause.clause, "home_city", SELF, "home_city", place, False))
            else:
                continue
            return True
        return False

    def correct(self) -> None:
        """A correction of something that is of no other kind: 不对, 我今年七十三."""
        marked = requests.CORRECTS.search(self._text)
        if marked is None:
            return
        for clause in self._read:
            start = max(clause.clause.start, marked.end())
            words = self._text[start : clause.clause.end].strip("，。！？,.!?啊哦噢 ")
            if not clause.states or clause.past or not words or clause.about != SELF:
                continue
            mine = (
                re.match("我|俺", words)
                and len(words) >= 4
                and not re.match("我(?:不是(?![^，。]+是)|没有|说|是说|的意思)", words)
            )
            number = re.match("(?:是|应该是)", words) and _AGE.search(words)
            if mine or number:
                start = self._text.index(words, start)
                piece = Clause(start, words)
                key = "correction:" + re.sub(r"[\s的了我是]", "", words)[:6]
                self.facts.append(
                    Candidate(
                        kind="correction", about=SELF, fact_key=key, text=words, value=words,
                        span=(piece.start, piece.end),
                    )
                )  # fmt: skip
                return


def _instead(clause: Spoken, taken: Candidate) -> Iterator[Stated]:
    """A fact of the kind just taken back, from a clause that has only its new object: 不对, 三月十五."""
    words = re.sub("^(?:是|应该是|我是说|该是)", "", clause.words)
    if clause.about == NOBODY or not words:
        return
    if taken.kind == "birthday":
        for day in month_days(words)[:1]:
            yield Stated("birthday", "", day.date.text, about=taken.about)
    elif taken.kind in ("home_city", "name") and 2 <= len(words.rstrip("了啊吧呢")) <= 5:
        yield Stated(taken.kind, "", words.rstrip("了啊吧呢"), about=taken.about)
    elif taken.kind == "routine" and re.search("[0-9一二三四五六七八九十]点|周|礼拜|星期", words):
        what = taken.fact_key.partition(":")[2]
        yield Stated("routine", what, f"{words} {what}", about=taken.about)


def _once_each(found: Iterator[Stated]) -> Iterator[Stated]:
    seen: set[tuple[str, str]] = set()
    for fact in found:
        if (fact.kind, fact.what) not in seen:
            seen.add((fact.kind, fact.what))
            yield fact


def _once(facts: list[Candidate]) -> tuple[Candidate, ...]:
    """The last of those that answer the same question."""
    kept: dict[tuple[str, str], Candidate] = {}
    for fact in facts:
        kept.pop((fact.about, fact.fact_key), None)
        kept[(fact.about, fact.fact_key)] = fact
    return tuple(kept.values())

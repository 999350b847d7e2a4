"""Facts a Chinese utterance states about its speaker or a relative: clause by clause, precision first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.memory.clauses import SELF, Clause, Extraction, candidate, split
from core.memory.facts import Candidate, Kind
from core.memory.patterns_zh import (
    ACTIVITY,
    AGAIN,
    ASKS,
    BIRTHDAY,
    BOUNDARY,
    CLOSES_GOAL,
    CORRECTS,
    DISLIKES,
    DISLIKES_FRONTED,
    DOCTOR_SAID,
    EVENT,
    FILLERS,
    FORGET,
    GOAL,
    HEALTH,
    HOME,
    IMAGINED,
    KIN_CALLED,
    LIKES,
    NAME,
    NOT_A_HOME,
    NOT_A_NAME,
    NOT_A_THING,
    NOT_REMEMBER,
    OBJECT_TAIL,
    OBJECT_VERB,
    ONLY_TIME,
    OTHER_DOES,
    OTHERS_SAID,
    PASSING,
    PAST,
    RELATIVE,
    ROUTINE,
    SELF_SUBJECT,
    THIRD,
)
from core.memory.sensitive import is_sensitive

_Found = tuple[Kind, str, str, bool]
"""kind, fact_key, value, negated"""


def extract(text: str) -> Extraction:
    """Everything ``text``, one final utterance, says that may be remembered."""
    if FORGET.search(text):
        return Extraction(forgets=_named_to_forget(text))
    if NOT_REMEMBER.search(text):
        return Extraction()
    facts: list[Candidate] = []
    closes = list(_goals_given_up(text))
    about, named, said_by_others, imagined = SELF, False, False, False
    for clause in _joined(split(text, BOUNDARY)):
        if AGAIN.search(clause.text):
            facts = _without_last(facts)
        said_by_others = said_by_others or bool(OTHERS_SAID.search(clause.text))
        imagined = bool(IMAGINED.search(clause.text)) or (
            imagined and not clause.text.startswith(("我现在", "现在"))
        )
        about, explicit, said = _subject(clause, about, named)
        named = named or explicit
        if said_by_others or imagined or not about or ASKS.search(clause.text) or is_sensitive(clause.text):
            continue
        closes.extend(_closed(said))
        for kind, key, value, negated in _stated(said, about, explicit):
            facts.append(candidate(clause, kind, about, key, value, negated))
    if not facts and (marked := CORRECTS.search(text)):
        facts.extend(_correction(text, marked.end()))
    return Extraction(facts=tuple(_once(facts)), closes=tuple(closes))


def _subject(clause: Clause, before: str, named: bool) -> tuple[str, bool, str]:
    """(about or "" for a stranger, whether this clause or one before named it, the clause after fillers)."""
    said = FILLERS.sub("", clause.text)
    if doctor := DOCTOR_SAID.search(said):
        return SELF, True, said[doctor.end() :]
    if relative := RELATIVE.match(said):
        return relative["kin"], True, said
    if SELF_SUBJECT.match(said):
        return SELF, True, said
    if THIRD.match(said):
        return ("" if before == SELF else before), True, said
    return before, named, said


def _stated(said: str, about: str, explicit: bool) -> Iterator[_Found]:
    yield from _identity(said, about)
    if PAST.search(said):
        return
    if found := HEALTH.search(said):
        value = found.group(0)
        yield "health", f"health:{_plain(value)}", value, False
    if explicit and (found := ROUTINE.search(said)):
        yield "routine", f"routine:{_activity(_what(found))}", found.group(0), False
    elif liked := _preference(said):
        yield liked
    if explicit and (found := GOAL.search(said)) and not PASSING.search(said):
        thing = _tail(_what(found))
        if len(thing) >= 2:
            yield "goal", f"goal:{_activity(thing)}", thing, False
    if found := EVENT.search(said):
        yield "event", f"event:{_what(found)}", said, False


def _preference(said: str) -> _Found | None:
    if PASSING.search(said) or OTHER_DOES.search(said):
        return None
    disliked = DISLIKES.search(said) or DISLIKES_FRONTED.search(said)
    found = disliked or LIKES.search(said)
    thing = _thing(_what(found)) if found else ""
    if not thing or NOT_A_THING.match(thing):
        return None
    return "preference", f"preference:{thing}", thing, disliked is not None


def _identity(said: str, about: str) -> Iterator[_Found]:
    if found := BIRTHDAY.search(said):
        yield "birthday", "birthday", "".join(filter(None, found.groups())), False
    if about == SELF and (found := NAME.search(said)) and not NOT_A_NAME.search(found["name"]):
        yield "name", "name", found["name"], False
    if about != SELF and (found := KIN_CALLED.search(said)) and not NOT_A_NAME.search(found["name"]):
        yield "relationship", "relationship:name", found["name"], False
    if (found := HOME.search(said)) and not PAST.search(said) and not NOT_A_HOME.search(found["place"]):
        yield "home_city", "home_city", found["place"], False


def _closed(said: str) -> Iterator[tuple[str, str]]:
    if PAST.search(said) and (found := LIKES.search(said)):
        yield "preference", _thing(_what(found))


def _goals_given_up(text: str) -> Iterator[tuple[str, str]]:
    for found in CLOSES_GOAL.finditer(text):
        yield "goal", _activity(_what(found))


def _joined(clauses: list[Clause]) -> Iterator[Clause]:
    """A time by itself belongs to the clause after it: 下个月十八号, 我孙女结婚."""
    waiting: Clause | None = None
    for clause in clauses:
        if waiting is not None and waiting.end == clause.start:
            clause = Clause(waiting.start, waiting.text + clause.text)  # noqa: PLW2901 (joined in place)
        waiting = clause if ONLY_TIME.fullmatch(clause.text) else None
        if waiting is None:
            yield clause


def _correction(text: str, start: int) -> Iterator[Candidate]:
    for clause in split(text, BOUNDARY):
        if clause.end <= start or ASKS.search(clause.text) or is_sensitive(clause.text):
            continue
        skipped = max(0, start - clause.start)
        said = Clause(clause.start + skipped, clause.text[skipped:])
        if SELF_SUBJECT.match(said.text) and len(said.text) >= 4 and not PAST.search(said.text):
            key = f"correction:{_plain(said.text)[:6]}"
            yield candidate(said, "correction", SELF, key, said.text, False)
            return


def _without_last(facts: list[Candidate]) -> list[Candidate]:
    """A speaker who says 不对 takes back the clause just said."""
    return facts[: -1 if facts else None]


def _once(facts: list[Candidate]) -> list[Candidate]:
    """The last of several of the same key that hold only one value; the first of the same thing twice."""
    kept: dict[tuple[str, str], Candidate] = {}
    for fact in facts:
        kept[(fact.about, fact.fact_key)] = fact
    return list(kept.values())


def _named_to_forget(text: str) -> tuple[str, ...]:
    named = re.sub(
        "刚才|刚刚|说的|那个|这个|你|把|给|我|的|了|吧|别记|忘掉|忘|删掉|删除|不要记|啊|呀|就|事儿?|喜欢",
        " ",
        text,
    )
    return tuple(word for word in re.split(r"[\s，。！？、,.!?]+", named) if word) or ("",)


def _what(found: re.Match[str]) -> str:
    """The one named group that took part."""
    return next((group for group in found.groups() if group), "")


def _thing(what: str) -> str:
    return OBJECT_VERB.sub("", _tail(what)).removesuffix("的")


def _tail(what: str) -> str:
    return OBJECT_TAIL.sub("", what.strip())


def _activity(what: str) -> str:
    return ACTIVITY.sub("", _tail(what))


def _plain(value: str) -> str:
    return re.sub(r"[\s，。！？、的了我]", "", value)

"""Facts an English utterance states about its speaker or a relative: clause by clause, precision first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.memory import patterns_en as said
from core.memory.clauses import SELF, Clause, Extraction, candidate, split
from core.memory.facts import Candidate, Kind
from core.memory.sensitive import is_sensitive
from core.retrieval.bigrams import stem

_Found = tuple[Kind, str, str, bool]
"""kind, fact_key, value, negated"""


def extract(text: str) -> Extraction:
    """Everything ``text``, one final utterance, says that may be remembered."""
    if found := said.FORGET.search(text):
        return Extraction(forgets=_named_to_forget(_what(found)))
    if said.NOT_REMEMBER.search(text):
        return Extraction()
    facts: list[Candidate] = []
    closes: list[tuple[str, str]] = []
    about, others, imagined = SELF, False, False
    for clause in split(text, said.BOUNDARY):
        if said.AGAIN.search(clause.text):
            facts = facts[:-1]
        words = said.FILLERS.sub("", clause.text)
        doctor = bool(said.DOCTOR_SAID.search(clause.text))
        others = others or (bool(said.OTHERS_SAID.search(clause.text)) and not doctor)
        imagined = imagined or bool(said.IMAGINED.search(clause.text))
        about = _subject(words, about, doctor=doctor)
        refused = others or imagined or not about or said.ASKS.search(words) or is_sensitive(clause.text)
        if refused or said.DOUBLE_NEGATIVE.search(clause.text):
            continue
        closes.extend(_closed(words, about))
        at = clause.end - len(words)
        for kind, key, value, negated in _stated(words, about):
            facts.append(candidate(Clause(at, words), kind, about, key, value, negated))
    if not facts and (marked := said.CORRECTS.search(text)):
        facts.extend(_correction(Clause(marked.end(), text[marked.end() :])))
    kept = {(fact.about, fact.fact_key): fact for fact in facts}
    return Extraction(facts=tuple(kept.values()), closes=tuple(closes))


def _subject(words: str, before: str, *, doctor: bool) -> str:
    """Whom the clause is about: self, a relative, or "" for a stranger."""
    if relative := said.RELATIVE.match(words):
        return relative["kin"].lower()
    if said.SELF_SUBJECT.match(words) or doctor:
        return SELF
    if said.THIRD.match(words):
        return "" if before == SELF else before
    return before


def _stated(words: str, about: str) -> Iterator[_Found]:
    if found := said.BIRTHDAY.search(words):
        yield "birthday", "birthday", _what(found), False
    if about == SELF and (found := said.NAME.search(words)) and not said.NOT_A_NAME.match(_what(found)):
        yield "name", "name", _what(found), False
    if about != SELF and (found := said.KIN_CALLED.search(words)):
        yield "relationship", "relationship:name", found["name"], False
    if (found := said.HOME.search(words)) and not re.search(r"\bused to\b|\blived\b", words):
        yield "home_city", "home_city", found["place"], False
    if said.PAST.search(words):
        return
    yield from _lasting(words, about)


def _lasting(words: str, about: str) -> Iterator[_Found]:
    passing = bool(said.PASSING.search(words))
    if found := said.HEALTH.search(words):
        yield "health", f"health:{_key(found.group(0))}", found.group(0), False
    elif (found := said.DISLIKES.search(words)) and not passing:
        thing = _thing(_what(found))
        yield "preference", f"preference:{_key(thing)}", thing, True
    elif (found := said.LIKES.search(words)) and not passing:
        thing = _thing(_what(found))
        yield "preference", f"preference:{_key(thing)}", thing, False
    elif about == SELF and (found := said.ROUTINE.search(words)):
        yield "routine", f"routine:{_key(said.ACTIVITY.sub('', _what(found)))}", found.group(0), False
    if about == SELF and (found := said.GOAL.search(words)) and not passing:
        yield "goal", f"goal:{_key(_what(found))}", _what(found), False
    if found := said.EVENT.search(words):
        yield "event", f"event:{_key(_what(found))}", words, False


def _closed(words: str, about: str) -> Iterator[tuple[str, str]]:
    if found := said.USED_TO.search(words):
        yield "preference", _key(_thing(_what(found)))
    if about == SELF and (found := said.GIVES_UP.search(words)):
        yield "goal", _key(_what(found))


def _correction(rest: Clause) -> Iterator[Candidate]:
    for clause in split(rest.text, said.BOUNDARY):
        words = said.FILLERS.sub("", clause.text)
        if said.SELF_SUBJECT.match(words) and not said.ASKS.search(words) and not is_sensitive(words):
            at = rest.start + clause.end - len(words)
            yield candidate(
                Clause(at, words), "correction", SELF, f"correction:{_key(words)[:24]}", words, False
            )
            return


def _named_to_forget(words: str) -> tuple[str, ...]:
    rest = re.sub(
        r"\b(?:what|i|said|about|that|the|my|it|told|you|thing|everything|just|now|please)\b",
        " ",
        words.lower(),
    )
    return tuple(_key(word) for word in re.findall(r"[\w'-]+", rest)) or ("",)


def _what(found: re.Match[str]) -> str:
    """The one named group that took part."""
    return next((group.strip() for group in found.groups() if group), "")


def _thing(what: str) -> str:
    return said.OBJECT_HEAD.sub("", said.OBJECT_TAIL.sub("", what.strip()))


def _key(words: str) -> str:
    return " ".join(stem(word) for word in re.findall(r"[\w']+", words.lower()))

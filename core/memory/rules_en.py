"""Facts an English utterance states about its speaker or a relative: clause by clause, precision first.

The grammar is in ``core.memory.english``: clauses, whom they are about, in which mode they are said, and one
module a family of kinds. This is the order in which they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from core.memory.clauses import SELF, Clause, Extraction, candidate
from core.memory.english import (
    events,
    goals,
    health,
    homes,
    identity,
    modes,
    preferences,
    relations,
    requests,
    routines,
)
from core.memory.english.persons import Persons
from core.memory.english.segments import Segment, segments
from core.memory.english.telling import Found, Told
from core.memory.english.words import is_thing, key, thing
from core.memory.facts import Candidate
from core.memory.sensitive import is_sensitive

_SPELLED: Final = re.compile(
    r"\b(?:(?:oh|zero|nought|one|two|three|four|five|six|seven|eight|nine|double|treble|triple)[ ,-]+){3,}"
    r"(?:oh|zero|nought|one|two|three|four|five|six|seven|eight|nine)\b"
)
"""Digits one by one are a number of something, whatever it is called."""
_STATES: Final = re.compile(r"(?:i|i'm|i've|we|we're|we've|my|our)\b.* .")
_THEN: Final = re.compile(
    r"^(?:when|while|before|until|back when) (?:i|we|he|she|they|my \w+) (?:was|were|had|lived|worked|got|"
    r"first|retired|married|went)\b"
)


def extract(text: str) -> Extraction:
    """Everything ``text``, one final utterance, says that may be remembered."""
    reading = _Reading(text)
    if modes.secret(reading.low):
        return Extraction()
    for index, segment in enumerate(reading.segments):
        reading.read(segment, reading.body(index + 1))
    facts = _said_once(_named_once(reading.facts))
    if not facts and (at := requests.corrects(reading.low)):
        facts = reading.corrected(at)
    kept = {(fact.about, fact.fact_key): fact for fact in facts}
    return Extraction(
        facts=tuple(kept.values()),
        closes=tuple(dict.fromkeys(reading.closes)),
        forgets=tuple(dict.fromkeys(reading.forgets)),
    )


class _Reading:
    """One utterance as it is read from its first clause to its last."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.low, self.segments = segments(text)
        self.facts: list[Candidate] = []
        self.closes: list[tuple[str, str]] = []
        self.forgets: list[str] = []
        self._persons = Persons()
        self._mode = modes.Mode()
        self._about = SELF
        self._spoken_of = ""
        self._was = False

    def body(self, index: int) -> str:
        """The words of a clause in lower case; empty after the last one."""
        if index >= len(self.segments):
            return ""
        return self.low[self.segments[index].start : self.segments[index].end]

    def read(self, segment: Segment, following: str) -> None:
        """What one clause states, and what it leaves for the next."""
        whole = self.low[segment.start : segment.end]
        asked_to_forget = requests.forgets(whole)
        if asked_to_forget is not None:
            self.forgets.extend(asked_to_forget)
            return
        start, presupposed, remember = self._start(segment)
        body, said = self.low[start : segment.end], self._text[start : segment.end]
        about = self._persons.subject(body, said, self._about)
        refused = self._mode.refuses(whole, segment)
        asked = not presupposed and modes.asks(body, segment, following)
        if not (refused or asked or is_sensitive(said) or _SPELLED.search(body)):
            told = self._told(segment, whole, following, body, said, about)
            found = self._state(told, start)
            if found and requests.repairs(whole):
                self._take_back(found)
            elif not found and requests.repairs(whole):
                self._repair(body, said, start)
            if remember and not found and told.own and not told.over and _STATES.match(body):
                found = [self._as_told(told, start)]
            self.facts.extend(found)
            self.closes.extend(_closes(told))
            self._spoken_of = preferences.object_of(told) or self._spoken_of
        self._persons.mentioned(said)
        self._about = about or self._about if about else ""

    def corrected(self, at: int) -> list[Candidate]:
        """The first plain statement after the words that say something was wrong."""
        for index, segment in enumerate(self.segments):
            start = max(segment.start, at)
            if start >= segment.end:
                continue
            rest = self.low[start : segment.end]
            start += len(rest) - len(rest.lstrip(" ,"))
            if not rest.lstrip(" ,").startswith("i said"):
                start += requests.lead(rest.lstrip(" ,"))
            body, said = self.low[start : segment.end], self._text[start : segment.end]
            if not re.match(
                r"(?:i|i'm|i've|my|we|we're|we've|it's|it was|they're|she's|he's)\b", body
            ) or is_sensitive(said):
                continue
            if re.match(
                r"(?:it's|i'm|i am|it is|that's) not [^.!?]{1,30}$|(?:it|"
                r"that) isn't\b",
                body,
            ) and index + 1 < len(self.segments):
                continue
            if modes.asks(body, segment, self.body(index + 1)) or re.match(
                r"i (?:said|never said|told|mean)$", body
            ):
                continue
            return [
                candidate(
                    Clause(start, said), "correction", SELF, f"correction:{key(body)[:24]}", said, False
                )
            ]
        return []

    def _start(self, segment: Segment) -> tuple[int, bool, bool]:
        """Where the statement of a clause begins, whether it is presupposed, and whether to be remembered."""
        start, presupposed, remember = segment.start, False, False
        while True:
            rest = self.low[start : segment.end]
            if length := modes.told_you(rest):
                presupposed = True
            elif length := requests.remembers(rest):
                remember = True
            elif not (length := requests.lead(rest)):
                break
            start += length
        return (
            start + len(self.low[start : segment.end]) - len(self.low[start : segment.end].lstrip(" ,")),
            presupposed,
            remember,
        )

    def _told(self, segment: Segment, whole: str, following: str, body: str, said: str, about: str) -> Told:
        then = bool(_THEN.match(whole) or re.match(r"(?:as|when) (?:a|i was)\b", whole))
        over = (
            modes.past(whole)
            or (bool(_THEN.match(following)) and not re.search(r"\b(?:now|still|always)\b", body))
            or (
                self._was
                and not re.search(r"\b(?:now|these days|nowadays|still)\b", whole)
                and "but" not in segment.marks
            )
        )
        self._was = then
        return Told(body, said, about, segment.marks, self._spoken_of, over, modes.passing(body))

    def _state(self, told: Told, start: int) -> list[Candidate]:
        found = list(_stated(told))
        if self._mode.quoted == "doctor":
            found = [one for one in found if one.kind == "health"]
        made = []
        for one in found:
            words = told.said if one.end is None else told.said[: one.end]
            about = one.about or told.about
            if about:
                made.append(
                    candidate(
                        Clause(start, words.rstrip()),
                        one.kind,
                        about,
                        one.key,
                        _as_said(one.value, told),
                        one.negated,
                    )
                )
        return made

    def _take_back(self, found: list[Candidate]) -> None:
        """A clause that repairs the one before it takes back what that said of the same kind."""
        kinds = {(fact.kind, fact.about) for fact in found}
        if self.facts and (self.facts[-1].kind, self.facts[-1].about) in kinds:
            self.facts.pop()

    def _repair(self, body: str, said: str, start: int) -> None:
        """ "I mean York": the value alone is put right."""
        if date := identity.bare_date(body):
            self._put_right(date, said, start)
            return
        if not self.facts:
            return
        last, value = self.facts[-1], thing(body)
        if (
            last.kind not in ("preference", "home_city", "name")
            or not is_thing(value)
            or len(value.split()) > 3
        ):
            return
        if last.kind != "preference":
            value = said.strip()
        fact_key = f"preference:{key(value)}" if last.kind == "preference" else last.fact_key
        whole = self._text[last.span[0] : start + len(said)]
        self.facts[-1] = msgspec.structs.replace(
            last, value=value, fact_key=fact_key, text=whole, span=(last.span[0], last.span[0] + len(whole))
        )

    def _put_right(self, date: str, said: str, start: int) -> None:
        """ "I mean the ninth of april": of what is told, only a birthday is nothing but a date."""
        if self.facts and self.facts[-1].kind != "birthday":
            return
        if self.facts:
            self.facts.pop()
        self.facts.append(candidate(Clause(start, said), "birthday", SELF, "birthday", date, False))

    def _as_told(self, told: Told, start: int) -> Candidate:
        """What was to be remembered and is of no other kind is kept as it was said."""
        return candidate(
            Clause(start, told.said), "preference", SELF, f"preference:{key(told.low)[:48]}", told.said, False
        )


def _as_said(value: str, told: Told) -> str:
    """A value with the capitals its words were said with."""
    at = told.low.find(value)
    return told.said[at : at + len(value)] if at >= 0 else value


def _stated(told: Told) -> Iterator[Found]:
    yield from relations.relations(told)
    born = list(identity.birthday(told))
    yield from born
    names = list(identity.name(told))
    yield from names
    yield from homes.home(told)
    habits, aims = list(routines.routines(told)), list(goals.goals(told))
    ahead = [] if aims or habits or born else list(events.events(told))
    yield from habits
    yield from aims
    yield from ahead
    if not habits and not ahead:
        yield from health.health(told)
        if not aims and not names:
            yield from preferences.preferences(told)


def _closes(told: Told) -> Iterator[tuple[str, str]]:
    yield from preferences.closed(told)
    yield from routines.closed(told)
    yield from goals.closed(told)
    yield from health.closed(told)
    yield from homes.left(told)


def _named_once(facts: list[Candidate]) -> list[Candidate]:
    """A formal name counts only where the person did not say what to call them."""
    called = any(fact.fact_key == "name" for fact in facts)
    kept = [fact for fact in facts if not (called and fact.fact_key == "name:formal")]
    return [
        msgspec.structs.replace(fact, fact_key="name") if fact.fact_key == "name:formal" else fact
        for fact in kept
    ]


def _said_once(facts: list[Candidate]) -> list[Candidate]:
    """What does somebody harm is told as health; "I can't have it" beside it is no dislike."""
    harms = [
        f"{fact.text} {fact.value}".lower() for fact in facts if fact.kind == "health" and fact.about == SELF
    ]
    return [
        fact
        for fact in facts
        if not (
            fact.kind == "preference"
            and fact.negated
            and any(
                "allerg" in harm or " me" in harm or "stomach" in harm
                for harm in harms
                if fact.value.lower() in harm
            )
        )
    ]

"""A clause as it is meant: whose, of now or of the past, and whether it states anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.memory.chinese import moods, people, segments
from core.memory.chinese.people import NOBODY, Person
from core.memory.clauses import SELF, Clause
from core.memory.facts import Kind
from core.memory.sensitive import is_sensitive


@dataclass(frozen=True, slots=True)
class Spoken:
    """One clause. words: without fillers. named: the clause says itself whom it is about. states: not asked,
    imagined, quoted or secret. past: of what was once; passing: of today only."""

    clause: Clause
    words: str
    about: str
    named: bool
    states: bool
    past: bool
    passing: bool
    named_here: bool


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact of a clause. what: the key without its kind; empty for the kinds that hold one value."""

    kind: Kind
    what: str
    value: str
    negated: bool = False
    about: str | None = None

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.what}" if self.what else self.kind


def spoken(text: str) -> Iterator[Spoken]:
    """The clauses of an utterance in order; those that only name a subject speak for the next one."""
    mood = _Mood()
    person = Person(SELF, False)
    for clause in segments.cut(text):
        words = segments.without_fillers(clause.text)
        diagnosed = moods.DIAGNOSED.search(words)
        if diagnosed and diagnosed.end() < len(words):
            words, here = words[diagnosed.end() :], Person(SELF, True)
        else:
            here = people.subject(words, person)
        if diagnosed is None and not people.addressed(words):
            # Who was named stays the subject, as one who was named.
            person = here if here.named else person
        states = mood.states(clause.text, words, here) and bool(words) and here.about != NOBODY
        yield Spoken(
            clause=clause,
            words=words,
            about=here.about,
            named=here.named or person.named,
            states=states and not is_sensitive(clause.text),
            past=mood.past,
            passing=bool(moods.PASSING_BY.search(clause.text)),
            named_here=here.named,
        )


class _Mood:
    """What carries from clause to clause: a quotation, a supposition, a time gone by."""

    def __init__(self) -> None:
        self.past = False
        self._quoted = False
        self._speech_open = False
        self._medium = False
        self._imagined = False

    def states(self, text: str, words: str, person: Person) -> bool:
        real = bool(moods.REAL_AGAIN.search(text))
        me = person.named and person.about == SELF
        past = moods.of_the_past(text)
        self.past = past if past is not None else self.past and not (me and not moods.lingers(text))
        if self._quoted and (real or (me and not self._speech_open)):
            self._quoted = False
        elif me and not self._medium:
            # What a person said of me is over with that clause; what a medium says may go on about 我.
            self._speech_open = False
        if quoted := moods.quoted(words):
            self._quoted = True
            self._speech_open = quoted == "open"
            self._medium = moods.from_a_medium(words)
        if self._imagined and (real or (person.named and not moods.follows(words))):
            self._imagined = False
        if moods.IMAGINED.search(text):
            self._imagined = True
        return not (
            self._quoted or self._imagined or moods.asks(words) or moods.echoes(text) or moods.unsure(words)
        )

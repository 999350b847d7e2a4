"""A household that says, writes, edits, deletes and moves, with a word of its own in everything.

Every such word is found in nothing else, so that where it is found later is known to the byte. ``gone`` are
those that were deleted; ``alive`` all others.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from core.conversation.equipment import Equipment
from core.household.household import Household
from core.journal import store as journal
from core.journal.events import AssistantSpoke, SummaryMade, ToolReturned, UserSpeechRevised, UserSpoke
from core.knowledge import store as knowledge
from core.memory import store as memory
from core.memory.extract import extract
from core.people import persons
from core.people.persons import Person
from core.people.roles import Role
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_RARE = 0x9D00
"""Where the rare characters begin that words are made of: four each, none used twice."""


@dataclass(slots=True)
class Told:
    """A fact. words: those that only it holds now. source: the utterance's words while it is unedited."""

    person: Person
    words: set[str] = field(default_factory=set)
    session: str = ""
    seq: int = 0
    edited: bool = False


@dataclass(slots=True)
class Life:
    """Chance decides what happens; the same seed makes the same life."""

    household: Household
    equipment: Equipment
    role: Role
    wang: Person
    chance: random.Random
    alive: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    facts: dict[str, Told] = field(default_factory=dict)
    said: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    threads: dict[str, tuple[Person, str]] = field(default_factory=dict)
    documents: dict[str, str] = field(default_factory=dict)
    others: list[Person] = field(default_factory=list)
    happened: list[str] = field(default_factory=list)
    _words: int = 0

    async def begin(self) -> None:
        """Something of every kind, so that there is something to delete."""
        for make in (self.talk, self.talk, self.write_down, self.import_document, self.somebody_comes):
            await make()

    async def live(self, kind: str = "") -> None:
        """One thing that happens; by chance when it is not said what."""
        doings: dict[str, Callable[[], object]] = {
            "talk": self.talk,
            "write down": self.write_down,
            "import": self.import_document,
            "comes": self.somebody_comes,
            "edit": self.edit,
            "delete fact": self.delete_fact,
            "delete said": self.delete_said,
            "delete conversation": self.delete_conversation,
            "delete document": self.delete_document,
            "leaves": self.somebody_leaves,
        }
        done = kind or self.chance.choice([*sorted(doings), "talk", "talk", "import", "comes"])
        self.happened.append(done)
        await doings[done]()  # type: ignore[misc]

    async def talk(self, person: Person | None = None) -> None:
        """A conversation of two turns: said, corrected, looked up, answered, summed up, learned from."""
        who = person or self.wang
        scope = Scope(actor=who.id, person=who.id, role=self.role.id)
        words = [[self._word() for _ in range(2)] for _ in range(2)]

        def job(tx: Transaction) -> tuple[str, str, list[tuple[int, list[str]]]]:
            session = journal.begin_session(tx, scope, "desk")
            learned = []
            for fact, answer in words:
                text = f"我喜欢吃{fact}。"
                spoken = journal.append(
                    tx, scope, session.id, UserSpoke(text=text, language="zh", spoken=True)
                )
                at = spoken.seq
                looked_up = ToolReturned(answers=at, call="c", ok=True, result=answer)
                better = UserSpeechRevised(of=at, text=f"我最喜欢吃{fact}。")
                for body in (looked_up, better, _answer(at, answer)):
                    journal.append(tx, scope, session.id, body)
                found = extract(text, "zh")
                facts = memory.learn(tx, scope, session.id, at, found, self.equipment.vault.receipts)
                # When there are a hundred, one is proposed for review: another beside the new one, or itself.
                new = {one.id for one in facts if (one.source_session, one.source_seq) == (session.id, at)}
                learned.append((at, list(new)))
            summed = SummaryMade(
                first=1,
                last=6,
                source_hash="",
                method="extractive",
                text="".join(word for pair in words for word in pair),
            )
            journal.append(tx, scope, session.id, summed)
            return session.thread, session.id, learned

        thread, session, learned = await self.equipment.vault.write(job)
        self.threads[thread] = (who, session)
        for (seq, facts), pair in zip(learned, words, strict=True):
            self.said[(session, seq)] = set(pair)
            assert len(facts) == 1, "every utterance tells one fact"
            self.facts[facts[0]] = Told(who, set(), session, seq)

    async def write_down(self, person: Person | None = None) -> None:
        who, word = person or self.wang, self._word()
        scope = Scope(actor=who.id, person=who.id, role=self.role.id)
        fact = await self.equipment.vault.write(lambda tx: memory.add(tx, scope, f"我的目标是学{word}"))
        self.facts[fact.id] = Told(who, {word})

    async def import_document(self) -> None:
        word = self._word()
        scope = Scope(actor=self.wang.id, person=self.wang.id)
        document = await self.equipment.vault.write(
            lambda tx: knowledge.add(tx, scope, f"说明{word}", f"{word}.txt", f"退货找{word}，周末休息。")
        )
        self.documents[document.id] = word

    async def somebody_comes(self) -> None:
        name = self._word()
        person = await self.equipment.vault.write(lambda tx: persons.add(tx, name))
        self.others.append(person)
        await self.talk(person)
        await self.write_down(person)

    async def edit(self) -> None:
        """A fact gets other words by hand; the old ones stay as a version."""
        if not self.facts:
            return
        id_, told = self.chance.choice(sorted(self.facts.items(), key=lambda one: one[0]))
        word = self._word()
        found = await self.equipment.vault.read(
            lambda tx: memory.get(tx, Scope(actor=told.person.id, person=told.person.id), id_)
        )
        await self.household.memory.edit(told.person, self.role, id_, found.revision, f"我的目标是学{word}")
        told.words.add(word)
        told.edited = True

    async def delete_fact(self) -> None:
        if self.facts:
            id_ = self.chance.choice(sorted(self.facts))
            told = self.facts.pop(id_)
            await self.household.deletions.fact(id_, of=told.person, by=told.person)
            self._lost(told.words)

    async def delete_said(self) -> None:
        if self.said:
            session, seq = self.chance.choice(sorted(self.said))
            who = next(person for person, own in self.threads.values() if own == session)
            await self.household.deletions.said(session, seq, of=who, by=who)
            self._unsaid(session, seq)

    async def delete_conversation(self) -> None:
        if self.threads:
            thread = self.chance.choice(sorted(self.threads))
            who, session = self.threads.pop(thread)
            await self.household.deletions.conversation(thread, of=who, by=who)
            for place in [place for place in self.said if place[0] == session]:
                self._unsaid(*place)

    async def delete_document(self) -> None:
        if self.documents:
            id_ = self.chance.choice(sorted(self.documents))
            await self.household.deletions.document(id_, by=self.wang)
            self._lost({self.documents.pop(id_)})

    async def somebody_leaves(self) -> None:
        if not self.others:
            return
        person = self.others.pop(self.chance.randrange(len(self.others)))
        await self.household.deletions.person(person, by=self.wang)
        self._lost({person.name})
        for thread in [thread for thread, (who, _) in self.threads.items() if who == person]:
            _, session = self.threads.pop(thread)
            for place in [place for place in self.said if place[0] == session]:
                self._unsaid(*place)
        for id_ in [id_ for id_, told in self.facts.items() if told.person == person]:
            self._lost(self.facts.pop(id_).words)

    def _unsaid(self, session: str, seq: int) -> None:
        self._lost(self.said.pop((session, seq)))
        for id_, told in list(self.facts.items()):
            if (told.session, told.seq) == (session, seq) and not told.edited:
                self._lost(self.facts.pop(id_).words)

    def _word(self) -> str:
        first = _RARE + 4 * self._words
        self._words += 1
        word = "".join(chr(0x3400 + (first + place) % 0x1900) for place in range(4))
        self.alive.add(word)
        return word

    def _lost(self, words: set[str]) -> None:
        self.alive -= words
        self.gone |= words


def _answer(answers: int, text: str) -> AssistantSpoke:
    return AssistantSpoke(
        answers=answers, index=0, text=text, heard=len(text), boundary="measured", outcome="finished"
    )

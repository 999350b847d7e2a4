"""The household's past conversations, as pages show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.errors import Refused
from core.household.family import acted, looked, note_looks, readable, scope_of
from core.household.relearning import expect_again, learn_waiting
from core.journal import checking, paging, reading, revising, searching, timings
from core.journal import indexing as words_index
from core.journal.checking import Checked
from core.journal.events import Event
from core.journal.paging import Page, Place
from core.journal.projection import SpokenTurn, spoken_turns
from core.journal.reading import ThreadSummary
from core.journal.searching import Found, Wanted
from core.journal.timings import Timing
from core.people.persons import Person
from core.people.roles import Role
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

LAST = "last"


@dataclass(frozen=True, slots=True)
class FoundOf:
    """A place where something was said, and in whose conversations."""

    person: Person
    found: Found


class History:
    """``household.history``: see ``core.journal``. by: who looks, if somebody else does (``family.py``)."""

    def __init__(self, vault: Database, machine: str = "") -> None:
        self._vault = vault
        self._machine = machine

    async def threads(
        self,
        person: Person,
        role: Role | None = None,
        *,
        by: Person | None = None,
        limit: int = 100,
        skip: int = 0,
    ) -> list[ThreadSummary]:
        """Newest first: a page of ``limit``, after ``skip`` newer ones."""
        scope = scope_of(person, by, None if role is None else role.id)
        return await looked(self._vault, scope, "history", lambda tx: reading.threads(tx, scope, limit, skip))

    async def thread_ids(
        self, person: Person, role: Role | None = None, *, by: Person | None = None, beginning: str = ""
    ) -> list[str]:
        """Of every conversation, newest first, the id alone."""
        scope = scope_of(person, by, None if role is None else role.id)
        return await looked(
            self._vault, scope, "history", lambda tx: reading.thread_ids(tx, scope, beginning)
        )

    async def find(
        self, wanted: str, person: Person, role: Role | None = None, *, by: Person | None = None
    ) -> str:
        """The thread meant by an id, the beginning of one, or ``last``. Raises Refused."""
        beginning = "" if wanted == LAST else wanted
        fits = await self.thread_ids(person, role, by=by, beginning=beginning)
        if wanted == LAST and fits:
            return fits[0]
        if wanted in fits:
            return wanted
        if len(fits) != 1 or not wanted:
            raise Refused("conversation.no_such_thread", thread=wanted, count=len(fits))
        return fits[0]

    async def events(self, thread: str, person: Person, *, by: Person | None = None) -> list[Event]:
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "history", lambda tx: reading.events(tx, scope, thread))

    async def transcript(
        self, thread: str, person: Person, *, by: Person | None = None
    ) -> tuple[SpokenTurn, ...]:
        """What was said, as heard."""
        return spoken_turns(await self.events(thread, person, by=by))

    async def page(
        self,
        thread: str,
        person: Person,
        limit: int = 50,
        before: Place | None = None,
        *,
        by: Person | None = None,
    ) -> Page:
        """The newest utterances of a conversation, or those before a place; as quick in a very long one."""
        scope = scope_of(person, by)
        return await looked(
            self._vault, scope, "history", lambda tx: paging.page(tx, scope, thread, limit, before)
        )

    async def check(self, thread: str, person: Person, *, by: Person | None = None) -> list[Checked]:
        """Whether nothing of a conversation was changed behind its back, and from where if it was."""
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "history", lambda tx: checking.check(tx, scope, thread))

    async def revise(
        self, session: str, seq: int, text: str, person: Person, *, by: Person | None = None
    ) -> Event | None:
        """A person's correction of what was understood, which the facts from it follow; None when it says so
        already."""
        scope = scope_of(person, by)

        def job(tx: Transaction) -> Event | None:
            revised = revising.revise(tx, scope, session, seq, text, "person", self._machine)
            if revised is not None:
                expect_again(tx, scope, session, seq)
            return revised

        if scope.actor == scope.person:
            revised = await self._vault.write(job)
        else:
            revised = await acted(self._vault, scope, "history", "changed", job)
        await learn_waiting(self._vault)
        return revised

    async def search(
        self,
        wanted: Wanted,
        by: Person,
        role: Role | None = None,
        *,
        of: Person | None = None,
        everybody: bool = False,
        indexing: Callable[[int], None] = lambda _left: None,
    ) -> list[FoundOf]:
        """Where it was said: in the conversations of ``by``, of ``of``, or of everybody who lets ``by`` look.

        indexing: told how many events are put into the index first, for each person whose are.

        Raises Refused("people.not_shared") when ``of`` does not.
        """
        if of is not None and of.id != by.id and not everybody:
            scope = scope_of(of, by, None if role is None else role.id)
            await self._index(scope, indexing)
            theirs = await looked(
                self._vault, scope, "search", lambda tx: searching.search(tx, scope, wanted)
            )
            return [FoundOf(of, found) for found in theirs]
        people = await self._vault.read(lambda tx: readable(tx, by.id)) if everybody else [by]
        scopes = {one.id: Scope(by.id, one.id, None if role is None else role.id) for one in people}
        for scope in scopes.values():
            await self._index(scope, indexing)

        def look(tx: Transaction) -> list[FoundOf]:
            allowed = {by.id, *(one.id for one in readable(tx, by.id))}
            return [
                FoundOf(one, found)
                for one in people
                if one.id in allowed
                for found in searching.search(tx, scopes[one.id], wanted)
            ]

        found = await self._vault.read(look, search=True)
        others = {one.person.id: one.person for one in found if one.person.id != by.id}
        if others:
            await self._vault.write(lambda tx: note_looks(tx, by.id, others.values(), "search"))
        return found[: wanted.limit]

    async def _index(self, scope: Scope, told: Callable[[int], None]) -> None:
        """What was said since is put into the index first, a little at a time."""
        if left := await self._vault.read(lambda tx: words_index.behind(tx, scope)):
            told(left)
        while await self._vault.read(lambda tx: words_index.is_behind(tx, scope)):
            await self._vault.write(lambda tx: words_index.catch_up(tx, scope))

    async def timings(self, person: Person, limit: int) -> list[Timing]:
        """How long this person's newest turns took, newest first."""
        return await self._vault.read(lambda tx: timings.recent(tx, scope_of(person), limit))

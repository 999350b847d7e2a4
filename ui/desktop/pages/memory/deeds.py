"""What can be done with memories, each with its way back or its question beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from core.errors import Refused
from core.memory.facts import Fact
from core.people.persons import Person
from core.people.roles import Role
from ui.desk import Room
from ui.desktop.pages.memory.dialogs import Conflict, Deleting, Given, Writing


@dataclass(frozen=True, slots=True)
class Whose:
    """person, role: whose memories. by: who looks and acts."""

    person: Person
    role: Role
    by: Person


class Deeds:
    """page: the parent of dialogs. changed: called after a change, with the id of the memory to show."""

    def __init__(self, room: Room, page: QWidget, changed: Callable[[str], object]) -> None:
        self._room, self._page, self._changed = room, page, changed
        self._memory = room.household.memory
        self._call = room.desk.bridge.call

    async def add(self, whose: Whose) -> None:
        writing = Writing(self._page, self._room.desk, "memory_page.add_title")
        if not await writing.answered():
            return
        text, w = writing.text, whose
        fact = await self._call(lambda: self._memory.add(w.person, w.role, text, by=w.by))
        self._changed(fact.id)
        self._room.telling.offer_undo("memory_page.was_added", lambda: self._set_aside(w, fact.id))

    async def edit(self, whose: Whose, fact: Fact) -> None:
        """Based on the revision that is shown; a change by somebody else meanwhile is shown beside."""
        writing = Writing(self._page, self._room.desk, "memory_page.edit_title", fact.text)
        if not await writing.answered() or writing.text == fact.text:
            return
        await self._written(whose, fact, fact.revision, writing.text)

    async def switch(self, whose: Whose, fact: Fact) -> None:
        """Set aside what is in use, use again what is not."""
        if fact.status == "active":
            await self._set_aside(whose, fact.id)
            self._room.telling.offer_undo("memory_page.was_disabled", lambda: self._use(whose, fact.id))
        else:
            await self._use(whose, fact.id)
            self._room.telling.offer_undo("memory_page.was_enabled", lambda: self._set_aside(whose, fact.id))

    async def delete(self, whose: Whose, fact: Fact) -> None:
        """Not undoable, so it is asked first, and a receipt is given afterwards."""
        deletions, w = self._room.household.deletions, whose
        extent = await self._call(lambda: deletions.extent_of_fact(fact.id, of=w.person, by=w.by))
        if not await Deleting(self._page, self._room.desk, fact.text, extent).answered():
            return
        with self._room.telling.work("memory_page.deleting"):
            deletion = await self._call(lambda: deletions.fact(fact.id, of=w.person, by=w.by))
        self._changed("")
        await Given(self._page, self._room.desk, deletion).answered()

    async def _written(self, whose: Whose, fact: Fact, revision: int, text: str) -> None:
        w = whose
        try:
            after = await self._call(
                lambda: self._memory.edit(w.person, w.role, fact.id, revision, text, by=w.by)
            )
        except Refused as refused:
            if refused.message_id != "memory.stale_revision":
                raise
            theirs = str(refused.values["theirs"])
            self._changed(fact.id)
            if await Conflict(self._page, self._room.desk, text, theirs).answered():
                newest, _ = await self._call(lambda: self._memory.history(w.person, w.role, fact.id, by=w.by))
                await self._written(whose, newest, newest.revision, text)
            return
        self._changed(fact.id)
        self._room.telling.offer_undo(
            "memory_page.was_edited", lambda: self._back(whose, fact, after.revision)
        )

    async def _back(self, whose: Whose, before: Fact, revision: int) -> None:
        w = whose
        await self._call(
            lambda: self._memory.edit(w.person, w.role, before.id, revision, before.text, by=w.by)
        )
        self._changed(before.id)

    async def _set_aside(self, whose: Whose, fact: str) -> None:
        await self._call(lambda: self._memory.disable(whose.person, whose.role, fact, by=whose.by))
        self._changed(fact)

    async def _use(self, whose: Whose, fact: str) -> None:
        await self._call(lambda: self._memory.enable(whose.person, whose.role, fact, by=whose.by))
        self._changed(fact)

"""The demo's household: made in a temporary folder, by the same doors a family uses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app import wiring
from app.demo.script import Script
from app.demo.talker import Line, Talker
from app.first_role import companion
from app.settings import Chat, Places
from core.clock import SystemClock
from core.conversation.conversation import Conversation
from core.household.household import MIGRATIONS, Household
from core.knowledge.documents import Document
from core.people import roles
from core.people.persons import Person
from core.people.roles import Role
from core.secret import Secret
from core.vault.database import Vault

PASSPHRASE = "demo household, gone in a minute"  # noqa: S105
"""Of a household that is deleted at the end, so that it may stand here."""


@dataclass(slots=True, kw_only=True)
class Stage:
    """Who and what there is. ``sabotage``: the check that is to be broken, for the demo's own proof."""

    script: Script
    places: Places
    household: Household
    talker: Talker
    first: Person
    second: Person
    companion: Role
    shop: Role
    document: Document
    sabotage: str | None = None

    def breaks(self, check: str) -> bool:
        return self.sabotage == check

    @asynccontextmanager
    async def line(
        self,
        person: Person,
        role: Role,
        thread: str | None = None,
        prepare: Callable[[Conversation], None] | None = None,
    ) -> AsyncIterator[Line]:
        """A new conversation, or the continuation of ``thread``, with someone speaking in it.

        prepare: does something to the conversation first.
        """
        conversation = (
            await self.household.resume(thread, person)
            if thread
            else await self.household.begin(person, role)
        )
        if prepare is not None:
            prepare(conversation)
        async with self.talker.line(conversation, await self.household.words(role)) as line:
            yield line
        await conversation.end()


def places_in(folder: Path, models: Path) -> Places:
    """The folders of a household under ``BANYAN_HOME=folder``."""
    return Places(config=folder / "config", data=folder / "data", models=models)


@asynccontextmanager
async def set_up(
    script: Script, places: Places, talker: Talker, sabotage: str | None
) -> AsyncIterator[Stage]:
    """Create the vault with both kinds of key, two persons, two roles and one unbound document."""
    slots = [wiring.passphrase_slot(Secret.from_text(PASSPHRASE)), wiring.device_slot(places)]
    vault = await asyncio.to_thread(Vault.create, places.vault, slots, MIGRATIONS, SystemClock())
    # Typed, it loads no model at all: two processes of it fit into 300 MB.
    dense = wiring.embedder() if talker.mode == "voice" else None
    parts = wiring.equipment(vault, chat=Chat(), machine=wiring.machine_id(places), dense=dense)
    async with Household(parts) as household:
        first = await household.people.add(script.first_person, script.language)
        second = await household.people.add(script.second_person, script.language)
        for person in (first, second):
            for purpose in ("transcript", "memory"):
                await household.people.decide(
                    person,
                    "transcript" if purpose == "transcript" else "memory",
                    True,
                    by=person.id,
                    how="setup",
                )
        yield Stage(
            script=script,
            places=places,
            household=household,
            talker=talker,
            first=first,
            second=second,
            companion=await household.roles.add(companion(script.language)),
            shop=await household.roles.add(roles.draft(script.shop_role, language=script.language)),
            document=await household.knowledge.add(script.title, "demo.txt", script.document, by=first),
            sabotage=sabotage,
        )

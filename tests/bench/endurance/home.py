"""A household in an encrypted vault of a temporary folder, and its parts with virtual time held still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app import wiring
from app.demo.held import HeldRecorder, Hold
from app.first_role import companion
from app.settings import Chat, Places
from core.clock import SystemClock
from core.conversation.conversation import Conversation
from core.household.household import MIGRATIONS, Household
from core.journal.events import Outcome
from core.people.persons import Person
from core.people.roles import Role
from core.retrieval.embed import Embedder
from core.turn.ports import Delivery, Habits, Recorder, Turn
from core.vault.database import Vault

DOCUMENT = "退货期限是签收后十五天，商品要保持完好。\n商品质量问题退货，运费由商店承担。\n"


@dataclass(slots=True)
class Home:
    """vault: its folder, and the open store whose rows are counted."""

    household: Household
    vault: Vault
    person: Person
    role: Role

    async def begin(self) -> Conversation:
        return await self.household.begin(self.person, self.role)

    async def rows(self) -> dict[str, int]:
        """How many rows every table holds."""
        return await self.vault.read(
            lambda tx: {
                str(name): int(tx.rows(f'SELECT count(*) AS n FROM "{name}"')[0]["n"])
                for name in [
                    row["name"]
                    for row in tx.rows(
                        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
                    )
                ]
            }
        )


@asynccontextmanager
async def home(folder: Path, models: Path, *, dense: Embedder | None = None) -> AsyncIterator[Home]:
    """王奶奶's: everything consented to, one document bound."""
    places = Places(config=folder / "config", data=folder / "data", models=models)
    slots = [wiring.device_slot(places)]
    vault = await asyncio.to_thread(Vault.create, places.vault, slots, MIGRATIONS, SystemClock())
    parts = wiring.equipment(vault, chat=Chat(), machine=wiring.machine_id(places), dense=dense)
    async with Household(parts) as household:
        person = await household.people.add("王奶奶", "zh")
        await household.people.decide(person, "transcript", True, by=person.id, how="setup")
        await household.people.decide(person, "memory", True, by=person.id, how="setup")
        role = await household.roles.add(companion("zh"))
        await household.knowledge.add("退货说明", "soak.txt", DOCUMENT, by=person, roles=[role])
        yield Home(household, vault, person, role)


class CountingRecorder(HeldRecorder):
    """turns: what was said. ended: how often each outcome was written."""

    def __init__(self, recorder: Recorder, hold: Hold) -> None:
        super().__init__(recorder, hold)
        self.turns: list[str] = []
        self.ended: dict[str, int] = {}

    async def user_spoke(self, turn: Turn) -> None:
        self.turns.append(turn.text)
        await super().user_spoke(turn)

    async def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        self.ended[outcome] = self.ended.get(outcome, 0) + 1
        await super().answer_ended(turn, outcome, error)


class HeldHabits:
    """And learning how someone pauses."""

    def __init__(self, habits: Habits, hold: Hold) -> None:
        self._habits = habits
        self._hold = hold

    async def paused(self, pauses: Sequence[float]) -> None:
        with self._hold():
            await self._habits.paused(pauses)

    async def wished(self, delivery: Delivery) -> None:
        with self._hold():
            await self._habits.wished(delivery)

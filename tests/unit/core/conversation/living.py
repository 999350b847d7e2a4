"""A small household over a readable database, and models that can be watched."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path

from core.brain.budget import Budget
from core.brain.grounded import Grounded
from core.brain.model import ChatModel, Context, ReplyPart, TextDelta, ToolSpec
from core.clock import ManualClock
from core.conversation import opening
from core.conversation.conversation import Conversation
from core.conversation.equipment import Equipment
from core.household.household import MIGRATIONS
from core.journal import reading
from core.journal.events import Event
from core.knowledge import store as knowledge
from core.knowledge.documents import Document
from core.memory import store as memory
from core.memory.facts import Fact
from core.people import consent, persons, roles
from core.people.consent import Purpose
from core.people.persons import Person
from core.people.roles import Role
from core.turn.ports import Turn
from core.vault.scope import Scope
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Transaction
from core.vault.twin import open_plain

DOCUMENT = (
    "星河商店售后说明。\n"
    "退货期限是签收后15天，商品要保持完好，吊牌还在。\n"
    "商品质量问题退货，运费由商店承担；个人原因退货，运费由顾客承担，每件8元。\n"
)
PERIOD = "请问退货期限是几天？"
GOAL = "我的目标是学会日语。"
GOAL_QUESTION = "我的目标是什么？"


@dataclass(slots=True, kw_only=True)
class Living:
    """wang talks with the companion and has consented to transcript and memory; li has to nothing."""

    vault: SqliteFile
    file: Path
    clock: ManualClock
    wang: Person
    li: Person
    companion: Role
    equipment: Equipment

    async def begin(self, person: Person | None = None, role: Role | None = None) -> Conversation:
        return await opening.begin(self.equipment, person or self.wang, role or self.companion)

    def thinking(self, model: ChatModel, budget: Budget | None = None) -> None:
        """From now on conversations begin with this model."""
        self.equipment = replace(self.equipment, model=model, budget=budget or self.equipment.budget)

    def scope(self, person: Person | None = None, role: Role | None = None) -> Scope:
        who = person or self.wang
        return Scope(actor=who.id, person=who.id, role=(role or self.companion).id)

    async def decide(self, person: Person, purpose: Purpose, granted: bool) -> None:
        await self.vault.write(
            lambda tx: consent.record(tx, self.scope(person), purpose, granted, person.id, "screen")
        )

    async def rows(self, conversation: Conversation) -> list[Event]:
        """What another connection finds of the conversation: only what is durable."""
        scope = replace(conversation.scope, role=None)
        return await self.vault.read(lambda tx: reading.events(tx, scope, conversation.thread))

    async def kinds(self, conversation: Conversation) -> list[str]:
        return [row.kind for row in await self.rows(conversation)]

    async def facts(self, person: Person | None = None) -> list[Fact]:
        return await self.vault.read(lambda tx: memory.all(tx, self.scope(person)))

    async def remember(self, text: str) -> Fact:
        return await self.vault.write(lambda tx: memory.add(tx, self.scope(), text))

    async def bind(self, text: str = DOCUMENT) -> Document:
        def job(tx: Transaction) -> Document:
            document = knowledge.add(tx, self.scope(), "售后说明", "shop.txt", text)
            knowledge.bind(tx, document.id, self.companion.id)
            return document

        return await self.vault.write(job)

    def on_disk(self) -> bytes:
        """Every byte of the database and its log."""
        return b"".join(path.read_bytes() for path in sorted(self.file.parent.iterdir()))


async def settle(folder: Path) -> Living:
    """A new household in an unkeyed file in ``folder``."""
    clock = ManualClock()
    file = folder / "household.db"
    vault = open_plain(file, MIGRATIONS, clock)

    def people(tx: Transaction) -> tuple[Person, Person, Role]:
        role = roles.add(tx, roles.draft("伴言", instructions="说话温和。"))
        return persons.add(tx, "王奶奶"), persons.add(tx, "李爷爷"), role

    wang, li, role = await vault.write(people)
    equipment = Equipment(vault=vault, model=Grounded(), clock=clock, zone=UTC, machine="desk")
    living = Living(
        vault=vault, file=file, clock=clock, wang=wang, li=li, companion=role, equipment=equipment
    )
    await living.decide(wang, "transcript", granted=True)
    await living.decide(wang, "memory", granted=True)
    return living


class Watched:
    """Says one sentence, and calls ``look`` as soon as it is asked."""

    name = "watched"
    cloud = False

    def __init__(self, look: Callable[[Context], object] = lambda context: None) -> None:
        self._look = look
        self.asked: list[Context] = []

    async def reply(self, context: Context, tools: tuple[ToolSpec, ...]) -> AsyncGenerator[ReplyPart, None]:
        self.asked.append(context)
        seen = self._look(context)
        if hasattr(seen, "__await__"):
            await seen
        yield TextDelta(text="好的。")


async def ask(conversation: Conversation, text: str) -> list[str]:
    return [sentence async for sentence in conversation.ask(text)]


def spoken(number: int, text: str) -> Turn:
    """A turn as the engine makes it."""
    return Turn(id=number, text=text, language="zh", confidence=0.9)

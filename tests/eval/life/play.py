"""The life as it happens: conversations through the real engine, and a judgement after everything said."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from app import wiring
from app.demo.heard import says
from app.demo.stage import places_in
from app.demo.talker import Exchange, Talker
from app.first_role import companion
from app.settings import Chat
from core.clock import SystemClock
from core.household.household import MIGRATIONS, Household
from core.journal.events import UserSpoke
from core.knowledge import store
from core.knowledge.documents import Document, Quote
from core.memory.facts import Fact
from core.people.persons import Person
from core.people.roles import Role
from core.secret import Secret
from core.text import Language
from core.vault.database import Vault
from tests.eval.life.script import LIVES, Life, Step


class Lived(msgspec.Struct, frozen=True, kw_only=True):
    """One step. faults: what did not come of it. opened: quotes and sources of memories, looked up."""

    conversation: str
    said: str
    understood: str
    reply: str
    opened: tuple[str, ...]
    faults: tuple[str, ...]


class Stay:
    """The household the life is lived in."""

    def __init__(self, household: Household, person: Person, role: Role) -> None:
        self.household, self.person, self.role = household, person, role

    async def judged(self, conversation: str, step: Step, exchange: Exchange) -> Lived:
        faults = [
            *_of_answer(step, exchange),
            *_of_memory(step, await self.household.memory.all(self.person, self.role)),
        ]
        opened: list[str] = []
        if exchange.cited:
            for quote in exchange.context.knowledge.quotes:
                source, fault = await self._quote_opened(quote)
                opened.append(source)
                faults += fault
        for fact in exchange.context.memories:
            source, fault = await self._source_opened(fact)
            opened.append(source)
            faults += fault
        return Lived(
            conversation=conversation,
            said=step.say,
            understood=exchange.understood,
            reply=exchange.reply,
            opened=tuple(opened),
            faults=tuple(faults),
        )

    async def _quote_opened(self, quote: Quote) -> tuple[str, list[str]]:
        text = await self.household.read(
            lambda tx: store.quoted(tx, quote.document, quote.version, quote.start, quote.end)
        )
        where = f"{quote.title} v{quote.version} [{quote.start}:{quote.end}] {quote.text}"
        return where, [] if text == quote.text else [f"not what stands there: {where}"]

    async def _source_opened(self, fact: Fact) -> tuple[str, list[str]]:
        """The sentence a memory came from, in the history of that conversation."""
        for thread in await self.household.history.threads(self.person, self.role):
            for event in await self.household.history.events(thread.thread, self.person):
                here = (event.session, event.seq) == (fact.source_session, fact.source_seq)
                if here and isinstance(event.body, UserSpoke):
                    said = event.body.text
                    start, end = fact.source_span or (0, 0)
                    where = f"{event.session[:8]}/{event.seq} [{start}:{end}] {said}"
                    return where, [] if said[start:end] == fact.text else [f"not its words: {where}"]
        return "", [f"no source: {fact.text}"]


def _of_answer(step: Step, exchange: Exchange) -> list[str]:
    reply, state = exchange.reply.casefold(), exchange.context.knowledge.state
    faults = [f"answer without {piece}" for piece in step.answered if not _holds(reply, piece)]
    faults += [f"answer with {piece}" for piece in step.unsaid if piece in reply]
    if step.quoted and not (
        exchange.cited and any(step.quoted in quote.text for quote in exchange.context.knowledge.quotes[:1])
    ):
        faults.append(f"not quoted: {step.quoted}")
    if step.declined and (exchange.cited or state != "not_in_material"):
        faults.append(f"not declined: {state}")
    return faults


def _holds(text: str, piece: str) -> bool:
    return any(says(text, one) for one in piece.split("|"))


def _of_memory(step: Step, active: list[Fact]) -> list[str]:
    texts = [f"{fact.text} {fact.value}".casefold() for fact in active]
    faults = [f"not remembered: {piece}" for piece in step.kept if not any(_holds(t, piece) for t in texts)]
    return faults + [f"still remembered: {piece}" for piece in step.gone if any(piece in t for t in texts)]


async def live(
    language: Language, talker: Talker, models: Path, tell: Callable[[Lived], None]
) -> list[Lived]:
    """The whole life in a household of its own, which is deleted afterwards."""
    life = LIVES[language]
    lived: list[Lived] = []
    async with _household(language, life, models) as stay:
        words = await stay.household.words(stay.role)
        for name, steps in life.conversations:
            conversation = await stay.household.begin(stay.person, stay.role)
            async with talker.line(conversation, words) as line:
                for step in steps:
                    lived.append(await stay.judged(name, step, await line.say(step.say)))
                    tell(lived[-1])
            await conversation.end()
            await stay.household.memory.indexing.catch_up()  # in the app it runs beside the talk
    return lived


@asynccontextmanager
async def _household(language: Language, life: Life, models: Path) -> AsyncIterator[Stay]:
    with tempfile.TemporaryDirectory(prefix="banyan-life-") as folder:
        places = places_in(Path(folder), models)
        slots = [
            wiring.passphrase_slot(Secret.from_text("a life, gone in a minute")),
            wiring.device_slot(places),
        ]
        vault = await asyncio.to_thread(Vault.create, places.vault, slots, MIGRATIONS, SystemClock())
        parts = wiring.equipment(
            vault, chat=Chat(), machine=wiring.machine_id(places), dense=wiring.embedder()
        )
        async with Household(parts) as household:
            person = await household.people.add(life.person, language)
            for purpose in ("transcript", "memory"):
                await household.people.decide(person, purpose, True, by=person.id, how="setup")
            role = await household.roles.add(companion(language))
            await _papers(household, life, person, role)
            yield Stay(household, person, role)


async def _papers(household: Household, life: Life, person: Person, role: Role) -> list[Document]:
    return [
        await household.knowledge.add(title, f"{title}.md", text, by=person, roles=(role,))
        for title, text in life.documents
    ]

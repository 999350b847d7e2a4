"""One person's consent at work in one conversation: every door is asked at the moment of the act.

What holds is read in the transaction that does the thing, or that writes down that it is about to be done,
so a withdrawal is never behind. What a door decides stands in the access log.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import aclosing, asynccontextmanager
from typing import TypeVar

from core.clock import Clock
from core.errors import Refused
from core.people import access, consent
from core.people.access import Door, Unit
from core.people.consent import Consents, Purpose
from core.people.gate import Ruling, decide
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

T = TypeVar("T")

LOOK_AGAIN = 0.1
"""Seconds between two looks at the consents while a request to a cloud is under way; it may be another
program in which they are withdrawn."""


class Doors:
    """about: the session, in which the same refusal is written down once. clock: by which it looks again."""

    def __init__(self, database: Database, scope: Scope, about: str, clock: Clock) -> None:
        self._database = database
        self._scope = Scope(actor=scope.actor, person=scope.person)
        self._about = about
        self._clock = clock

    def may(self, tx: Transaction, purpose: Purpose) -> bool:
        """What holds at this moment; for what only reads."""
        return self._ruling(consent.state(tx, self._scope), purpose).allowed

    def open(self, tx: Transaction, purpose: Purpose, door: Door) -> bool:
        """The same in a transaction that writes: a refusal is written down with it."""
        ruling = self._ruling(consent.state(tx, self._scope), purpose)
        if not ruling.allowed:
            access.note_refusal(tx, self._scope, door, ruling, about=self._about)
        return ruling.allowed

    async def send(self, door: Door, host: str, amount: float, unit: Unit) -> Consents:
        """Before something goes to a cloud model: ask, and write down that it goes, durably before its first
        byte. What holds at that moment. Raises Refused("conversation.cloud_closed")."""

        def job(tx: Transaction) -> tuple[Consents, bool]:
            consents = consent.state(tx, self._scope)
            ruling = self._ruling(consents, "cloud_models")
            if ruling.allowed:
                access.note(
                    tx, self._scope, "sent", door, ruling,
                    target=host, about=self._about, amount=amount, unit=unit,
                )  # fmt: skip
            else:
                access.note_refusal(tx, self._scope, door, ruling, target=host, about=self._about)
            return consents, ruling.allowed

        consents, allowed = await self._database.write(job)
        if not allowed:
            raise Refused("conversation.cloud_closed")
        return consents

    async def during(self, work: Coroutine[object, object, T], door: Door, host: str) -> T:
        """The outcome of a request that is under way. A withdrawal meanwhile cancels it, and raises as
        :meth:`send`."""
        asked = asyncio.create_task(work)
        async with self._watched(door, host) as watching:
            try:
                await _first(asked, watching)
            finally:
                await _ended(asked)
        return asked.result()

    async def stream(self, parts: AsyncGenerator[T, None], door: Door, host: str) -> AsyncGenerator[T, None]:
        """The parts of an answer that is under way, closed by a withdrawal as :meth:`during`. All of
        ``parts`` runs in one task of its own, as what holds a connection open needs."""
        waiting: asyncio.Queue[T] = asyncio.Queue(1)

        async def pump() -> None:
            async with aclosing(parts):
                async for part in parts:
                    await waiting.put(part)

        pumping = asyncio.create_task(pump())
        async with self._watched(door, host) as watching:
            try:
                while True:
                    got = asyncio.create_task(waiting.get())
                    try:
                        await _first(got, watching, pumping)
                        if got.done():
                            yield got.result()
                        elif waiting.empty():
                            break
                    finally:
                        await _ended(got)
            finally:
                await _ended(pumping)
        if not pumping.cancelled():
            pumping.result()

    @asynccontextmanager
    async def _watched(self, door: Door, host: str) -> AsyncIterator[asyncio.Task[None]]:
        watching = asyncio.create_task(self._withdrawn(door, host))
        try:
            yield watching
        finally:
            await _ended(watching)

    async def _withdrawn(self, door: Door, host: str) -> None:
        """Until the consent to cloud models is gone; that a request was stopped is written down then."""
        while await self._database.read(lambda tx: self.may(tx, "cloud_models")):
            await self._clock.sleep_until(self._clock.monotonic() + LOOK_AGAIN)

        def job(tx: Transaction) -> None:
            ruling = self._ruling(consent.state(tx, self._scope), "cloud_models")
            access.note_refusal(tx, self._scope, door, ruling, target=host, about=self._about)

        await self._database.write(job)

    def _ruling(self, consents: Consents, purpose: Purpose) -> Ruling:
        return decide(purpose, consents, self._scope.actor, self._scope.person)


async def _first(wanted: asyncio.Task[T], watching: asyncio.Task[None], *also: asyncio.Task[None]) -> None:
    """Until one of them is done; raises when it is consent that ended."""
    await asyncio.wait((wanted, watching, *also), return_when=asyncio.FIRST_COMPLETED)
    if watching.done():
        watching.result()  # a database that fails is told as what it is
        raise Refused("conversation.cloud_closed")


async def _ended(task: asyncio.Task[T]) -> None:
    """Nothing of it goes on; how it ended is for whoever asks."""
    task.cancel()
    await asyncio.wait((task,))

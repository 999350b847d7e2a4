"""The engine's ``Habits`` in the vault: how this person speaks, and wants to be spoken with."""

from __future__ import annotations

from collections.abc import Sequence

from core.people import consent, manner
from core.people.manner import Manner
from core.turn.ports import Delivery
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction


class PersonHabits:
    """What a spoken conversation learns of a person is used by the next one."""

    def __init__(self, vault: Database, scope: Scope) -> None:
        self._vault = vault
        self._scope = scope

    async def known(self) -> Manner:
        return await self._vault.read(lambda tx: manner.get(tx, self._scope))

    async def paused(self, pauses: Sequence[float]) -> None:
        """Learned under the consent that covers whatever is learned of a person: memory."""

        def job(tx: Transaction) -> None:
            if consent.state(tx, self._scope).allows("memory"):
                manner.learn(tx, self._scope, pauses)

        await self._vault.write(job)

    async def wished(self, delivery: Delivery) -> None:
        """What someone asks for aloud is kept without further questions: it is no secret of theirs."""
        await self._vault.write(
            lambda tx: manner.deliver(tx, self._scope, speed=delivery.speed, volume=delivery.volume)
        )

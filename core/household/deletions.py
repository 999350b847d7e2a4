"""Deleting, as faces ask for it: what would go, doing it, its receipts, and the sweep that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.clock import Clock
from core.errors import Refused, Unavailable
from core.household import deleting, extents, withdrawing
from core.household.extents import Extent
from core.household.family import acted, looked, scope_of
from core.household.recordings import Recordings
from core.household.restoring import ERASERS
from core.household.traces import THOROUGH, TRACES
from core.people.access import Door
from core.people.consent import Purpose
from core.people.persons import Person
from core.vault import erasing, mirroring
from core.vault import receipts as stored
from core.vault.database import Vault
from core.vault.erasing import Sweepable, Swept, Trace
from core.vault.receipts import Receipt
from core.vault.scope import Scope
from core.vault.transaction import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """What was deleted. receipts: as they are now. settled: the sweep found nothing left, the write-ahead log
    included. left: what it counted, by place. mirrored: the receipts also stand outside of the database."""

    receipts: tuple[Receipt, ...]
    settled: bool
    mirrored: bool
    left: Mapping[str, int] = field(default_factory=dict)


class Deletions:
    """``household.deletions``. by: the person who acts; of: the person whose it is."""

    def __init__(self, vault: Sweepable, clock: Clock, recordings: Recordings) -> None:
        self._vault = vault
        self._clock = clock
        self._recordings = recordings

    async def fact(self, fact: str, *, of: Person, by: Person) -> Deletion:
        """Raises Refused("memory.unknown")."""
        scope = scope_of(of, by)
        return await self._delete(
            lambda tx: deleting.fact(tx, scope, fact, self._vault.receipts), scope, "memory"
        )

    async def said(self, session: str, seq: int, *, of: Person, by: Person) -> Deletion:
        """What the user said, with its answer and the facts from it; or what the companion said."""
        scope = scope_of(of, by)
        return await self._delete(
            lambda tx: deleting.said(tx, scope, session, seq, self._vault.receipts), scope, "history"
        )

    async def conversation(self, thread: str, *, of: Person, by: Person) -> Deletion:
        """A whole conversation and the facts from it that nobody edited."""
        scope = scope_of(of, by)
        return await self._delete(
            lambda tx: deleting.conversation(tx, scope, thread, self._vault.receipts), scope, "history"
        )

    async def document(self, document: str, *, by: Person) -> Deletion:
        """Raises Refused("knowledge.unknown_document")."""
        scope = scope_of(by)
        return await self._delete(lambda tx: deleting.document(tx, scope, document, self._vault.receipts))

    async def imported(self, source: str, *, of: Person, by: Person) -> Deletion:
        """Records that came from another program. Raises Refused("journal.import_unknown")."""
        scope = scope_of(of, by)
        return await self._delete(
            lambda tx: deleting.imported(tx, scope, source, self._vault.receipts), scope, "history"
        )

    async def person(self, person: Person, *, by: Person) -> Deletion:
        """Somebody, and all that is theirs. Raises Refused("people.last_person")."""
        scope = scope_of(person, by)
        return await self._delete(lambda tx: deleting.person(tx, scope, self._vault.receipts))

    async def kept(self, purpose: Purpose, *, of: Person, by: Person) -> Deletion:
        """What was kept of somebody under a purpose that they take back."""
        scope = scope_of(of, by)
        return await self._delete(
            lambda tx: withdrawing.delete_kept(tx, scope, purpose, self._vault.receipts), scope, "consents"
        )

    async def extent_of_fact(self, fact: str, *, of: Person, by: Person | None = None) -> Extent:
        """What deleting a fact would take, and which utterances repeat it and stay."""
        scope = scope_of(of, by)
        return await looked(self._vault, scope, "memory", lambda tx: extents.fact(tx, scope, fact))

    async def extent_of_said(self, session: str, seq: int, *, of: Person, by: Person | None = None) -> Extent:
        scope = scope_of(of, by)
        return await looked(self._vault, scope, "history", lambda tx: extents.said(tx, scope, session, seq))

    async def extent_of_conversation(self, thread: str, *, of: Person, by: Person | None = None) -> Extent:
        scope = scope_of(of, by)
        return await looked(self._vault, scope, "history", lambda tx: extents.conversation(tx, scope, thread))

    async def extent_of_document(self, document: str) -> Extent:
        return await self._vault.read(lambda tx: extents.document(tx, document))

    async def extent_of_person(self, person: Person) -> Extent:
        return await self._vault.read(lambda tx: extents.person(tx, person.id))

    async def receipts(self) -> list[Receipt]:
        """Every receipt of the household, newest first."""
        return (await self._vault.read(stored.all))[::-1]

    async def receipt(self, wanted: str) -> Receipt:
        """The receipt of that id, or of an id beginning so. Raises Refused("receipts.unclear")."""
        fits = [one for one in await self.receipts() if wanted and one.id.startswith(wanted)]
        if len(fits) != 1:
            raise Refused("receipts.unclear", wanted=wanted, count=len(fits))
        return fits[0]

    async def sweep(self, *, thorough: bool = False) -> Swept:
        """Count what is left of everything deleted, take it out if there is any, and mark what is settled.

        thorough: look at every token of every index and write every page anew, however long it takes.
        """
        traces = THOROUGH if thorough else TRACES
        most = None if thorough else erasing.SMALL
        swept = await self._sweep(traces, most)
        if any(count for place, count in swept.left.items() if place != "free pages"):
            await self._vault.erase(lambda tx: erasing.apply(tx, self._vault.receipts, ERASERS))
            await self._recordings.tidy()
            swept = await self._sweep(traces, most)
        return swept

    async def _sweep(self, traces: Sequence[Trace], most: int | None) -> Swept:
        return await erasing.sweep(self._vault, self._vault.receipts, ERASERS, traces, self._clock, most=most)

    async def _delete(
        self,
        job: Callable[[Transaction], list[Receipt]],
        of: Scope | None = None,
        door: Door = "memory",
    ) -> Deletion:
        """of: whose it is. What is somebody else's goes through the family's door and into their log."""
        if of is None or of.actor == of.person:
            receipts = await self._vault.erase(job)
        else:
            receipts = await acted(self._vault, of, door, "deleted", job)
        await self._recordings.tidy()  # the sound of what went; after a crash here, the next start does it
        written = {one.id for one in receipts}
        mirrored = await self._mirrored()
        swept = await self.sweep()
        now = [one for one in await self._vault.read(stored.all) if one.id in written]
        return Deletion(receipts=tuple(now), settled=swept.settled, mirrored=mirrored, left=swept.left)

    async def _mirrored(self) -> bool:
        if not isinstance(self._vault, Vault):
            return False
        try:
            await mirroring.mirror(self._vault)
        except (Unavailable, OSError):
            return False  # the database has them; the next deletion or backup writes them out
        return True

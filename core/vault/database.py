"""The vault: one encrypted database file of a household, opened with one of its key slots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.clock import Clock
from core.errors import Corrupt, Refused, Unavailable, UserFacing
from core.secret import Secret
from core.vault import ballast, integrity, opening, rotation, slot_changes
from core.vault import header as headers
from core.vault.header import Header
from core.vault.keys import Purpose, subkey
from core.vault.migrations import Migrations
from core.vault.opening import DATABASE, Opened
from core.vault.receipts import ReceiptBook
from core.vault.slots import KeySlot, SlotRecord
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import T, Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

__all__ = ["DATABASE", "Replacement", "Vault"]

Replacement = Callable[[Header, Secret], tuple[Header, Secret]]
"""Makes another file the household's own while nobody has it open: the new header and root."""


class Vault:
    """An open vault, which may be locked and unlocked. Implements ``Database``.

    Use :meth:`create` or :meth:`open`; both block (Argon2id takes about 0.2 s), so a running loop
    calls them through ``asyncio.to_thread``. While it is locked, closed or being replaced, every call
    raises Unavailable: ``vault.locked``, ``vault.closed``, ``vault.moving``.
    """

    def __init__(self, folder: Path, opened: Opened, migrations: Sequence[Migrations], clock: Clock) -> None:
        self.folder = folder
        self._migrations = migrations
        self._clock = clock
        self._shut = ""
        self._opened: Opened | None = None
        self._file: SqliteFile | None = None
        self._changing = asyncio.Lock()
        self._take(opened)

    @classmethod
    def create(
        cls, folder: Path, slots: Sequence[KeySlot], migrations: Sequence[Migrations], clock: Clock
    ) -> Vault:
        """A new vault in ``folder``, opened. Raises Refused when one is there already."""
        return cls(folder, opening.create(folder, slots, migrations, clock), migrations, clock)

    @classmethod
    def open(cls, folder: Path, unlock: KeySlot, migrations: Sequence[Migrations], clock: Clock) -> Vault:
        """The vault of ``folder``.

        Raises Unavailable (no vault, newer version, key missing, being replaced), Refused (wrong key,
        network folder) or Corrupt (damaged or exchanged files).
        """
        return cls(folder, opening.open_(folder, unlock, migrations, clock), migrations, clock)

    @property
    def id(self) -> str:
        """The random identifier of this household's vault."""
        return self._now().header.vault

    @property
    def header(self) -> Header:
        """What the header says now: read again, because another program may have changed a slot."""
        opened = self._now()
        return headers.newest(self.folder, opened.root)

    @property
    def slots(self) -> tuple[str, ...]:
        """The kinds of slots that open this vault."""
        return tuple(record.kind for record in self.header.slots)

    @property
    def opened_by(self) -> str:
        """The id of the slot it was opened with."""
        return self._now().slot

    @property
    def path(self) -> Path:
        """The database file, which rotation, restoring and repair exchange for another."""
        return self.folder / self._now().header.database

    @property
    def receipts(self) -> ReceiptBook:
        """Where deletions are written down. Kept by nobody: a locked vault must not leave its key behind."""
        return ReceiptBook(self._now().receipts)

    def subkey(self, purpose: Purpose) -> Secret:
        """The key of another part (recordings, sync, backup). Raises Refused after closing."""
        if self._opened is None:
            raise Refused(self._shut)
        return subkey(self._opened.root, purpose)

    def root(self) -> Secret:
        """The root itself, for this room's own files (backups carry a header). Nobody else's business."""
        return self._now().root

    async def write(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.write``."""
        return await self._use().write(job)

    async def read(self, job: Callable[[Transaction], T], *, search: bool = False) -> T:
        """See ``Database.read``. search: use the connection whose cache holds an index."""
        return await self._use().read(job, search=search)

    async def erase(self, job: Callable[[Transaction], T]) -> T:
        """See ``Database.erase``. A full disk is given the ballast back; it is put aside again afterwards."""
        try:
            return await self._use().write(job)
        except Unavailable as error:
            if error.message_id not in ("vault.disk_full", "vault.disk_failed"):
                raise
            if not await asyncio.to_thread(ballast.release, self.folder):
                raise
        outcome = await self._use().write(job)
        if await self.sweep():
            await asyncio.to_thread(ballast.put_aside, self.folder)
        return outcome

    async def sweep(self) -> bool:
        """Empty the write-ahead log, so that what was deleted is gone from it too. False: call later."""
        return await self._use().sweep()

    async def rewrite(self, most: int | None) -> bool:
        """See ``SqliteFile.rewrite``."""
        return await self._use().rewrite(most)

    async def check(self) -> None:
        """Read every page. Raises Corrupt("vault.damaged").

        Raises Unavailable("vault.busy") when a page fails while somebody keeps the log from being emptied:
        the page may be whole in there, so ask again.
        """
        emptied = await self.sweep()
        try:
            await self.read(integrity.check)
        except Corrupt as error:
            if emptied:
                raise
            raise Unavailable("vault.busy") from error

    async def free_pages_with_content(self) -> int:
        """How many pages that deleting gave back are not blank. Only right after :meth:`sweep`."""
        return await self._use().free_pages_with_content()

    async def maintain(self, job: Callable[[Connection], T]) -> T:
        """Run ``job`` on the writing connection itself, between two groups."""
        return await self._use().maintain(job)

    async def add_slot(self, slot: KeySlot) -> SlotRecord:
        """One more way to open it."""
        return await self._change_slots(slot, slot_changes.added)

    async def replace_slot(self, record: str, slot: KeySlot) -> SlotRecord:
        """Another slot in the place of ``record`` (an id); a passphrase is changed so, at one header's cost.

        Raises Refused("vault.no_slot") when there is none of that id.
        """
        return await self._change_slots(slot, lambda old, new: slot_changes.replaced(old, record, new))

    async def remove_slot(self, record: str) -> SlotRecord:
        """Take a slot out. Raises Refused: ``vault.no_slot``, ``vault.last_slot``.

        Whoever kept an old header and the old key could still open an old copy of the file, and this one
        by hand: :meth:`rotate` is what makes them worthless.
        """
        gone: list[SlotRecord] = []

        def change(header: Header) -> Header:
            after, removed = slot_changes.removed(header, record)
            gone.append(removed)
            return after

        await self._change_header(change)
        return gone[0]

    async def rotate(self, slots: Sequence[KeySlot]) -> None:
        """A new root and a new file under it; only ``slots`` open it from then on.

        Waits for what was asked; calls meanwhile raise Unavailable("vault.moving"). Raises
        Unavailable("vault.busy") when another program has it open, and nothing has changed then.
        """
        if not slots:
            raise Refused("vault.no_slots")
        now = self._clock.now()
        await self.replace(lambda header, root: rotation.rotate(self.folder, header, root, slots, now))

    async def replace(self, make: Replacement) -> None:
        """Run ``make`` in a thread while nobody has the database open, then open what it made.

        When it raises, the household is open as before.
        """
        async with self._changing:
            opened = self._now()
            await _to_its_end(lambda: self._replace_now(opened, make))

    async def lock(self) -> None:
        """Drop connections and keys. Whoever was waiting is told so; what was acknowledged stays."""
        async with self._changing:
            await _to_its_end(lambda: self._drop("vault.locked", Unavailable("vault.locked")))

    async def unlock(self, opener: KeySlot) -> None:
        """Open again after :meth:`lock`. Raises as :meth:`open`; nothing happens when it is open."""
        async with self._changing:
            if self._shut == "vault.closed":
                raise Unavailable("vault.closed")
            if self._opened is None:
                await _to_its_end(
                    lambda: self._take(opening.open_(self.folder, opener, self._migrations, self._clock))
                )

    @property
    def is_locked(self) -> bool:
        return self._opened is None and self._shut == "vault.locked"

    async def close(self) -> None:
        """Finish what was asked, then drop connections and key."""
        async with self._changing:
            await _to_its_end(self.close_now)

    def close_now(self) -> None:
        """The same, blocking, for callers without a loop."""
        self._drop("vault.closed", None)

    async def _change_slots(
        self, slot: KeySlot, change: Callable[[Header, SlotRecord], Header]
    ) -> SlotRecord:
        opened = self._now()
        record = await asyncio.to_thread(slot.wrap, opened.root, opened.header.vault, self._clock.now())
        await self._change_header(lambda header: change(header, record))
        return record

    async def _change_header(self, change: Callable[[Header], Header]) -> None:
        root = self._now().root
        await self._use().maintain(
            lambda connection: opening.change_header(self.folder, root, connection, change)
        )

    def _replace_now(self, opened: Opened, make: Replacement) -> None:
        if self._file is None:
            raise Unavailable(self._shut)
        self._shut, file, self._file = "vault.moving", self._file, None
        file.close_now()
        root, slot = opened.root, opened.slot
        try:
            with opened.presence.alone():
                header, root = make(headers.newest(self.folder, root), root)
                slot = header.slots[0].id
        finally:
            self._reopen(opened, root, slot)

    def _reopen(self, opened: Opened, root: Secret, slot: str) -> None:
        """After a replacing, whether it worked or not. What cannot be opened again counts as locked."""
        try:
            header = headers.newest(self.folder, root)
            again = opening.entered(
                self.folder, header, root, slot, opened.presence, self._migrations, self._clock
            )
        except (UserFacing, OSError):
            self._opened, self._shut = None, "vault.locked"
            opened.presence.leave()
            raise
        self._take(again)

    def _take(self, opened: Opened) -> None:
        path, key = self.folder / opened.header.database, subkey(opened.root, "database")
        self._file = SqliteFile(opened.connection, path, key, self._clock)
        self._opened, self._shut = opened, ""

    def _drop(self, why: str, instead: UserFacing | None) -> None:
        opened, self._opened, file = self._opened, None, self._file
        self._shut = "vault.closed" if self._shut == "vault.closed" else why
        if file is not None:
            file.close_now(instead)
        self._file = None
        if opened is not None:
            opened.presence.leave()

    def _now(self) -> Opened:
        if self._opened is None:
            raise Unavailable(self._shut)
        return self._opened

    def _use(self) -> SqliteFile:
        if self._file is None or self._opened is None:
            raise Unavailable(self._shut)
        return self._file


async def _to_its_end(step: Callable[[], None]) -> None:
    """Run ``step`` in a thread. Cancelling the caller waits for it: half a change of files is none."""
    running = asyncio.ensure_future(asyncio.to_thread(step))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        raise

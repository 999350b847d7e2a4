"""Folders that the household watches, because somebody asked for it: changed files are read again.

A file that disappears is never a wish to forget: its document is marked as missing, and stays until a person
removes it. What a person removed does not come back, though its file is still there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from core.errors import Unavailable, UserFacing
from core.household.importing import FolderRead, Importing, Seen, unseen
from core.knowledge import folders
from core.knowledge.documents import Folder
from core.people.persons import Person
from core.people.roles import Role
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

_log = logging.getLogger(__name__)
QUIET_MS: Final = 1500
"""Changes within this time of each other are one: an editor saves in several steps."""

Changes = Callable[[list[Path]], AsyncIterator[set[Path]]]
"""Given the folders, says which files changed, again and again."""
Looked = Callable[[Folder, FolderRead], None]


class Watching:
    """``household.knowledge.watching``. changes: what tells; the system's own way when not given."""

    def __init__(self, vault: Database, importing: Importing, changes: Changes | None = None) -> None:
        self._vault = vault
        self._importing = importing
        self._changes = changes or of_the_system

    async def folders(self) -> list[Folder]:
        return await self._vault.read(folders.all)

    async def add(self, path: Path, *, by: Person, role: Role) -> Folder:
        """Watch a folder from now on. Raises Unavailable("knowledge.folder_missing")."""
        whole = await asyncio.to_thread(_folder, path)
        scope = Scope(actor=by.id, person=by.id)
        return await self._vault.write(lambda tx: folders.add(tx, scope, str(whole), role.id))

    async def remove(self, path: Path) -> None:
        """Watch it no longer; its documents stay. Raises Refused("knowledge.folder_unwatched")."""
        whole = await asyncio.to_thread(lambda: path.expanduser().resolve())
        await self._vault.erase(lambda tx: folders.remove(tx, str(whole)))

    async def look(self, folder: Folder, seen: Seen = unseen) -> FolderRead:
        """Read what changed in one folder since it was last looked at.

        Raises Unavailable("knowledge.folder_missing"): then none of it is called missing, a disk may be out.
        """
        actor = await self._vault.read(partial(_actor, folder=folder))
        scope = Scope(actor=actor, person=actor)
        return await self._importing.folder(scope, Path(folder.path), (folder.role,), seen, folder)

    async def run(self, looked: Looked | None = None, seen: Seen = unseen) -> None:
        """Look at every folder, then at each that changes, until cancelled. Returns where none is there.

        Raises Unavailable("knowledge.watching_missing").
        """
        watched = {Path(one.path): one for one in await self.folders()}
        there = [path for path, one in watched.items() if await self._told(one, looked, seen)]
        if not there:
            return
        async for changed in self._changes(there):
            for path in there:
                if any(one.is_relative_to(path) for one in changed):
                    await self._told(watched[path], looked, seen)

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Inside, watched folders are kept up with in the background; a fault of it is nobody's here."""
        going_on = asyncio.create_task(self._quietly(), name="watching folders")
        try:
            yield
        finally:
            going_on.cancel()
            await asyncio.gather(going_on, return_exceptions=True)

    async def _quietly(self) -> None:
        try:
            await self.run()
        except (UserFacing, OSError) as error:
            _log.warning("watching stopped: %s", type(error).__name__)

    async def _told(self, folder: Folder, looked: Looked | None, seen: Seen) -> bool:
        """Whether the folder is there."""
        try:
            read = await self.look(folder, seen)
        except Unavailable as error:
            if error.message_id != "knowledge.folder_missing":
                raise
            return False
        if looked is not None:
            looked(folder, read)
        return True


async def of_the_system(paths: list[Path]) -> AsyncIterator[set[Path]]:
    """By inotify, FSEvents or ReadDirectoryChangesW. Raises Unavailable("knowledge.watching_missing")."""
    try:
        from watchfiles import awatch
    except ImportError as error:
        raise Unavailable("knowledge.watching_missing") from error
    async for changes in awatch(*paths, debounce=QUIET_MS, recursive=True, raise_interrupt=False):
        yield {Path(path) for _, path in changes}


def _folder(path: Path) -> Path:
    whole = path.expanduser().resolve()
    if not whole.is_dir():
        raise Unavailable("knowledge.folder_missing", name=path.name)
    return whole


def _actor(tx: Transaction, folder: Folder) -> str:
    row = tx.one("SELECT added_by FROM knowledge_folders WHERE id = ?", (folder.id,))
    return str(row["added_by"]) if row is not None else ""

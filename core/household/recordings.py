"""The household's recorded utterances: listen, let go, and put right what a crash left."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.errors import Refused
from core.household.family import acted, looked, scope_of
from core.journal import recordings
from core.journal.recordings import Recording, Tidied
from core.people.persons import Person
from core.vault.beside import Beside
from core.vault.transaction import Database, Transaction

FOLDER = "recordings"
"""In the vault's folder."""

BESIDE: Final = Beside(FOLDER, recordings.files)
"""What backups take along."""


class Recordings:
    """``household.recordings``: see ``core.journal.recordings``. by: who does it, if somebody else does."""

    def __init__(self, vault: Database, folder: Path | None) -> None:
        self._vault = vault
        self._folder = folder

    async def all(
        self, person: Person, session: str | None = None, *, by: Person | None = None
    ) -> list[Recording]:
        """Oldest first."""
        scope = scope_of(person, by)
        return await looked(self._vault, scope, "audio", lambda tx: recordings.all(tx, scope, session))

    async def find(self, wanted: str, person: Person, *, by: Person | None = None) -> Recording:
        """The recording meant by an id or the beginning of one. Raises Refused."""
        fits = [one for one in await self.all(person, by=by) if wanted and one.id.startswith(wanted)]
        if len(fits) != 1:
            raise Refused("journal.recording_unknown")
        return fits[0]

    async def sound(self, recording: str, person: Person, *, by: Person | None = None) -> bytes:
        """PCM (int16, mono, 16 kHz). Raises Refused, Unavailable or Corrupt."""
        scope = scope_of(person, by)
        folder = self._folder
        if folder is None:
            raise Refused("journal.recording_unknown")
        return await looked(
            self._vault, scope, "audio", lambda tx: recordings.sound(tx, scope, folder, recording)
        )

    async def remove(self, recording: str, person: Person, *, by: Person | None = None) -> None:
        """Nobody hears it from now on."""
        scope = scope_of(person, by)

        def job(tx: Transaction) -> bool:
            recordings.remove(tx, scope, recording)
            return True

        if scope.actor == scope.person:
            await self._vault.erase(job)
        else:
            await acted(self._vault, scope, "audio", "deleted", job)
        await self.sweep()

    async def sweep(self) -> Tidied:
        """Let go of what is out of its time, and make files and rows agree."""
        if self._folder is not None:
            await self._vault.erase(recordings.expire)
        return await self.tidy()

    async def tidy(self) -> Tidied:
        """Make files and rows agree: right after rows were deleted, by whichever door."""
        folder = self._folder
        if folder is None:
            return Tidied()
        return await self._vault.erase(lambda tx: recordings.tidy(tx, folder))

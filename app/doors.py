"""The ways into this installation's household, for the faces that have windows."""

from __future__ import annotations

from contextlib import AsyncExitStack
from importlib import metadata
from typing import TYPE_CHECKING

from app import founding, openers, settings_file, wiring
from app.here import Here
from core.secret import Secret
from core.text import Language
from core.vault import header, recovery_code
from core.vault.recovery_slot import RecoverySlot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.household.household import Household
    from core.vault.slots import KeySlot
    from ui.doors import Founding, Standing
    from ui.theme import Choice


class InstalledDoors:
    """Implements ``ui.doors.Doors``; its coroutines run on the core's thread."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self._open = AsyncExitStack()

    async def standing(self) -> Standing:
        if not header.exists(self._here.places.vault):
            return "none"
        kinds = {record.kind for record in header.read_copies(self._here.places.vault)[0].header.slots}
        keys = any((self._here.places.config / "keys").glob("device-*.key"))
        opens = (keys and "device" in kinds) or wiring.keychain_slot(self._here) is not None
        return "by_itself" if opens else "locked"

    async def recoverable(self) -> bool:
        records = header.read_copies(self._here.places.vault)[0].header.slots
        return any(record.kind == RecoverySlot.kind for record in records)

    async def enter(self, passphrase: Secret | None = None) -> Household:
        return await self._enter(None if passphrase is None else wiring.passphrase_slot(passphrase))

    async def recover(self, code: str, passphrase: Secret) -> Household:
        openers.check_length(passphrase)
        way, fresh = RecoverySlot(recovery_code.read(code)), wiring.passphrase_slot(passphrase)
        async with openers.opened_by(self._here, way) as vault:
            before = [record.id for record in vault.header.slots if record.kind == fresh.kind]
            await (vault.replace_slot(before[0], fresh) if before else vault.add_slot(fresh))
        return await self._enter(fresh)

    async def found(self, founding_: Founding) -> Household:
        slot = wiring.passphrase_slot(founding_.passphrase)
        await founding.refuse_taken(self._here, founding_.name, [slot])
        await founding.make(
            self._here,
            founding_.name,
            founding_.language,
            [slot],
            founding_.code,
            keep=founding_.keep,
            remember=founding_.remember,
        )
        return await self._enter(slot)

    async def leave(self) -> None:
        await self._open.aclose()

    def check_name(self, name: str) -> None:
        from core.people.names import checked

        checked(name)

    def check_passphrase(self, passphrase: Secret) -> None:
        openers.check_length(passphrase)

    async def _enter(self, way: KeySlot | None) -> Household:
        """What is learned and added gets its vectors for as long as it is open."""
        async with AsyncExitStack() as stack:
            household = await stack.enter_async_context(wiring.open_household(self._here, way=way))
            await stack.enter_async_context(household.knowledge.indexing.beside())
            await stack.enter_async_context(household.memory.indexing.beside())
            self._open = stack.pop_all()
            return household


class KeptSettings:
    """Implements ``ui.doors.Keeping``."""

    def __init__(self, here: Here) -> None:
        self._here = here

    def look(self, choice: Choice, scale: float) -> None:
        self._write({"desktop.theme": choice, "desktop.scale": float(scale)})

    def language(self, language: Language) -> None:
        self._write({"desktop.language": language})

    def licences(self) -> Sequence[tuple[str, str]]:
        """As the packages' own metadata state them."""
        found = {}
        for package in metadata.distributions():
            name = package.metadata["Name"]
            classifiers = package.metadata.get_all("Classifier") or []
            told = package.metadata["License-Expression"] or next(
                (one.rpartition("::")[2].strip() for one in classifiers if one.startswith("License")), ""
            )
            if name:
                found[name] = told or (package.metadata["License"] or "").strip().split("\n")[0][:60]
        return sorted(found.items(), key=lambda item: item[0].lower())

    def _write(self, values: dict[str, settings_file.Value]) -> None:
        settings_file.changed(self._here.places.config, values)

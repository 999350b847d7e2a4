"""The household's roles."""

from __future__ import annotations

from core.errors import Refused
from core.people import roles
from core.people.roles import Role
from core.vault.transaction import Database


class Roles:
    """``household.roles``: see ``core.people.roles``."""

    def __init__(self, vault: Database) -> None:
        self._vault = vault

    async def add(self, role: Role) -> Role:
        return await self._vault.write(lambda tx: roles.add(tx, role))

    async def update(self, role: Role) -> Role:
        return await self._vault.write(lambda tx: roles.update(tx, role))

    async def remove(self, role: Role) -> None:
        await self._vault.write(lambda tx: roles.remove(tx, role.id))

    async def all(self) -> list[Role]:
        return await self._vault.read(roles.all)

    async def names(self) -> dict[str, str]:
        """Names by id, removed roles included."""
        return await self._vault.read(roles.names)

    async def named(self, name: str) -> Role:
        """The role of that name; the first one for an empty name. Raises Refused."""
        found = await self._vault.read(
            lambda tx: roles.find(tx, name) if name else next(iter(roles.all(tx)), None)
        )
        if found is None:
            raise Refused("people.no_role_called", name=name)
        return found

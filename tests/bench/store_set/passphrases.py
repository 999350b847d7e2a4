"""A changed passphrase rewrites one slot of the header, however much the household holds."""

from __future__ import annotations

from pathlib import Path

from core.vault import Argon2Cost, Vault
from tests.bench.store_set.pair import CHEAP, filled, new_vault, slot
from tests.bench.store_set.taking import Compared, Way, by_turns, compared

SMALL = 10
FLAT = 1.1
"""How many times the small household's time still counts as the same."""


async def changed(folder: Path, large: int, rounds: int) -> list[Compared]:
    """large: MB of the other household. An unkeyed file has no passphrase: the rival is a small household."""
    vaults: dict[str, Vault] = {}
    for size in (large, SMALL):
        vault, _ = new_vault(folder / f"{size}MB")
        await filled(vault, size)
        vaults["ours" if size == large else f"at {SMALL} MB"] = vault
    figures = []
    for told, cost in (("", Argon2Cost()), (", the header alone (a nominal Argon2id)", CHEAP)):
        ways: dict[str, Way] = {who: _changing(vault, cost) for who, vault in vaults.items()}
        taken = await by_turns(ways, rounds, 2)
        name = f"passphrase change at {large:,} MB{told}"
        figures.append(compared(name, "ms", taken, 1000, target=FLAT))
    for vault in vaults.values():
        await vault.close()
    return figures


def _changing(vault: Vault, cost: Argon2Cost) -> Way:
    """Each call changes the passphrase of the slot that the call before made."""
    record = next(one.id for one in vault.header.slots if one.kind == "passphrase")

    async def change() -> None:
        nonlocal record
        record = (await vault.replace_slot(record, slot("another passphrase", cost))).id

    return change

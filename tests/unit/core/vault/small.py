"""A small vault that opens quickly, and ways to look at its raw bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.clock import ManualClock
from core.secret import Secret
from core.vault import (
    Argon2Cost,
    Deleted,
    Migrations,
    PassphraseSlot,
    Receipt,
    Transaction,
    Vault,
    erasing,
    mirroring,
)
from core.vault.erasing import Eraser

CHEAP = Argon2Cost(memory_kib=64, iterations=1, lanes=1)


def passphrase(text: str = "银杏树下") -> PassphraseSlot:
    return PassphraseSlot(Secret.from_text(text), CHEAP)


def notes() -> Migrations:
    """A store room of one table."""
    migrations = Migrations("notes")

    @migrations()
    def first(tx: Transaction) -> None:
        tx.execute("CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)")

    return migrations


def add(text: str) -> Callable[[Transaction], int]:
    return lambda tx: tx.execute("INSERT INTO notes(text) VALUES (?)", (text,))


def texts(tx: Transaction) -> list[str]:
    return [row["text"] for row in tx.rows("SELECT text FROM notes ORDER BY id")]


def raw_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def create(folder: Path, migrations: Migrations | None = None) -> Vault:
    return Vault.create(folder, [passphrase()], [migrations or notes()], ManualClock())


def reopen(folder: Path, migrations: Migrations | None = None) -> Vault:
    return Vault.open(folder, passphrase(), [migrations or notes()], ManualClock())


def note_ids(tx: Transaction) -> list[str]:
    return [str(row["id"]) for row in tx.rows("SELECT id FROM notes ORDER BY id")]


def _erase(tx: Transaction, note: str, _receipt: Receipt) -> None:
    tx.execute("DELETE FROM notes WHERE id = ?", (int(note),))


ERASER = Eraser("fact", note_ids, _erase)
"""What a store of notes hands in: its notes count as facts."""


async def forget(vault: Vault, note: str) -> None:
    """Delete a note as a store does: row and receipt in one transaction, then sidecar and sweep."""

    def job(tx: Transaction) -> None:
        tx.execute("DELETE FROM notes WHERE id = ?", (int(note),))
        vault.receipts.write(
            tx, "me", Deleted(kind="fact", id=note, person="p", role="r", source=f"s/{note}")
        )

    await vault.erase(job)
    await mirroring.mirror(vault)
    await erasing.sweep(vault, vault.receipts, [ERASER], [], ManualClock())


def flip(path: Path, place: int) -> None:
    """One bit of a file, the other way."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)

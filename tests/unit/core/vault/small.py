"""A small vault that opens quickly, and ways to look at its raw bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.clock import ManualClock
from core.secret import Secret
from core.vault import Argon2Cost, Migrations, PassphraseSlot, Transaction, Vault

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

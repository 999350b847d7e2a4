"""One durable append through the vault, against plain SQLite at ``synchronous = FULL``.

All write the same row into the same table, one commit an append, in WAL mode at FULL, into files in one
folder of one disk. They take turns within every round, in an order that moves on by one each round, so
that the disk's moods fall on all of them alike; the median of a round each is reported.

Ours is ``await vault.write(…)``: SQLCipher, a thread of its own, a savepoint a job and group commit.
The rivals are Python's own ``sqlite3``, without encryption, an autocommitted INSERT: called as a
program with a loop must call it (``await asyncio.to_thread``), and called in the caller's own thread,
which blocks the loop while the disk writes and is the least any commit can take. The difference between
these two is what getting off the loop and back costs, whoever does it. *Encryption alone* is our kind of
connection without our thread. A target stands at both: the first is the like for like; the second can
only be met where a commit takes milliseconds, because it sets a tenth of one for the way to a thread and
back against nothing.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from core.clock import SystemClock
from core.journal import schema, store
from core.journal.events import UserSpoke
from core.secret import Secret
from core.vault import Argon2Cost, Migrations, PassphraseSlot, Scope, Transaction, Vault
from core.vault.connection import connect
from core.vault.files import create_private_file
from tests.bench.report import FOLDER, Figure, figure, percentile, publish, quick

INSERT = "INSERT INTO lines(at, text) VALUES (?, ?)"
TABLE = "CREATE TABLE lines(id INTEGER PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL)"
ROW = ("2026-01-05T01:00:00.000000+00:00", "我是因为商品质量问题退货。那运费谁承担？" * 4)
SCOPE = Scope(actor="elder", person="elder", role="companion")

Append = Callable[[], Awaitable[object]]


def lines() -> Migrations:
    """One table, as the rivals have it."""
    migrations = Migrations("lines")

    @migrations()
    def first(tx: Transaction) -> None:
        tx.execute(TABLE)

    return migrations


def plain(path: Path) -> sqlite3.Connection:
    """Python's own SQLite, as durable as the vault."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    assert connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(TABLE)
    return connection


async def main(rounds: int) -> list[Figure]:
    """Milliseconds an append, median over the rounds."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="append-") as name:
        folder = Path(name)
        slot = PassphraseSlot(Secret.from_text("a bench"), Argon2Cost(memory_kib=64, iterations=1, lanes=1))
        vault = Vault.create(folder / "vault", [slot], [lines(), schema.MIGRATIONS], SystemClock())
        session = await vault.write(lambda tx: store.begin_session(tx, SCOPE, "bench"))
        body = UserSpoke(text=ROW[1], language="zh", spoken=True)
        off_loop, in_thread = plain(folder / "off-loop.db"), plain(folder / "in-thread.db")
        create_private_file(folder / "keyed.db")
        keyed = connect(folder / "keyed.db", Secret(os.urandom(32)))
        keyed.execute(TABLE)

        async def here(connection: sqlite3.Connection) -> None:
            connection.execute(INSERT, ROW)

        ways: dict[str, Append] = {
            "vault": lambda: vault.write(lambda tx: tx.execute(INSERT, ROW)),
            "journal": lambda: vault.write(lambda tx: store.append(tx, SCOPE, session.id, body)),
            "off loop": lambda: asyncio.to_thread(off_loop.execute, INSERT, ROW),
            "in thread": lambda: here(in_thread),
            "keyed": lambda: here(keyed),
        }
        taken = await _take_turns(ways, rounds)
        await vault.close()
        for connection in (off_loop, in_thread, keyed):
            connection.close()
    p50 = {way: percentile(times, 0.5) * 1000 for way, times in taken.items()}
    p95 = {way: percentile(times, 0.95) * 1000 for way, times in taken.items()}
    awaited, bare = "sqlite3 awaited through to_thread", "sqlite3 blocking the loop"
    return [
        figure("single durable append, p50", "ms", p50["vault"], {awaited: p50["off loop"]}, target=1.05),
        figure("the same against a rival that blocks the loop, p50", "ms", p50["vault"],
               {bare: p50["in thread"]}, target=1.05),
        figure("single durable append, p95", "ms", p95["vault"],
               {awaited: p95["off loop"], bare: p95["in thread"]}),
        figure("encryption alone, blocking the loop, p50", "ms", p50["keyed"], {bare: p50["in thread"]},
               target=1.05),
        figure("leaving the loop and coming back, p50", "ms", p50["vault"] - p50["keyed"],
               {"to_thread": p50["off loop"] - p50["in thread"]}),
        figure("an event of the journal, with its chain of hashes, p50", "ms", p50["journal"]),
    ]  # fmt: skip


async def _take_turns(ways: dict[str, Append], rounds: int) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {way: [] for way in ways}
    names = list(ways)
    for turn in range(rounds + 20):
        at = turn % len(names)
        for way in names[at:] + names[:at]:
            began = time.perf_counter()
            await ways[way]()
            if turn >= 20:  # by then every file is open and its log long enough
                taken[way].append(time.perf_counter() - began)
    return taken


if __name__ == "__main__":
    publish("append", asyncio.run(main(200 if quick(__doc__) else 3000)))

"""Whole files: backing up, restoring, new keys; each as safe as the other before it counts.

The rival that a ratio is taken to does the same on the unkeyed file with SQLite's own means: a copy,
flushed, opened and checked. The others do less, and say what of it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from core.clock import SystemClock
from core.household.restoring import ERASERS
from core.vault import Vault, backup, generations, integrity, restoring
from core.vault.backup import Backup
from core.vault.connection import connect
from core.vault.files import create_private_file
from core.vault.savepoint import Savepoint
from tests.bench.store_set.pair import SHAPE, Pair, slot
from tests.bench.store_set.taking import Compared, by_turns, compared

VACUUM = "unkeyed: VACUUM INTO, flushed, checked"
BACK = "unkeyed: copied back, flushed, checked"
API = "unkeyed: SQLite's backup API, flushed"
COPY = "unkeyed: cp, flushed"


async def copied(pair: Pair, rounds: int) -> list[Compared]:
    """Backup, restore and rotation, in seconds for a GB of household. Rotates the vault's keys."""
    place = pair.plain.parent / "copies"
    place.mkdir()
    await pair.vault.sweep()
    await pair.twin.sweep()
    gigabytes = pair.plain.stat().st_size / 1e9
    making = await by_turns(
        {
            "ours": lambda: _backed_up(pair.vault, place),
            VACUUM: lambda: _timed(lambda: _vacuumed(pair.plain, place / "vacuumed.db")),
            API: lambda: _timed(lambda: _by_api(pair.plain, place / "api.db")),
            COPY: lambda: _timed(lambda: _cp(pair.plain, place / "cp.db")),
        },
        rounds,
    )
    made = await backup.make(pair.vault, place, SystemClock())
    source = restoring.with_root(Path(made.path), pair.vault.root())

    def restore() -> None:
        restoring.anew(place / "restored", source, ERASERS, SHAPE, SystemClock())

    back = await by_turns(
        {
            "ours": lambda: _timed(restore, place / "restored"),
            BACK: lambda: _timed(lambda: _copied_back(pair.plain, place / "back.db")),
            COPY: lambda: _timed(lambda: _cp(pair.plain, place / "cp.db")),
        },
        rounds,
    )
    _gone(made)
    turning = await by_turns(
        {
            "ours": lambda: pair.vault.rotate([slot("another")]),
            VACUUM: lambda: _timed(lambda: _vacuumed(pair.plain, place / "vacuumed.db")),
        },
        rounds,
        0,
    )
    shutil.rmtree(place)
    a_gigabyte = 1 / gigabytes
    return [
        compared("backup, sealed and read back", "s/GB", making, a_gigabyte),
        compared("restore, checked and written afresh", "s/GB", back, a_gigabyte),
        compared("rotation to a new key and file", "s/GB", turning, a_gigabyte),
    ]


async def _backed_up(vault: Vault, place: Path) -> float:
    began = time.perf_counter()
    made = await backup.make(vault, place, SystemClock())
    taken = time.perf_counter() - began
    _gone(made)
    return taken


async def _timed(step: Callable[[], object], leaves: Path | None = None) -> float:
    """Seconds in a thread. leaves: a folder that is taken away again."""
    began = time.perf_counter()
    await asyncio.to_thread(step)
    taken = time.perf_counter() - began
    if leaves is not None:
        shutil.rmtree(leaves)
    return taken


def _gone(made: Backup) -> None:
    Path(made.path).unlink()


def _vacuumed(plain: Path, target: Path) -> None:
    generations.remove(target)
    create_private_file(target)
    connection = connect(plain, None)
    try:
        connection.execute("VACUUM INTO ?", (str(target.absolute()),))
    finally:
        connection.close()
    _flush(target)
    _check(target)


def _by_api(plain: Path, target: Path) -> None:
    generations.remove(target)
    create_private_file(target)
    reading, writing = connect(plain, None, read_only=True), connect(target, None)
    try:
        reading.backup(writing)  # type: ignore[attr-defined]
    finally:
        reading.close()
        writing.close()
    _flush(target)


def _copied_back(plain: Path, target: Path) -> None:
    _cp(plain, target.with_suffix(".new"))
    _check(target.with_suffix(".new"))
    target.with_suffix(".new").rename(target)


def _cp(plain: Path, target: Path) -> None:
    shutil.copyfile(plain, target)
    _flush(target)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _check(path: Path) -> None:
    clock = SystemClock()
    connection = connect(path, None, read_only=True)
    try:
        integrity.check(Savepoint(connection, clock.now()))
    finally:
        connection.close()

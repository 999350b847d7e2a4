"""How large a file becomes that is edited and deleted in, beside what it would be written afresh."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core.household import deleting
from core.journal import revising
from core.memory import store as memory
from core.vault import Database, ReceiptBook, Transaction
from tests.bench.material import Material
from tests.bench.report import figure
from tests.bench.store_set.pair import UNKEYED, Pair, new_vault, paired
from tests.bench.store_set.taking import Compared
from tests.bench.store_set.thread import SCOPE, indexed, talked

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

FACTS = 100
MEASUREMENTS = 10
_AT_ONCE = 16

Edit = Callable[[Transaction, ReceiptBook], object]


@dataclass(frozen=True, slots=True)
class Growth:
    """edits: done when it was measured. times: the file's bytes over the same written afresh, by who."""

    edits: list[int] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=lambda: {"ours": [], UNKEYED: []})


async def grown(folder: Path, edits: int) -> tuple[Compared, Growth]:
    """Of five, two correct an utterance, two delete one (its answer with it) and one edits a fact; in both
    the same ones, each a commit of its own, with the index of what was said brought up to date between."""
    material = Material(2)
    vault, device = new_vault(folder / "growing")
    await talked(vault, 2 * edits, material, max(2, edits // 50))  # conversations of everyday length
    facts = [await vault.write(_told(f"我喜欢{word}")) for word in material.words[:FACTS]]
    await indexed(vault)
    pair = await paired(vault, device, folder / "growing.db")
    wanted = _edits(await pair.vault.read(_places), facts, edits, material)
    growth = Growth()
    step = max(1, edits // MEASUREMENTS)
    for first in range(0, edits + 1, step):
        growth.edits.append(first)
        await _measure(pair, growth)
        for database in (pair.vault, pair.twin):
            await _done(database, wanted[first : first + step])
            await indexed(database)
    await pair.close()
    last = {who: times[-1] for who, times in growth.times.items()}
    name = f"bytes of the file after {edits:,} edits and deletions, over the same written afresh"
    return Compared(figure(name, "×", last["ours"], {UNKEYED: last[UNKEYED]})), growth


def _edits(
    places: Sequence[tuple[str, int]], facts: Sequence[str], edits: int, material: Material
) -> list[Edit]:
    """What is done, in order. An utterance is corrected again and again, or deleted once."""
    shuffled = random.Random(3).sample(places, len(places))
    gone = iter(shuffled[: edits * 2 // 5 + 2])
    corrected = shuffled[edits * 2 // 5 + 2 :]
    wanted: list[Edit] = []
    for number in range(edits):
        text = material.sentence()
        if number % 5 == 0:
            turn, which = divmod(number // 5, len(facts))
            wanted.append(_edited(facts[which], turn + 1, f"我喜欢{text}"))
        elif number % 2:
            wanted.append(_corrected(corrected[number % len(corrected)], text))
        else:
            wanted.append(_deleted(next(gone)))
    return wanted


def _places(tx: Transaction) -> list[tuple[str, int]]:
    rows = tx.rows("SELECT session, seq FROM events WHERE kind = 'user_spoke' ORDER BY session, seq")
    return [(str(row["session"]), int(row["seq"])) for row in rows]


def _told(text: str) -> Callable[[Transaction], str]:
    return lambda tx: memory.add(tx, SCOPE, text).id


def _edited(fact: str, revision: int, text: str) -> Edit:
    return lambda tx, book: memory.edit(tx, SCOPE, fact, revision, text, book)


def _corrected(place: tuple[str, int], text: str) -> Edit:
    return lambda tx, _: revising.revise(tx, SCOPE, *place, text, "person", "bench")


def _deleted(place: tuple[str, int]) -> Edit:
    return lambda tx, book: deleting.said(tx, SCOPE, *place, book)


async def _done(database: Database, edits: Sequence[Edit]) -> None:
    for first in range(0, len(edits), _AT_ONCE):
        part = edits[first : first + _AT_ONCE]
        await asyncio.gather(
            *(database.write(lambda tx, edit=edit: edit(tx, database.receipts)) for edit in part)  # type: ignore[misc]
        )


async def _measure(pair: Pair, growth: Growth) -> None:
    """The file and its log, against a copy that SQLite writes densely."""
    copy = pair.plain.with_name("afresh.db")
    await pair.vault.sweep()
    dense = await pair.vault.maintain(_written_afresh(copy))
    growth.times["ours"].append(_bytes(pair.vault.path) / dense)
    await pair.twin.sweep()
    dense = await pair.twin.maintain(_written_afresh(copy))
    growth.times[UNKEYED].append(_bytes(pair.plain) / dense)


def _written_afresh(copy: Path) -> Callable[[Connection], int]:
    def job(connection: Connection) -> int:
        connection.execute("VACUUM INTO ?", (str(copy.absolute()),))
        try:
            return copy.stat().st_size
        finally:
            copy.unlink()

    return job


def _bytes(path: Path) -> int:
    log = path.with_name(path.name + "-wal")
    return path.stat().st_size + (log.stat().st_size if log.exists() else 0)

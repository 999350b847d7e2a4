"""The power fails at any write: what was acknowledged is there, what was deleted is not, nothing is broken.

A life is recorded once, write by write; the disk is then rebuilt as it may be after a cut at any point:
everything flushed is there; of the rest, nothing, or some sectors of some writes.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from core.vault import Vault
from tests.support.real import require
from tests.unit.core.vault.small import add, create, reopen

ROOT = Path(__file__).parents[4]
CUTS = int(os.environ.get("BANYAN_CUTS", "24"))
ROWS = 90 if CUTS < 100 else 600
SECTOR = 512
_HEAD = struct.Struct("<ccqq")

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="preloads a C library")


@pytest.fixture(autouse=True)
def _compiler() -> None:
    require(shutil.which("cc"), "a C compiler: apt-get install gcc libc6-dev")


@dataclass(frozen=True, slots=True)
class Record:
    """op: W write, T truncate, S flush. kind: d database, w log, a acknowledgements."""

    op: bytes
    kind: bytes
    offset: int
    data: bytes


@dataclass(slots=True)
class Disk:
    """Both files as they are for certain, and what was written and not flushed yet."""

    certain: dict[bytes, bytearray] = field(default_factory=lambda: {b"d": bytearray(), b"w": bytearray()})
    pending: dict[bytes, list[Record]] = field(default_factory=lambda: {b"d": [], b"w": []})

    def take(self, record: Record) -> None:
        if record.op == b"S":
            for one in self.pending[record.kind]:
                applied(self.certain[record.kind], one)
            self.pending[record.kind] = []
        else:
            self.pending[record.kind].append(record)

    def after_a_cut(self, folder: Path, torn: random.Random | None) -> None:
        """Write both files as a cut now may leave them."""
        for kind, name in ((b"d", "vault.db"), (b"w", "vault.db-wal")):
            content = bytearray(self.certain[kind])
            if torn is not None:
                for one in self.pending[kind]:
                    if torn.random() < 0.7:
                        applied(content, one, torn)
            (folder / name).write_bytes(content)


def applied(content: bytearray, record: Record, torn: random.Random | None = None) -> None:
    if record.op == b"T":
        del content[record.offset :]
        return
    step = len(record.data) if torn is None else SECTOR
    for start in range(0, len(record.data), step):
        if torn is None or torn.random() < 0.5:
            piece, place = record.data[start : start + step], record.offset + start
            content.extend(bytes(max(0, place - len(content))))
            content[place : place + len(piece)] = piece


def recorded(path: Path) -> Iterator[Record]:
    content = path.read_bytes()
    place = 0
    while place < len(content):
        op, kind, offset, length = _HEAD.unpack_from(content, place)
        place += _HEAD.size
        data = content[place : place + length] if op == b"W" else b""
        place += len(data)
        yield Record(op, kind, offset, data)


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Record]]:
    """The household before its life, and the record of it."""
    place = tmp_path_factory.mktemp("life")
    library = place / "power_cut.so"
    source = Path(__file__).with_name("power_cut.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    vault = create(place / "h")
    vault.close_now()
    shutil.copytree(place / "h", place / "before")
    program = [sys.executable, "-m", "tests.unit.core.vault.power_cut_writer", place / "h", str(ROWS)]
    surroundings = {
        "LD_PRELOAD": str(library),
        "POWER_CUT_PREFIX": str(place / "h"),
        "POWER_CUT_RECORD": str(place / "record"),
    }
    subprocess.run(program, check=True, cwd=ROOT, env=os.environ | surroundings, timeout=100)
    return place / "before", list(recorded(place / "record"))


@pytest.mark.parametrize("torn", [False, True], ids=["unflushed writes lost", "writes torn by sectors"])
@pytest.mark.timeout(900 if CUTS > 100 else 120)
async def test_any_cut_leaves_what_was_acknowledged(
    life: tuple[Path, list[Record]], tmp_path: Path, torn: bool
) -> None:
    before, records = life
    chance = random.Random(9)
    cuts = set(chance.sample(range(len(records)), min(CUTS, len(records))))
    disk = Disk()
    disk.certain[b"d"] = bytearray((before / "vault.db").read_bytes())
    written, deleted = set[int](), set[int]()
    for number, record in enumerate(records):
        if number in cuts:
            await check(disk, before, tmp_path / f"{number}", chance if torn else None, written, deleted)
        if record.kind == b"a":
            if record.op == b"W":
                acknowledged = int.from_bytes(record.data, "little", signed=True)
                (written if acknowledged > 0 else deleted).add(abs(acknowledged))
        else:
            disk.take(record)
    assert len(written) >= ROWS
    assert deleted


async def check(
    disk: Disk, before: Path, folder: Path, torn: random.Random | None, written: set[int], deleted: set[int]
) -> None:
    shutil.copytree(before, folder)
    disk.after_a_cut(folder, torn)
    vault = reopen(folder)
    await vault.check()
    rows = await vault.read(lambda tx: tx.rows("SELECT id, text FROM notes"))
    receipts = await vault.read(
        lambda tx, book=vault.receipts: {n: book.has(tx, "fact", str(n)) for n in deleted}
    )
    ids = {row["id"] for row in rows}
    said = {int(row["text"].lstrip("第").split("句")[0]) for row in rows}
    assert all(receipts.values())
    assert not deleted & ids
    lost = written - said
    assert len(lost) <= len(deleted) + 1, "acknowledged and lost"
    assert all([await gone(vault, number) for number in lost])
    await vault.write(add("还能写"))
    await vault.close()
    shutil.rmtree(folder)


async def gone(vault: Vault, number: int) -> bool:
    """Whether a missing row has a receipt: rows are numbered as they were written."""
    return await vault.read(lambda tx, book=vault.receipts: book.has(tx, "fact", str(number)))

"""A receipt says that something is gone and nothing of what it was, and nothing brings it back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import BanyanError, Corrupt
from core.secret import Secret
from core.vault import (
    Deleted,
    ReceiptBook,
    Transaction,
    Vault,
    erasing,
    mirroring,
    receipts,
    sidecar,
    snapshots,
)
from core.vault.erasing import Eraser, Trace
from core.vault.pages import Pages
from core.vault.twin import open_plain
from tests.unit.core.vault.small import (
    ERASER,
    add,
    create,
    flip,
    forget,
    note_ids,
    notes,
    raw_bytes,
    reopen,
    texts,
)

CANARY = "金丝雀在厨房唱歌"
BOOK = ReceiptBook(Secret(bytes(range(32))))


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[Vault]:
    opened = create(tmp_path / "household")
    for number in range(1, 11):
        await opened.write(add(f"{CANARY}{number}"))
    yield opened
    await opened.close()


async def test_a_deletion_and_its_receipt_are_one(vault: Vault) -> None:
    def half(tx: Transaction) -> None:
        tx.execute("DELETE FROM notes WHERE id = 1")
        vault.receipts.write(tx, "me", Deleted(kind="fact", id="1"))
        raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError):
        await vault.erase(half)
    assert len(await vault.read(texts)) == 10
    assert await vault.read(receipts.all) == []


async def test_a_receipt_says_when_and_by_whom_and_nothing_of_what_it_was(vault: Vault) -> None:
    await forget(vault, "3")
    (receipt,) = await vault.read(receipts.all)
    assert receipt.kind == "fact"
    assert receipt.by == "me"
    assert receipt.at == ManualClock().now()
    assert {len(mark) for mark in (receipt.mark, receipt.person, receipt.source)} == {64}
    assert await vault.read(lambda tx: vault.receipts.has(tx, "fact", "3"))
    assert not await vault.read(lambda tx: vault.receipts.has(tx, "fact", "4"))
    assert not await vault.read(lambda tx: vault.receipts.has(tx, "document", "3"))
    assert await vault.read(lambda tx: vault.receipts.of(tx, "p")) == [receipt]
    assert await vault.read(lambda tx: vault.receipts.of(tx, "somebody else")) == []


async def test_with_another_key_a_mark_is_another(vault: Vault) -> None:
    other = ReceiptBook(Secret(bytes(32)))
    assert BOOK.mark("fact", "1") == ReceiptBook(Secret(bytes(range(32)))).mark("fact", "1")
    assert BOOK.mark("fact", "1") != other.mark("fact", "1")
    assert BOOK.mark("fact", "1") != BOOK.mark("document", "1")


async def test_the_door_is_closed_behind_a_deleted_an_edited_and_an_erased_source(vault: Vault) -> None:
    book = vault.receipts

    def job(tx: Transaction) -> list[bool]:
        book.write(tx, "me", Deleted(kind="fact", id="x", person="p", role="r", source="s/1"))
        book.block(tx, "me", "p", "r", "s/2")
        book.write(tx, "me", Deleted(kind="utterance", id=receipts.utterance("s", 3), person="p"))
        sources = [("p", "r", "s/1"), ("p", "r", "s/2"), ("p", "r", "s/3")]
        open_ones = [("p", "r", "s/4"), ("p", "another role", "s/1"), ("q", "r", "s/1")]
        return [book.blocks(tx, *one) for one in (*sources, *open_ones)]

    assert await vault.write(job) == [True, True, True, False, False, False]


async def test_the_sweep_finds_nothing_and_says_so(vault: Vault) -> None:
    await forget(vault, "3")
    (receipt,) = await vault.read(receipts.all)
    assert receipt.swept is not None
    assert await vault.read(receipts.unswept) == []


async def test_what_is_left_is_counted_and_keeps_the_receipt_open(vault: Vault) -> None:
    await vault.write(lambda tx: vault.receipts.write(tx, "me", Deleted(kind="fact", id="3")))
    left_over = Trace("an index", lambda tx: 2)
    swept = await erasing.sweep(vault, vault.receipts, [ERASER], [left_over], ManualClock())
    assert dict(swept.left) == {"fact": 1, "an index": 2}
    assert not swept.settled
    assert len(await vault.read(receipts.unswept)) == 1
    await vault.erase(lambda tx: erasing.apply(tx, vault.receipts, [ERASER]))
    swept = await erasing.sweep(vault, vault.receipts, [ERASER], [], ManualClock())
    assert swept.settled
    assert "3" not in await vault.read(note_ids)


async def test_while_somebody_reads_it_is_not_swept_and_later_it_is(vault: Vault) -> None:
    loop = asyncio.get_running_loop()
    clock = ManualClock()

    def reading(tx: Transaction) -> erasing.Swept:
        texts(tx)
        asyncio.run_coroutine_threadsafe(
            vault.erase(lambda tx: tx.execute("DELETE FROM notes WHERE id = 3")), loop
        ).result(30)
        sweeping = asyncio.run_coroutine_threadsafe(
            erasing.sweep(vault, vault.receipts, [ERASER], [], clock), loop
        )
        while not sweeping.done():
            asyncio.run_coroutine_threadsafe(moved(clock), loop).result(30)
        return sweeping.result(30)

    await vault.write(lambda tx: vault.receipts.write(tx, "me", Deleted(kind="fact", id="3")))
    assert not (await vault.read(reading)).settled
    assert (await erasing.sweep(vault, vault.receipts, [ERASER], [], clock)).settled


async def moved(clock: ManualClock) -> None:
    clock.advance(10)


@pytest.mark.parametrize("secure_delete", [True, False])
async def test_free_pages_are_looked_at_and_the_control_leaks(tmp_path: Path, secure_delete: bool) -> None:
    twin = open_plain(tmp_path / "twin.db", [notes()], ManualClock(), secure_delete=secure_delete)
    for number in range(200):
        await twin.write(add(f"{CANARY}{number}" * 20))
    await twin.erase(lambda tx: tx.execute("DELETE FROM notes"))
    await twin.write(lambda tx: BOOK.write(tx, "me", Deleted(kind="fact", id="1")))
    swept = await erasing.sweep(twin, BOOK, [ERASER], [], ManualClock())
    assert swept.settled is secure_delete
    assert (swept.left["free pages"] == 0) is secure_delete
    assert (CANARY.encode() in raw_bytes(tmp_path)) is not secure_delete
    await twin.close()


async def moved_about(vault: Vault) -> set[str]:
    """Words of rows that were deleted or emptied while others came and went: pages were divided and joined,
    and rows moved between them."""
    chance, alive, gone = random.Random(4), dict[tuple[int, int], str](), set[str]()

    def job(tx: Transaction) -> None:
        tx.execute(
            "CREATE TABLE sayings(session INTEGER, seq INTEGER, word TEXT, PRIMARY KEY (session, seq))"
            " WITHOUT ROWID"
        )
        for number in range(4_000):
            if alive and chance.random() < 0.4:
                place = chance.choice(sorted(alive))
                gone.add(alive.pop(place))
                if chance.random() < 0.5:
                    tx.execute("DELETE FROM sayings WHERE session = ? AND seq = ?", place)
                else:
                    tx.execute("UPDATE sayings SET word = NULL WHERE session = ? AND seq = ?", place)
            else:
                place, word = (chance.randrange(40), number), f"雀{number:05}"
                alive[place] = word
                tx.execute(
                    "INSERT INTO sayings VALUES (?, ?, ?)", (*place, word + "鸣" * chance.randrange(200))
                )
        vault.receipts.write(tx, "me", Deleted(kind="fact", id="gone"))

    await vault.erase(job)
    return gone


async def lingering(vault: Vault, words: set[str]) -> set[str]:
    """Which of them stand in any page of the file, decrypted, after the log was emptied into it."""
    assert await vault.sweep()
    content = b"".join(Pages(vault.path, vault.subkey("database")))
    return {word for word in words if word.encode() in content}


async def test_what_a_divided_page_kept_of_moved_rows_is_gone_after_the_sweep(vault: Vault) -> None:
    words = await moved_about(vault)
    assert await lingering(vault, words), "the control: SQLite blanks only the copy that it deletes"
    assert (await erasing.sweep(vault, vault.receipts, [ERASER], [], ManualClock())).settled
    assert await lingering(vault, words) == set()


async def test_a_file_too_large_to_be_written_anew_is_not_called_swept(vault: Vault) -> None:
    words = await moved_about(vault)
    swept = await erasing.sweep(vault, vault.receipts, [ERASER], [], ManualClock(), most=4096)
    assert not swept.settled
    assert len(await vault.read(receipts.unswept)) == 1
    assert (await erasing.sweep(vault, vault.receipts, [ERASER], [], ManualClock(), most=None)).settled
    assert await lingering(vault, words) == set()


async def test_a_kind_that_nobody_erases_keeps_a_database_shut(vault: Vault) -> None:
    await vault.write(lambda tx: vault.receipts.write(tx, "me", Deleted(kind="document", id="d")))
    with pytest.raises(BanyanError, match="document"):
        await vault.write(lambda tx: erasing.apply(tx, vault.receipts, [ERASER]))
    nothing = Eraser("document", lambda tx: [], lambda tx, one, receipt: None)
    assert await vault.write(lambda tx: erasing.apply(tx, vault.receipts, [ERASER, nothing])) == {}


async def test_the_larger_is_erased_first(vault: Vault) -> None:
    order: list[str] = []

    def eraser(kind: receipts.Kind) -> Eraser:
        return Eraser(kind, lambda tx: ["1"], lambda tx, one, receipt: order.append(receipt.kind))

    def job(tx: Transaction) -> None:
        for kind in reversed(receipts.KINDS):
            vault.receipts.write(tx, "me", Deleted(kind=kind, id="1"))
        erasing.apply(tx, vault.receipts, [eraser(kind) for kind in reversed(receipts.KINDS)])

    await vault.write(job)
    assert order == list(receipts.KINDS)


async def test_the_sidecar_holds_every_receipt_sealed_and_only_grows(vault: Vault) -> None:
    path = vault.folder / sidecar.FILE
    for note in ("3", "4"):
        await forget(vault, note)
    written = await vault.read(receipts.all)
    assert [one.id for one in sidecar.read(path, vault.id, vault.receipts)] == [one.id for one in written]
    assert b"fact" not in path.read_bytes()
    sidecar.write(path, vault.id, vault.receipts, [])
    sidecar.write(path, vault.id, vault.receipts, written[:1])
    assert len(sidecar.read(path, vault.id, vault.receipts)) == 2
    with pytest.raises(Corrupt, match=r"vault\.receipts_damaged"):
        sidecar.read(path, "another household", vault.receipts)
    for place in (0, 25, 60):
        flip(path, place)
        with pytest.raises(Corrupt, match=r"vault\.receipts_damaged"):
            sidecar.read(path, vault.id, vault.receipts)
        flip(path, place)
    flip(path, 60)
    await mirroring.mirror(vault)
    assert len(sidecar.read(path, vault.id, vault.receipts)) == 2, "a damaged one is written again"


async def test_a_deletion_drops_the_copies_that_still_hold_the_words(vault: Vault) -> None:
    snapshots.take(vault.folder, vault.path, vault.subkey("database"), "b" * 32, 0, None, ManualClock().now())
    (vault.folder / "vault.db.before-migration").write_bytes(b"an older copy")
    await forget(vault, "3")
    names = {path.name for path in vault.folder.iterdir()}
    assert not {name for name in names if "snapshot" in name or "before-migration" in name}


async def test_receipts_are_there_after_closing(vault: Vault) -> None:
    await forget(vault, "3")
    before = await vault.read(receipts.all)
    await vault.close()
    again = reopen(vault.folder)
    assert await again.read(receipts.all) == before
    assert await again.read(lambda tx: again.receipts.has(tx, "fact", "3"))
    await again.close()

"""The vault's promises about writing, reading and being closed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import BanyanError, Corrupt, Refused, Unavailable
from core.vault import Transaction, Vault, integrity
from core.vault.failures import IntegrityError, OperationalError
from core.vault.files import refuse_network_folder
from core.vault.twin import open_plain
from tests.unit.core.vault.small import add, create, notes, raw_bytes, reopen, texts

CANARY = "金丝雀在厨房唱歌"


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[Vault]:
    opened = create(tmp_path / "household")
    yield opened
    await opened.close()


async def test_what_was_written_is_read_and_survives_closing(vault: Vault) -> None:
    assert await vault.write(add("一")) == 1
    assert await vault.read(texts) == ["一"]
    await vault.close()
    again = reopen(vault.folder)
    assert await again.read(texts) == ["一"]
    await again.close()


async def test_jobs_asked_together_all_happen_in_order(vault: Vault) -> None:
    await asyncio.gather(*(vault.write(add(str(number))) for number in range(500)))
    assert await vault.read(texts) == [str(number) for number in range(500)]


async def test_a_failing_job_takes_nothing_of_the_others_with_it(vault: Vault) -> None:
    def twice(tx: Transaction) -> None:
        add("半截")(tx)
        add("半截")(tx)

    good, bad, also_good = await asyncio.gather(
        vault.write(add("前")), vault.write(twice), vault.write(add("后")), return_exceptions=True
    )
    assert (good, also_good) == (1, 1)
    assert isinstance(bad, IntegrityError)
    assert await vault.read(texts) == ["前", "后"]


async def test_a_job_may_raise_anything_and_the_thread_goes_on(vault: Vault) -> None:
    def stops(tx: Transaction) -> None:
        add("没有")(tx)
        raise StopIteration

    with pytest.raises(RuntimeError, match="StopIteration"):
        await vault.write(stops)
    refused = (await asyncio.gather(vault.write(refuses), return_exceptions=True))[0]
    assert isinstance(refused, Refused)
    assert await vault.write(add("还在")) == 1
    assert await vault.read(texts) == ["还在"]


def refuses(tx: Transaction) -> None:
    add("没有")(tx)
    raise Refused("people.role_unknown")


async def test_a_cancelled_caller_disturbs_nobody(vault: Vault) -> None:
    tasks = [asyncio.ensure_future(vault.write(add(str(number)))) for number in range(50)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(outcome == 1 for outcome in outcomes[1::2])
    kept = await vault.read(texts)
    assert {str(number) for number in range(1, 50, 2)} <= set(kept)
    assert await vault.write(add("之后")) == 1


async def test_a_loop_that_is_gone_disturbs_nobody(vault: Vault) -> None:
    def elsewhere() -> None:
        loop = asyncio.new_event_loop()
        writing = loop.create_task(vault.write(add("别处")))
        loop.run_until_complete(asyncio.sleep(0))
        writing.cancel()
        loop.run_until_complete(asyncio.gather(writing, return_exceptions=True))
        loop.close()

    await asyncio.to_thread(elsewhere)
    assert await vault.write(add("这里")) == 1


async def test_a_transaction_is_dead_after_its_function_returned(vault: Vault) -> None:
    kept = await vault.write(lambda tx: tx)
    with pytest.raises(BanyanError, match="after its function returned"):
        kept.rows("SELECT 1")


async def test_readers_cannot_write(vault: Vault) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await vault.read(add("偷写"))
    assert await vault.read(texts) == []


async def test_a_reader_sees_one_moment(vault: Vault) -> None:
    await vault.write(add("一"))
    loop = asyncio.get_running_loop()

    def look_twice(tx: Transaction) -> tuple[list[str], list[str]]:
        before = texts(tx)
        asyncio.run_coroutine_threadsafe(vault.write(add("二")), loop).result(10)
        return before, texts(tx)

    assert await vault.read(look_twice) == (["一"], ["一"])
    assert await vault.read(texts, search=True) == ["一", "二"]


async def test_rows_are_mappings_by_column_name(vault: Vault) -> None:
    await vault.write(add("一"))
    row = await vault.read(lambda tx: tx.one("SELECT id, text FROM notes"))
    assert row == {"id": 1, "text": "一"}
    assert await vault.read(lambda tx: tx.one("SELECT 1 FROM notes WHERE id = 9")) is None


async def test_a_transaction_has_the_clock_s_time(vault: Vault) -> None:
    assert await vault.write(lambda tx: tx.now) == ManualClock().now()


async def test_after_closing_everything_is_refused(vault: Vault) -> None:
    await vault.close()
    await vault.close()
    for asked in (vault.write(texts), vault.read(texts), vault.sweep()):
        with pytest.raises(Unavailable, match=r"vault\.closed"):
            await asked
    with pytest.raises(Refused, match=r"vault\.closed"):
        vault.subkey("sync")


async def test_what_was_asked_before_closing_is_finished(vault: Vault) -> None:
    asked = [asyncio.ensure_future(vault.write(add(str(number)))) for number in range(100)]
    await asyncio.sleep(0)
    await vault.close()
    assert await asyncio.gather(*asked) == [1] * 100
    again = reopen(vault.folder)
    assert len(await again.read(texts)) == 100
    await again.close()


async def test_nothing_readable_is_on_the_disk(vault: Vault) -> None:
    await vault.write(add(CANARY))
    raw = raw_bytes(vault.folder)
    for trace in (CANARY, "CREATE TABLE", "notes", "SQLite format 3"):
        assert trace.encode() not in raw
    await vault.close()
    assert CANARY.encode() not in raw_bytes(vault.folder)


async def test_the_same_search_finds_the_canary_in_an_unkeyed_twin(tmp_path: Path) -> None:
    twin = open_plain(tmp_path / "twin.db", [notes()], ManualClock())
    await twin.write(add(CANARY))
    assert CANARY.encode() in raw_bytes(tmp_path)
    await twin.close()


@pytest.mark.parametrize("secure_delete", [True, False])
async def test_deleting_leaves_nothing_behind_and_the_control_does(
    tmp_path: Path, secure_delete: bool
) -> None:
    twin = open_plain(tmp_path / "twin.db", [notes()], ManualClock(), secure_delete=secure_delete)
    await twin.write(
        lambda tx: tx.execute_many(
            "INSERT INTO notes(text) VALUES (?)", [(f"{CANARY}{number}" * 20,) for number in range(300)]
        )
    )
    await twin.write(lambda tx: tx.execute("DELETE FROM notes"))
    assert await twin.sweep()
    assert (CANARY.encode() in raw_bytes(tmp_path)) is not secure_delete
    await twin.close()


async def test_sweeping_says_so_when_someone_is_still_reading(vault: Vault) -> None:
    loop = asyncio.get_running_loop()
    await vault.write(add("一"))

    def sweep_meanwhile(tx: Transaction) -> bool:
        texts(tx)
        asyncio.run_coroutine_threadsafe(vault.write(add("二")), loop).result(10)
        return asyncio.run_coroutine_threadsafe(vault.sweep(), loop).result(30)

    assert await vault.read(sweep_meanwhile) is False
    assert await vault.sweep() is True


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
async def test_only_the_owner_can_read_any_file(vault: Vault) -> None:
    await vault.write(add("一"))
    await vault.read(texts)
    assert vault.folder.stat().st_mode & 0o777 == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in vault.folder.iterdir()}
    assert {"vault.db", "vault.db-wal", "header.a", "header.b"} <= modes.keys()
    assert set(modes.values()) == {0o600}


async def test_a_second_household_is_not_made_over_the_first(vault: Vault) -> None:
    with pytest.raises(Refused, match=r"vault\.exists"):
        create(vault.folder)


async def test_a_full_disk_loses_nothing_acknowledged_and_deleting_still_works(vault: Vault) -> None:
    acknowledged: list[str] = []
    pages = await vault.write(lambda tx: tx.one("PRAGMA page_count"))
    assert pages is not None
    room = pages["page_count"] + 20
    await vault.write(lambda tx: tx.one(f"PRAGMA max_page_count = {room}"))
    with pytest.raises(Unavailable, match=r"vault\.disk_full"):  # noqa: PT012 - until it is full
        for number in range(10_000):
            await vault.write(add(f"{number}" + "满" * 1000))
            acknowledged.append(f"{number}" + "满" * 1000)
    assert acknowledged
    assert await vault.read(texts) == acknowledged
    await vault.write(lambda tx: tx.execute("DELETE FROM notes WHERE id <= 2"))
    await vault.write(add("腾出来了"))
    await vault.close()
    again = reopen(vault.folder)
    assert await again.read(texts) == [*acknowledged[2:], "腾出来了"]
    await again.close()


async def test_when_the_group_is_lost_everyone_in_it_is_told(vault: Vault) -> None:
    pages = await vault.write(lambda tx: tx.one("PRAGMA page_count"))
    assert pages is not None
    await vault.write(lambda tx: tx.one(f"PRAGMA max_page_count = {pages['page_count'] + 4}"))
    outcomes = await asyncio.gather(
        *(vault.write(add(f"{number}" + "满" * 3000)) for number in range(40)), return_exceptions=True
    )
    kept = await vault.read(texts)
    told = [text for text, outcome in zip(range(40), outcomes, strict=True) if outcome == 1]
    assert [text.rstrip("满") for text in kept] == [str(number) for number in told]
    assert all(outcome == 1 or isinstance(outcome, Unavailable) for outcome in outcomes)
    assert any(isinstance(outcome, Unavailable) for outcome in outcomes)


async def test_wherever_a_bit_flips_the_database_is_called_damaged(vault: Vault) -> None:
    def fill(tx: Transaction) -> None:
        tx.execute_many("INSERT INTO notes(text) VALUES (?)", [(f"{n}" + "字" * 300,) for n in range(200)])

    def read_every_page(tx: Transaction) -> None:
        tx.rows("SELECT text FROM notes ORDER BY text")
        integrity.check(tx)

    await vault.write(fill)
    await vault.close()
    path = vault.folder / "vault.db"
    whole = path.read_bytes()
    for place in range(2048, len(whole), len(whole) // 15):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(Corrupt, match=r"vault\.damaged"):  # noqa: PT012 - wherever it is noticed
            again = reopen(vault.folder)
            try:
                await again.read(read_every_page)
            finally:
                await again.close()


async def test_a_database_damaged_at_its_beginning_does_not_open(vault: Vault) -> None:
    await vault.close()
    path = vault.folder / "vault.db"
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)
    with pytest.raises(Corrupt, match=r"vault\.damaged"):
        reopen(vault.folder)


async def test_an_unencrypted_file_in_its_place_is_refused(vault: Vault, tmp_path: Path) -> None:
    await vault.close()
    twin = open_plain(tmp_path / "twin.db", [notes()], ManualClock())
    await twin.close()
    (tmp_path / "twin.db").replace(vault.folder / "vault.db")
    with pytest.raises(Corrupt, match=r"vault\.not_encrypted"):
        reopen(vault.folder)


async def test_a_missing_database_is_not_replaced_by_an_empty_one(vault: Vault) -> None:
    await vault.close()
    (vault.folder / "vault.db").unlink()
    with pytest.raises(Corrupt, match=r"vault\.database_missing"):
        reopen(vault.folder)


async def test_a_creation_that_was_cut_off_is_finished_at_the_next_opening(vault: Vault) -> None:
    await vault.close()
    (vault.folder / "vault.db").rename(vault.folder / "vault.db.new")
    again = reopen(vault.folder)
    assert await again.read(texts) == []
    await again.close()


async def test_a_creation_cut_off_before_the_header_starts_over(tmp_path: Path) -> None:
    (tmp_path / "household").mkdir()
    (tmp_path / "household" / "vault.db.new").write_bytes(b"half a database")
    vault = create(tmp_path / "household")
    await vault.write(add("一"))
    await vault.close()


def test_network_folders_are_refused_and_local_ones_are_not(tmp_path: Path) -> None:
    mounts = (
        "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
        f"30 22 0:40 / {tmp_path}/with\\040space rw - nfs4 server:/home rw\n"
        f"31 22 0:41 / {tmp_path}/ssh rw shared:3 - fuse.sshfs me@there: rw\n"
        f"32 22 0:42 / {tmp_path}/我的盘 rw - cifs //server/share rw\n"
    )
    refuse_network_folder(tmp_path, mounts)
    for name in ("with space", "ssh/deeper", "我的盘"):
        with pytest.raises(Refused, match=r"vault\.network_folder"):
            refuse_network_folder(tmp_path / name, mounts)


async def test_the_database_is_durable_by_its_own_account(vault: Vault) -> None:
    asked = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "temp_store": 2, "foreign_keys": 1}
    for name, value in asked.items():
        row = await vault.write(lambda tx, name=name: tx.one(f"PRAGMA {name}"))
        assert row == {name: value}

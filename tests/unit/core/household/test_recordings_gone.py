"""The sound of what was deleted leaves the disk with its words, and at the next start where that was cut off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.household import deleting
from core.household.household import Household
from core.journal import recordings, store
from core.journal.recordings import Recording
from core.vault.scope import Scope
from core.vault.transaction import Transaction
from tests.unit.core.conversation.living import Living, settle
from tests.unit.core.journal.said import asked

SOUND = b"\x01\x02" * 3000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recordings"


@pytest.fixture
async def living(tmp_path: Path, folder: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    household.equipment = replace(household.equipment, recordings=folder)
    yield household
    await household.vault.close()


@pytest.fixture
def household(living: Living) -> Household:
    return Household(living.equipment)


async def recorded(living: Living, folder: Path, said: str) -> Recording:
    def job(tx: Transaction) -> Recording:
        scope = living.scope()
        session = store.begin_session(tx, scope, "kitchen")
        store.append(tx, scope, session.id, asked(said))
        return recordings.keep(tx, scope, folder, session.id, 1, SOUND, consented=True)

    return await living.vault.write(job)


def on_disk(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir()}


async def thread_of(living: Living, recording: Recording) -> str:
    row = await living.vault.read(
        lambda tx: tx.one("SELECT thread FROM sessions WHERE id = ?", (recording.session,))
    )
    assert row is not None
    return str(row["thread"])


async def test_a_deleted_utterance_takes_its_sound_at_once(
    living: Living, household: Household, folder: Path
) -> None:
    gone, stays = await recorded(living, folder, "我想学日语"), await recorded(living, folder, "我想喝茶")
    await household.deletions.said(gone.session, gone.seq, of=living.wang, by=living.wang)
    assert on_disk(folder) == {stays.id}
    assert await household.recordings.sound(stays.id, living.wang) == SOUND


async def test_so_do_a_conversation_a_withdrawn_consent_and_a_person(
    living: Living, household: Household, folder: Path
) -> None:
    first, second = await recorded(living, folder, "我想学日语"), await recorded(living, folder, "我想喝茶")
    thread = await thread_of(living, first)
    await household.deletions.conversation(thread, of=living.wang, by=living.wang)
    assert on_disk(folder) == {second.id}
    await household.deletions.kept("audio", of=living.wang, by=living.wang)
    assert on_disk(folder) == set()
    await recorded(living, folder, "再说一句")
    await household.deletions.person(living.wang, by=living.li)
    assert on_disk(folder) == set()


async def test_what_a_crash_left_between_commit_and_unlinking_goes_at_the_next_start(
    living: Living, household: Household, folder: Path
) -> None:
    gone = await recorded(living, folder, "我想学日语")
    scope = Scope(actor=living.wang.id, person=living.wang.id)
    await living.vault.erase(
        lambda tx: deleting.said(tx, scope, gone.session, gone.seq, living.equipment.vault.receipts)
    )
    assert on_disk(folder) == {gone.id}, "as after a power cut"
    await household.begin(living.wang, living.companion)
    assert on_disk(folder) == set()


async def test_a_file_that_cannot_be_removed_now_does_not_fail_the_deletion(
    living: Living, household: Household, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await recorded(living, folder, "我想学日语")

    def held_open(_path: Path, missing_ok: bool = False) -> None:
        raise PermissionError

    with monkeypatch.context() as windows:
        windows.setattr(Path, "unlink", held_open)
        done = await household.deletions.said(gone.session, gone.seq, of=living.wang, by=living.wang)
    assert done.receipts
    assert (await household.recordings.sweep()).files == 1
    assert on_disk(folder) == set()

"""Recordings: only with consent, encrypted, for a time, gone with their words, and whole after a crash."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.clock import ManualClock
from core.errors import Corrupt, Refused, Unavailable
from core.journal import erasing, recordings, sound_file, store
from core.journal.events import Session
from core.journal.recordings import Recording, Tidied
from core.secret import Secret
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, asked
from tests.unit.core.vault.small import raw_bytes

SOUND = b"\x01\x02canary" * 4000
KEY = Secret(bytes(range(32)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recordings"


@pytest.fixture
async def session(database: SqliteFile) -> Session:
    begun = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    for text in ("第一句", "第二句"):
        await database.write(lambda tx, text=text: store.append(tx, GRANDMOTHER, begun.id, asked(text)))
    return begun


async def keep(
    database: SqliteFile, session: Session, folder: Path, seq: int = 1, *, days: int = 30, yes: bool = True
) -> Recording:
    return await database.write(
        lambda tx: recordings.keep(tx, GRANDMOTHER, folder, session.id, seq, SOUND, consented=yes, days=days)
    )


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()] if folder.exists() else []


async def test_a_recording_is_heard_again_and_nobody_else_hears_it(
    database: SqliteFile, session: Session, folder: Path
) -> None:
    kept = await keep(database, session, folder)
    assert kept.seconds == len(SOUND) / 2 / 16_000
    assert await database.read(lambda tx: recordings.sound(tx, GRANDMOTHER, folder, kept.id)) == SOUND
    assert b"canary" not in raw_bytes(folder)
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await database.read(lambda tx: recordings.sound(tx, GRANDFATHER, folder, kept.id))
    assert await database.read(lambda tx: recordings.all(tx, GRANDFATHER)) == []
    assert await keep(database, session, folder) == kept, "the same utterance is kept once"


async def test_without_consent_or_words_nothing_is_kept(
    database: SqliteFile, session: Session, folder: Path
) -> None:
    with pytest.raises(Refused, match=r"journal\.no_audio_consent"):
        await keep(database, session, folder, yes=False)
    silent = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen", kept=False))
    with pytest.raises(Refused, match=r"journal\.not_kept"):
        await keep(database, silent, folder)
    with pytest.raises(Refused, match=r"journal\.not_an_utterance"):
        await keep(database, session, folder, 0)
    assert files(folder) == []


async def test_it_goes_with_its_words(database: SqliteFile, session: Session, folder: Path) -> None:
    gone, stays = await keep(database, session, folder, 1), await keep(database, session, folder, 2)
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))
    assert await database.read(lambda tx: recordings.all(tx, GRANDMOTHER)) == [stays]
    with pytest.raises(Refused, match=r"journal\.recording_unknown"):
        await database.read(lambda tx: recordings.sound(tx, GRANDMOTHER, folder, gone.id))
    assert await database.write(lambda tx: recordings.tidy(tx, folder)) == Tidied(files=1)
    assert files(folder) == [f"{stays.id}.sound"]


async def test_it_goes_when_its_time_is_over(
    database: SqliteFile, session: Session, folder: Path, clock: ManualClock
) -> None:
    await keep(database, session, folder, 1, days=1)
    later = await keep(database, session, folder, 2, days=3)
    clock.advance(86_400)
    assert await database.write(recordings.expire) == 1
    assert await database.read(lambda tx: recordings.all(tx, GRANDMOTHER)) == [later]


async def test_a_crash_between_file_and_row_leaves_neither(
    database: SqliteFile, session: Session, folder: Path
) -> None:
    class Crash(Exception):
        pass

    def crashing(tx: object) -> None:
        recordings.keep(tx, GRANDMOTHER, folder, session.id, 1, SOUND, consented=True)  # type: ignore[arg-type]
        raise Crash

    with pytest.raises(Crash):
        await database.write(crashing)
    assert len(files(folder)) == 1
    (folder / "half.sound.new").write_bytes(b"half")
    assert await database.write(lambda tx: recordings.tidy(tx, folder)) == Tidied(files=2)
    kept = await keep(database, session, folder)
    (folder / f"{kept.id}.sound").unlink()
    with pytest.raises(Unavailable, match=r"journal\.recording_missing"):
        await database.read(lambda tx: recordings.sound(tx, GRANDMOTHER, folder, kept.id))
    assert await database.write(lambda tx: recordings.tidy(tx, folder)) == Tidied(rows=1)
    assert files(folder) == []
    assert await database.read(lambda tx: recordings.all(tx, GRANDMOTHER)) == []


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([0, 1, sound_file.PIECE - 1, sound_file.PIECE, 2 * sound_file.PIECE + 7]), st.data())
def test_a_file_of_any_length_opens_and_no_changed_one_does(length: int, data: st.DataObject) -> None:
    pcm = bytes(index % 251 for index in range(length))
    sealed = sound_file.seal(KEY, "a", pcm)
    assert sound_file.unseal(KEY, "a", sealed) == pcm
    at = data.draw(st.integers(0, len(sealed) - 1))
    flipped = bytearray(sealed)
    flipped[at] ^= 1
    for wrong in (bytes(flipped), sealed[:at], sealed + b"x"):
        with pytest.raises(Corrupt):
            sound_file.unseal(KEY, "a", wrong)
    with pytest.raises(Corrupt):
        sound_file.unseal(KEY, "b", sealed)

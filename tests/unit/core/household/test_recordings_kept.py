"""What was recorded outlives new keys, and goes into a readable copy as sound that anybody can play."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.household.exported_sounds import sounds
from core.household.household import MIGRATIONS
from core.journal import recordings, store
from core.journal.recordings import Recording
from core.people import persons
from core.people.persons import Person
from core.vault import DeviceSlot, KeychainSlot, Scope, Transaction, Vault, export
from core.vault.keychain import MemoryKeychain
from tests.unit.core.journal.said import asked
from tests.unit.core.vault.small import passphrase, raw_bytes

SOUND = b"\x01\x02canary!!" * 3000


@pytest.fixture
async def vault(tmp_path: Path) -> Vault:
    return Vault.create(tmp_path / "h", [passphrase()], MIGRATIONS, ManualClock())


async def recorded(vault: Vault, said: str = "我住在杭州", pcm: bytes = SOUND) -> tuple[Person, Recording]:
    def job(tx: Transaction) -> tuple[Person, Recording]:
        person = persons.add(tx, said, "zh")
        scope = Scope(actor=person.id, person=person.id, role="r")
        session = store.begin_session(tx, scope, "kitchen")
        store.append(tx, scope, session.id, asked(said))
        folder = vault.folder / "recordings"
        return person, recordings.keep(tx, scope, folder, session.id, 1, pcm, consented=True)

    return await vault.write(job)


async def heard(vault: Vault, person: Person, recording: Recording) -> bytes:
    scope, folder = Scope(actor=person.id, person=person.id), vault.folder / "recordings"
    return await vault.read(lambda tx: recordings.sound(tx, scope, folder, recording.id))


async def test_recordings_are_heard_under_new_keys(vault: Vault, tmp_path: Path) -> None:
    person, recording = await recorded(vault)
    keychain = KeychainSlot(MemoryKeychain())
    for slots in (
        [passphrase("新的口令")],
        [keychain],
        [DeviceSlot(tmp_path / "keys"), passphrase("又一个")],
    ):
        await vault.rotate(slots)
        assert await heard(vault, person, recording) == SOUND
        assert b"canary" not in raw_bytes(vault.folder)
    await vault.close()
    again = Vault.open(tmp_path / "h", passphrase("又一个"), MIGRATIONS, ManualClock())
    assert await heard(again, person, recording) == SOUND
    await again.close()


async def test_a_readable_copy_holds_the_sound_of_its_person_alone(vault: Vault, tmp_path: Path) -> None:
    person, _ = await recorded(vault, "王奶奶")
    other, _ = await recorded(vault, "李爷爷")
    folder = vault.folder / "recordings"
    files = await vault.read(lambda tx: export.write(tmp_path / "copy", "!", [], sounds(tx, person, folder)))
    wavs = [path for path in files if path.suffix == ".wav"]
    assert len(wavs) == 1
    with wave.open(io.BytesIO(wavs[0].read_bytes())) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 16_000)
        assert file.readframes(file.getnframes()) == SOUND
    for path in folder.iterdir():
        path.unlink()
    assert await vault.read(lambda tx: list(sounds(tx, other, folder))) == []
    await vault.close()

"""Better words for what was said: whose count, where they stand, what cannot be corrected."""

from __future__ import annotations

import pytest

from core.errors import Refused
from core.journal import erasing, reading, revising, store
from core.journal.events import Reviser, Session, UserSpeechRevised
from core.journal.hashing import verify_chain
from core.journal.projection import spoken_turns
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, answered, asked


@pytest.fixture
async def session(database: SqliteFile) -> Session:
    begun = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, begun.id, asked("心和商店")))
    return begun


async def revise(
    database: SqliteFile, session: Session, text: str, by: Reviser = "person", machine: str = "kitchen"
) -> object:
    return await database.write(lambda tx: revising.revise(tx, GRANDMOTHER, session.id, 1, text, by, machine))


async def texts(database: SqliteFile, session: Session) -> list[str]:
    events = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, session.thread))
    return [turn.text for turn in spoken_turns(events)]


async def test_a_late_correction_is_what_was_said_and_the_chain_still_checks(
    database: SqliteFile, session: Session
) -> None:
    await database.write(lambda tx: store.end(tx, GRANDMOTHER, session.id, "goodbye"))
    await revise(database, session, "  星河商店 ")
    assert await texts(database, session) == ["星河商店"]
    chain = await database.read(lambda tx: reading.links(tx, session.id))
    assert verify_chain(session.id, chain) is None
    assert "心和商店".encode() in (chain[1].body or b""), "what was first heard stays on record"


async def test_a_machine_does_not_override_a_person(database: SqliteFile, session: Session) -> None:
    assert await revise(database, session, "新河商店", "recogniser") is not None
    assert await revise(database, session, "星河商店", "person") is not None
    assert await revise(database, session, "新和商店", "engine") is None
    assert await texts(database, session) == ["星河商店"]
    assert await revise(database, session, "星河商店", "person") is None, "it says so already"


async def test_a_machine_s_words_written_without_asking_do_not_either(
    database: SqliteFile, session: Session
) -> None:
    await revise(database, session, "星河商店", "person")
    late = UserSpeechRevised(of=1, text="新和商店", by="engine")
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, late))
    assert await texts(database, session) == ["星河商店"]


async def test_another_machine_corrects_in_a_session_of_its_own(
    database: SqliteFile, session: Session
) -> None:
    before = await database.read(lambda tx: reading.links(tx, session.id))
    await revise(database, session, "星河商店", machine="bedroom")
    assert await texts(database, session) == ["星河商店"]
    assert await database.read(lambda tx: reading.links(tx, session.id)) == before
    own = (await database.read(lambda tx: reading.sessions(tx, GRANDMOTHER, session.thread)))[1]
    assert own.machine == "bedroom"
    known = await database.read(lambda tx: revising.corrections(tx, session.id, 1))
    assert [event.session for event in known] == [own.id]


@pytest.mark.parametrize(
    ("seq", "text", "message"),
    [
        (0, "话", "not_an_utterance"),
        (2, "话", "not_an_utterance"),
        (99, "话", "not_an_utterance"),
        (1, "  ", "empty_correction"),
        (1, "长" * 20_001, "correction_too_long"),
    ],
)
async def test_what_is_no_correction_is_refused(
    database: SqliteFile, session: Session, seq: int, text: str, message: str
) -> None:
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, answered(1, "好的。")))
    with pytest.raises(Refused, match=rf"journal\.{message}"):
        await database.write(
            lambda tx: revising.revise(tx, GRANDMOTHER, session.id, seq, text, "person", "kitchen")
        )


async def test_what_was_erased_or_is_another_person_s_cannot_be_corrected(
    database: SqliteFile, session: Session
) -> None:
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await database.write(
            lambda tx: revising.revise(tx, GRANDFATHER, session.id, 1, "偷改", "person", "kitchen")
        )
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))
    with pytest.raises(Refused, match=r"journal\.nothing_to_correct"):
        await revise(database, session, "回来")

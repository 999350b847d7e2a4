"""Coming back into a session: once, soon, to the right one; every refusal says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Refused
from core.journal import reading, reconnect, store
from core.journal.events import Session
from core.secret import Secret
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, asked
from tests.unit.core.vault.small import raw_bytes


@pytest.fixture
async def session(database: SqliteFile) -> Session:
    begun = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    for text in ("一", "二", "三"):
        await database.write(lambda tx, text=text: store.append(tx, GRANDMOTHER, begun.id, asked(text)))
    return begun


async def issued(database: SqliteFile, session: Session) -> Secret:
    return await database.write(lambda tx: reconnect.issue(tx, GRANDMOTHER, session.id))


async def back(database: SqliteFile, session: Session, token: Secret, last: int = 1) -> reconnect.Reconnected:
    return await database.write(lambda tx: reconnect.reconnect(tx, GRANDMOTHER, session.id, token, last))


async def refused(database: SqliteFile, session: Session, token: Secret, why: str, last: int = 1) -> None:
    threads = await database.read(lambda tx: len(reading.threads(tx, GRANDMOTHER)))
    with pytest.raises(Refused, match=rf"journal\.{why}"):
        await back(database, session, token, last)
    assert await database.read(lambda tx: len(reading.threads(tx, GRANDMOTHER))) == threads


async def test_the_same_session_goes_on_with_what_was_missed(database: SqliteFile, session: Session) -> None:
    again = await back(database, session, await issued(database, session))
    assert again.session == session
    assert [event.seq for event in again.missed] == [2, 3]
    assert (await back(database, session, again.token, 3)).missed == []


async def test_a_token_works_once(database: SqliteFile, session: Session) -> None:
    token = await issued(database, session)
    await back(database, session, token)
    await refused(database, session, token, "token_used")


async def test_a_newer_token_ends_the_older(database: SqliteFile, session: Session) -> None:
    older = await issued(database, session)
    newer = await issued(database, session)
    await refused(database, session, older, "token_used")
    await back(database, session, newer)


async def test_a_refusal_uses_nothing_up(database: SqliteFile, session: Session) -> None:
    token = await issued(database, session)
    await refused(database, session, token, "ahead", last=9)
    await refused(database, session, Secret.from_text("guess"), "token_unknown")
    await back(database, session, token)


async def test_it_is_for_one_session_one_person_and_a_day(
    database: SqliteFile, session: Session, clock: ManualClock
) -> None:
    token = await issued(database, session)
    other = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await refused(database, other, token, "token_elsewhere")
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await database.write(lambda tx: reconnect.reconnect(tx, GRANDFATHER, session.id, token, 1))
    clock.advance(24 * 3600)
    await refused(database, session, token, "token_expired")


async def test_an_ended_or_unkept_session_is_not_come_back_to(database: SqliteFile, session: Session) -> None:
    token = await issued(database, session)
    await database.write(lambda tx: store.end(tx, GRANDMOTHER, session.id, "goodbye"))
    await refused(database, session, token, "session_ended")
    silent = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen", kept=False))
    await refused(database, silent, token, "not_kept")
    with pytest.raises(Refused, match=r"journal\.not_kept"):
        await issued(database, silent)


async def test_the_file_holds_no_token(database: SqliteFile, session: Session, tmp_path: Path) -> None:
    token = await issued(database, session)
    assert token.reveal() not in raw_bytes(tmp_path)

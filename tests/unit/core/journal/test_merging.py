"""Two machines go on with one conversation and both end with the same one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from core.clock import ManualClock
from core.errors import Corrupt, Refused
from core.journal import MIGRATIONS, checking, erasing, merging, reading, resume, revising, store
from core.journal.events import Session
from core.journal.merging import Chain
from core.journal.projection import ERASED, spoken_turns
from core.vault.sqlite_file import SqliteFile
from core.vault.twin import open_plain
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, answered, asked


@pytest.fixture
async def bedroom(tmp_path: Path) -> AsyncIterator[SqliteFile]:
    opened = open_plain(tmp_path / "bedroom.db", [MIGRATIONS], ManualClock())
    yield opened
    await opened.close()


async def say(database: SqliteFile, session: Session, text: str) -> int:
    return (await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, asked(text)))).seq


async def give(one: SqliteFile, other: SqliteFile, session: Session) -> int:
    chain = await one.read(lambda tx: merging.chain(tx, GRANDMOTHER, session.id))
    sent = msgspec.json.decode(msgspec.json.encode(chain), type=Chain)
    return await other.write(lambda tx: merging.adopt(tx, GRANDMOTHER, sent))


async def told(database: SqliteFile, thread: str) -> list[str]:
    events = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, thread))
    return [turn.text for turn in spoken_turns(events)]


async def going_on(database: SqliteFile, thread: str, machine: str) -> Session:
    return await database.write(lambda tx: resume.continue_thread(tx, GRANDMOTHER, thread, machine))


async def test_both_machines_go_on_and_see_the_same_thread(database: SqliteFile, bedroom: SqliteFile) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await say(database, first, "昨天的话")
    assert await give(database, bedroom, first) == 2
    here = await going_on(database, first.thread, "kitchen")
    there = await going_on(bedroom, first.thread, "bedroom")
    for number in range(3):
        await say(database, here, f"厨房{number}")
        await say(bedroom, there, f"卧室{number}")
    await give(database, bedroom, here)
    await give(bedroom, database, there)
    assert await told(database, first.thread) == await told(bedroom, first.thread)
    assert len(await told(database, first.thread)) == 7
    assert await give(bedroom, database, there) == 0, "the same again changes nothing"
    await say(bedroom, there, "还有一句")
    assert await give(bedroom, database, there) == 1
    for one in (database, bedroom):
        checked = await one.read(lambda tx: checking.check(tx, GRANDMOTHER, first.thread))
        assert [session.broken for session in checked] == [None, None, None]


async def test_what_was_erased_on_one_machine_is_erased_on_both(
    database: SqliteFile, bedroom: SqliteFile
) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    for text in ("秘密", "别的"):
        await say(database, first, text)
    await give(database, bedroom, first)
    there = await going_on(bedroom, first.thread, "bedroom")
    await bedroom.write(lambda tx: erasing.erase(tx, GRANDMOTHER, first.id, 1, there.id, "receipt"))
    await give(bedroom, database, there)
    assert await told(database, first.thread) == [ERASED, "别的"]
    await say(database, first, "后来")
    await give(database, bedroom, first)
    assert await told(bedroom, first.thread) == [ERASED, "别的", "后来"]


async def test_a_session_that_comes_after_its_erasure_comes_without_the_words(
    database: SqliteFile, bedroom: SqliteFile
) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await say(database, first, "秘密")
    full = await database.read(lambda tx: merging.chain(tx, GRANDMOTHER, first.id))
    other = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, first.id, 1, other.id, "receipt"))
    await give(database, bedroom, other)
    await bedroom.write(lambda tx: merging.adopt(tx, GRANDMOTHER, full))
    assert await told(bedroom, first.thread) == [ERASED]


async def test_a_correction_made_elsewhere_arrives(database: SqliteFile, bedroom: SqliteFile) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await say(database, first, "心和商店")
    await give(database, bedroom, first)
    revised = await bedroom.write(
        lambda tx: revising.revise(tx, GRANDMOTHER, first.id, 1, "星河商店", "person", "bedroom")
    )
    assert revised is not None
    beside = msgspec.structs.replace(first, id=revised.session)
    await give(bedroom, database, beside)
    assert await told(database, first.thread) == ["星河商店"]


async def test_another_story_of_the_same_session_is_refused(
    database: SqliteFile, bedroom: SqliteFile
) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await give(database, bedroom, first)
    await say(database, first, "这里这样说")
    await say(bedroom, first, "那里那样说")
    with pytest.raises(Corrupt, match=r"journal\.forked"):
        await give(bedroom, database, first)
    assert await told(database, first.thread) == ["这里这样说"]


async def test_a_broken_chain_or_another_person_s_is_refused(
    database: SqliteFile, bedroom: SqliteFile
) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await say(database, first, "一")
    chain = await database.read(lambda tx: merging.chain(tx, GRANDMOTHER, first.id))
    changed = msgspec.structs.replace(chain.links[1], at="2020-01-01T00:00:00.000000+00:00")
    later = msgspec.structs.replace(chain, links=[chain.links[0], changed, changed])
    with pytest.raises(Corrupt, match=r"journal\.chain_broken"):
        await bedroom.write(lambda tx: merging.adopt(tx, GRANDMOTHER, later))
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await bedroom.write(lambda tx: merging.adopt(tx, GRANDFATHER, chain))
    assert await bedroom.read(lambda tx: reading.threads(tx, GRANDMOTHER)) == []


@pytest.mark.parametrize(
    ("tampering", "broken"),
    [
        ("UPDATE events SET body = CAST(replace(body, '二', '三') AS BLOB) WHERE seq = 2", 2),
        ("UPDATE events SET body = NULL, salt = NULL WHERE seq = 3", 3),
        ("DELETE FROM events WHERE seq = 1", 1),
    ],
)
async def test_a_check_says_where_a_chain_breaks(database: SqliteFile, tampering: str, broken: int) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    for text in ("一", "二", "三"):
        await say(database, session, text)
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, answered(3, "好")))
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 4, session.id, "r"))
    (whole,) = await database.read(lambda tx: checking.check(tx, GRANDMOTHER, session.thread))
    assert (whole.broken, whole.erased, whole.events) == (None, 1, 6)
    await database.write(lambda tx: tx.execute(tampering))
    (found,) = await database.read(lambda tx: checking.check(tx, GRANDMOTHER, session.thread))
    assert found.broken == broken

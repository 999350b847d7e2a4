"""What still says something is found by the index, whole, and as quickly in a long history as in a short one."""

from __future__ import annotations

import pytest

from core.journal import indexing, repeats, revising, store
from core.journal.events import Session
from core.vault import Scope, Transaction
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, answered, asked
from tests.unit.core.journal.test_plans import Explaining

OTHER_ROLE = Scope(actor="nainai", person="nainai", role="laoshi")


async def begun(database: SqliteFile, scope: Scope = GRANDMOTHER) -> Session:
    return await database.write(lambda tx: store.begin_session(tx, scope, "kitchen"))


async def index(database: SqliteFile, scope: Scope = GRANDMOTHER) -> None:
    while await database.write(lambda tx: indexing.catch_up(tx, scope)):
        pass


async def texts(database: SqliteFile, *phrases: str, scope: Scope = GRANDMOTHER) -> list[str]:
    return [one.text for one in await database.read(lambda tx: repeats.repeating(tx, scope, phrases))]


@pytest.mark.parametrize("indexed", [True, False])
async def test_the_newest_comes_first_whether_it_is_indexed_or_not(
    database: SqliteFile, indexed: bool
) -> None:
    for session, said in ((await begun(database), "我爱吃榴莲"), (await begun(database), "榴莲味道真香")):

        def say(tx: Transaction, session: Session = session, said: str = said) -> None:
            asked_ = store.append(tx, GRANDMOTHER, session.id, asked(said))
            store.append(tx, GRANDMOTHER, session.id, answered(asked_.seq, "今天天气很好"))
            store.append(tx, GRANDMOTHER, session.id, answered(asked_.seq, f"原来{said}", index=1))

        await database.write(say)
    if indexed:
        await index(database)
    assert await texts(database, "榴莲") == [
        "原来榴莲味道真香",
        "榴莲味道真香",
        "原来我爱吃榴莲",
        "我爱吃榴莲",
    ]
    assert await texts(database, "龙眼", "天气") == ["今天天气很好"] * 2
    assert await texts(database, "榴", "") == [], "one character is in nearly every sentence"


async def test_a_corrected_one_stands_there_once_with_the_words_that_contain_it(database: SqliteFile) -> None:
    session = await begun(database)
    spoken = await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, asked("我爱吃流连")))
    await database.write(
        lambda tx: revising.revise(tx, GRANDMOTHER, session.id, spoken.seq, "我爱吃榴莲", "person", "kitchen")
    )
    await index(database)
    assert await texts(database, "榴莲") == ["我爱吃榴莲"]
    assert await texts(database, "流连") == ["我爱吃流连"], "the first reading is still on record"


async def test_what_was_written_but_not_heard_repeats_it_too(database: SqliteFile) -> None:
    session = await begun(database)

    def say(tx: Transaction) -> None:
        spoken = store.append(tx, GRANDMOTHER, session.id, asked("说吧"))
        store.append(tx, GRANDMOTHER, session.id, answered(spoken.seq, "您说过爱吃榴莲", heard=2))

    await database.write(say)
    await index(database)
    assert await texts(database, "榴莲") == ["您说过爱吃榴莲"]


async def test_nobody_elses_and_no_other_roles_words_are_told(database: SqliteFile) -> None:
    for scope in (GRANDMOTHER, GRANDFATHER, OTHER_ROLE):
        session = await begun(database, scope)

        def say(tx: Transaction, of: Scope = scope, to: str = session.id) -> None:
            store.append(tx, of, to, asked(f"{of.person}{of.role}榴莲"))

        await database.write(say)
    assert await texts(database, "榴莲") == ["nainaixiaoban榴莲"]
    await index(database)
    await index(database, GRANDFATHER)
    assert await texts(database, "榴莲") == ["nainaixiaoban榴莲"]
    assert len(await texts(database, "榴莲", scope=Scope(actor="nainai", person="nainai"))) == 2


async def test_no_event_is_read_but_those_that_say_it(database: SqliteFile) -> None:
    session = await begun(database)
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, asked("我爱吃榴莲")))
    await index(database)

    def ask(tx: Transaction) -> list[str]:
        explaining = Explaining(tx)
        repeats.repeating(explaining, GRANDMOTHER, ["榴莲"])
        return explaining.plans

    scans = [plan for plan in await database.read(ask) if plan.startswith("SCAN events")]
    assert all("events_revising" in plan or "events_half_heard" in plan for plan in scans), scans

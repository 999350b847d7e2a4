"""How long turns took is kept with the words, counted per person, and goes when the words go."""

from __future__ import annotations

import pytest

from core.errors import Refused
from core.journal import erasing, store, timings
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Transaction
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, asked
from tests.unit.core.journal.test_plans import Explaining

STAGES = {"speech end to endpoint": 900, "speech end to first audio": 1_250}


async def test_a_turn_is_kept_with_its_language_and_its_milliseconds(database: SqliteFile) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    for seq, language in ((1, "zh"), (3, "en")):
        await database.write(
            lambda tx, seq=seq, language=language: timings.keep(
                tx, GRANDMOTHER, session.id, seq, language, STAGES
            )
        )
    newest, older = await database.read(lambda tx: timings.recent(tx, GRANDMOTHER, 10))
    assert (newest.seq, newest.language, older.seq, older.language) == (3, "en", 1, "zh")
    assert newest.stages == STAGES
    assert newest.arrival > older.arrival
    assert [t.seq for t in await database.read(lambda tx: timings.recent(tx, GRANDMOTHER, 1))] == [3]


async def test_nobody_sees_or_writes_another_persons(database: SqliteFile) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await database.write(lambda tx: timings.keep(tx, GRANDFATHER, session.id, 1, "zh", STAGES))
    await database.write(lambda tx: timings.keep(tx, GRANDMOTHER, session.id, 1, "zh", STAGES))
    assert await database.read(lambda tx: timings.recent(tx, GRANDFATHER, 10)) == []


async def test_a_session_that_keeps_no_words_keeps_no_times(database: SqliteFile) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen", kept=False))
    with pytest.raises(Refused, match=r"journal\.not_kept"):
        await database.write(lambda tx: timings.keep(tx, GRANDMOTHER, session.id, 1, "zh", STAGES))


async def test_erasing_what_was_said_erases_how_long_it_took(database: SqliteFile) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))

    def talk(tx: Transaction) -> list[int]:
        seqs = [store.append(tx, GRANDMOTHER, session.id, asked(text)).seq for text in ("一句", "两句")]
        for seq in seqs:
            timings.keep(tx, GRANDMOTHER, session.id, seq, "zh", STAGES)
        return seqs

    first, second = await database.write(talk)
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, first, session.id, "r"))
    assert [t.seq for t in await database.read(lambda tx: timings.recent(tx, GRANDMOTHER, 9))] == [second]


async def test_the_newest_are_found_by_an_index(database: SqliteFile) -> None:
    def ask(tx: Transaction) -> list[str]:
        explaining = Explaining(tx)
        timings.recent(explaining, GRANDMOTHER, 200)
        return explaining.plans

    plans = await database.read(ask)
    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN") or "TEMP B-TREE" in plan]

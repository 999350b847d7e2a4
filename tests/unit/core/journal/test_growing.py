"""A thread read while it grows is always the thread as it is stored."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.clock import ManualClock
from core.errors import Refused
from core.journal import erasing, reading, resume, store
from core.journal.events import UserSpeechRevised
from core.journal.logs import open_log
from core.journal.projection import ERASED, spoken_turns
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDMOTHER, asked


async def test_words_erased_meanwhile_are_not_remembered(database: SqliteFile, clock: ManualClock) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    log = open_log(database, GRANDMOTHER, session, clock)
    await log.append(asked("秘密"))
    assert [turn.text for turn in spoken_turns(await log.history())] == ["秘密"]
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))
    assert [turn.text for turn in spoken_turns(await log.history())] == [ERASED]


async def test_only_what_was_added_is_read(database: SqliteFile, clock: ManualClock) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    log = open_log(database, GRANDMOTHER, session, clock)
    await log.append(asked("一"))
    before = await log.history()
    await log.append(asked("二"))
    after = await log.history()
    assert len(after) == len(before) + 1
    assert all(old is new for old, new in zip(before, after, strict=False))


def refused_once(erased: bool) -> AbstractContextManager[object]:
    """A transcript of words that were erased is refused, and no other."""
    return pytest.raises(Refused, match=r"nothing_to_correct") if erased else nullcontext()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["say", "correct earlier", "erase", "continue", "look"]), max_size=15))
async def test_it_never_differs_from_what_is_stored(
    database: SqliteFile, clock: ManualClock, steps: list[str]
) -> None:
    first = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, first.id, asked("开头")))
    log = open_log(database, GRANDMOTHER, first, clock)
    erased = False
    for step in steps:
        if step == "say":
            await log.append(asked("一句话"))
        elif step == "correct earlier":
            revised = UserSpeechRevised(of=1, text="改过的开头")
            with refused_once(erased):
                await database.write(lambda tx, body=revised: store.append(tx, GRANDMOTHER, first.id, body))
        elif step == "erase" and not erased:
            erased = True
            await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, first.id, 1, first.id, "r"))
        elif step == "continue":
            await database.write(lambda tx: resume.continue_thread(tx, GRANDMOTHER, first.thread, "k"))
        else:
            await log.history()
    stored = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, first.thread))
    assert list(await log.history()) == stored
    await database.read(lambda tx: erasing.verify(tx, GRANDMOTHER, first.thread))

"""Pages of a conversation: complete, in order, and as cheap in a thread of 100,000 events as in a short one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.journal import MIGRATIONS, paging, reading, revising, store
from core.journal.events import AnyBody, Session, UserSpeechRevised
from core.journal.growing import GrowingThread
from core.journal.hashing import SALT_BYTES, Link, next_link
from core.journal.paging import Page, Place
from core.journal.projection import spoken_turns
from core.vault.connection import connect
from core.vault.savepoint import Savepoint
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Parameters, Row, Transaction
from core.vault.twin import open_plain
from tests.unit.core.journal.said import GRANDMOTHER, answered, asked

EVENTS = 100_000


async def pages(database: SqliteFile, thread: str, limit: int) -> list[Page]:
    found: list[Page] = []
    before: Place | None = None
    while not found or before is not None:
        found.append(
            await database.read(lambda tx, before=before: paging.page(tx, GRANDMOTHER, thread, limit, before))
        )
        before = found[-1].older
    return found


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
async def test_pages_together_are_the_whole_conversation(database: SqliteFile, limit: int) -> None:
    thread = await database.write(talk)
    await database.write(
        lambda tx: revising.revise(tx, GRANDMOTHER, first_session(tx, thread), 1, "改过", "person", "bedroom")
    )
    everything = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, thread))
    found = await pages(database, thread, limit)
    together = [turn for page in reversed(found) for turn in page.turns]
    assert together == list(spoken_turns(everything))
    assert together[0].text == "改过"


def talk(tx: Transaction) -> str:
    """Four sessions of five utterances; every second answer is written after the words that cut it."""
    thread = None
    for number in range(4):
        session = store.begin_session(tx, GRANDMOTHER, "kitchen", thread)
        thread = session.thread
        for word in range(5):
            spoke = store.append(tx, GRANDMOTHER, session.id, asked(f"{number}-{word}"))
            answers = max(1, spoke.seq - (2 if word % 2 else 0))
            store.append(tx, GRANDMOTHER, session.id, answered(answers, "好。"))
    assert thread is not None
    return thread


def first_session(tx: Transaction, thread: str) -> str:
    return reading.sessions(tx, GRANDMOTHER, thread)[0].id


def chain_of(session: str, count: int) -> Iterator[Link]:
    """A long session's events behind its first, told by turns."""
    at = "2026-01-05T01:00:00.000000+00:00"
    before: Link | None = None
    body: AnyBody
    for seq in range(count):
        if seq == 0:
            from core.journal.events import SessionBegun

            body = SessionBegun()
        else:
            body = asked(f"第{seq}句") if seq % 2 else answered(seq - 1, "好的。")
        before = next_link(before, session, at, body, bytes(SALT_BYTES))
        yield before


def fill(tx: Transaction, count: int) -> Session:
    session = store.begin_session(tx, GRANDMOTHER, "kitchen")
    tx.execute("DELETE FROM events WHERE session = ?", (session.id,))
    tx.execute_many(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                link.session,
                link.seq,
                link.at,
                link.kind,
                link.body,
                link.salt,
                link.content_hash,
                link.prev_hash,
            )
            for link in chain_of(session.id, count)
        ),
    )
    return session


class Counting(Savepoint):
    """A transaction that counts the rows it hands out."""

    handed = 0

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        found = super().rows(sql, parameters)
        self.handed += len(found)
        return found

    def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        self.handed += 1
        return super().one(sql, parameters)


def cost(path: Path, job: Callable[[Transaction], object]) -> tuple[int, int]:
    """(rows handed out, thousands of steps of SQLite's own machine) that a job takes."""
    connection = connect(path, None, read_only=True)
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection.set_progress_handler(step, 1000)
    counting = Counting(connection, datetime(2026, 1, 5, tzinfo=UTC))
    try:
        job(counting)
    finally:
        counting.finish()
        connection.close()
    return counting.handed, steps


@pytest.fixture(scope="module")
def long_thread(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sequence[Session]]:
    """A short and a very long conversation in one file."""
    import asyncio

    path = tmp_path_factory.mktemp("long") / "journal.db"

    async def made() -> list[Session]:
        database = open_plain(path, [MIGRATIONS], ManualClock())
        sessions = [await database.write(lambda tx, n=n: fill(tx, n)) for n in (400, EVENTS)]
        await database.close()
        return sessions

    return path, asyncio.run(made())


def test_the_newest_page_costs_the_same_in_a_thread_of_100_000_events(
    long_thread: tuple[Path, Sequence[Session]],
) -> None:
    path, (short, long) = long_thread
    costs = [
        cost(path, lambda tx, thread=one.thread: paging.page(tx, GRANDMOTHER, thread))
        for one in (short, long)
    ]
    assert costs[1][0] == costs[0][0] < 500
    assert costs[1][1] <= costs[0][1] + 1
    deep = Place(session=long.id, seq=EVENTS // 2)
    rows, steps = cost(path, lambda tx: paging.page(tx, GRANDMOTHER, long.thread, before=deep))
    assert rows <= costs[0][0] + 1
    assert steps <= costs[0][1] + 1


def test_what_is_added_to_a_long_thread_is_all_that_is_read_again(
    long_thread: tuple[Path, Sequence[Session]],
) -> None:
    path, (_, long) = long_thread
    growing = GrowingThread(GRANDMOTHER, long.thread)
    whole, _ = cost(path, growing.turns)
    again, steps = cost(path, growing.turns)
    assert whole > EVENTS > 100 * again
    assert steps < 2
    revised = UserSpeechRevised(of=1, text="改过")
    connection = connect(path, None)
    savepoint = Savepoint(connection, datetime(2026, 1, 5, tzinfo=UTC))
    store.append(savepoint, GRANDMOTHER, long.id, revised)
    savepoint.finish()
    connection.close()
    added: list[str] = []
    rows, _ = cost(path, lambda tx: added.append(growing.turns(tx)[0].text))
    assert added == ["改过"]
    assert rows <= again + 1

"""However long a thread grows, no question about it walks through all events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.journal import reading, store
from core.vault import Row, Transaction
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Parameters
from tests.unit.core.journal.said import GRANDMOTHER, asked


class Explaining:
    """A transaction that also notes how SQLite goes about every query."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self.now = tx.now
        self.plans: list[str] = []

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        self.plans += [row["detail"] for row in self._tx.rows(f"EXPLAIN QUERY PLAN {sql}", parameters)]
        return self._tx.rows(sql, parameters)

    def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        found = self.rows(sql, parameters)
        return found[0] if found else None

    def execute(self, sql: str, parameters: Parameters = ()) -> int:
        return self._tx.execute(sql, parameters)

    def execute_many(self, sql: str, rows: Any) -> None:
        self._tx.execute_many(sql, rows)


@pytest.mark.parametrize(
    "question",
    [
        lambda tx, session, event: reading.newest(tx, GRANDMOTHER, session.thread),
        lambda tx, session, event: reading.newest(tx, GRANDMOTHER, session.thread, 50, event),
        lambda tx, session, event: reading.threads(tx, GRANDMOTHER),
        lambda tx, session, event: reading.latest(tx, GRANDMOTHER),
        lambda tx, session, event: store.append(tx, GRANDMOTHER, session.id, asked("又一句")),
    ],
    ids=["newest page", "older page", "list", "latest session", "append"],
)
async def test_every_question_goes_by_an_index(database: SqliteFile, question: Callable[..., object]) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    event = await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, asked("一句")))

    def ask(tx: Transaction) -> list[str]:
        explaining = Explaining(tx)
        question(explaining, session, event)
        return explaining.plans

    plans = await database.write(ask)
    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN")]


async def test_a_page_is_found_by_its_place(database: SqliteFile) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))

    def ask(tx: Transaction) -> list[str]:
        explaining = Explaining(tx)
        reading.newest(explaining, GRANDMOTHER, session.thread)
        return explaining.plans

    assert "SEARCH events USING PRIMARY KEY (session=? AND seq<?)" in await database.read(ask)

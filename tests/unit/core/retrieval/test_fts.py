"""An index that finds what is there and forgets what is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.retrieval.bigrams import index_tokens, match_any, tokens
from core.retrieval.fts import FullText
from core.vault.migrations import Migrations
from core.vault.transaction import Transaction
from tests.unit.core.retrieval.plain import PlainFile

CHANNEL = FullText("channel_words")
MIGRATIONS = Migrations("channel")


@MIGRATIONS()
def channel(tx: Transaction) -> None:
    CHANNEL.create(tx)


@pytest.fixture
def file(tmp_path: Path):
    opened = PlainFile(tmp_path / "twin.db", MIGRATIONS)
    yield opened
    opened.close()


def test_rows_are_found_by_any_token_best_first(file: PlainFile) -> None:
    CHANNEL.insert(file.tx, [(1, "退货 货期"), (2, "运费"), (3, "退货 货期 期限")])
    hits = CHANNEL.search(file.tx, match_any(["期限", "退货"]), 10)
    assert [row for row, _ in hits] == [3, 1]


def test_an_empty_query_finds_nothing(file: PlainFile) -> None:
    assert CHANNEL.search(file.tx, "", 10) == []


def test_how_many_rows_hold_a_token_is_known(file: PlainFile) -> None:
    CHANNEL.insert(file.tx, [(1, "退货 货期"), (2, "退货")])
    assert CHANNEL.counts(file.tx, ["退货", "货期", "无此"]) == {"退货": 2, "货期": 1}
    assert CHANNEL.counts(file.tx, []) == {}


def test_one_character_is_found_wherever_it_stands(file: PlainFile) -> None:
    CHANNEL.insert(file.tx, [(1, " ".join(index_tokens("饭后吃药。睡前")))])
    for character in "饭后吃药睡前":
        assert CHANNEL.search(file.tx, match_any(tokens(character)), 1), character


def test_a_table_name_from_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="table name"):
        FullText("words; DROP TABLE people")


def test_a_deleted_row_leaves_none_of_its_tokens_in_the_file(file: PlainFile) -> None:
    words = [*index_tokens("建国把存折放在樟木箱底"), "zyzzyva"]
    CHANNEL.insert(file.tx, [(n, " ".join(words)) for n in range(1, 40)])
    # A term is stored without the bytes it shares with the term before: look for tails.
    tails = [word.encode()[2:] for word in words if len(word) > 1]
    before = file.bytes_on_disk()
    assert all(tail in before for tail in tails)
    CHANNEL.delete(file.tx, [(n, " ".join(words)) for n in range(1, 40)])
    left = file.bytes_on_disk()
    assert [tail for tail in tails if tail in left] == []


def test_rows_taken_out_in_bulk_leave_as_little_and_the_others_are_still_found(file: PlainFile) -> None:
    words = [*index_tokens("建国把存折放在樟木箱底"), "zyzzyva"]
    CHANNEL.insert(file.tx, [(n, " ".join(words)) for n in range(1, 400)])
    CHANNEL.insert(file.tx, [(n, "退货 货期") for n in range(400, 500)])
    tails = [word.encode()[2:] for word in words if len(word) > 1]
    assert all(tail in file.bytes_on_disk() for tail in tails)
    with CHANNEL.in_bulk(file.tx):
        CHANNEL.delete(file.tx, [(n, " ".join(words)) for n in range(1, 400)])
    left = file.bytes_on_disk()
    assert [tail for tail in tails if tail in left] == []
    assert CHANNEL.counts(file.tx, [*words, "退货"]) == {"退货": 100}
    CHANNEL.delete(file.tx, [(n, "退货 货期") for n in range(400, 500)])
    assert "退货".encode()[2:] not in file.bytes_on_disk(), "one by one it forgets as before"


def test_looking_for_strays_looks_no_token_up_among_the_stores_rows(file: PlainFile) -> None:
    CHANNEL.create_places(file.tx)
    file.tx.execute("CREATE TABLE texts(id INTEGER PRIMARY KEY, text TEXT)")
    CHANNEL.insert(file.tx, [(1, "退货 货期"), (2, "退货")])
    file.tx.execute("INSERT INTO texts(id) VALUES (1)")
    asked: list[str] = []

    class Noted:
        def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Mapping[str, Any]]:
            asked.append(sql)
            return file.tx.rows(sql, parameters)

        execute_many = file.tx.execute_many

    assert CHANNEL.strays(Noted(), "id", "texts") == 1
    plan = [row["detail"] for row in file.tx.rows(f"EXPLAIN QUERY PLAN {asked[0]}")]
    assert any(step.startswith("LIST SUBQUERY") for step in plan), plan
    assert not any("USING ROWID SEARCH" in step for step in plan), plan


def test_the_control_an_ordinary_index_keeps_what_was_deleted(tmp_path: Path) -> None:
    file = PlainFile(tmp_path / "control.db", secure_delete=False)
    file.tx.execute("CREATE VIRTUAL TABLE f USING fts5(t)")
    for n in range(1, 40):
        file.tx.execute("INSERT INTO f(rowid, t) VALUES (?, '樟木 木箱 zyzzyva')", (n,))
    file.tx.execute("DELETE FROM f")
    left = file.bytes_on_disk()
    file.close()
    assert b"zyzzyva" in left

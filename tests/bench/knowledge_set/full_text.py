"""Rankings by words: the product's own channels over an index of their own, and FTS5 as it comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.retrieval.bigrams import index_tokens, match_any
from core.retrieval.fts import FullText
from core.retrieval.question import terms
from core.retrieval.sound import sound_tokens
from tests.bench.knowledge_set.units import Asked, Unit

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

MOST = 40
"""How far down a ranking anybody looks: as the product does."""


class InMemory:
    """As much of a transaction as a channel needs, on a database that is nowhere."""

    def __init__(self) -> None:
        from sqlcipher3 import dbapi2

        self._connection: Connection = dbapi2.connect(":memory:", isolation_level=None)

    def execute(self, sql: str) -> object:
        return self._connection.execute(sql)

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        self._connection.executemany(sql, rows)

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Mapping[str, Any]]:
        cursor = self._connection.execute(sql, tuple(parameters))
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


class Channels:
    """The product's two lexical channels over these units."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self._rows, self._words, self._sounds = InMemory(), FullText("words"), FullText("sounds")
        for channel, cut in ((self._words, index_tokens), (self._sounds, sound_tokens)):
            channel.create(self._rows)
            channel.insert(self._rows, [(n, " ".join(cut(unit.text))) for n, unit in enumerate(units)])

    def words(self, asked: Asked) -> list[int]:
        match = match_any(term.word for term in terms(asked.text, asked.before))
        return [unit for unit, _ in self._words.search(self._rows, match, MOST)]

    def sounds(self, asked: Asked) -> list[int]:
        match = match_any(term.sound for term in terms(asked.text, asked.before))
        return [unit for unit, _ in self._sounds.search(self._rows, match, MOST)]


class Plain:
    """FTS5 with a tokeniser of its own, asked for any of what that makes of the question."""

    def __init__(self, units: Sequence[Unit], tokenizer: str) -> None:
        self._rows = InMemory()
        self._trigrams = tokenizer == "trigram"
        self._rows.execute(f"CREATE VIRTUAL TABLE plain USING fts5(text, tokenize='{tokenizer}')")
        self._rows.execute_many(
            "INSERT INTO plain(rowid, text) VALUES (?, ?)",
            [(number, unit.text) for number, unit in enumerate(units)],
        )

    def rank(self, asked: Asked) -> list[int]:
        text = whole(asked)
        parts = runs(text)
        if self._trigrams:
            parts = [part[at : at + 3] for part in parts for at in range(len(part) - 2)]
        match = " OR ".join(f'"{part}"' for part in dict.fromkeys(parts))
        if not match:
            return []
        sql = "SELECT rowid AS id FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT ?"
        return [row["id"] for row in self._rows.rows(sql, (match, MOST))]


def whole(asked: Asked) -> str:
    """A question as those get it who know nothing of conversations: what was said last in front of it."""
    return " ".join((*asked.before[-1:], asked.text))


def runs(text: str) -> list[str]:
    """Letters and digits between anything else, as ``unicode61`` parts them."""
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()

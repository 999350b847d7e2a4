"""The vectors of memories: what lacks one, making them, and keeping those that are still true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.retrieval.embed import Embedder, to_bytes
from core.vault.transaction import Transaction

_LACKS: Final = (
    "m.status IN ('active', 'review')"
    " AND NOT EXISTS (SELECT 1 FROM memory_vectors v WHERE v.memory = m.number AND v.model = ?)"
)
"""Of a fact, as ``m``: what is not in force is never recalled, and gets its vector when it is again."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A fact's text as it stood when it was read. number: of its row, which another may have by now."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """A piece and the stored bytes of its vector."""

    piece: Piece
    vector: bytes


def missing(tx: Transaction, model: str, after: int, limit: int) -> list[Piece]:
    """Up to ``limit`` facts in force beyond number ``after`` that have no vector of this model, in order."""
    rows = tx.rows(
        f"SELECT number, text FROM memories m WHERE number > ? AND {_LACKS} ORDER BY number LIMIT ?",  # noqa: S608
        (after, model, limit),
    )
    return [Piece(row["number"], row["text"]) for row in rows]


def count_missing(tx: Transaction, model: str) -> int:
    """How many facts in force have no vector of this model."""
    found = tx.one(f"SELECT count(*) AS n FROM memories m WHERE {_LACKS}", (model,))  # noqa: S608
    return int(found["n"]) if found is not None else 0


def embedded(pieces: Sequence[Piece], embedder: Embedder) -> list[Embedded]:
    """The arithmetic: 3 to 30 ms a fact, so in no transaction and on no thread that anybody waits for."""
    vectors = embedder.passages([piece.text for piece in pieces])
    return [Embedded(piece, to_bytes(vector)) for piece, vector in zip(pieces, vectors, strict=True)]


def keep(tx: Transaction, model: str, made: Sequence[Embedded]) -> int:
    """Store the vectors of facts that still say what was embedded; how many. One that was deleted or edited
    meanwhile keeps no trace of it."""
    kept = 0
    for one in made:
        kept += tx.execute(
            "INSERT OR REPLACE INTO memory_vectors (memory, model, vector)"
            " SELECT number, ?, ? FROM memories WHERE number = ? AND text = ?",
            (model, one.vector, one.piece.number, one.piece.text),
        )
    return kept

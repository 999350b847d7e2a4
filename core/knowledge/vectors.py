"""The dense channel: one vector a sentence, made in the background, searched as a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.knowledge.chunks import Span, is_heading, units
from core.knowledge.documents import Query
from core.retrieval.embed import Embedder, from_bytes, to_bytes
from core.retrieval.question import content, leans
from core.vault.transaction import Transaction

_MISSING = (
    "FROM knowledge_chunks c WHERE NOT EXISTS"
    " (SELECT 1 FROM knowledge_vectors v WHERE v.chunk = c.id AND v.model = ?)"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk's text as it stood when it was read. chunk: its number, which another may have by now."""

    chunk: int
    text: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """A piece with a vector a sentence: where it begins and ends in the chunk, and the stored bytes."""

    piece: Piece
    vectors: tuple[tuple[int, int, bytes], ...]


def missing(tx: Transaction, model: str, after: int, limit: int) -> list[Piece]:
    """Up to ``limit`` chunks beyond number ``after`` that have no vector of this model, in order."""
    rows = tx.rows(
        f"SELECT c.id, c.text {_MISSING} AND c.id > ? ORDER BY c.id LIMIT ?",
        (model, after, limit),
    )
    return [Piece(row["id"], row["text"]) for row in rows]


def count_missing(tx: Transaction, model: str) -> int:
    """How many chunks have no vector of this model."""
    found = tx.one(f"SELECT count(*) AS n {_MISSING}", (model,))
    return int(found["n"]) if found is not None else 0


def embedded(pieces: Sequence[Piece], embedder: Embedder) -> list[Embedded]:
    """The arithmetic: some 30 ms a chunk, so in no transaction and on no thread that anybody waits for."""
    spans = [_quotable(piece.text) for piece in pieces]
    made = iter(embedder.passages([unit for units_ in spans for _, unit in units_]))
    return [
        Embedded(piece, tuple((span.start, span.end, to_bytes(next(made))) for span, _ in units_))
        for piece, units_ in zip(pieces, spans, strict=True)
    ]


def keep(tx: Transaction, model: str, made: Sequence[Embedded]) -> int:
    """Store the vectors of every chunk that still says what was embedded; how many chunks.

    One that was removed or replaced meanwhile keeps no trace of it.
    """
    kept = 0
    for one in made:
        chunk, text = one.piece.chunk, one.piece.text
        if tx.one("SELECT 1 FROM knowledge_chunks WHERE id = ? AND text = ?", (chunk, text)) is None:
            continue
        kept += 1
        tx.execute_many(
            'INSERT OR REPLACE INTO knowledge_vectors (chunk, model, start, "end", vector)'
            " VALUES (?, ?, ?, ?, ?)",
            [(chunk, model, start, end, vector) for start, end, vector in one.vectors],
        )
    return kept


def similar(tx: Transaction, role: str, query: Query, embedder: Embedder) -> dict[tuple[int, int], float]:
    """Cosine of the question with every sentence the role may quote, by (chunk, start in the chunk).

    A question that leans on what was said before is embedded together with the last turn.
    """
    rows = tx.rows(
        "SELECT v.chunk, v.start, v.vector FROM knowledge_vectors v JOIN knowledge_chunks c ON c.id = v.chunk"
        " JOIN knowledge_bindings b ON b.document = c.document AND b.role = ? WHERE v.model = ?",
        (role, embedder.name),
    )
    if not rows:
        return {}
    text = query.text
    if query.context and leans(text, content(text)):
        text = f"{query.context[-1]} {text}"
    asked = embedder.queries([text])[0]
    cosines = from_bytes([row["vector"] for row in rows]) @ asked
    return {(row["chunk"], row["start"]): float(cosine) for row, cosine in zip(rows, cosines, strict=True)}


def _quotable(text: str) -> list[tuple[Span, str]]:
    """What of a chunk is embedded. One without a sentence gets a vector all the same, and is done."""
    spans = [(span, text[span.start : span.end]) for span in units(text)]
    return [(span, unit) for span, unit in spans if not is_heading(unit)] or spans[:1] or [(Span(0, 0), ".")]

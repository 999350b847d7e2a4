"""The dense channel: two vectors a sentence, made in the background, searched as a matrix.

One is of the sentence alone, one of the sentence under its title and what it is said under.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.knowledge.documents import Query
from core.knowledge.outline import sentences
from core.retrieval.embed import Embedder, from_bytes, to_bytes
from core.retrieval.question import content, leans
from core.vault.transaction import Transaction

if TYPE_CHECKING:
    from core.retrieval.embed import Matrix

_TITLED = "#titled"
"""After a model's name: its vectors of sentences under their titles. A chunk that has them is done."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk's text as it stood when it was read. chunk: its number, which another may have by now."""

    chunk: int
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """A piece with two vectors a sentence: where it begins and ends in the chunk, and the stored bytes of it
    alone and under its title."""

    piece: Piece
    vectors: tuple[tuple[int, int, bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class Near:
    """Cosines of the question with a sentence alone and under its title."""

    dense: float
    titled: float

    @property
    def most(self) -> float:
        return max(self.dense, self.titled)


def missing(tx: Transaction, model: str, after: int, limit: int) -> list[Piece]:
    """Up to ``limit`` chunks beyond number ``after`` that have no vector of this model, in order."""
    rows = tx.rows(
        "SELECT c.id, c.text, d.title FROM knowledge_chunks c"
        " JOIN knowledge_documents d ON d.id = c.document WHERE NOT EXISTS"
        " (SELECT 1 FROM knowledge_vectors v WHERE v.chunk = c.id AND v.model = ?)"
        " AND c.id > ? ORDER BY c.id LIMIT ?",
        (model + _TITLED, after, limit),
    )
    return [Piece(row["id"], row["text"], row["title"]) for row in rows]


def count_missing(tx: Transaction, model: str) -> int:
    """How many chunks have no vector of this model."""
    found = tx.one(
        "SELECT count(*) AS n FROM knowledge_chunks c WHERE NOT EXISTS"
        " (SELECT 1 FROM knowledge_vectors v WHERE v.chunk = c.id AND v.model = ?)",
        (model + _TITLED,),
    )
    return int(found["n"]) if found is not None else 0


def embedded(pieces: Sequence[Piece], embedder: Embedder) -> list[Embedded]:
    """The arithmetic: some 30 ms a chunk, so in no transaction and on no thread that anybody waits for."""
    read = [_quotable(piece) for piece in pieces]
    alone = iter(embedder.passages([text for found in read for _, _, text, _ in found]))
    under = iter(embedder.passages([text for found in read for _, _, _, text in found]))
    return [
        Embedded(
            piece,
            tuple((start, end, to_bytes(next(alone)), to_bytes(next(under))) for start, end, _, _ in found),
        )
        for piece, found in zip(pieces, read, strict=True)
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
            [
                (chunk, name, start, end, vector)
                for start, end, alone, under in one.vectors
                for name, vector in ((model, alone), (model + _TITLED, under))
            ],
        )
    return kept


def similar(tx: Transaction, role: str, query: Query, embedder: Embedder) -> dict[tuple[int, int], Near]:
    """Cosines of the question with every sentence the role may quote, by (chunk, start in the chunk).

    A question that leans on what was said before is embedded together with the last turn.
    """
    text = query.text
    if query.context and leans(text, content(text)):
        text = f"{query.context[-1]} {text}"
    asked: Matrix | None = None
    cosines: dict[str, dict[tuple[int, int], float]] = {}
    for model in (embedder.name, embedder.name + _TITLED):
        rows = tx.rows(
            "SELECT v.chunk, v.start, v.vector FROM knowledge_vectors v"
            " JOIN knowledge_chunks c ON c.id = v.chunk"
            " JOIN knowledge_bindings b ON b.document = c.document AND b.role = ? WHERE v.model = ?",
            (role, model),
        )
        if not rows:
            return {}
        asked = embedder.queries([text])[0] if asked is None else asked
        found = (from_bytes([row["vector"] for row in rows]) @ asked).tolist()
        cosines[model] = {
            (row["chunk"], row["start"]): cosine for row, cosine in zip(rows, found, strict=True)
        }
    alone, under = cosines.values()
    return {place: Near(alone.get(place, titled), titled) for place, titled in under.items()}


def _quotable(piece: Piece) -> list[tuple[int, int, str, str]]:
    """What of a chunk is embedded: start, end, the text alone, the text under its title. A chunk without a
    sentence gets a vector all the same, and is done."""
    found = [
        (one.span.start, one.span.end, one.text, "。".join(filter(None, (piece.title, one.lead, one.text))))
        for one in sentences(piece.text)
    ]
    return found or [(0, 0, ".", ".")]

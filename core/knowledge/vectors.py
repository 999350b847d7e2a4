"""The dense channel: one vector a sentence, made in the background, searched as a matrix."""

from __future__ import annotations

from core.knowledge.chunks import Span, is_heading, units
from core.knowledge.documents import Query
from core.retrieval.embed import Embedder, from_bytes, to_bytes
from core.retrieval.question import content, leans
from core.vault.transaction import Transaction


def embed_missing(tx: Transaction, embedder: Embedder, limit: int = 64) -> int:
    """Embed the sentences of up to ``limit`` chunks that have no vector of this model; how many chunks.

    Call it until it returns 0, a transaction each, so that conversations are never kept waiting.
    """
    rows = tx.rows(
        "SELECT c.id, c.text FROM knowledge_chunks c WHERE NOT EXISTS"
        " (SELECT 1 FROM knowledge_vectors v WHERE v.chunk = c.id AND v.model = ?) ORDER BY c.id LIMIT ?",
        (embedder.name, limit),
    )
    spans = [(row["id"], span, unit) for row in rows for span, unit in _quotable(row["text"])]
    vectors = embedder.passages([text for _, _, text in spans])
    tx.execute_many(
        'INSERT INTO knowledge_vectors (chunk, model, start, "end", vector) VALUES (?, ?, ?, ?, ?)',
        [
            (chunk, embedder.name, span.start, span.end, to_bytes(vector))
            for (chunk, span, _), vector in zip(spans, vectors, strict=True)
        ],
    )
    return len(rows)


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

"""How near in meaning remembered facts are to what was asked: evidence for an answer, where words differ."""

from __future__ import annotations

from collections.abc import Sequence

from core.memory.facts import Fact
from core.retrieval.embed import Embedder, from_bytes
from core.vault.transaction import Transaction


def closeness(
    tx: Transaction, question: str, facts: Sequence[Fact], embedder: Embedder | None
) -> dict[str, float]:
    """Cosine of the question with each fact that has a vector, by the fact's id; empty without a model."""
    if embedder is None or not facts:
        return {}
    marks = ",".join("?" * len(facts))
    stored = tx.rows(
        "SELECT m.id, v.vector FROM memory_vectors v JOIN memories m ON m.number = v.memory"  # noqa: S608
        f" WHERE v.model = ? AND m.id IN ({marks})",
        (embedder.name, *(fact.id for fact in facts)),
    )
    if not stored:
        return {}
    # Facts are kept without their last mark, and a question mark alone turns the vector of a question away.
    asked = embedder.queries([question.strip().rstrip("？?。.！!")])[0]
    cosines = from_bytes([row["vector"] for row in stored]) @ asked
    return {row["id"]: float(cosine) for row, cosine in zip(stored, cosines, strict=True)}

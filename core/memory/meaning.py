"""The dense channel: how near memories come to what is asked, whatever their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.retrieval.embed import Embedder, from_bytes
from core.vault.scope import Scope
from core.vault.transaction import Transaction

if TYPE_CHECKING:
    from core.retrieval.embed import Matrix


@dataclass(frozen=True, slots=True)
class Near:
    """numbers: of the memories that have a vector. cosines: float32 (texts asked, memories)."""

    numbers: tuple[int, ...]
    cosines: Matrix


def near(tx: Transaction, scope: Scope, texts: Sequence[str], embedder: Embedder) -> Near | None:
    """The scope's active memories against each of ``texts``, embedded together; None where none has a vector.

    Vectors are read anew each time, so that nothing of what was deleted stays in memory. A person's hundred
    active ones take a millisecond; ten thousand a fifth of a second, on a reader's thread (``make
    bench-memory``).
    """
    stored = tx.rows(
        "SELECT v.memory, v.vector FROM memories m JOIN memory_vectors v ON v.memory = m.number"
        " AND v.model = ? WHERE m.person = ? AND (? IS NULL OR m.role = ?) AND m.status = 'active'",
        (embedder.name, scope.person, scope.role, scope.role),
    )
    if not stored:
        return None
    cosines = embedder.queries(list(texts)) @ from_bytes([row["vector"] for row in stored]).T
    return Near(tuple(row["memory"] for row in stored), cosines)

"""Which facts go into a turn: the few that always do, and those relevant to what is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.memory import rows
from core.memory.facts import Fact
from core.memory.schema import SOUNDS, WORDS
from core.retrieval.bigrams import match_any
from core.retrieval.embed import Embedder, from_bytes, to_bytes
from core.retrieval.fts import FullText
from core.retrieval.fuse import fuse
from core.retrieval.question import content
from core.vault.scope import Scope
from core.vault.transaction import Transaction

MAX_CHARACTERS: Final = 1_000
EACH: Final = 20
"""How many of one channel are fused."""
ALWAYS_ON: Final = ("name", "correction")
ALWAYS_ON_CHARACTERS: Final = 300
DENSE_FLOOR: Final = 0.2
"""Cosines below this are chance."""


def recall(
    tx: Transaction,
    scope: Scope,
    question: str,
    context: tuple[str, ...] = (),
    embedder: Embedder | None = None,
) -> tuple[Fact, ...]:
    """Active facts of the scope's person and role, always-on ones first, then the most relevant.

    Asked twice, with the last thing said and with everything said before it, in every channel; ranks are
    fused. At most :data:`MAX_CHARACTERS` of fact text. context: oldest first.
    """
    asked = (question, " ".join((*context[-6:], question))) if context else (question,)
    rankings: list[list[int]] = []
    for text in asked:
        terms = content(text)
        rankings.append(_channel(tx, scope, WORDS, match_any(term.word for term in terms)))
        rankings.append(_channel(tx, scope, SOUNDS, match_any(term.sound for term in terms)))
    if embedder is not None:
        rankings.extend(_dense(tx, scope, asked, embedder))
    relevant = _load(tx, scope, fuse(rankings))
    return _within(_always_on(tx, scope), relevant)


def embed_missing(tx: Transaction, embedder: Embedder, limit: int = 64) -> int:
    """Embed up to ``limit`` facts that have no vector of this model; how many."""
    missing = tx.rows(
        "SELECT number, text FROM memories m WHERE NOT EXISTS"
        " (SELECT 1 FROM memory_vectors v WHERE v.memory = m.number AND v.model = ?) ORDER BY number LIMIT ?",
        (embedder.name, limit),
    )
    vectors = embedder.passages([row["text"] for row in missing])
    tx.execute_many(
        "INSERT INTO memory_vectors (memory, model, vector) VALUES (?, ?, ?)",
        [
            (row["number"], embedder.name, to_bytes(vector))
            for row, vector in zip(missing, vectors, strict=True)
        ],
    )
    return len(missing)


def _channel(tx: Transaction, scope: Scope, full_text: FullText, match: str) -> list[int]:
    if not match:
        return []
    table = full_text.table
    found = tx.rows(
        f"SELECT f.rowid AS number FROM {table} f JOIN memories m ON m.number = f.rowid"  # noqa: S608
        f" WHERE {table} MATCH ? AND m.person = ? AND (? IS NULL OR m.role = ?) AND m.status = 'active'"
        " ORDER BY f.rank LIMIT ?",
        (match, scope.person, scope.role, scope.role, EACH),
    )
    return [row["number"] for row in found]


def _dense(tx: Transaction, scope: Scope, asked: Sequence[str], embedder: Embedder) -> list[list[int]]:
    stored = tx.rows(
        "SELECT v.memory, v.vector FROM memory_vectors v JOIN memories m ON m.number = v.memory"
        " WHERE v.model = ? AND m.person = ? AND (? IS NULL OR m.role = ?) AND m.status = 'active'",
        (embedder.name, scope.person, scope.role, scope.role),
    )
    if not stored:
        return []
    cosines = embedder.queries(list(asked)) @ from_bytes([row["vector"] for row in stored]).T
    rankings = []
    for of_question in cosines:
        near = sorted(zip(of_question, stored, strict=True), key=lambda pair: -pair[0])[:EACH]
        rankings.append([row["memory"] for cosine, row in near if cosine > DENSE_FLOOR])
    return rankings


def _always_on(tx: Transaction, scope: Scope) -> list[Fact]:
    marks = ",".join("?" * len(ALWAYS_ON))
    found = tx.rows(
        "SELECT * FROM memories WHERE person = ? AND (? IS NULL OR role = ?)"  # noqa: S608
        f" AND status = 'active' AND kind IN ({marks})"
        " ORDER BY kind = 'name' DESC, valid_from DESC, number DESC",
        (scope.person, scope.role, scope.role, *ALWAYS_ON),
    )
    return _fitting(rows.facts(found), ALWAYS_ON_CHARACTERS)


def _load(tx: Transaction, scope: Scope, numbers: Sequence[int]) -> list[Fact]:
    marks = ",".join("?" * len(numbers))
    found = tx.rows(
        f"SELECT * FROM memories WHERE number IN ({marks}) AND person = ?",  # noqa: S608
        (*numbers, scope.person),
    )
    by_number = {row["number"]: row for row in found}
    return rows.facts(by_number[number] for number in numbers if number in by_number)


def _within(always: Sequence[Fact], relevant: Sequence[Fact]) -> tuple[Fact, ...]:
    known = {fact.id for fact in always}
    room = MAX_CHARACTERS - sum(len(fact.text) for fact in always)
    return (*always, *_fitting((fact for fact in relevant if fact.id not in known), room))


def _fitting(found: Iterable[Fact], room: int) -> list[Fact]:
    kept: list[Fact] = []
    for fact in found:
        if len(fact.text) > room:
            break
        room -= len(fact.text)
        kept.append(fact)
    return kept

"""From a question to exact quotes, or to an honest no."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from core.knowledge import vectors
from core.knowledge.answers import wanted
from core.knowledge.documents import Answerable, Query, Quote
from core.knowledge.evidence import Passage, Question
from core.knowledge.gate import answers, sure
from core.knowledge.polarity import is_negated
from core.knowledge.rerank import Unit, rerank
from core.knowledge.schema import SOUNDS, WORDS
from core.knowledge.weights import WITH_MEANING, WORDS_ALONE, Weights
from core.retrieval.bigrams import is_han, match_any
from core.retrieval.embed import Embedder
from core.retrieval.fts import FullText
from core.retrieval.fuse import fuse
from core.retrieval.question import Term, content, leans, terms
from core.vault.transaction import Transaction

__all__ = ["Query", "channel", "retrieve"]

CANDIDATES = 40
PASSAGES = 24
QUOTES = 3


def retrieve(tx: Transaction, role: str, query: Query, embedder: Embedder | None = None) -> Answerable:
    """The best quotes a role may give for a question, at most three, best first.

    Only documents bound to the role are looked at. Nothing in the material becomes more than a quote.
    """
    if tx.one("SELECT 1 AS one FROM knowledge_bindings WHERE role = ? LIMIT 1", (role,)) is None:
        return Answerable(state="nothing_bound")
    question, best, weights = ranked(tx, role, query, embedder)
    if not best:
        return Answerable(state="not_in_material", why={"sentences": 0.0})
    why = sure(question, best, weights)
    quotes = tuple(_quote(unit) for unit in best[:QUOTES])
    if answers(why, size(tx)):
        return Answerable(state="found", quotes=quotes, why=why)
    return Answerable(state="not_in_material", nearest=quotes, why=why)


def ranked(
    tx: Transaction, role: str, query: Query, embedder: Embedder | None = None
) -> tuple[Question, list[Unit], Weights]:
    """The question as it was read, every sentence that was looked at, best first, and what weighed."""
    asked = terms(query.text, query.context)
    if query.spoken:
        asked = _misheard(tx, asked)
    own = content(query.text)
    leaning = leans(query.text, own)
    question = Question(
        text=query.text,
        terms=asked,
        idf=_idf(tx, asked),
        wanted=wanted(query.text),
        negated=any(map(is_negated, (query.text, *(query.context[-1:] if leaning else ())))),
        spoken=query.spoken,
        replies=query.replies if leaning else (),
        own=frozenset(term.word for term in own) if leaning and query.context else frozenset(),
    )
    similarity = vectors.similar(tx, role, query, embedder) if embedder is not None else {}
    passages = _passages(tx, role, asked, query, similarity)
    weights = WITH_MEANING if similarity else WORDS_ALONE
    return question, rerank(question, passages, similarity, embedder, weights.sentence), weights


def channel(tx: Transaction, full_text: FullText, role: str, match: str, limit: int) -> list[int]:
    """Chunks of documents bound to the role, best first, from one channel.

    The channel is asked alone first, which FTS5 sorts itself; only when unbound documents crowd the
    answer is it joined with the bindings.
    """
    hits = [chunk for chunk, _ in full_text.search(tx, match, limit)]
    if _all_bound(tx, role):
        return hits
    allowed = _bound(tx, role, hits)
    if len(allowed) == len(hits) or len(hits) < limit:
        return [chunk for chunk in hits if chunk in allowed]
    table = full_text.table
    rows = tx.rows(
        f"SELECT f.rowid AS id FROM {table} f JOIN knowledge_chunks c ON c.id = f.rowid"  # noqa: S608
        " JOIN knowledge_bindings b ON b.document = c.document AND b.role = ?"
        f" WHERE {table} MATCH ? ORDER BY f.rank LIMIT ?",
        (role, match, limit),
    )
    return [row["id"] for row in rows]


def _passages(
    tx: Transaction,
    role: str,
    asked: Sequence[Term],
    query: Query,
    similarity: dict[tuple[int, int], vectors.Near],
) -> list[Passage]:
    rankings = [channel(tx, WORDS, role, match_any(term.word for term in asked), CANDIDATES)]
    if query.spoken:
        rankings.append(channel(tx, SOUNDS, role, match_any(term.sound for term in asked), CANDIDATES))
    if similarity:
        nearest = sorted(similarity, key=lambda unit: -similarity[unit].most)[:CANDIDATES]
        rankings.append(list(dict.fromkeys(chunk for chunk, _ in nearest)))
    return _load(tx, fuse(rankings)[:PASSAGES])


def _load(tx: Transaction, chunks: Sequence[int]) -> list[Passage]:
    marks = ",".join("?" * len(chunks))
    rows = tx.rows(
        "SELECT c.id, c.document, c.start, c.text, d.title, d.version FROM knowledge_chunks c"  # noqa: S608
        f" JOIN knowledge_documents d ON d.id = c.document WHERE c.id IN ({marks})",
        chunks,
    )
    by_id = {
        row["id"]: Passage(
            row["id"], row["document"], row["title"], row["version"], row["start"], row["text"]
        )
        for row in rows
    }
    return [by_id[chunk] for chunk in chunks if chunk in by_id]


def _all_bound(tx: Transaction, role: str) -> bool:
    """The common case, known from two counts: then no chunk needs to be looked up."""
    row = tx.one(
        "SELECT (SELECT count(*) FROM knowledge_documents) ="
        " (SELECT count(*) FROM knowledge_bindings WHERE role = ?) AS yes",
        (role,),
    )
    return row is not None and bool(row["yes"])


def _bound(tx: Transaction, role: str, chunks: Sequence[int]) -> set[int]:
    marks = ",".join("?" * len(chunks))
    rows = tx.rows(
        "SELECT c.id FROM knowledge_chunks c"  # noqa: S608
        " JOIN knowledge_bindings b ON b.document = c.document AND b.role = ?"
        f" WHERE c.id IN ({marks})",
        (role, *chunks),
    )
    return {row["id"] for row in rows}


def _misheard(tx: Transaction, asked: Sequence[Term]) -> list[Term]:
    """A token the material does not know that sounds like one it knows is content, whatever it looks like:
    之那金 is 滞纳金, though 那 alone would be a word of no weight."""
    known = WORDS.counts(tx, (term.word for term in asked))
    sounding = SOUNDS.counts(tx, (term.sound for term in asked))
    return [
        replace(term, weight=max(term.weight, min(1.0, 2 * term.weight + 0.4)))
        if term.word not in known and term.sound in sounding and is_han(term.word)
        else term
        for term in asked
    ]


def _idf(tx: Transaction, asked: Sequence[Term]) -> dict[str, float]:
    """Inverse document frequency over chunks; a word the material does not know weighs most."""
    total = size(tx)
    counts = WORDS.counts(tx, (term.word for term in asked))
    return {term.word: math.log(1 + (total + 1) / (counts.get(term.word, 0) + 0.5)) for term in asked}


def size(tx: Transaction) -> int:
    """About how many chunks there are: numbers are given in order, and looking at the last one is free."""
    newest = tx.one("SELECT coalesce(max(id), 0) AS id FROM knowledge_chunks")
    return int(newest["id"]) if newest is not None else 0


def _quote(unit: Unit) -> Quote:
    passage = unit.passage
    return Quote(
        document=passage.document,
        title=passage.title,
        version=passage.version,
        start=unit.span.start,
        end=unit.span.end,
        text=unit.text,
        score=round(unit.score, 4),
    )

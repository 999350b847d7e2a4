"""The channels of words and of sound: how much of what is asked a memory says."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from core.memory.schema import SOUNDS, WORDS
from core.retrieval.bigrams import is_han, match_any
from core.retrieval.fts import FullText
from core.retrieval.question import Term, content
from core.vault.scope import Scope
from core.vault.transaction import Transaction

EACH: Final = 50
"""How many memories are read of those that a channel finds."""
BY_SOUND: Final = 0.8
"""What a word counts that only sounds like one of the memory's."""


def shares(tx: Transaction, scope: Scope, text: str, *, spoken: bool = False) -> dict[int, float]:
    """Of memories that have a word of ``text``: the share of its content they say (above 0, up to 1), rarer
    words counting more; by the memory's number. spoken: words that only sound alike count too."""
    terms = list({term.word: term for term in content(text)}.values())
    if not terms:
        return {}
    found = _found(tx, scope, WORDS, match_any(term.word for term in terms))
    if spoken:
        found = _found(tx, scope, SOUNDS, match_any(term.sound for term in terms)) | found
    if not found:
        return {}
    weights = _weights(tx, terms, WORDS, [term.word for term in terms])
    whole = sum(weights) or 1.0
    said = {}
    for number, (words, sounds) in found.items():
        told = sum(
            weight * _says(term, words, sounds if spoken else frozenset())
            for term, weight in zip(terms, weights, strict=True)
        )
        said[number] = told / whole
    return said


def _found(
    tx: Transaction, scope: Scope, channel: FullText, match: str
) -> dict[int, tuple[frozenset[str], frozenset[str]]]:
    """The tokens of the memories that a channel finds, words and sounds, by number."""
    rows = tx.rows(
        f"SELECT m.number, m.words, m.sounds FROM {channel.table} f JOIN memories m ON m.number = f.rowid"  # noqa: S608
        f" WHERE {channel.table} MATCH ? AND m.person = ? AND (? IS NULL OR m.role = ?)"
        " AND m.status = 'active' ORDER BY f.rank LIMIT ?",
        (match, scope.person, scope.role, scope.role, EACH),
    )
    return {
        row["number"]: (frozenset(row["words"].split()), frozenset(row["sounds"].split())) for row in rows
    }


def _weights(tx: Transaction, terms: Sequence[Term], channel: FullText, tokens: Sequence[str]) -> list[float]:
    """Each term's weight in the question times how rare it is among the memories (BM25's idf)."""
    counted = tx.one("SELECT count(*) AS memories FROM memories")
    memories = counted["memories"] if counted is not None else 0
    held: Mapping[str, int] = channel.counts(tx, tokens)
    return [
        term.weight * math.log(1 + (memories - held.get(token, 0) + 0.5) / (held.get(token, 0) + 0.5))
        for term, token in zip(terms, tokens, strict=True)
    ]


def _says(term: Term, words: frozenset[str], sounds: frozenset[str]) -> float:
    if term.word in words:
        return 1.0
    if len(term.word) == 1 and is_han(term.word) and any(word.startswith(term.word) for word in words):
        return 1.0
    return BY_SOUND if term.sound in sounds else 0.0

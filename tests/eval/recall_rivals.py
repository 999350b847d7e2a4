"""What others would recall: the last things said, and BM25 as it comes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence

from core.retrieval.bigrams import tokens

Ranker = Callable[[Sequence[str], str], list[int]]
"""The places of texts (the oldest first) for a question, the best first."""


def newest(texts: Sequence[str], question: str) -> list[int]:
    """What was said last, whatever is asked."""
    return list(range(len(texts)))[::-1]


def plain_fts5(texts: Sequence[str], question: str) -> list[int]:
    """FTS5 with ``unicode61`` as it comes, any word of the question."""
    words = re.findall(r"\w+", question)
    with sqlite3.connect(":memory:") as file:
        file.execute("CREATE VIRTUAL TABLE said USING fts5(text)")
        file.executemany("INSERT INTO said(rowid, text) VALUES (?, ?)", enumerate(texts))
        match = " OR ".join(f'"{word}"' for word in words)
        rows = file.execute("SELECT rowid FROM said WHERE said MATCH ? ORDER BY rank", (match,)).fetchall()
    file.close()
    return [row[0] for row in rows]


def bm25s_bigrams(texts: Sequence[str], question: str) -> list[int]:
    """bm25s, given our bigrams and stems: its own words are whole Chinese sentences."""
    import bm25s

    index = bm25s.BM25()
    index.index([tokens(text) or ["-"] for text in texts], show_progress=False)
    asked = tokens(question)
    scores = index.get_scores(asked)
    order = sorted(range(len(texts)), key=lambda at: -float(scores[at]))
    return [at for at in order if scores[at] > 0]


RIVALS: dict[str, Ranker] = {
    "the newest": newest,
    "FTS5 unicode61": plain_fts5,
    "bm25s over bigrams": bm25s_bigrams,
}

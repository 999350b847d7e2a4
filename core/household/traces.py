"""Where deleted things could linger beside their rows, counted for the sweep: all zero, if all is well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from core.journal import schema as spoken
from core.knowledge import schema as knowledge
from core.memory import schema as memory
from core.vault.erasing import Trace
from core.vault.transaction import Transaction


def _count(sql: str) -> Callable[[Transaction], int]:
    def counted(tx: Transaction) -> int:
        row = tx.one(sql)
        return 0 if row is None else int(row["count"])

    return counted


_VECTORS = (
    "SELECT (SELECT count(*) FROM memory_vectors WHERE memory NOT IN (SELECT number FROM memories))"
    " + (SELECT count(*) FROM knowledge_vectors WHERE chunk NOT IN (SELECT id FROM knowledge_chunks))"
    " AS count"
)
_VERSIONS = "SELECT count(*) AS count FROM memory_versions WHERE memory NOT IN (SELECT id FROM memories)"
_CLOSINGS = (
    "SELECT count(*) AS count FROM memory_closings c JOIN events e ON e.session = c.session AND e.seq = c.seq"
    " WHERE e.body IS NULL"
)
_RECORDINGS = (
    "SELECT count(*) AS count FROM recordings r LEFT JOIN events e ON e.session = r.session AND e.seq = r.seq"
    " WHERE e.body IS NULL"
)
_TIMINGS = (
    "SELECT count(*) AS count FROM turn_timings t LEFT JOIN events e ON e.session = t.session"
    " AND e.seq = t.seq WHERE e.body IS NULL"
)
_WORDS = (
    "SELECT count(*) AS count FROM spoken_words w JOIN events e ON e.session = w.session AND e.seq = w.seq"
    " WHERE e.body IS NULL"
)
# A summary may only stand before an erasure in its thread when it was made after it: what it was made from
# was whole then. One made earlier and not taken back would repeat what is gone.
_SUMMARIES = (
    "SELECT count(*) AS count FROM events s JOIN sessions m ON m.id = s.session"
    " WHERE s.kind = 'summary_made' AND s.body IS NOT NULL AND EXISTS ("
    " SELECT 1 FROM events e JOIN sessions n ON n.id = e.session WHERE n.thread = m.thread"
    " AND e.kind = 'user_spoke' AND e.body IS NULL AND e.at <= s.at AND EXISTS ("
    " SELECT 1 FROM events g WHERE g.kind = 'erased' AND g.at > s.at"
    " AND json_extract(CAST(g.body AS TEXT), '$.session') = e.session"
    " AND json_extract(CAST(g.body AS TEXT), '$.seq') = e.seq))"
)


_INDEXED = (
    (memory.WORDS, "number", "memories"),
    (memory.SOUNDS, "number", "memories"),
    (knowledge.WORDS, "id", "knowledge_chunks"),
    (knowledge.SOUNDS, "id", "knowledge_chunks"),
    (spoken.WORDS, "id", "spoken_words"),
    (spoken.SOUNDS, "id", "spoken_words"),
)


def _index(tx: Transaction) -> int:
    return sum(channel.orphans(tx, number, rows) for channel, number, rows in _INDEXED)


def _tokens(tx: Transaction) -> int:
    return sum(channel.strays(tx, number, rows) for channel, number, rows in _INDEXED)


TRACES: Final[Sequence[Trace]] = (
    Trace("index", _index),
    Trace("words searched", _count(_WORDS)),
    Trace("vectors", _count(_VECTORS)),
    Trace("versions", _count(_VERSIONS)),
    Trace("taken back", _count(_CLOSINGS)),
    Trace("summaries", _count(_SUMMARIES)),
    Trace("recordings", _count(_RECORDINGS)),
    Trace("timings", _count(_TIMINGS)),
)
"""Looked at after every deletion."""

THOROUGH: Final[Sequence[Trace]] = (*TRACES, Trace("tokens", _tokens))
"""Every token of every index too: when somebody asks for it, because it reads them whole."""

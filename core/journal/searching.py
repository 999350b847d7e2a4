"""Finding what was said, in every conversation of one person: by its words, then by how they sound."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from core.journal.events import AssistantSpoke, UserSpoke
from core.journal.indexing import narrowed
from core.journal.reading import one_event
from core.journal.revising import corrections, words
from core.journal.schema import SOUNDS, WORDS
from core.retrieval.bigrams import fold, match_any, tokens
from core.retrieval.fts import FullText
from core.retrieval.fuse import fuse
from core.retrieval.sound import sound_tokens
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

Speaker = Literal["user", "assistant", "record"]

_WIDER = 4
"""How many more rows are looked at than asked for, because some fall out by time."""

_WIDEST = 8000
"""Rows that are ranked when not every token of a question is in one of them."""

_MOST = 4000
"""Rows of a channel that are looked at for a span of time, at the most."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for. said_by: None for anybody. since, before: a span of time, before excluded."""

    text: str
    said_by: Speaker | None = None
    since: datetime | None = None
    before: datetime | None = None
    limit: int = 20


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """One place where it was said. thread: None for a record of an import, whose id is ``session``.

    text: as it reads now, corrections applied. by_sound: it only sounds like what was looked for.
    """

    thread: str | None
    session: str
    seq: int
    said_by: Speaker
    at: datetime
    text: str
    by_sound: bool = False


def search(tx: Transaction, scope: Scope, wanted: Wanted) -> list[Found]:
    """Places where all of it was said, then where most of it was or where it sounded so; best first.

    What is not indexed yet is not found: ``indexing.catch_up`` first. An empty question finds nothing.
    """
    asked = tokens(wanted.text)
    exact = _channel(tx, scope, wanted, WORDS, _all(asked))
    ranked = list(exact)
    if len(ranked) < wanted.limit:
        some = _channel(tx, scope, wanted, WORDS, match_any(_telling(tx, WORDS, asked)))
        heard_as = _telling(tx, SOUNDS, sound_tokens(wanted.text))
        heard = _channel(tx, scope, wanted, SOUNDS, match_any(heard_as))
        ranked += [row for row in fuse([some, heard]) if row not in set(exact)]
        by_words = {*exact, *some}
    else:
        by_words = set(exact)
    found = [_found(tx, scope, row, by_sound=row not in by_words) for row in ranked]
    looked_for = fold(wanted.text)
    placed = [one for one in found if one is not None]
    placed.sort(key=lambda one: looked_for not in fold(one.text))  # stable: whole phrases first
    return placed[: wanted.limit]


def _telling(tx: Transaction, channel: FullText, asked: Sequence[str]) -> list[str]:
    """The rarest of the tokens, as many as stand in ``_WIDEST`` rows together: what is in every second
    sentence tells nothing and would be ranked for nothing. One character alone is asked as a prefix."""
    counts = channel.counts(tx, asked)
    rarest = sorted((token for token in dict.fromkeys(asked) if token in counts), key=lambda t: counts[t])
    chosen = [token for token in dict.fromkeys(asked) if len(token) == 1 and token not in counts]
    rows = 0
    for token in rarest:
        rows += counts[token]
        if chosen and rows > _WIDEST:
            break
        chosen.append(token)
    return chosen


def _all(asked: Sequence[str]) -> str:
    return " AND ".join(f"({match_any([token])})" for token in dict.fromkeys(asked))


def _channel(tx: Transaction, scope: Scope, wanted: Wanted, channel: FullText, match: str) -> list[int]:
    timed = wanted.since is not None or wanted.before is not None
    limit = _MOST if timed else wanted.limit * _WIDER
    query = narrowed(match, scope.person, scope.role, wanted.said_by)
    ids = [row for row, _ in channel.search(tx, query, limit)]
    return [row for row in ids if not timed or _within(tx, row, wanted)][: wanted.limit * _WIDER]


def _within(tx: Transaction, id_: int, wanted: Wanted) -> bool:
    row = tx.one("SELECT at FROM spoken_words WHERE id = ?", (id_,))
    if row is None:
        return False
    late = wanted.since is None or row["at"] >= to_text(wanted.since)
    return late and (wanted.before is None or row["at"] < to_text(wanted.before))


def _found(tx: Transaction, scope: Scope, id_: int, *, by_sound: bool) -> Found | None:
    """The words as they stand now, never as the index knows them."""
    row = tx.one("SELECT * FROM spoken_words WHERE id = ?", (id_,))
    if row is None or row["person"] != scope.person or (scope.role and row["role"] != scope.role):
        return None
    place = (row["session"], row["seq"])
    session = tx.one("SELECT thread FROM sessions WHERE id = ?", place[:1])
    text = _imported(tx, place) if session is None else _spoken(tx, place)
    if text is None:
        return None
    return Found(
        thread=None if session is None else session["thread"],
        session=place[0],
        seq=place[1],
        said_by=row["said_by"],
        at=from_text(row["at"]),
        text=text,
        by_sound=by_sound,
    )


def _spoken(tx: Transaction, place: tuple[str, int]) -> str | None:
    event = one_event(tx, *place)
    if event is not None and isinstance(event.body, UserSpoke):
        return words(event, corrections(tx, *place))
    if event is not None and isinstance(event.body, AssistantSpoke):
        return event.body.text[: max(0, event.body.heard)]
    return None


def _imported(tx: Transaction, place: tuple[str, int]) -> str | None:
    record: Row | None = tx.one("SELECT text FROM imported_records WHERE source = ? AND position = ?", place)
    return None if record is None else str(record["text"])

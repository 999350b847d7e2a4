"""A person's facts in one role, as a person keeps them: adding, editing against a revision, setting aside,
reviewing, deleting. What is learned from conversations is in ``learning.py``."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace as changed

from core.errors import Refused, UserFacing
from core.memory import closings, limits, rows, writing
from core.memory.extract import dated, extract
from core.memory.facts import LIVE, MAX_TEXT, Candidate, Fact, Kind, Moment, Status
from core.memory.learning import learn, may_learn
from core.memory.rows import count_use
from core.memory.sensitive import is_sensitive
from core.memory.supersede import place
from core.memory.versions import versions
from core.text import language_of
from core.vault.receipts import Deleted, Receipt, ReceiptBook
from core.vault.scope import Scope
from core.vault.transaction import Transaction

__all__ = [
    "add", "all", "count_use", "delete", "delete_told", "disable", "edit", "enable", "get", "keep", "learn",
    "let_go", "may_learn", "versions",
]  # fmt: skip


def add(tx: Transaction, scope: Scope, text: str, kind: Kind | None = None) -> Fact:
    """Remember what a person wrote. What it contradicts is superseded; the same again is left alone.

    kind: preference unless the text says otherwise. Raises UserFacing: memory.empty, memory.too_long,
    memory.sensitive.
    """
    words = _checked(text)
    candidate = _written(words, kind)
    placed = place(rows.rivals(tx, scope, candidate, tx.now), candidate, Moment(tx.now))
    if placed.again is not None:
        return placed.again
    fact = writing.store(tx, scope, candidate, Moment(tx.now))
    writing.end(tx, scope, placed.ends, tx.now, fact.id)
    limits.propose(tx, scope)
    return fact


def edit(tx: Transaction, scope: Scope, fact: str, base_revision: int, text: str, book: ReceiptBook) -> Fact:
    """Put a person's own words in place of a fact's, based on the revision they saw.

    The fact is detached from where it was told, and that utterance makes no facts any more. Raises
    Refused: memory.unknown, memory.stale_revision (values ``yours`` and ``theirs``), and as :func:`add`.
    """
    before = get(tx, scope, fact)
    words = _checked(text)
    if before.revision != base_revision:
        raise Refused("memory.stale_revision", yours=words, theirs=before.text)
    told = _written(words, before.kind)
    after = msgspec.structs.replace(
        before,
        text=words,
        value=told.value,
        negated=told.negated,
        about=told.about if told.about != "self" else before.about,
        fact_key=told.fact_key,
        revision=before.revision + 1,
        origin="human",
        confidence=1.0,
        source_session=None,
        source_seq=None,
        source_span=None,
        last=Moment(tx.now),
    )
    if source := rows.source_of(before):
        book.block(tx, scope.actor, before.person, before.role, source)
    rows.replace(tx, before, after, scope.actor)
    if after.status in LIVE:
        _take_the_place(tx, scope, after)
    return after


def disable(tx: Transaction, scope: Scope, fact: str) -> Fact:
    """Set a fact aside: kept, never used, and not learned again while it is here. Raises
    Refused("memory.unknown")."""
    before = get(tx, scope, fact)
    if before.status == "disabled":
        return before
    return _next(tx, scope, before, changed(before, status="disabled"))


def enable(tx: Transaction, scope: Scope, fact: str) -> Fact:
    """Use a fact again, in the place of whatever says otherwise now. Raises Refused("memory.unknown")."""
    before = get(tx, scope, fact)
    if before.status == "active":
        return before
    enabled = changed(before, status="active", last=Moment(tx.now), valid_to=None, superseded_by=None)
    after = _next(tx, scope, before, enabled)
    _take_the_place(tx, scope, after)
    limits.propose(tx, scope)
    return get(tx, scope, fact)


def keep(tx: Transaction, scope: Scope, fact: str) -> tuple[Fact, list[Fact]]:
    """A fact that was proposed for review stays, and those that are proposed in its place. Raises Refused:
    memory.unknown, memory.not_in_review."""
    before = _in_review(tx, scope, fact)
    after = _next(tx, scope, before, changed(before, status="active", kept=tx.now))
    return after, limits.propose(tx, scope)


def let_go(tx: Transaction, scope: Scope, fact: str) -> Fact:
    """A fact that was proposed for review holds no more; said anew it is learned anew. Raises as
    :func:`keep`."""
    before = _in_review(tx, scope, fact)
    ended = max(tx.now, before.valid_from)
    return _next(tx, scope, before, changed(before, status="superseded", valid_to=ended))


def delete(tx: Transaction, scope: Scope, fact: str, book: ReceiptBook) -> Receipt:
    """Remove a fact with its versions and index entries; the utterance that told it makes no facts any more.

    Raises Refused("memory.unknown").
    """
    gone = get(tx, scope, fact)
    rows.erase(tx, fact)
    closings.drop_naming(tx, gone)
    return book.write(
        tx,
        scope.actor,
        Deleted(kind="fact", id=fact, person=gone.person, role=gone.role, source=rows.source_of(gone)),
    )


def delete_told(
    tx: Transaction, scope: Scope, session: str, seq: int | None, book: ReceiptBook
) -> list[Receipt]:
    """Delete the facts that came from an utterance (None: from anywhere in the session) and were not
    edited since; of those that were, the versions with the words of then."""
    told = [fact.id for fact in rows.told(tx, session, seq) if fact.person == scope.person]
    own = Scope(actor=scope.actor, person=scope.person)
    receipts = [delete(tx, own, fact, book) for fact in told]
    rows.erase_told(tx, session, seq)
    return receipts


def get(tx: Transaction, scope: Scope, fact: str) -> Fact:
    """One fact of the scope's person (and role). Raises Refused("memory.unknown") for anybody else's."""
    found = rows.facts(
        tx.rows(
            "SELECT * FROM memories WHERE id = ? AND person = ? AND (? IS NULL OR role = ?)",
            (fact, scope.person, scope.role, scope.role),
        )
    )
    if not found:
        raise Refused("memory.unknown")
    return found[0]


def all(tx: Transaction, scope: Scope, status: Status | None = None) -> list[Fact]:  # noqa: A001
    """The person's facts, newest first; of every role when the scope has none."""
    return rows.facts(
        tx.rows(
            "SELECT * FROM memories WHERE person = ? AND (? IS NULL OR role = ?)"
            " AND (? IS NULL OR status = ?) ORDER BY valid_from DESC, number DESC",
            (scope.person, scope.role, scope.role, status, status),
        )
    )


def _checked(text: str) -> str:
    words = " ".join(text.split())
    if not words:
        raise UserFacing("memory.empty")
    if len(words) > MAX_TEXT:
        raise UserFacing("memory.too_long", limit=MAX_TEXT)
    if is_sensitive(words):
        raise Refused("memory.sensitive")
    return words


def _written(words: str, kind: Kind | None) -> Candidate:
    """A fact in a person's own words: read by the rules where they can, kept whole where they cannot."""
    read = [fact for fact in extract(words, language_of(words)).facts if kind is None or fact.kind == kind]
    if len(read) == 1:
        return msgspec.structs.replace(read[0], text=words, span=(0, len(words)), origin="human")
    used = kind or "preference"
    single = used in {"name", "birthday", "home_city"}
    kept = Candidate(
        kind=used,
        about="self",
        fact_key=used if single else f"{used}:{words.lower()}",
        text=words,
        value=words,
        span=(0, len(words)),
        origin="human",
    )
    return dated(kept)


def _in_review(tx: Transaction, scope: Scope, fact: str) -> Fact:
    found = get(tx, scope, fact)
    if found.status != "review":
        raise Refused("memory.not_in_review")
    return found


def _take_the_place(tx: Transaction, scope: Scope, fact: Fact) -> None:
    """What a person put in force ends whatever else answers its question."""
    own = Scope(scope.actor, fact.person, fact.role)
    others = [one for one in rows.rivals(tx, own, fact, tx.now) if one.id != fact.id and one.status in LIVE]
    writing.end(tx, own, others, tx.now, fact.id)


def _next(tx: Transaction, scope: Scope, before: Fact, after: Fact) -> Fact:
    stored = msgspec.structs.replace(after, revision=before.revision + 1)
    rows.replace(tx, before, stored, scope.actor)
    return stored

"""A person's facts in one role: adding, editing against a revision, setting aside, deleting, learning."""

from __future__ import annotations

import msgspec

from core.errors import Refused, UserFacing
from core.ids import new_id
from core.memory import rows
from core.memory.clauses import Extraction
from core.memory.extract import extract
from core.memory.facts import MAX_TEXT, Candidate, Fact, Kind, Status
from core.memory.sensitive import is_sensitive
from core.memory.supersede import forgotten, same_subject, taken_back, verdict
from core.text import language_of
from core.vault.receipts import Deleted, Receipt, ReceiptBook, utterance
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def add(tx: Transaction, scope: Scope, text: str, kind: Kind | None = None) -> Fact:
    """Remember what a person wrote. What it contradicts is superseded; the same again is left alone.

    kind: preference unless the text says otherwise. Raises UserFacing: memory.empty, memory.too_long,
    memory.sensitive.
    """
    words = _checked(text)
    candidate = _written(words, kind)
    existing = all(tx, scope, "active")
    decided, closed = verdict(existing, candidate)
    if decided == "known":
        return next(f for f in existing if (f.value, f.fact_key, f.about) == _identity(candidate))
    _close(tx, scope, closed)
    return _store(tx, scope, candidate, None)


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
    )
    if source := rows.source_of(before):
        book.block(tx, scope.actor, before.person, before.role, source)
    rows.replace(tx, before, after, scope.actor)
    return after


def set_status(tx: Transaction, scope: Scope, fact: str, status: Status) -> Fact:
    """Disable a fact (kept, never used), enable it, or set it aside. Raises Refused("memory.unknown")."""
    before = get(tx, scope, fact)
    ended = tx.now if status == "superseded" else None
    after = msgspec.structs.replace(before, status=status, revision=before.revision + 1, valid_to=ended)
    rows.replace(tx, before, after, scope.actor)
    return after


def disable(tx: Transaction, scope: Scope, fact: str) -> Fact:
    return set_status(tx, scope, fact, "disabled")


def delete(tx: Transaction, scope: Scope, fact: str, book: ReceiptBook) -> Receipt:
    """Remove a fact with its versions and index entries; the utterance that told it makes no facts any more.

    Raises Refused("memory.unknown").
    """
    gone = get(tx, scope, fact)
    rows.erase(tx, fact)
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


def learn(
    tx: Transaction, scope: Scope, session: str, seq: int, found: Extraction, book: ReceiptBook
) -> tuple[Fact, ...]:
    """Store what one final user utterance states; the facts that changed, closed ones included.

    The caller has checked consent and the role's switch. An utterance that had a fact deleted or edited,
    or that was learned from before, makes none: read again it may only update what is left of its own.
    """
    if not may_learn(tx, scope, session, seq, book) or rows.told(tx, session, seq):
        return _update(tx, scope, session, seq, found)
    existing = all(tx, scope, "active")
    changed: list[Fact] = []
    changed += _close(tx, scope, forgotten(existing, found.forgets) if found.forgets else ())
    for kind, value in found.closes:
        changed += _close(tx, scope, taken_back(all(tx, scope, "active"), kind, value))
    for candidate in found.facts:
        decided, closed = verdict(all(tx, scope, "active"), candidate)
        if decided == "add":
            changed += _close(tx, scope, closed)
            changed.append(_store(tx, scope, candidate, (session, seq)))
    return tuple(changed)


def may_learn(tx: Transaction, scope: Scope, session: str, seq: int, book: ReceiptBook) -> bool:
    """The door: whether new facts may be made out of an utterance. Not when it was deleted, nor when one
    of its facts was deleted or edited; saying it anew is another utterance."""
    closed_before_receipts = tx.one(
        "SELECT 1 AS yes FROM memory_blocked_sources WHERE person = ? AND session = ? AND seq = ?",
        (scope.person, session, seq),
    )
    source = utterance(session, seq)
    return closed_before_receipts is None and not book.blocks(tx, scope.person, scope.role or "", source)


def _update(tx: Transaction, scope: Scope, session: str, seq: int, found: Extraction) -> tuple[Fact, ...]:
    """Better words for active facts that this utterance told and nobody edited."""
    changed: list[Fact] = []
    for before in rows.told(tx, session, seq):
        told = [candidate for candidate in found.facts if same_subject(before, candidate)]
        if before.person != scope.person or before.status != "active" or len(told) != 1:
            continue
        better = told[0]
        if (better.text, better.value, better.negated) == (before.text, before.value, before.negated):
            continue
        after = msgspec.structs.replace(
            before,
            text=better.text,
            value=better.value,
            negated=better.negated,
            source_span=better.span,
            revision=before.revision + 1,
        )
        rows.replace(tx, before, after, scope.actor)
        changed.append(after)
    return tuple(changed)


def _store(tx: Transaction, scope: Scope, candidate: Candidate, source: tuple[str, int] | None) -> Fact:
    if scope.role is None:
        raise Refused("memory.no_role")
    fact = Fact(
        id=new_id(),
        person=scope.person,
        role=scope.role,
        kind=candidate.kind,
        about=candidate.about,
        fact_key=candidate.fact_key,
        text=candidate.text,
        value=candidate.value,
        negated=candidate.negated,
        status="active",
        revision=1,
        origin=candidate.origin,
        confidence=candidate.confidence,
        valid_from=tx.now,
        source_session=source[0] if source else None,
        source_seq=source[1] if source else None,
        source_span=candidate.span if source else None,
    )
    rows.insert(tx, fact)
    return fact


def _close(tx: Transaction, scope: Scope, closed: tuple[Fact, ...]) -> list[Fact]:
    return [set_status(tx, scope, fact.id, "superseded") for fact in closed]


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
    return Candidate(
        kind=used,
        about="self",
        fact_key=used if single else f"{used}:{words.lower()}",
        text=words,
        value=words,
        span=(0, len(words)),
        origin="human",
    )


def _identity(candidate: Candidate) -> tuple[str, str, str]:
    return candidate.value, candidate.fact_key, candidate.about

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
from core.memory.supersede import forgotten, taken_back, verdict
from core.text import language_of
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


def edit(tx: Transaction, scope: Scope, fact: str, base_revision: int, text: str) -> Fact:
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
    _block_source(tx, before)
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


def delete(tx: Transaction, scope: Scope, fact: str) -> None:
    """Remove a fact with its versions and index entries; the utterance that told it makes no facts any more.

    Raises Refused("memory.unknown").
    """
    _block_source(tx, get(tx, scope, fact))
    rows.erase(tx, fact)


def delete_from_session(tx: Transaction, scope: Scope, session: str) -> int:
    """Delete the facts that came from a session and were not edited since; how many."""
    told = [fact for fact in all(tx, scope) if fact.source_session == session]
    for fact in told:
        delete(tx, scope, fact.id)
    return len(told)


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


def learn(tx: Transaction, scope: Scope, session: str, seq: int, found: Extraction) -> tuple[Fact, ...]:
    """Store what one final user utterance states; the facts that changed, closed ones included.

    The caller has checked consent and the role's switch. An utterance that had a fact deleted or edited
    makes none, nor does one that was already learned from.
    """
    if _is_blocked(tx, scope, session, seq):
        return ()
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


def _block_source(tx: Transaction, fact: Fact) -> None:
    if fact.source_session is not None:
        tx.execute(
            "INSERT OR IGNORE INTO memory_blocked_sources (person, session, seq) VALUES (?, ?, ?)",
            (fact.person, fact.source_session, fact.source_seq),
        )


def _is_blocked(tx: Transaction, scope: Scope, session: str, seq: int) -> bool:
    row = tx.one(
        "SELECT 1 AS one FROM memory_blocked_sources WHERE person = ? AND session = ? AND seq = ? UNION ALL"
        " SELECT 1 FROM memories WHERE person = ? AND source_session = ? AND source_seq = ? LIMIT 1",
        (scope.person, session, seq, scope.person, session, seq),
    )
    return row is not None

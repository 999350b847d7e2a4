"""The steps that adding, editing and learning share: a new row, an ended interval, a fact in force again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec

from core.errors import Refused
from core.ids import new_id
from core.memory import rows
from core.memory.facts import LIVE, Candidate, Fact, Moment, Status
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def store(
    tx: Transaction,
    scope: Scope,
    candidate: Candidate,
    said: Moment,
    *,
    until: datetime | None = None,
    by: str | None = None,
) -> Fact:
    """A new fact, in force, or with ``until`` one that ceased to hold by ``by``. Raises
    Refused("memory.no_role")."""
    if scope.role is None:
        raise Refused("memory.no_role")
    told = bool(said.session)
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
        status="active" if until is None else "superseded",
        revision=1,
        origin=candidate.origin,
        confidence=candidate.confidence,
        valid_from=said.at,
        valid_to=until,
        superseded_by=by,
        source_session=said.session if told else None,
        source_seq=said.seq if told else None,
        source_span=candidate.span if told else None,
        last=said,
    )
    rows.insert(tx, fact)
    return fact


def end(tx: Transaction, scope: Scope, facts: Iterable[Fact], at: datetime, by: str) -> list[Fact]:
    """End the intervals of facts at the time of what ended them; never before they began. Those that ended
    earlier stay as they are."""
    return [
        _changed(tx, scope, fact, "superseded", max(at, fact.valid_from), by)
        for fact in facts
        if fact.status in LIVE or fact.valid_to is None or fact.valid_to > at
    ]


def reopen(tx: Transaction, scope: Scope, facts: Iterable[Fact]) -> list[Fact]:
    """What ended these never was: they hold again, or ended when something newer of their subject began."""
    changed = []
    for fact in facts:
        rivals = [other for other in rows.rivals(tx, scope, fact, fact.last_said.at) if other.id != fact.id]
        newer = [other for other in rivals if other.status in LIVE or other.valid_from > fact.last_said.at]
        if newer:
            following = min(newer, key=lambda other: other.valid_from)
            until = max(following.valid_from, fact.valid_from)
            changed.append(_changed(tx, scope, fact, "superseded", until, following.id))
        else:
            changed.append(_changed(tx, scope, fact, "active", None, None))
    return changed


def _changed(
    tx: Transaction, scope: Scope, fact: Fact, status: Status, until: datetime | None, by: str | None
) -> Fact:
    after = msgspec.structs.replace(
        fact, status=status, valid_to=until, superseded_by=by, revision=fact.revision + 1
    )
    rows.replace(tx, fact, after, scope.actor)
    return after

"""Where a memory is from: the sentence that told it, in its conversation. Runs on the core's thread."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import Refused
from core.household.household import Household
from core.journal import store
from core.journal.projection import SpokenTurn
from core.memory.facts import Fact
from core.memory.versions import Version
from core.people.persons import Person
from core.people.roles import Role
from core.vault.scope import Scope

_AROUND = 2
"""Turns shown before and after the sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """versions: the earlier ones, oldest first. turns: the conversation around the sentence. at: its place in
    ``turns``; -1 when there is none. replaced_by: the text of what took its place."""

    fact: Fact
    versions: tuple[Version, ...]
    turns: tuple[SpokenTurn, ...] = ()
    at: int = -1
    replaced_by: str = ""


async def background(household: Household, person: Person, role: Role, by: Person, fact: str) -> Background:
    """All of one fact. Raises Refused."""
    now, before = await household.memory.history(person, role, fact, by=by)
    replaced_by = ""
    if now.superseded_by and "/" not in now.superseded_by:
        try:
            replaced_by = (await household.memory.history(person, role, now.superseded_by, by=by))[0].text
        except Refused:
            replaced_by = ""  # it was deleted meanwhile
    turns, at = await _around(household, person, by, now)
    return Background(fact=now, versions=tuple(before), turns=turns, at=at, replaced_by=replaced_by)


async def _around(
    household: Household, person: Person, by: Person, fact: Fact
) -> tuple[tuple[SpokenTurn, ...], int]:
    if fact.source_session is None or fact.source_seq is None:
        return (), -1
    scope, session, seq = Scope(actor=by.id, person=person.id), fact.source_session, fact.source_seq
    try:
        thread = (await household.read(lambda tx: store.session(tx, scope, session))).thread
    except Refused:
        return (), -1  # the conversation was deleted, or nothing of it was kept
    turns = await household.history.transcript(thread, person, by=by)
    at = next((n for n, one in enumerate(turns) if (one.session, one.seq) == (session, seq)), -1)
    if at < 0:
        return (), -1
    first = max(at - _AROUND, 0)
    return turns[first : at + _AROUND + 1], at - first

"""Consent is given and withdrawn, never overwritten, and never assumed."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.people import consent, persons
from core.people.consent import Consents, Purpose
from core.vault import Scope
from core.vault.failures import IntegrityError
from core.vault.sqlite_file import SqliteFile

PURPOSES = get_args(Purpose)


async def someone(database: SqliteFile, name: str = "奶奶") -> Scope:
    person = await database.write(lambda tx: persons.add(tx, name))
    return Scope(actor=person.id, person=person.id)


async def test_what_nobody_was_asked_about_is_not_granted(database: SqliteFile) -> None:
    scope = await someone(database)
    assert await database.read(lambda tx: consent.state(tx, scope)) == Consents()


async def test_withdrawing_ends_what_was_granted_and_both_are_remembered(database: SqliteFile) -> None:
    scope = await someone(database)
    granted = await database.write(
        lambda tx: consent.record(tx, scope, "transcript", True, by="daughter", how="screen")
    )
    assert granted.allows("transcript")
    withdrawn = await database.write(
        lambda tx: consent.record(tx, scope, "transcript", False, by=scope.person, how="voice")
    )
    assert withdrawn == Consents(version=2)
    decisions = await database.read(lambda tx: consent.history(tx, scope))
    assert [(one.granted, one.by, one.how) for one in decisions] == [
        (True, "daughter", "screen"),
        (False, scope.person, "voice"),
    ]


async def test_one_person_s_consent_is_not_another_s(database: SqliteFile) -> None:
    grandmother, grandfather = await someone(database), await someone(database, "爷爷")
    await database.write(
        lambda tx: consent.record(tx, grandmother, "memory", True, by=grandmother.person, how="voice")
    )
    assert not (await database.read(lambda tx: consent.state(tx, grandfather))).allows("memory")


async def test_consent_belongs_to_a_person_of_the_household(database: SqliteFile) -> None:
    with pytest.raises(IntegrityError):
        await database.write(
            lambda tx: consent.record(tx, Scope("x", "nobody"), "audio", True, by="x", how="setup")
        )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(PURPOSES), st.booleans()), max_size=20))
async def test_the_latest_decision_of_each_purpose_holds(
    database: SqliteFile, decisions: list[tuple[Purpose, bool]]
) -> None:
    held = await database.read(lambda tx: len(persons.all(tx)))
    scope = await someone(database, f"第{held}位")
    for purpose, granted in decisions:
        await database.write(
            lambda tx, purpose=purpose, granted=granted: consent.record(
                tx, scope, purpose, granted, by=scope.person, how="voice"
            )
        )
    state = await database.read(lambda tx: consent.state(tx, scope))
    assert state.granted == {purpose for purpose, granted in dict(decisions).items() if granted}
    assert state.version == len(decisions)

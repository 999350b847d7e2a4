"""A person's pauses and preferences are kept for them alone, bounded, and can be forgotten."""

from __future__ import annotations

import math

from core.people import manner, persons
from core.people.manner import KEPT, QUIETEST, Manner
from core.people.roles import FASTEST
from core.vault import Scope
from core.vault.sqlite_file import SqliteFile


async def someone(database: SqliteFile, name: str = "奶奶") -> Scope:
    person = await database.write(lambda tx: persons.add(tx, name))
    return Scope(actor=person.id, person=person.id)


async def test_nothing_is_known_of_a_new_person(database: SqliteFile) -> None:
    scope = await someone(database)
    assert await database.read(lambda tx: manner.get(tx, scope)) == Manner()


async def test_pauses_are_kept_newest_last_and_the_oldest_go(database: SqliteFile) -> None:
    scope = await someone(database)
    await database.write(lambda tx: manner.learn(tx, scope, [0.5] * KEPT))
    known = await database.write(lambda tx: manner.learn(tx, scope, [1.234, 2.0]))
    assert len(known.pauses) == KEPT
    assert known.pauses[-3:] == (0.5, 1.23, 2.0)
    assert await database.read(lambda tx: manner.get(tx, scope)) == known


async def test_what_is_no_length_of_time_is_not_learned(database: SqliteFile) -> None:
    scope = await someone(database)
    known = await database.write(lambda tx: manner.learn(tx, scope, [-1.0, 0.0, math.nan, math.inf, 0.7]))
    assert known.pauses == (0.7,)


async def test_speed_and_volume_stay_within_what_can_be_understood(database: SqliteFile) -> None:
    scope = await someone(database)
    known = await database.write(lambda tx: manner.deliver(tx, scope, speed=9.0, volume=0.0))
    assert (known.speed, known.volume) == (FASTEST, QUIETEST)


async def test_learning_pauses_leaves_the_speed_alone(database: SqliteFile) -> None:
    scope = await someone(database)
    await database.write(lambda tx: manner.deliver(tx, scope, speed=0.8, volume=1.5))
    known = await database.write(lambda tx: manner.learn(tx, scope, [0.6]))
    assert known == Manner(pauses=(0.6,), speed=0.8, volume=1.5)


async def test_a_reset_forgets_one_person_and_no_other(database: SqliteFile) -> None:
    grandmother, grandfather = await someone(database), await someone(database, "爷爷")
    for scope in (grandmother, grandfather):
        await database.write(lambda tx, scope=scope: manner.learn(tx, scope, [0.6]))
    await database.write(lambda tx: manner.reset(tx, grandmother))
    assert await database.read(lambda tx: manner.get(tx, grandmother)) == Manner()
    assert await database.read(lambda tx: manner.get(tx, grandfather)) == Manner(pauses=(0.6,))

"""Persons are found by the name people say, and nobody is there twice."""

from __future__ import annotations

import pytest

from core.errors import Refused
from core.people import persons
from core.vault.sqlite_file import SqliteFile


async def test_a_person_is_found_by_id_and_by_name(database: SqliteFile) -> None:
    added = await database.write(lambda tx: persons.add(tx, "奶奶"))
    assert await database.read(lambda tx: persons.get(tx, added.id)) == added
    assert await database.read(lambda tx: persons.find(tx, "奶奶")) == added
    assert await database.read(lambda tx: persons.find(tx, "爷爷")) is None


@pytest.mark.parametrize("said", ["Li Na", "li na", "ＬＩ　ＮＡ", " LiNa "])
async def test_case_width_and_spaces_make_no_other_person(database: SqliteFile, said: str) -> None:
    added = await database.write(lambda tx: persons.add(tx, "Li Na", "en"))
    assert await database.read(lambda tx: persons.find(tx, said)) == added
    with pytest.raises(Refused, match=r"people\.name_taken"):
        await database.write(lambda tx: persons.add(tx, said))


@pytest.mark.parametrize(
    ("name", "reason"), [("", "name_empty"), (" \u200b\n", "name_empty"), ("长" * 41, "name_too_long")]
)
async def test_what_is_no_name_is_refused(database: SqliteFile, name: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        await database.write(lambda tx: persons.add(tx, name))


async def test_everyone_is_listed_in_the_order_they_came(database: SqliteFile) -> None:
    for name in ("奶奶", "爷爷", "小明"):
        await database.write(lambda tx, name=name: persons.add(tx, name))
    assert [person.name for person in await database.read(persons.all)] == ["奶奶", "爷爷", "小明"]


async def test_renaming_keeps_the_person_and_raises_the_revision(database: SqliteFile) -> None:
    added = await database.write(lambda tx: persons.add(tx, "奶奶"))
    renamed = await database.write(lambda tx: persons.rename(tx, added.id, "外婆"))
    assert (renamed.id, renamed.name, renamed.revision) == (added.id, "外婆", 2)
    assert await database.read(lambda tx: persons.get(tx, added.id)) == renamed
    assert await database.read(lambda tx: persons.find(tx, "奶奶")) is None


async def test_a_person_may_keep_their_own_name_but_not_take_another_s(database: SqliteFile) -> None:
    grandmother = await database.write(lambda tx: persons.add(tx, "Nai Nai"))
    await database.write(lambda tx: persons.add(tx, "爷爷"))
    await database.write(lambda tx: persons.rename(tx, grandmother.id, "nai nai"))
    with pytest.raises(Refused, match=r"people\.name_taken"):
        await database.write(lambda tx: persons.rename(tx, grandmother.id, "爷爷"))


async def test_an_unknown_person_is_named_as_such(database: SqliteFile) -> None:
    with pytest.raises(Refused, match=r"people\.person_unknown"):
        await database.read(lambda tx: persons.get(tx, "nobody"))


async def test_a_hostile_name_is_only_a_name(database: SqliteFile) -> None:
    hostile = "'; DROP TABLE persons; --"
    added = await database.write(lambda tx: persons.add(tx, hostile))
    assert await database.read(persons.all) == [added]

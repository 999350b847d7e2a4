"""Roles are edited from the revision one has seen, and removed without being forgotten."""

from __future__ import annotations

import msgspec
import pytest

from core.errors import Refused
from core.people import roles
from core.people.roles import Role
from core.vault.sqlite_file import SqliteFile


async def stored(database: SqliteFile, name: str = "小伴") -> Role:
    return await database.write(lambda tx: roles.add(tx, roles.draft(name)))


async def test_everything_of_a_role_is_kept(database: SqliteFile) -> None:
    role = Role(
        id="r",
        name="星河商店客服",
        instructions="只根据资料回答。",
        greeting="您好，这里是星河商店。",
        language="zh",
        voices={"zh": "zf_xiaoxiao", "en": "af_heart"},
        speed=0.9,
        patience="brisk",
        memory=False,
        tools={"knowledge_search": "allow", "clock": "never"},
    )
    assert await database.write(lambda tx: roles.add(tx, role)) == role
    assert await database.read(lambda tx: roles.get(tx, "r")) == role
    assert await database.read(lambda tx: roles.find(tx, "星河商店客服")) == role


async def test_a_new_role_may_read_the_household_s_own_data_and_nothing_else(database: SqliteFile) -> None:
    role = await stored(database)
    assert role.permission("knowledge_search") == "allow"
    assert role.permission("send_money") == "never"


async def test_an_edit_based_on_an_old_revision_is_refused_with_ids_only(database: SqliteFile) -> None:
    seen = await stored(database)
    changed = await database.write(
        lambda tx: roles.update(tx, msgspec.structs.replace(seen, greeting="早上好"))
    )
    assert changed.revision == 2
    with pytest.raises(Refused, match=r"people\.stale_revision") as refused:
        await database.write(lambda tx: roles.update(tx, msgspec.structs.replace(seen, greeting="晚上好")))
    assert refused.value.values == {"role": seen.id, "based_on": 1, "current": 2}
    assert (await database.read(lambda tx: roles.get(tx, seen.id))).greeting == "早上好"


async def test_a_removed_role_is_gone_but_its_name_stays(database: SqliteFile) -> None:
    role = await stored(database)
    await database.write(lambda tx: roles.remove(tx, role.id))
    assert await database.read(roles.all) == []
    assert await database.read(lambda tx: roles.find(tx, "小伴")) is None
    with pytest.raises(Refused, match=r"people\.role_removed") as refused:
        await database.read(lambda tx: roles.get(tx, role.id))
    assert refused.value.values == {"name": "小伴"}
    assert await database.read(roles.names) == {role.id: "小伴"}


async def test_the_name_of_a_removed_role_can_be_used_again(database: SqliteFile) -> None:
    first = await stored(database)
    await database.write(lambda tx: roles.remove(tx, first.id))
    second = await stored(database)
    assert await database.read(roles.all) == [second]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": " "}, "name_empty"),
        ({"speed": 0.1}, "speed_out_of_range"),
        ({"speed": float("nan")}, "speed_out_of_range"),
        ({"instructions": "长" * 8001}, "instructions_too_long"),
        ({"greeting": "长" * 301}, "greeting_too_long"),
    ],
)
async def test_what_no_role_can_be_is_refused(
    database: SqliteFile, change: dict[str, object], reason: str
) -> None:
    role = await stored(database)
    with pytest.raises(Refused, match=reason):
        await database.write(lambda tx: roles.update(tx, msgspec.structs.replace(role, **change)))
    draft = msgspec.structs.replace(roles.draft("另一个"), **change)
    with pytest.raises(Refused, match=reason):
        await database.write(lambda tx: roles.add(tx, draft))
    assert await database.read(roles.all) == [role]


async def test_two_roles_do_not_share_a_name(database: SqliteFile) -> None:
    await stored(database)
    with pytest.raises(Refused, match=r"people\.name_taken"):
        await stored(database)


async def test_an_unknown_role_is_named_as_such(database: SqliteFile) -> None:
    with pytest.raises(Refused, match=r"people\.role_unknown"):
        await database.write(lambda tx: roles.remove(tx, "nothing"))

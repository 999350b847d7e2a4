"""Roles: who the companion is for whom. Instructions, voice, patience, and what it may use."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.errors import Refused
from core.ids import new_id
from core.people.names import checked, folded
from core.text import Language
from core.vault.times import to_text
from core.vault.transaction import Row, Transaction

Permission = Literal["never", "ask", "allow"]
Patience = Literal["elder", "brisk"]

SLOWEST, FASTEST = 0.5, 2.0
MAX_INSTRUCTIONS = 8_000
MAX_GREETING = 300


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """One persona. ``tools`` names only tools whose permission was set; others are ``never``.

    voices: adapter's voice names by language. memory: whether memories are injected and extracted.
    """

    id: str
    name: str
    instructions: str = ""
    greeting: str = ""
    language: Language = "zh"
    voices: dict[str, str] = {}
    speed: float = 1.0
    patience: Patience = "elder"
    memory: bool = True
    tools: dict[str, Permission] = {}
    revision: int = 1

    def permission(self, tool: str) -> Permission:
        """What this role may do with a tool."""
        return self.tools.get(tool, "never")


def default_tools() -> dict[str, Permission]:
    """What a new role may use: what only reads the household's own data, and the clock."""
    return {"knowledge_search": "allow", "memory_search": "allow", "clock": "allow"}


def draft(
    name: str,
    *,
    instructions: str = "",
    greeting: str = "",
    language: Language = "zh",
    patience: Patience = "elder",
    memory: bool = True,
) -> Role:
    """A role that is not stored yet, with a fresh id and the default permissions."""
    return Role(
        id=new_id(),
        name=name,
        instructions=instructions,
        greeting=greeting,
        language=language,
        patience=patience,
        memory=memory,
        tools=default_tools(),
    )


def add(tx: Transaction, role: Role) -> Role:
    """Store a new role at revision 1. Raises Refused when its name is taken or a value is not allowed."""
    stored = _checked(msgspec.structs.replace(role, revision=1))
    _refuse_taken(tx, stored)
    tx.execute(
        "INSERT INTO roles(id, name, folded, instructions, greeting, language, voices, speed, patience,"
        " memory, tools, revision, created) VALUES (:id, :name, :folded, :instructions, :greeting,"
        " :language, :voices, :speed, :patience, :memory, :tools, :revision, :created)",
        {**_values(stored), "created": to_text(tx.now)},
    )
    return stored


def get(tx: Transaction, role: str) -> Role:
    """The role with this id. Raises Refused when there is none or it was removed."""
    row = tx.one("SELECT * FROM roles WHERE id = ?", (role,))
    if row is None:
        raise Refused("people.role_unknown")
    if row["removed"] is not None:
        raise Refused("people.role_removed", name=row["name"])
    return _role(row)


def find(tx: Transaction, name: str) -> Role | None:
    """The role called this, removed ones left out."""
    row = tx.one("SELECT * FROM roles WHERE folded = ? AND removed IS NULL", (folded(name),))
    return None if row is None else _role(row)


def all(tx: Transaction) -> list[Role]:  # noqa: A001 - read as persons.all, roles.all
    """Every role that was not removed, in the order they were added."""
    return [_role(row) for row in tx.rows("SELECT * FROM roles WHERE removed IS NULL ORDER BY rowid")]


def names(tx: Transaction) -> dict[str, str]:
    """Names by id, removed roles too, so that history can say who it was."""
    return {row["id"]: row["name"] for row in tx.rows("SELECT id, name FROM roles")}


def update(tx: Transaction, role: Role) -> Role:
    """Store ``role``, which was made from its ``revision``.

    Raises Refused when somebody else changed it since: values are role (id), based_on and current.
    """
    current = get(tx, role.id).revision
    if current != role.revision:
        raise Refused("people.stale_revision", role=role.id, based_on=role.revision, current=current)
    stored = _checked(msgspec.structs.replace(role, revision=current + 1))
    _refuse_taken(tx, stored)
    tx.execute(
        "UPDATE roles SET name = :name, folded = :folded, instructions = :instructions,"
        " greeting = :greeting, language = :language, voices = :voices, speed = :speed,"
        " patience = :patience, memory = :memory, tools = :tools, revision = :revision WHERE id = :id",
        _values(stored),
    )
    return stored


def remove(tx: Transaction, role: str) -> None:
    """Nobody can talk with it any more; its name stays for history. Raises Refused when unknown."""
    get(tx, role)
    tx.execute(
        "UPDATE roles SET removed = ?, revision = revision + 1 WHERE id = ?",
        (to_text(tx.now), role),
    )


def _checked(role: Role) -> Role:
    if not SLOWEST <= role.speed <= FASTEST:
        raise Refused("people.speed_out_of_range", least=SLOWEST, most=FASTEST)
    if len(role.instructions) > MAX_INSTRUCTIONS:
        raise Refused("people.instructions_too_long", most=MAX_INSTRUCTIONS)
    if len(role.greeting) > MAX_GREETING:
        raise Refused("people.greeting_too_long", most=MAX_GREETING)
    return msgspec.structs.replace(role, name=checked(role.name))


def _refuse_taken(tx: Transaction, role: Role) -> None:
    taken = tx.one(
        "SELECT 1 FROM roles WHERE folded = ? AND id != ? AND removed IS NULL", (folded(role.name), role.id)
    )
    if taken:
        raise Refused("people.name_taken", name=role.name)


def _values(role: Role) -> dict[str, object]:
    return {
        **msgspec.structs.asdict(role),
        "folded": folded(role.name),
        "voices": msgspec.json.encode(role.voices).decode(),
        "tools": msgspec.json.encode(role.tools).decode(),
        "memory": int(role.memory),
    }


def _role(row: Row) -> Role:
    columns = {name: row[name] for name in Role.__struct_fields__}
    for name in ("voices", "tools"):
        columns[name] = msgspec.json.decode(columns[name])
    columns["memory"] = bool(columns["memory"])
    return msgspec.convert(columns, Role)

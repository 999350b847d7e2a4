"""Persons: who lives in the household and who cares for them."""

from __future__ import annotations

import msgspec

from core.errors import Refused
from core.ids import new_id
from core.people.names import checked, folded
from core.text import Language
from core.vault.receipts import Deleted, Receipt, ReceiptBook
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Row, Transaction

_OF_PERSON = ("consents", "manners", "access_log")
"""Tables of this room with a column ``person``."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Someone the household knows. name: unique in the household, as people say it."""

    id: str
    name: str
    language: Language = "zh"
    revision: int = 1


def add(tx: Transaction, name: str, language: Language = "zh") -> Person:
    """A new person. Raises Refused when the name is taken or cannot be one."""
    person = Person(id=new_id(), name=checked(name), language=language)
    _refuse_taken(tx, person.name, but=person.id)
    tx.execute(
        "INSERT INTO persons VALUES (?, ?, ?, ?, ?, ?)",
        (person.id, person.name, folded(person.name), language, person.revision, to_text(tx.now)),
    )
    return person


def guest(name: str, language: Language) -> Person:
    """Someone who is not of the household and never stored: asked for nothing, having agreed to nothing,
    so nothing is kept or remembered of what they say. name: how they are spoken of."""
    return Person(id=new_id(), name=checked(name), language=language)


def get(tx: Transaction, person: str) -> Person:
    """The person with this id. Raises Refused when there is none."""
    row = tx.one("SELECT * FROM persons WHERE id = ?", (person,))
    if row is None:
        raise Refused("people.person_unknown")
    return _person(row)


def find(tx: Transaction, name: str) -> Person | None:
    """The person called this, whatever the case, width and spaces."""
    row = tx.one("SELECT * FROM persons WHERE folded = ?", (folded(name),))
    return None if row is None else _person(row)


def all(tx: Transaction) -> list[Person]:  # noqa: A001 - read as persons.all, roles.all
    """Everyone, in the order they were added."""
    return [_person(row) for row in tx.rows("SELECT * FROM persons ORDER BY rowid")]


def rename(tx: Transaction, person: str, name: str) -> Person:
    """Give a person another name; everything stays theirs."""
    before, new_name = get(tx, person), checked(name)
    _refuse_taken(tx, new_name, but=person)
    tx.execute(
        "UPDATE persons SET name = ?, folded = ?, revision = revision + 1 WHERE id = ?",
        (new_name, folded(new_name), person),
    )
    return msgspec.structs.replace(before, name=new_name, revision=before.revision + 1)


def remove(tx: Transaction, scope: Scope, book: ReceiptBook) -> Receipt:
    """Delete ``scope.person`` from this room, with a receipt; what other rooms hold of them is theirs to
    erase in the same transaction. Raises Refused: people.person_unknown, people.last_person."""
    get(tx, scope.person)
    if len(all(tx)) == 1:
        raise Refused("people.last_person")
    erase(tx, scope.person)
    return book.write(tx, scope.actor, Deleted(kind="person", id=scope.person, person=scope.person))


def erase(tx: Transaction, person: str) -> None:
    """Take a person out of every table of this room."""
    for table in _OF_PERSON:
        tx.execute(f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608
    tx.execute("DELETE FROM persons WHERE id = ?", (person,))


def left(tx: Transaction) -> list[str]:
    """The ids of everyone of whom this room holds anything."""
    tables = " UNION ".join(f"SELECT person FROM {table}" for table in _OF_PERSON)  # noqa: S608
    return [str(row["id"]) for row in tx.rows(f"SELECT id FROM persons UNION {tables}")]  # noqa: S608


def _refuse_taken(tx: Transaction, name: str, but: str) -> None:
    if tx.one("SELECT 1 FROM persons WHERE folded = ? AND id != ?", (folded(name), but)):
        raise Refused("people.name_taken", name=name)


def _person(row: Row) -> Person:
    return Person(id=row["id"], name=row["name"], language=row["language"], revision=row["revision"])

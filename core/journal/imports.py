"""Imported records: read-only, in no thread; to browse, to search, and to quote when the user asks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.errors import Refused
from core.ids import new_id
from core.journal import foreign, indexing
from core.journal.foreign import Kind, LeftOut, SaidBy
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

MOST_QUOTED = 20
"""Records that may be quoted into one conversation at once."""


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """One file that was taken in. records: how many. left_out: what of it was not, and why."""

    id: str
    kind: Kind
    title: str
    at: datetime
    records: int
    left_out: LeftOut


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """One record. at: when it was said, None when its file does not tell."""

    source: str
    position: int
    said_by: SaidBy
    text: str
    at: datetime | None = None


def add(tx: Transaction, scope: Scope, title: str, content: bytes) -> tuple[Import, bool]:
    """Take a file in for the scope's person; whether it is new (the same bytes are taken once).

    title: what it is called, shown and never opened. Raises Refused as ``foreign.read``.
    """
    found = foreign.read(content)
    known = tx.one(
        "SELECT * FROM imports WHERE person = ? AND content_hash = ?", (scope.person, found.content_hash)
    )
    if known is not None:
        return _import(tx, known), False
    source, now = new_id(), to_text(tx.now)
    left_out = msgspec.json.encode(found.left_out).decode()
    tx.execute(
        "INSERT INTO imports(id, person, kind, title, content_hash, at, left_out)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (source, scope.person, found.kind, title.strip()[:200], found.content_hash, now, left_out),
    )
    rows = [(source, n, r.said_by, r.text, _at(r.at)) for n, r in enumerate(found.records)]
    tx.execute_many("INSERT INTO imported_records VALUES (?, ?, ?, ?, ?)", rows)
    for position, record in enumerate(found.records):
        place, at = (source, position), _at(record.at) or now
        indexing.put(tx, scope.person, None, place, record.said_by, at, record.text)
    return _import(tx, _row(tx, scope, source)), True


def all(tx: Transaction, scope: Scope) -> list[Import]:  # noqa: A001 - read as imports.all
    """The scope's imports, the newest first."""
    rows = tx.rows("SELECT * FROM imports WHERE person = ? ORDER BY at DESC, id", (scope.person,))
    return [_import(tx, row) for row in rows]


def records(tx: Transaction, scope: Scope, source: str, first: int = 0, limit: int = 200) -> list[Imported]:
    """A page of an import. Raises Refused when there is none of that id, or it is another person's."""
    _row(tx, scope, source)
    rows = tx.rows(
        "SELECT * FROM imported_records WHERE source = ? AND position >= ? ORDER BY position LIMIT ?",
        (source, first, limit),
    )
    return [_record(row) for row in rows]


def quoted(tx: Transaction, scope: Scope, source: str, positions: Sequence[int]) -> list[Imported]:
    """The records a user asked to bring into a conversation, in their order.

    Raises Refused: as :func:`records`, ``journal.record_unknown``, ``journal.too_many_quoted``.
    """
    _row(tx, scope, source)
    if len(positions) > MOST_QUOTED:
        raise Refused("journal.too_many_quoted", most=MOST_QUOTED)
    found = []
    for position in sorted(set(positions)):
        row = tx.one("SELECT * FROM imported_records WHERE source = ? AND position = ?", (source, position))
        if row is None:
            raise Refused("journal.record_unknown", position=position)
        found.append(_record(row))
    return found


def remove(tx: Transaction, scope: Scope, source: str) -> None:
    """Take an import out again, with its records and what the index knows of them."""
    _row(tx, scope, source)
    erase(tx, source)


def erase(tx: Transaction, source: str) -> None:
    """The same without asking whose it is."""
    tx.execute("DELETE FROM imported_records WHERE source = ?", (source,))
    tx.execute("DELETE FROM imports WHERE id = ?", (source,))


def remove_all(tx: Transaction, scope: Scope) -> int:
    """The same for everything the scope's person imported; how many imports."""
    sources = [one.id for one in all(tx, scope)]
    for source in sources:
        remove(tx, scope, source)
    return len(sources)


def _row(tx: Transaction, scope: Scope, source: str) -> Row:
    row = tx.one("SELECT * FROM imports WHERE id = ?", (source,))
    if row is None:
        raise Refused("journal.import_unknown")
    if row["person"] != scope.person:
        raise Refused("journal.other_person")
    return row


def _import(tx: Transaction, row: Row) -> Import:
    counted = tx.one("SELECT count(*) AS records FROM imported_records WHERE source = ?", (row["id"],))
    return Import(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        at=from_text(row["at"]),
        records=0 if counted is None else counted["records"],
        left_out=msgspec.json.decode(row["left_out"], type=LeftOut),
    )


def _record(row: Row) -> Imported:
    return Imported(
        source=row["source"],
        position=row["position"],
        said_by=row["said_by"],
        text=row["text"],
        at=None if row["at"] is None else from_text(row["at"]),
    )


def _at(moment: datetime | None) -> str | None:
    return None if moment is None else to_text(moment)

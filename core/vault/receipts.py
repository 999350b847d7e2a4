"""Receipts of deletion: proof that something was deleted, by a keyed mark that says nothing of it.

A receipt is written in the transaction that deletes. It never expires, is applied to whatever is
restored before anything of it is shown, and closes the door to what would be learned again from the
same source. The key is the household's (receipts_key.py), so a mark means the same on every machine.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from core.ids import new_id
from core.secret import Secret
from core.vault.keys import derived
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

Kind = Literal["fact", "utterance", "conversation", "document", "import", "person", "source"]
"""``source``: nothing was deleted, but nothing new is to be learned from it (its fact was edited)."""

KINDS: tuple[Kind, ...] = ("person", "conversation", "document", "import", "utterance", "fact", "source")
"""In the order in which they are applied: the larger first."""


class Deleted(msgspec.Struct, frozen=True, kw_only=True):
    """What is being deleted, by ids; none of them is stored.

    id: of the row; an utterance's is ``utterance(session, seq)``. person: whose it was, empty for a
    document of the household. role and source: where a fact was told (source as an utterance's id).
    """

    kind: Kind
    id: str
    person: str = ""
    role: str = ""
    source: str = ""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """mark, person, source: HMAC-SHA256 in hex, person and source empty when there is none.

    by: the id of the person who acted. swept: when the sweep found nothing left, None until then.
    """

    id: str
    kind: Kind
    mark: str
    person: str
    source: str
    at: datetime
    by: str
    swept: datetime | None = None


def utterance(session: str, seq: int) -> str:
    """The id of an event of the journal, as receipts know it."""
    return f"{session}/{seq}"


class ReceiptBook:
    """Writes and reads receipts inside a store's transaction. Holds the key, so it is not kept."""

    def __init__(self, key: Secret) -> None:
        self._key = key

    def write(self, tx: Transaction, by: str, deleted: Deleted) -> Receipt:
        """The receipt of a deletion, in the transaction that deletes."""
        receipt = Receipt(
            id=new_id(),
            kind=deleted.kind,
            mark=self.mark(deleted.kind, deleted.id),
            person=self._of_person(deleted.person),
            source=self._of_source(deleted.person, deleted.role, deleted.source),
            at=tx.now,
            by=by,
        )
        _insert(tx, [receipt])
        return receipt

    def block(self, tx: Transaction, by: str, person: str, role: str, source: str) -> Receipt:
        """Close the door behind an edited fact: its source makes no new ones."""
        blocked = Deleted(kind="source", id=source, person=person, role=role, source=source)
        return self.write(tx, by, blocked)

    def blocks(self, tx: Transaction, person: str, role: str, source: str) -> bool:
        """The door: whether a fact from this source was deleted or edited, so that none is created.

        Also when the utterance itself, its conversation's owner or nothing but the source was named.
        """
        marks = (self._of_source(person, role, source), self.mark("utterance", source))
        return (
            tx.one("SELECT 1 AS yes FROM receipts WHERE source = ?", marks[:1]) is not None
            or tx.one("SELECT 1 AS yes FROM receipts WHERE kind = 'utterance' AND mark = ?", marks[1:])
            is not None
        )

    def has(self, tx: Transaction, kind: Kind, id_: str) -> bool:
        """Whether that very thing was deleted."""
        return (
            tx.one("SELECT 1 AS yes FROM receipts WHERE kind = ? AND mark = ?", (kind, self.mark(kind, id_)))
            is not None
        )

    def of(self, tx: Transaction, person: str) -> list[Receipt]:
        """One person's receipts, newest first."""
        sql = "SELECT * FROM receipts WHERE person = ? ORDER BY number DESC"
        return [_receipt(row) for row in tx.rows(sql, (self._of_person(person),))]

    def mark(self, kind: Kind, id_: str) -> str:
        """The keyed mark of a thing."""
        return self._hmac([kind, id_])

    def sidecar_key(self) -> Secret:
        """The key of the files that receipts are mirrored to."""
        return derived(self._key, "receipts sidecar")

    def _of_person(self, person: str) -> str:
        return self._hmac(["whose", person]) if person else ""

    def _of_source(self, person: str, role: str, source: str) -> str:
        return self._hmac(["told", person, role, source]) if source else ""

    def _hmac(self, parts: Sequence[str]) -> str:
        return hmac.new(self._key.reveal(), msgspec.json.encode(parts), hashlib.sha256).hexdigest()


def all(tx: Transaction) -> list[Receipt]:  # noqa: A001 - read as receipts.all
    """Every receipt of the household in the order they came to this machine."""
    return [_receipt(row) for row in tx.rows("SELECT * FROM receipts ORDER BY number")]


def unswept(tx: Transaction) -> list[Receipt]:
    """Those whose sweep has not succeeded yet. A ``source`` has nothing to sweep."""
    return [_receipt(row) for row in tx.rows("SELECT * FROM receipts WHERE swept IS NULL ORDER BY number")]


def merge(tx: Transaction, receipts: Iterable[Receipt]) -> int:
    """Take over receipts from elsewhere, not swept here yet; how many were new."""
    known = {str(row["id"]) for row in tx.rows("SELECT id FROM receipts")}
    fresh = {one.id: msgspec.structs.replace(one, swept=None) for one in receipts if one.id not in known}
    _insert(tx, fresh.values())
    return len(fresh)


def note_swept(tx: Transaction, receipts: Iterable[Receipt]) -> None:
    """Nothing of these is left, the write-ahead log included."""
    tx.execute_many(
        "UPDATE receipts SET swept = ? WHERE id = ? AND swept IS NULL",
        [(to_text(tx.now), one.id) for one in receipts],
    )


def _insert(tx: Transaction, receipts: Iterable[Receipt]) -> None:
    tx.execute_many(
        "INSERT OR IGNORE INTO receipts(id, kind, mark, person, source, at, by, swept)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (one.id, one.kind, one.mark, one.person, one.source, to_text(one.at), one.by,
             to_text(one.swept) if one.swept else None)
            for one in receipts
        ],
    )  # fmt: skip


def _receipt(row: Row) -> Receipt:
    return Receipt(
        id=row["id"],
        kind=row["kind"],
        mark=row["mark"],
        person=row["person"],
        source=row["source"],
        at=from_text(row["at"]),
        by=row["by"],
        swept=from_text(row["swept"]) if row["swept"] else None,
    )

"""The household's documents: adding, replacing, removing, and which roles may quote them."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Literal, NamedTuple

from core.errors import Refused
from core.ids import new_id
from core.knowledge.documents import Document, Version
from core.knowledge.preparing import Prepared, prepare
from core.knowledge.schema import SOUNDS, WORDS
from core.vault.receipts import Deleted, Receipt, ReceiptBook
from core.vault.scope import Scope
from core.vault.transaction import Row, Transaction

__all__ = ["Kept", "Outcome", "Prepared", "prepare"]

Outcome = Literal["added", "changed", "unchanged", "known", "renamed"]
"""known: the same text is here under another name, and no second copy was made. renamed: it goes by this
name now."""


class Kept(NamedTuple):
    """What became of an import."""

    document: Document
    outcome: Outcome


def add(tx: Transaction, scope: Scope, title: str, source: str, text: str) -> Document:
    """:func:`prepare` and :func:`keep` in one, where nobody else waits for the database."""
    return keep(tx, scope, prepare(title, source, text)).document


def keep(tx: Transaction, scope: Scope, prepared: Prepared) -> Kept:
    """Import a text. The same source and title again: unchanged text is left alone, changed text replaces
    the chunks under the next version. A file whose text is here under another name is not kept twice."""
    before = tx.one(
        "SELECT * FROM knowledge_documents WHERE source = ? AND title = ?", (prepared.source, prepared.title)
    )
    if before is not None and before["content_hash"] == prepared.content_hash:
        _seen(tx, before["id"], prepared.file_hash)
        return Kept(get(tx, before["id"]), "unchanged")
    if before is None and prepared.file_hash:
        twin = tx.one(
            "SELECT * FROM knowledge_documents WHERE content_hash = ? ORDER BY imported, id LIMIT 1",
            (prepared.content_hash,),
        )
        if twin is not None:
            return Kept(_document(twin), "known")
    document = Document(
        id=before["id"] if before is not None else new_id(),
        title=prepared.title,
        source=prepared.source,
        version=before["version"] + 1 if before is not None else 1,
        content_hash=prepared.content_hash,
        characters=prepared.characters,
        imported=tx.now,
    )
    if before is not None:
        _forget_chunks(tx, document.id)
    tx.execute(
        "INSERT INTO knowledge_documents"
        " (id, title, source, version, content_hash, characters, imported, added_by, file_hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
        " content_hash = excluded.content_hash, characters = excluded.characters,"
        " imported = excluded.imported, added_by = excluded.added_by, file_hash = excluded.file_hash,"
        " missing = NULL",
        (*_columns(document), scope.actor, prepared.file_hash),
    )
    tx.execute(
        "INSERT INTO knowledge_versions"
        " (document, version, title, content_hash, characters, imported, added_by)"
        " SELECT id, version, title, content_hash, characters, imported, added_by"
        " FROM knowledge_documents WHERE id = ?",
        (document.id,),
    )
    _index(tx, document.id, prepared)
    return Kept(document, "added" if before is None else "changed")


def rename(tx: Transaction, document: str, prepared: Prepared) -> Document:
    """The same text under another name: no new version, so that its quotes stay; its name is in the index,
    so that is made anew. Raises Refused("knowledge.unknown_document")."""
    now = get(tx, document)
    if now.content_hash != prepared.content_hash:
        return now
    _forget_chunks(tx, document)
    tx.execute(
        "UPDATE knowledge_documents SET title = ?, source = ?, file_hash = ?, missing = NULL WHERE id = ?",
        (prepared.title, prepared.source, prepared.file_hash, document),
    )
    _index(tx, document, prepared)
    return get(tx, document)


def reindex(tx: Transaction, document: str, prepared: Prepared) -> bool:
    """Cut and tokenised anew, as a newer build does it; False when the text is no longer that one."""
    row = tx.one("SELECT content_hash, title FROM knowledge_documents WHERE id = ?", (document,))
    if row is None or (row["content_hash"], row["title"]) != (prepared.content_hash, prepared.title):
        return False
    _forget_chunks(tx, document)
    _index(tx, document, prepared)
    return True


def unchanged(tx: Transaction, title: str, source: str, file_hash: str) -> Document | None:
    """The document read from this very file before, which needs no reading again."""
    row = tx.one(
        "SELECT * FROM knowledge_documents WHERE source = ? AND title = ? AND file_hash = ?",
        (source, title, file_hash),
    )
    if row is None:
        return None
    _seen(tx, row["id"], file_hash)
    return get(tx, row["id"])


def remove(tx: Transaction, scope: Scope, document: str, book: ReceiptBook) -> Receipt:
    """Forget a document. Raises Refused("knowledge.unknown_document")."""
    get(tx, document)
    erase(tx, document)
    return book.write(tx, scope.actor, Deleted(kind="document", id=document))


def erase(tx: Transaction, document: str) -> None:
    """Take a document out of rows, every channel and bindings. Citations of it then have no text.

    A watched folder does not bring it back: a mark of its file's name stays, which nobody can read.
    """
    row = tx.one("SELECT folder, source FROM knowledge_documents WHERE id = ?", (document,))
    if row is not None and row["folder"] is not None:
        tx.execute(
            "INSERT OR IGNORE INTO knowledge_left_out (folder, mark) VALUES (?, ?)",
            (row["folder"], mark(row["folder"], row["source"])),
        )
    _forget_chunks(tx, document)
    tx.execute("DELETE FROM knowledge_bindings WHERE document = ?", (document,))
    tx.execute("DELETE FROM knowledge_versions WHERE document = ?", (document,))
    tx.execute("DELETE FROM knowledge_documents WHERE id = ?", (document,))


def mark(folder: str, source: str) -> str:
    """What stays of a file that was removed from a folder's documents; the folder's random id salts it."""
    return hashlib.sha256(f"{folder}\0{source}".encode()).hexdigest()


def get(tx: Transaction, document: str) -> Document:
    """One document. Raises Refused("knowledge.unknown_document")."""
    row = tx.one("SELECT * FROM knowledge_documents WHERE id = ?", (document,))
    if row is None:
        raise Refused("knowledge.unknown_document")
    return _document(row)


def all(tx: Transaction) -> list[Document]:  # noqa: A001 (read as knowledge.store.all)
    """Every document of the household, by title."""
    return [_document(row) for row in tx.rows("SELECT * FROM knowledge_documents ORDER BY title, id")]


def text_of(tx: Transaction, document: str) -> str:
    """The whole text, as imported, from the chunks that tile it."""
    rows = tx.rows("SELECT text FROM knowledge_chunks WHERE document = ? ORDER BY start", (document,))
    return "".join(row["text"] for row in rows)


def versions(tx: Transaction, document: str) -> list[Version]:
    """What a document was, the newest first. Raises Refused("knowledge.unknown_document")."""
    now = get(tx, document)
    rows = tx.rows("SELECT * FROM knowledge_versions WHERE document = ? ORDER BY version DESC", (document,))
    return [
        Version(
            version=row["version"],
            title=row["title"],
            content_hash=row["content_hash"],
            characters=row["characters"],
            imported=datetime.fromisoformat(row["imported"]),
            added_by=row["added_by"],
            current=row["version"] == now.version,
        )
        for row in rows
    ]


def standing(tx: Transaction, document: str, version: int) -> Literal["current", "replaced", "removed"]:
    """What has become of what a quote was taken from."""
    row = tx.one("SELECT version FROM knowledge_documents WHERE id = ?", (document,))
    if row is None:
        return "removed"
    return "current" if row["version"] == version else "replaced"


def quoted(tx: Transaction, document: str, version: int, start: int, end: int) -> str | None:
    """The characters start to end of that version; None when it was removed or replaced."""
    row = tx.one("SELECT version FROM knowledge_documents WHERE id = ?", (document,))
    if row is None or row["version"] != version:
        return None
    pieces = tx.rows(
        "SELECT start, text FROM knowledge_chunks"
        " WHERE document = ? AND start < ? AND start + length(text) > ? ORDER BY start",
        (document, end, start),
    )
    if not pieces:
        return None
    first = pieces[0]["start"]
    return "".join(piece["text"] for piece in pieces)[start - first : end - first]


def bind(tx: Transaction, document: str, role: str) -> None:
    """Let a role quote a document; again changes nothing. Raises Refused("knowledge.unknown_document")."""
    get(tx, document)
    tx.execute("INSERT OR IGNORE INTO knowledge_bindings (role, document) VALUES (?, ?)", (role, document))


def unbind(tx: Transaction, document: str, role: str) -> None:
    tx.execute("DELETE FROM knowledge_bindings WHERE role = ? AND document = ?", (role, document))


def bound(tx: Transaction, role: str) -> list[Document]:
    """The documents a role may quote, by title."""
    rows = tx.rows(
        "SELECT d.* FROM knowledge_documents d JOIN knowledge_bindings b ON b.document = d.id"
        " WHERE b.role = ? ORDER BY d.title, d.id",
        (role,),
    )
    return [_document(row) for row in rows]


def _seen(tx: Transaction, document: str, file_hash: str) -> None:
    """Its file is there, and is this one."""
    tx.execute(
        "UPDATE knowledge_documents SET missing = NULL, file_hash = CASE ? WHEN '' THEN file_hash ELSE ? END"
        " WHERE id = ?",
        (file_hash, file_hash, document),
    )


def _index(tx: Transaction, document: str, prepared: Prepared) -> None:
    newest = tx.one("SELECT coalesce(max(id), 0) AS id FROM knowledge_chunks")
    first = (newest["id"] if newest is not None else 0) + 1
    rows = [
        (first + number, document, start, piece, words, sounds)
        for number, (start, piece, words, sounds) in enumerate(prepared.pieces)
    ]
    tx.execute_many(
        "INSERT INTO knowledge_chunks (id, document, start, text, words, sounds) VALUES (?, ?, ?, ?, ?, ?)",
        rows,
    )
    WORDS.insert(tx, [(row[0], row[4]) for row in rows])
    SOUNDS.insert(tx, [(row[0], row[5]) for row in rows])


def _forget_chunks(tx: Transaction, document: str) -> None:
    rows = tx.rows("SELECT id, words, sounds FROM knowledge_chunks WHERE document = ?", (document,))
    WORDS.delete(tx, [(row["id"], row["words"]) for row in rows])
    SOUNDS.delete(tx, [(row["id"], row["sounds"]) for row in rows])
    of_document = "(SELECT id FROM knowledge_chunks WHERE document = ?)"
    tx.execute(f"DELETE FROM knowledge_vectors WHERE chunk IN {of_document}", (document,))  # noqa: S608
    tx.execute("DELETE FROM knowledge_chunks WHERE document = ?", (document,))


def _columns(document: Document) -> tuple[object, ...]:
    return (
        document.id, document.title, document.source, document.version,
        document.content_hash, document.characters, document.imported.isoformat(),
    )  # fmt: skip


def _document(row: Row) -> Document:
    return Document(
        id=row["id"],
        title=row["title"],
        source=row["source"],
        version=row["version"],
        content_hash=row["content_hash"],
        characters=row["characters"],
        imported=datetime.fromisoformat(row["imported"]),
        missing=datetime.fromisoformat(row["missing"]) if row["missing"] else None,
    )

"""The folders a household has watched, and the documents that came from them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from core.errors import Refused
from core.ids import new_id
from core.knowledge.documents import Document, Folder
from core.knowledge.store import get, mark
from core.vault.scope import Scope
from core.vault.transaction import Row, Transaction


def add(tx: Transaction, scope: Scope, path: str, role: str) -> Folder:
    """Watch a folder; again changes who may quote it."""
    tx.execute(
        "INSERT INTO knowledge_folders (id, path, role, added_by, added) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (path) DO UPDATE SET role = excluded.role",
        (new_id(), path, role, scope.actor, tx.now.isoformat()),
    )
    row = tx.one("SELECT * FROM knowledge_folders WHERE path = ?", (path,))
    assert row is not None
    return _folder(row)


def remove(tx: Transaction, path: str) -> None:
    """Watch it no longer; its documents stay. Raises Refused("knowledge.folder_unwatched")."""
    row = tx.one("SELECT id FROM knowledge_folders WHERE path = ?", (path,))
    if row is None:
        raise Refused("knowledge.folder_unwatched", name=path)
    tx.execute("UPDATE knowledge_documents SET folder = NULL, missing = NULL WHERE folder = ?", (row["id"],))
    tx.execute("DELETE FROM knowledge_left_out WHERE folder = ?", (row["id"],))
    tx.execute("DELETE FROM knowledge_folders WHERE id = ?", (row["id"],))


def all(tx: Transaction) -> list[Folder]:  # noqa: A001 (read as folders.all)
    """Every watched folder, by path."""
    return [_folder(row) for row in tx.rows("SELECT * FROM knowledge_folders ORDER BY path")]


def left_out(tx: Transaction, folder: Folder, source: str) -> bool:
    """Whether somebody removed this file's document: it does not come back by itself."""
    found = tx.one(
        "SELECT 1 FROM knowledge_left_out WHERE folder = ? AND mark = ?", (folder.id, mark(folder.id, source))
    )
    return found is not None


def take_in(tx: Transaction, folder: Folder, document: str) -> None:
    """This document is in this folder now."""
    tx.execute(
        "UPDATE knowledge_documents SET folder = ?, missing = NULL WHERE id = ?", (folder.id, document)
    )


def absent(tx: Transaction, folder: Folder, present: Iterable[str]) -> list[Document]:
    """The folder's documents whose source is not among ``present``."""
    there = set(present)
    rows = tx.rows("SELECT id, source FROM knowledge_documents WHERE folder = ? ORDER BY title", (folder.id,))
    return [get(tx, row["id"]) for row in rows if row["source"] not in there]


def mark_missing(tx: Transaction, documents: Iterable[str]) -> None:
    """Their files are gone. Nothing is forgotten by that: a disk may not be plugged in."""
    tx.execute_many(
        "UPDATE knowledge_documents SET missing = ? WHERE id = ? AND missing IS NULL",
        [(tx.now.isoformat(), document) for document in documents],
    )


def _folder(row: Row) -> Folder:
    return Folder(
        id=row["id"], path=row["path"], role=row["role"], added=datetime.fromisoformat(row["added"])
    )

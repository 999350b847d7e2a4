"""The household's documents: adding, replacing, removing, and which roles may quote them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from core.errors import Refused, UserFacing
from core.ids import new_id
from core.knowledge.chunks import chunks
from core.knowledge.documents import Document
from core.knowledge.parsers import clean
from core.knowledge.schema import SOUNDS, WORDS
from core.retrieval.bigrams import index_tokens
from core.retrieval.sound import sound_tokens
from core.vault.receipts import Deleted, Receipt, ReceiptBook
from core.vault.scope import Scope
from core.vault.transaction import Row, Transaction

MAX_CHARACTERS = 4_000_000
MAX_TITLE = 200


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text cut and read for every channel. pieces: start, text, words and sounds of each chunk."""

    title: str
    source: str
    content_hash: str
    characters: int
    pieces: tuple[tuple[int, str, str, str], ...]


def prepare(title: str, source: str, text: str) -> Prepared:
    """The work on a text that needs no database: milliseconds a page, on whatever thread has time.

    source: where it came from (a file's name, ``paste``), never opened. Raises UserFacing:
    knowledge.empty, knowledge.not_text, knowledge.too_long.
    """
    name = " ".join(title.split())[:MAX_TITLE] or source
    whole = clean(text, name)
    if len(whole) > MAX_CHARACTERS:
        raise UserFacing("knowledge.too_long", name=name, limit=MAX_CHARACTERS)
    content_hash = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
    pieces = []
    for span in chunks(whole):
        piece = whole[span.start : span.end]
        # The title counts as a part of every chunk: people name the document they ask about.
        named = f"{name}\n{piece}"
        pieces.append((span.start, piece, " ".join(index_tokens(named)), " ".join(sound_tokens(named))))
    return Prepared(name, source, content_hash, len(whole), tuple(pieces))


def add(tx: Transaction, scope: Scope, title: str, source: str, text: str) -> Document:
    """:func:`prepare` and :func:`keep` in one, where nobody else waits for the database."""
    return keep(tx, scope, prepare(title, source, text))


def keep(tx: Transaction, scope: Scope, prepared: Prepared) -> Document:
    """Import a text. The same source and title again: unchanged text is left alone, changed text replaces
    the chunks under the next version."""
    name, source, content_hash = prepared.title, prepared.source, prepared.content_hash
    before = tx.one("SELECT * FROM knowledge_documents WHERE source = ? AND title = ?", (source, name))
    if before is not None and before["content_hash"] == content_hash:
        return _document(before)
    document = Document(
        id=before["id"] if before is not None else new_id(),
        title=name,
        source=source,
        version=before["version"] + 1 if before is not None else 1,
        content_hash=content_hash,
        characters=prepared.characters,
        imported=tx.now,
    )
    if before is not None:
        _forget_chunks(tx, document.id)
    tx.execute(
        "INSERT INTO knowledge_documents"
        " (id, title, source, version, content_hash, characters, imported, added_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
        " content_hash = excluded.content_hash, characters = excluded.characters,"
        " imported = excluded.imported, added_by = excluded.added_by",
        (*_columns(document), scope.actor),
    )
    _index(tx, document, prepared)
    return document


def remove(tx: Transaction, scope: Scope, document: str, book: ReceiptBook) -> Receipt:
    """Forget a document. Raises Refused("knowledge.unknown_document")."""
    get(tx, document)
    erase(tx, document)
    return book.write(tx, scope.actor, Deleted(kind="document", id=document))


def erase(tx: Transaction, document: str) -> None:
    """Take a document out of rows, every channel and bindings. Citations of it then have no text."""
    _forget_chunks(tx, document)
    tx.execute("DELETE FROM knowledge_bindings WHERE document = ?", (document,))
    tx.execute("DELETE FROM knowledge_documents WHERE id = ?", (document,))


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


def _index(tx: Transaction, document: Document, prepared: Prepared) -> None:
    newest = tx.one("SELECT coalesce(max(id), 0) AS id FROM knowledge_chunks")
    first = (newest["id"] if newest is not None else 0) + 1
    rows = [
        (first + number, document.id, start, piece, words, sounds)
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
    )

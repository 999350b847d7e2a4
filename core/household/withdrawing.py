"""What a withdrawn consent leaves behind, and letting go of it when that is wanted."""

from __future__ import annotations

from collections.abc import Callable

from core.household import deleting
from core.journal import reading, recordings
from core.memory import store as memory
from core.people import access, manner
from core.people.consent import Purpose
from core.vault.receipts import Receipt, ReceiptBook
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_ALL = 1_000_000


def kept(tx: Transaction, scope: Scope, purpose: Purpose) -> int:
    """How much is here that was kept under ``purpose``: conversations, facts or recordings."""
    return len(_THINGS[purpose](tx, scope)) if purpose in _THINGS else 0


def delete_kept(tx: Transaction, scope: Scope, purpose: Purpose, book: ReceiptBook) -> list[Receipt]:
    """Delete it, by the ways everything is deleted, and note in the person's log that it was."""
    things = _THINGS[purpose](tx, scope) if purpose in _THINGS else []
    receipts: list[Receipt] = []
    for thing in things:
        if purpose == "transcript":
            receipts += deleting.conversation(tx, scope, thing, book)
        elif purpose == "memory":
            receipts += deleting.fact(tx, scope, thing, book)
    if purpose == "memory":
        manner.reset(tx, scope)
    elif purpose == "audio":
        recordings.remove_all(tx, scope)
    door: access.Door = "audio" if purpose == "audio" else "memory" if purpose == "memory" else "history"
    access.note(tx, scope, "deleted", door, amount=len(things), unit="items")
    return receipts


def _conversations(tx: Transaction, scope: Scope) -> list[str]:
    return [summary.thread for summary in reading.threads(tx, scope, _ALL) if summary.kept]


_THINGS: dict[Purpose, Callable[[Transaction, Scope], list[str]]] = {
    "transcript": _conversations,
    "memory": lambda tx, scope: [fact.id for fact in memory.all(tx, scope)],
    "audio": lambda tx, scope: [recording.id for recording in recordings.all(tx, scope)],
}
"""Only these keep something on this machine. What a cloud keeps is erased by the rooms that talk to it."""

"""Coming back into the same session after the line broke: a token that works once, and what was missed.

A token is 32 random bytes; the vault knows its SHA-256 only (nothing to guess, so nothing to slow down).
Every refusal says why; none of them begins another conversation.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from datetime import timedelta

import msgspec

from core.errors import Refused
from core.ids import random_bytes
from core.journal import store
from core.journal.events import Event, Session
from core.journal.reading import added
from core.secret import Secret
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Transaction

HOURS = 24
"""How long a token waits. Later, the conversation is continued from the history."""


class Reconnected(msgspec.Struct, frozen=True, kw_only=True):
    """missed: the session's events after the last one the other side had. token: for the next time."""

    session: Session
    missed: list[Event]
    token: Secret


def issue(tx: Transaction, scope: Scope, session: str) -> Secret:
    """A token for an open session; earlier ones of it stop working.

    Raises Refused: not the scope's, ``journal.not_kept`` (nothing to come back to once this machine
    forgets it), ``journal.session_ended``.
    """
    _open(tx, scope, session)
    tx.execute("UPDATE reconnects SET used = 1 WHERE session = ?", (session,))
    tx.execute("DELETE FROM reconnects WHERE until <= ?", (to_text(tx.now),))
    token = urlsafe_b64encode(random_bytes(32)).decode().rstrip("=")
    tx.execute(
        "INSERT INTO reconnects(hash, session, until) VALUES (?, ?, ?)",
        (_hash(token), session, to_text(tx.now + timedelta(hours=HOURS))),
    )
    return Secret.from_text(token)


def reconnect(tx: Transaction, scope: Scope, session: str, token: Secret, last: int) -> Reconnected:
    """Go on in ``session``. last: the seq of the last event the other side has, -1 for none.

    Raises Refused: as :func:`issue`, and ``journal.token_unknown``, ``journal.token_used``,
    ``journal.token_expired``, ``journal.token_elsewhere`` (another session's), or ``journal.ahead`` when
    the other side has what this vault has not, as after restoring an older backup.
    """
    held = _open(tx, scope, session)
    row = tx.one("SELECT * FROM reconnects WHERE hash = ?", (_hash(token.reveal().decode()),))
    if row is None:
        raise Refused("journal.token_unknown")
    if row["session"] != session:
        raise Refused("journal.token_elsewhere")
    if row["used"]:
        raise Refused("journal.token_used")
    if row["until"] <= to_text(tx.now):
        raise Refused("journal.token_expired", hours=HOURS)
    newest = tx.one("SELECT max(seq) AS seq FROM events WHERE session = ?", (session,))
    if newest is None or last > newest["seq"]:
        raise Refused("journal.ahead")
    return Reconnected(
        session=held, missed=added(tx, session, max(0, last + 1)), token=issue(tx, scope, session)
    )


def _open(tx: Transaction, scope: Scope, session: str) -> Session:
    held = store.session(tx, scope, session)
    if not held.kept:
        raise Refused("journal.not_kept")
    if store.has_ended(tx, session):
        raise Refused("journal.session_ended")
    return held


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

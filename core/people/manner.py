"""How one person likes to be spoken with: the pauses they make inside their turns, speed, volume."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from core.people.roles import FASTEST, SLOWEST
from core.vault.scope import Scope
from core.vault.times import to_text
from core.vault.transaction import Transaction

KEPT = 100
"""The newest pauses are kept; people change, and older ones say little."""

QUIETEST, LOUDEST = 0.1, 4.0


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """pauses: seconds of silence inside turns, oldest first; never when, never about what.

    speed: times the role's own speed. volume: times the level the voice comes with.
    """

    pauses: tuple[float, ...] = ()
    speed: float = 1.0
    volume: float = 1.0


def get(tx: Transaction, scope: Scope) -> Manner:
    """What is known of ``scope.person``; a manner like everybody's when nothing is."""
    row = tx.one("SELECT * FROM manners WHERE person = ?", (scope.person,))
    if row is None:
        return Manner()
    pauses = msgspec.json.decode(row["pauses"], type=tuple[float, ...])
    return Manner(pauses=pauses, speed=row["speed"], volume=row["volume"])


def learn(tx: Transaction, scope: Scope, pauses: Iterable[float]) -> Manner:
    """Keep these pauses, newest last, in hundredths of a second; what is no length of time is left out."""
    before = get(tx, scope)
    fresh = tuple(round(pause, 2) for pause in pauses if math.isfinite(pause) and pause > 0)
    return _put(tx, scope, msgspec.structs.replace(before, pauses=(*before.pauses, *fresh)[-KEPT:]))


def deliver(tx: Transaction, scope: Scope, *, speed: float, volume: float) -> Manner:
    """From now on speak to them like this, as far as it can be understood."""
    after = msgspec.structs.replace(
        get(tx, scope),
        speed=round(min(FASTEST, max(SLOWEST, speed)), 3),
        volume=round(min(LOUDEST, max(QUIETEST, volume)), 3),
    )
    return _put(tx, scope, after)


def reset(tx: Transaction, scope: Scope) -> None:
    """Forget all of it."""
    tx.execute("DELETE FROM manners WHERE person = ?", (scope.person,))


def _put(tx: Transaction, scope: Scope, manner: Manner) -> Manner:
    tx.execute(
        "INSERT INTO manners VALUES (?, ?, ?, ?, ?) ON CONFLICT(person) DO UPDATE SET"
        " pauses = excluded.pauses, speed = excluded.speed, volume = excluded.volume, at = excluded.at",
        (
            scope.person,
            msgspec.json.encode(manner.pauses).decode(),
            manner.speed,
            manner.volume,
            to_text(tx.now),
        ),
    )
    return manner

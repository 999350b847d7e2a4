"""How many facts a person has in a role, and which one a person is asked about when there are too many."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

from core.memory import rows
from core.memory.facts import MOST_ACTIVE, Fact, Kind
from core.vault.scope import Scope
from core.vault.transaction import Transaction

_LASTING: Final[dict[Kind, float]] = {
    "name": 120, "correction": 120, "health": 120, "birthday": 120, "relationship": 90, "home_city": 90,
    "preference": 30, "routine": 20, "goal": 10, "event": 0,
}  # fmt: skip
"""Days by which a kind outweighs an event of the same age."""
_A_USE: Final = 14.0
"""Days that one use is worth; a fact that answers rely on weekly never gets old."""
_MANY_USES: Final = 26
_CERTAIN: Final = 30.0
"""Days between a sure fact and one that is only guessed."""


def usefulness(fact: Fact, now: datetime) -> tuple[bool, bool, float]:
    """Sorts the least useful first: what a person wrote or kept comes last, and always-on kinds before that.

    In days: how lately it was said or used, more for lasting kinds, for every use, and for being sure.
    """
    by_hand = fact.origin == "human" or fact.kept is not None
    freshest = max(fact.last_said.at, fact.used or fact.valid_from)
    days = (freshest - now).total_seconds() / 86_400
    worth = _LASTING[fact.kind] + _A_USE * min(fact.uses, _MANY_USES) + _CERTAIN * fact.confidence
    return by_hand, fact.kind in ("name", "correction"), days + worth


def least_useful(facts: Iterable[Fact], now: datetime) -> Fact | None:
    """The fact to ask about; of equals the one told first."""
    return min(facts, key=lambda fact: (usefulness(fact, now), fact.valid_from, fact.id), default=None)


def propose(tx: Transaction, scope: Scope) -> list[Fact]:
    """Set the least useful facts aside for review until no more than ``MOST_ACTIVE`` are active. They
    are not used meanwhile, stay visible, and wait for a person to say."""
    counted = tx.one(
        "SELECT count(*) AS count FROM memories WHERE person = ? AND role = ? AND status = 'active'",
        (scope.person, scope.role),
    )
    if counted is None or counted["count"] <= MOST_ACTIVE:
        return []
    active = rows.of_status(tx, scope, "active")
    proposed: list[Fact] = []
    while len(active) > MOST_ACTIVE and (least := least_useful(active, tx.now)) is not None:
        active.remove(least)
        after = msgspec.structs.replace(least, status="review", revision=least.revision + 1)
        rows.replace(tx, least, after, scope.actor)
        proposed.append(after)
    return proposed

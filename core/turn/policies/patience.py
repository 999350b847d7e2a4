"""How long a silence may last before it ends a turn: per role now, learned per person next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Patience(Protocol):
    """Seconds. floor: the shortest pause that may end a turn; ceiling: the one that always does."""

    @property
    def floor(self) -> float: ...

    @property
    def ceiling(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Profile:
    """A role's own setting."""

    floor: float
    ceiling: float


ELDER = Profile(floor=0.9, ceiling=3.0)
BRISK = Profile(floor=0.35, ceiling=2.0)
PROFILES = {"elder": ELDER, "brisk": BRISK}
"""By the name a role uses."""

_LEAST_PAUSES = 8


@dataclass(frozen=True, slots=True)
class Learned:
    """A role's setting moved towards the pauses one person makes inside their own turns.

    pauses: seconds, as reported by the coordinator's ``Learned`` actions. The floor becomes their
    90th percentile once there are enough of them, never under half the role's own floor and never
    over half-way to its ceiling; the ceiling stays.
    """

    role: Profile
    pauses: tuple[float, ...] = ()

    @property
    def floor(self) -> float:
        if len(self.pauses) < _LEAST_PAUSES:
            return self.role.floor
        lowest = self.role.floor / 2
        highest = (self.role.floor + self.role.ceiling) / 2
        return min(highest, max(lowest, _percentile(self.pauses, 0.9)))

    @property
    def ceiling(self) -> float:
        return self.role.ceiling


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

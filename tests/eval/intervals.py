"""How sure a share is, counted on few items."""

from __future__ import annotations

import math

_Z = 1.959964
"""Of 95 %."""


def share(right: int, of: int) -> float | None:
    """``right`` of ``of``, to four places; None of nothing."""
    return round(right / of, 4) if of else None


def wilson(right: int, of: int) -> list[float] | None:
    """The 95 % interval of a share (Wilson 1927): [low, high], to four places; None of nothing."""
    if not of:
        return None
    p, z2 = right / of, _Z * _Z
    middle, reach = p + z2 / (2 * of), _Z * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low, high = (middle - reach) / (1 + z2 / of), (middle + reach) / (1 + z2 / of)
    return [round(max(0.0, low), 4), round(min(1.0, high), 4)]

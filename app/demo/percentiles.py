"""p50 and p95 of a handful of measurements."""

from __future__ import annotations

import math
from collections.abc import Sequence


def percentiles(seconds: Sequence[float]) -> dict[str, float | int]:
    """Nearest-rank percentiles, rounded to milliseconds; count 0 when nothing was measured."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(seconds)
    return {
        "count": len(ordered),
        "p50": round(ordered[math.ceil(0.50 * len(ordered)) - 1], 3),
        "p95": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 3),
    }

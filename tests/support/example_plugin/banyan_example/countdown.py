"""A tool that tells how many days there are until New Year."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from core.brain.model import ToolSpec
from core.clock import Clock


class Countdown:
    """A ``Tool`` that changes nothing."""

    spec = ToolSpec(
        name="days_until_new_year",
        description="How many days there are until the first of January.",
        parameters={"type": "object", "properties": {}},
    )
    side_effects = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def run(self, arguments: dict[str, Any]) -> str:
        today = self._clock.now().date()
        return json.dumps({"days": (date(today.year + 1, 1, 1) - today).days})

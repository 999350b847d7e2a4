"""What a model's tokens weigh against estimated ones, learned from what it reports of every request."""

from __future__ import annotations

import msgspec

from core.brain.budget import Budget
from core.brain.model import Context, ToolSpec, Usage
from core.brain.sections import messages


class Calibration:
    """Kept by model, for as long as the process lives: a first turn is planned by the estimate alone."""

    def __init__(self) -> None:
        self._factors: dict[str, float] = {}

    def of(self, model: str, budget: Budget) -> Budget:
        """``budget`` as this model's reports have corrected it so far."""
        factor = self._factors.get(model)
        if factor is None or budget.counter is not None:
            return budget
        return msgspec.structs.replace(budget, factor=factor)

    def learn(
        self, model: str, budget: Budget, context: Context, tools: tuple[ToolSpec, ...], usage: Usage
    ) -> None:
        """Take in what one request really cost. context, tools: what was sent."""
        known = self.of(model, budget)
        self._factors[model] = known.calibrated(asked(context, tools, budget), usage.prompt_tokens).factor


def asked(context: Context, tools: tuple[ToolSpec, ...], budget: Budget) -> int:
    """Estimated tokens of a whole request as a text model is sent it, sections, tool calls and all."""
    written = [
        f"{message.get('content') or ''}{msgspec.json.encode(message['tool_calls']).decode()}"
        if "tool_calls" in message
        else str(message.get("content") or "")
        for message in messages(context)
    ]
    return sum(map(budget.message, written)) + budget.with_tools(tools).tools

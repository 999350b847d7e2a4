"""When the past no longer fits: what it said is put into a summary, and the newer half of it stays whole."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from core.brain.budget import Budget
from core.brain.context import SUMMARY_PART, fit
from core.conversation.gather import Gathered
from core.journal import summaries
from core.journal.events import Event, SummaryMade
from core.journal.projection import SpokenTurn


class Compaction:
    """Of one conversation. A summary counts for as long as what it was made from is what it was."""

    def __init__(self) -> None:
        self._summaries = summaries.Summaries()
        self._made: SummaryMade | None = None

    def summary(self, history: Sequence[Event]) -> SummaryMade | None:
        """The summary to begin the context with. history: the whole thread, as its log hands it out."""
        made = self._made
        if made is not None and summaries.is_right(history, made):
            return made  # of a draft, or of a turn that is being answered: not in the journal yet
        self._made = None
        return self._summaries.current(history)

    async def after(
        self, gathered: Gathered, history: Sequence[Event], earlier: Sequence[SpokenTurn], budget: Budget
    ) -> tuple[Gathered, SummaryMade] | None:
        """The same context with a new summary of what did not fit, and the event to keep it by; None when
        everything fitted. earlier: every turn before this one, with those that a summary stands for.

        More than the overflow is put into it, so that the next turn does not have to do it again.
        """
        known = self.summary(history)
        waiting = [
            turn for turn in (summaries.rest(earlier, known) if known else earlier) if turn.text.strip()
        ]
        kept = list(gathered.turns)
        if len(kept) == len(waiting):
            return None
        kept = kept[len(kept) // 2 :]
        while kept and kept[0].by == "assistant":
            kept.pop(0)
        if not kept:
            return None
        room = int(budget.window * SUMMARY_PART)
        made = await asyncio.to_thread(summaries.make, history, earlier, kept[0], known, room, budget.tokens)
        if made is None:
            return None
        self._made = made
        turns = gathered.context.turns[len(gathered.context.turns) - len(kept) :]
        context = fit(msgspec.structs.replace(gathered.context, summary=made.text, turns=turns), budget)
        return replace(gathered, context=context, turns=tuple(kept)), made

"""The check of the barge-in: the voice stops, and the journal holds exactly what was heard."""

from __future__ import annotations

from app.demo.checks import Check
from app.demo.stage import Stage
from core.conversation.conversation import Conversation
from core.conversation.recorder import JournalRecorder
from core.journal.events import Boundary, Outcome

TOLERANCE = 2
"""Characters by which the journal may differ from what sounded."""


async def barge_in(stage: Stage) -> Check:
    """Ask for something long, speak into the answer, compare the journal with the recording."""
    name = "barge_in_heard_prefix"
    script = stage.script
    async with stage.line(stage.first, stage.shop, prepare=_boast if stage.breaks(name) else None) as line:
        cut = await line.interrupt(script.long_question, script.interruption)
    heard = cut.heard
    letters, least, most = (_sounding(cut.sentence[:end]) for end in (heard, cut.surely, cut.sounded))
    error = letters - max(least, min(most, letters))
    ok = 0 < heard < len(cut.sentence) and abs(error) <= TOLERANCE and script.freight_answer in cut.next_reply
    return Check(
        name=name,
        ok=ok,
        evidence={
            "asked": cut.question,
            "interrupted_with": cut.interruption,
            "sentence": cut.sentence,
            "journal_heard": cut.sentence[:heard],
            "journal_unheard": cut.sentence[heard:],
            "boundary": cut.boundary,
            "sounded_characters": cut.sounded,
            "of_them_surely_whole": cut.surely,
            "sounded_by": cut.basis,
            "error_characters": error,
            "answer_to_the_interruption": cut.next_reply,
        }
        | cut.details,
    )


def _sounding(text: str) -> int:
    """Characters that make a sound; marks and spaces do not."""
    return sum(character.isalnum() for character in text)


class _BoastfulRecorder(JournalRecorder):
    """Writes down every sentence as if all of it had been heard: what the check must notice."""

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: Boundary, outcome: Outcome
    ) -> None:
        await super().assistant_spoke(turn, index, text, max(heard, len(text)), boundary, outcome)


def _boast(conversation: Conversation) -> None:
    conversation.recorder.__class__ = _BoastfulRecorder

"""The journal's row of an answer that was cut, and what of the answer came before it."""

from __future__ import annotations

from core.conversation.conversation import Conversation
from core.journal.events import AssistantSpoke


async def cut_sentence(conversation: Conversation) -> tuple[str, AssistantSpoke]:
    """What had been said whole of the same answer, and the sentence that was cut."""
    rows = [event.body for event in await conversation.journal.history()]
    spoken = [body for body in rows if isinstance(body, AssistantSpoke)]
    cut = next(body for body in spoken if body.outcome == "interrupted")
    before = [body.text for body in spoken if body.answers == cut.answers and body.index < cut.index]
    return "".join(before), cut

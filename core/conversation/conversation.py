"""One conversation: begun or resumed, spoken or typed, ended; its words in one session of one thread."""

from __future__ import annotations

from collections.abc import AsyncIterator

from core.conversation.cloud import ConsentedChat
from core.conversation.doors import Doors
from core.conversation.equipment import Equipment
from core.conversation.proposing import Proposing
from core.conversation.recorder import JournalRecorder
from core.conversation.responder import HouseholdResponder
from core.errors import UserFacing
from core.journal.events import SessionEnded
from core.journal.log import SessionLog
from core.people.persons import Person
from core.people.roles import Role
from core.text import language_of
from core.turn.ports import Turn
from core.vault.scope import Scope


class Conversation:
    """A session being lived. ``responder`` and ``recorder`` are what a turn engine is handed.

    failed: why the last typed turn has no (whole) answer; None when it has. doors: what its person's
    consent opens, for whoever else sends or keeps something of it.

    Made by :func:`core.conversation.opening.begin` and :func:`core.conversation.opening.resume`.
    """

    def __init__(
        self,
        equipment: Equipment,
        journal: SessionLog,
        scope: Scope,
        person: Person,
        role: Role,
        doors: Doors,
    ) -> None:
        self.journal = journal
        self.scope = scope
        self.person = person
        self.role = role
        self.doors = doors
        self.recorder = JournalRecorder(equipment.vault, journal, scope, role, doors, equipment.recordings)
        self.responder = HouseholdResponder(equipment, journal, self.recorder, scope, person, role, doors)
        self.proposing = _proposing(equipment, scope, role, doors) if equipment.proposes else None
        self.recorder.proposing = self.proposing
        self.model_is_cloud = equipment.model.cloud
        self.failed: UserFacing | None = None
        self._typed = 0

    @property
    def thread(self) -> str:
        return self.journal.session.thread

    async def ask(self, text: str) -> AsyncIterator[str]:
        """A typed turn: its answer sentence by sentence, each durable before it is handed out.

        A failed answer is one sentence that says so, and the failure stands in the journal.
        """
        self._typed -= 1
        self.failed = None
        turn = Turn(
            id=self._typed,  # below zero, so that an engine on the same conversation never shares one
            text=text,
            language=language_of(text, self.role.language),
            confidence=1.0,
            spoken=False,
        )
        await self.recorder.user_spoke(turn)
        turn.committed.set()
        index = 0
        try:
            async for sentence in self.responder.reply(turn):
                await self.recorder.assistant_spoke(
                    turn.id, index, sentence, len(sentence), "measured", "finished"
                )
                index += 1
                yield sentence
        except UserFacing as error:
            self.failed = error
            await self.recorder.answer_ended(turn.id, "failed", error.message_id)
            yield self.responder.failure(turn, error)
        else:
            await self.recorder.answer_ended(turn.id, "finished", None)

    async def end(self, reason: str = "ended") -> None:
        """Close the session. A conversation that was killed has no end, and needs none."""
        if self.proposing is not None:
            await self.proposing.close()
        await self.journal.append(SessionEnded(reason=reason))


def _proposing(equipment: Equipment, scope: Scope, role: Role, doors: Doors) -> Proposing:
    model = equipment.model
    if model.cloud:
        model = ConsentedChat(model, doors, equipment.host or model.name)
    return Proposing(equipment.vault, model, scope, role, doors, equipment.clock)

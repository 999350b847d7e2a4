"""Dialogues lived in the product: journalled in order by a conversation's recorder, which lets memory learn.

One household in a temporary vault, one person a dialogue, who has consented to transcript and memory; no
chat model and no embedder. What is read back at the end is what the store holds then.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Literal

import msgspec

from core.brain.fake import Scripted
from core.clock import ManualClock
from core.conversation.equipment import Equipment
from core.household.household import MIGRATIONS, Household
from core.ids import random_bytes
from core.journal.events import AssistantSpoke
from core.people.persons import Person
from core.people.roles import Role, draft
from core.secret import Secret
from core.text import Language
from core.turn.ports import Turn
from core.vault.database import Vault
from core.vault.recovery_slot import RecoverySlot

_A_WHILE = 30.0
"""Seconds between two turns."""


class Said(msgspec.Struct, frozen=True):
    """One turn of a dialogue."""

    by: Literal["user", "assistant"]
    text: str


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A fact as the store holds it after the last turn; span: the words of the journal it came from."""

    kind: str
    about: str
    text: str
    value: str
    span: str
    negated: bool
    status: str


@dataclass(slots=True)
class Living:
    """An open household and who talks in it."""

    household: Household
    role: Role
    clock: ManualClock
    _talked: int = 0

    async def talk(self, turns: Sequence[Said], language: Language) -> list[Told]:
        """Live one dialogue and read back every fact of it, whatever became of it."""
        person = await self._somebody(language)
        conversation = await self.household.begin(person, self.role)
        recorder, texts, last, sentence = conversation.recorder, dict[tuple[str, int], str](), 0, 0
        for number, said in enumerate(turns, 1):
            self.clock.advance(_A_WHILE)
            if said.by == "user":
                last, sentence = number, 0
                await recorder.user_spoke(Turn(id=number, text=said.text, language=language, confidence=1.0))
                if recorder.learning == "failed":
                    raise RuntimeError(f"extraction failed on {said.text!r}")
                seq = recorder.seq(number)
                assert seq is not None, "an utterance that was recorded has its place"
                texts[conversation.journal.session.id, seq] = said.text
            elif last:
                await recorder.assistant_spoke(
                    last, sentence, said.text, len(said.text), "measured", "finished"
                )
                sentence += 1
            else:  # it spoke first, so it answers nobody
                await conversation.journal.append(
                    AssistantSpoke(
                        answers=0,
                        index=0,
                        text=said.text,
                        heard=len(said.text),
                        boundary="measured",
                        outcome="finished",
                    )
                )
        await conversation.end()
        facts = await self.household.memory.all(person, self.role, active=False)
        told = []
        for fact in sorted(facts, key=lambda one: (one.valid_from, one.source_span or (0, 0))):
            source = texts.get((fact.source_session or "", fact.source_seq or 0), "")
            start, end = fact.source_span or (0, 0)
            told.append(
                Told(
                    kind=fact.kind,
                    about=fact.about,
                    text=fact.text,
                    value=fact.value,
                    span=source[start:end],
                    negated=fact.negated,
                    status=fact.status,
                )
            )
        return told

    async def _somebody(self, language: Language) -> Person:
        self._talked += 1
        person = await self.household.people.add(f"Person {self._talked}", language)
        await self.household.people.decide(person, "transcript", True, by=person.id, how="setup")
        await self.household.people.decide(person, "memory", True, by=person.id, how="setup")
        return person


@asynccontextmanager
async def living(folder: Path) -> AsyncIterator[Living]:
    """A household of its own in ``folder``; its time moves only between turns."""
    clock = ManualClock()
    slot = RecoverySlot(Secret(random_bytes(20)))
    vault = Vault.create(folder / "vault", [slot], MIGRATIONS, clock)
    equipment = Equipment(
        vault=vault,
        model=Scripted(),
        clock=clock,
        zone=UTC,
        machine="evaluation",
    )
    async with Household(equipment) as household:
        role = await household.roles.add(draft("companion"))
        yield Living(household, role, clock)

"""What a conversation learns of someone's pauses is there for the next, if they consented."""

from __future__ import annotations

from dataclasses import replace

from core.conversation.habits import PersonHabits
from core.people.manner import Manner
from core.turn.policies.patience import ELDER, Learned
from core.turn.ports import Delivery
from tests.unit.core.conversation.living import Living


async def test_the_next_conversation_waits_as_this_one_taught(living: Living) -> None:
    await PersonHabits(living.vault, living.scope()).paused([1.4] * 12)
    known = await PersonHabits(living.vault, living.scope()).known()
    assert ELDER.floor < Learned(ELDER, known.pauses).floor == 1.4


async def test_nothing_is_learned_of_someone_who_did_not_consent_to_memory(living: Living) -> None:
    habits = PersonHabits(living.vault, living.scope(living.li))
    await habits.paused([1.4] * 12)
    assert await habits.known() == Manner()


async def test_a_habit_is_a_persons_whatever_the_role(living: Living) -> None:
    await PersonHabits(living.vault, living.scope()).paused([1.0])
    other_role = replace(living.scope(), role="another")
    assert (await PersonHabits(living.vault, other_role).known()).pauses == (1.0,)


async def test_a_wish_is_kept_for_whoever_made_it_consent_or_not(living: Living) -> None:
    habits = PersonHabits(living.vault, living.scope(living.li))
    await habits.wished(Delivery(speed=0.833, volume=1.5))
    assert await habits.known() == Manner(speed=0.833, volume=1.5)
    assert await PersonHabits(living.vault, living.scope()).known() == Manner()

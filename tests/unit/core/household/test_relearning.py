"""What was left unlearned is learned at the next start, and facts follow the words they came from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.household.household import Household
from core.household.relearning import learn_waiting
from core.memory import extractions
from core.turn.ports import Turn
from tests.unit.core.conversation.living import Living, ask, settle, spoken

GOAL = "我的目标是学会日语"


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


async def crashed_while_learning(living: Living, monkeypatch: pytest.MonkeyPatch) -> str:
    """Something was said and kept, and nothing learned from it; the session."""

    def broken(*_: object) -> None:
        raise ValueError("a rule that is wrong")

    with monkeypatch.context() as patched:
        patched.setattr("core.conversation.recorder.extract", broken)
        conversation = await living.begin()
        await ask(conversation, GOAL)
    return conversation.journal.session.id


async def counts(living: Living) -> extractions.Counts:
    return await living.vault.read(lambda tx: extractions.counts(tx, living.scope()))


async def test_what_could_not_be_learned_is_counted_and_learned_at_the_next_start(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    await crashed_while_learning(living, monkeypatch)
    assert not await living.facts()
    assert (await counts(living)).failed == 1
    said = living.clock.now()
    living.clock.advance(3600)
    assert await learn_waiting(living.equipment.vault) == 1
    (fact,) = await living.facts()
    assert (fact.value, fact.valid_from) == ("学会日语", said)
    assert await counts(living) == extractions.Counts(active=1)


async def test_a_rule_that_stays_wrong_is_tried_a_few_times_and_stays_visible(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    await crashed_while_learning(living, monkeypatch)
    tried: list[str] = []

    def broken(text: str, language: str) -> None:
        tried.append(text)
        raise ValueError("a rule that is wrong")

    monkeypatch.setattr("core.household.relearning.extract", broken)
    for _ in range(10):
        await learn_waiting(living.equipment.vault)
    assert len(tried) == extractions.MOST_TRIES - 1
    assert (await counts(living)).failed == 1


async def test_nothing_is_learned_late_once_consent_is_gone(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    await crashed_while_learning(living, monkeypatch)
    await living.decide(living.wang, "memory", granted=False)
    await learn_waiting(living.equipment.vault)
    assert not await living.facts()
    assert await counts(living) == extractions.Counts()


async def test_what_was_said_without_consent_never_waits(living: Living) -> None:
    await living.decide(living.wang, "memory", granted=False)
    await ask(await living.begin(), GOAL)
    await living.decide(living.wang, "memory", granted=True)
    assert await learn_waiting(living.equipment.vault) == 0
    assert not await living.facts()


async def test_a_deleted_utterance_no_longer_waits(living: Living, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await crashed_while_learning(living, monkeypatch)
    household = Household(living.equipment)
    await household.deletions.said(session, 1, of=living.wang, by=living.wang)
    assert await counts(living) == extractions.Counts()
    assert await learn_waiting(living.equipment.vault) == 0
    assert not await living.facts()


async def test_a_persons_correction_of_what_was_heard_updates_the_facts_from_it(living: Living) -> None:
    household = Household(living.equipment)
    conversation = await living.begin()
    await ask(conversation, "我喜欢吃橘子")
    (fact,) = await living.facts()
    session = conversation.journal.session.id
    await household.history.revise(session, fact.source_seq or 0, "我喜欢吃栗子", living.wang)
    (after,) = await living.facts()
    assert (after.id, after.value, after.revision) == (fact.id, "栗子", 2)


async def test_a_correction_cannot_bring_back_what_was_deleted_and_a_new_statement_can(
    living: Living,
) -> None:
    household = Household(living.equipment)
    conversation = await living.begin()
    await ask(conversation, "我喜欢吃橘子")
    (fact,) = await living.facts()
    await household.deletions.fact(fact.id, of=living.wang, by=living.wang)
    session = conversation.journal.session.id
    await household.history.revise(session, fact.source_seq or 0, "我特别喜欢吃橘子", living.wang)
    assert not await living.facts()
    await ask(conversation, "我喜欢吃橘子")
    assert [fact.value for fact in await living.facts()] == ["橘子"]


def by_ear(text: str) -> Turn:
    """A turn whose text is a first reading: whoever answers is given the sound."""
    return replace(spoken(1, text), sound=(np.zeros(160, np.int16),))


async def test_a_first_reading_is_learned_from_only_when_it_is_settled(living: Living) -> None:
    conversation = await living.begin()
    conversation.recorder.by_ear = True
    await conversation.recorder.user_spoke(by_ear("我喜欢吃橘子"))
    assert not await living.facts()
    assert (await counts(living)).pending == 1
    said = living.clock.now()
    living.clock.advance(9)
    await conversation.recorder.settle(1, "我喜欢吃栗子")
    (fact,) = await living.facts()
    assert (fact.value, fact.valid_from) == ("栗子", said)
    assert (await counts(living)).pending == 0


async def test_what_was_never_settled_before_a_crash_is_learned_as_it_was_first_heard(living: Living) -> None:
    conversation = await living.begin()
    conversation.recorder.by_ear = True
    await conversation.recorder.user_spoke(by_ear("我喜欢吃橘子"))
    await learn_waiting(living.equipment.vault)
    assert [fact.value for fact in await living.facts()] == ["橘子"]
    await conversation.recorder.settle(1, "我喜欢吃栗子")
    assert [fact.value for fact in await living.facts()] == ["栗子"], "a late word on it still counts"


async def test_answers_count_which_memories_they_use(living: Living) -> None:
    await living.remember("我的目标是学会日语")
    conversation = await living.begin()
    await ask(conversation, "我的目标是什么？")
    (fact,) = await living.facts()
    assert (fact.uses, fact.used) == (1, living.clock.now())


async def test_deleting_an_utterance_takes_what_it_took_back_along(living: Living) -> None:
    household = Household(living.equipment)
    conversation = await living.begin()
    await ask(conversation, "我原来喜欢吃榴莲")
    rows = await living.vault.read(lambda tx: tx.rows("SELECT words FROM memory_closings"))
    assert [row["words"] for row in rows] == ["榴莲"]
    session = conversation.journal.session.id
    gone = await household.deletions.said(session, 1, of=living.wang, by=living.wang)
    assert gone.settled
    assert not await living.vault.read(lambda tx: tx.rows("SELECT words FROM memory_closings"))

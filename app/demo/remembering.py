"""Checks of memory: what becomes one, whose it is, and what the switch does."""

from __future__ import annotations

import msgspec

from app.demo.checks import Check
from app.demo.heard import says
from app.demo.stage import Stage


async def goal_remembered(stage: Stage) -> Check:
    """What was said in one conversation is known in the next."""
    name = "spoken_goal_remembered"
    script = stage.script
    if stage.breaks(name):
        await _switch_memory(stage, on=False)
    async with stage.line(stage.first, stage.companion) as line:
        told = await line.say(script.goal)
    if stage.breaks(name):
        await _switch_memory(stage, on=True)
    facts = await stage.household.memory.all(stage.first, stage.companion)
    async with stage.line(stage.first, stage.companion) as line:
        asked = await line.say(script.goal_question)
    if stage.breaks(name):
        await _tell_again(stage)
    kept = [fact for fact in facts if fact.kind == "goal" and says(fact.text, script.goal_answer)]
    ok = bool(kept) and says(asked.reply, script.goal_answer) and not asked.context.turns
    return Check(
        name=name,
        ok=ok,
        evidence={
            "said": told.said,
            "understood": told.understood,
            "memories": [
                {
                    "id": fact.id,
                    "kind": fact.kind,
                    "text": fact.text,
                    "source": f"{(fact.source_session or '')[:8]}/{fact.source_seq}",
                }
                for fact in kept
            ],
            "asked_in_a_new_conversation": asked.understood,
            "reply": asked.reply,
            "journal": asked.evidence()["journal"],
        },
    )


async def persons_apart(stage: Stage) -> Check:
    """Nobody is answered from what another person told."""
    name = "persons_do_not_cross"
    person = stage.first if stage.breaks(name) else stage.second
    async with stage.line(person, stage.companion) as line:
        exchange = await line.say(stage.script.goal_question)
    told = await stage.household.memory.all(stage.first, stage.companion)
    own = await stage.household.memory.all(stage.second, stage.companion)
    ok = (
        not says(exchange.reply, stage.script.goal_answer)
        and not exchange.context.memories
        and not own
        and bool(told)
    )
    return Check(
        name=name,
        ok=ok,
        evidence=exchange.evidence()
        | {
            "asked_by": person.name,
            f"memories_of_{stage.first.name}": [fact.text for fact in told],
            f"memories_of_{stage.second.name}": [fact.text for fact in own],
        },
    )


async def memory_off(stage: Stage) -> Check:
    """With the role's switch off nothing is injected and nothing is extracted; on again, it is."""
    name = "memory_off"
    script, memory = stage.script, stage.household.memory
    before = await memory.all(stage.first, stage.companion)
    if not stage.breaks(name):
        await _switch_memory(stage, on=False)
    async with stage.line(stage.first, stage.companion) as line:
        told = await line.say(script.taste)
        asked = await line.say(script.goal_question)
    after = await memory.all(stage.first, stage.companion)
    await _switch_memory(stage, on=True)
    recalled = await memory.recall(stage.first, stage.companion, script.goal_question)
    ok = (
        not asked.context.memories
        and not says(asked.reply, script.goal_answer)
        and [fact.id for fact in after] == [fact.id for fact in before]
        and any(says(fact.text, script.goal_answer) for fact in recalled)
    )
    return Check(
        name=name,
        ok=ok,
        evidence=asked.evidence()
        | {
            "told": told.understood,
            "memories_before": [fact.text for fact in before],
            "memories_after": [fact.text for fact in after],
            "recalled_when_on_again": [fact.text for fact in recalled],
        },
    )


async def _switch_memory(stage: Stage, *, on: bool) -> None:
    changed = msgspec.structs.replace(await stage.household.roles.named(stage.companion.name), memory=on)
    stage.companion = await stage.household.roles.update(changed)


async def _tell_again(stage: Stage) -> None:
    """What the sabotaged check kept from being remembered; later checks stand on it."""
    conversation = await stage.household.begin(stage.first, stage.companion)
    async for _ in conversation.ask(stage.script.goal):
        pass
    await conversation.end()

"""Checks of answers: what is found, what is declined, what the conversation adds."""

from __future__ import annotations

from app.demo.checks import Check
from app.demo.stage import Stage


async def unbound(stage: Stage) -> Check:
    """A document that no one bound to the role is not found."""
    name = "unbound_document_not_found"
    if stage.breaks(name):
        await stage.household.knowledge.bind(stage.document, stage.shop)
    async with stage.line(stage.first, stage.shop) as line:
        exchange = await line.say(stage.script.period_question)
    if stage.breaks(name):
        await stage.household.knowledge.unbind(stage.document, stage.shop)
    ok = (
        exchange.context.knowledge.state == "nothing_bound"
        and exchange.cited == 0
        and stage.script.period_answer not in exchange.reply
    )
    owned = [document.title for document in await stage.household.knowledge.all()]
    return Check(name=name, ok=ok, evidence=exchange.evidence() | {"in_the_household": owned})


async def bound(stage: Stage) -> Check:
    """Bound, the same question is answered with the exact quote."""
    name = "bound_document_found"
    if not stage.breaks(name):
        await stage.household.knowledge.bind(stage.document, stage.shop)
    async with stage.line(stage.first, stage.shop) as line:
        exchange = await line.say(stage.script.period_question)
    await stage.household.knowledge.bind(stage.document, stage.shop)
    quotes = exchange.context.knowledge.quotes
    exact = bool(quotes) and stage.script.document[quotes[0].start : quotes[0].end] == quotes[0].text
    ok = exact and exchange.cited > 0 and stage.script.period_answer in exchange.reply
    return Check(name=name, ok=ok, evidence=exchange.evidence() | {"expected": stage.script.period_answer})


async def follow_up(stage: Stage) -> Check:
    """What was said before decides how an elliptical question is answered."""
    name = "follow_up_uses_conversation"
    script = stage.script
    async with stage.line(stage.first, stage.shop) as line:
        if not stage.breaks(name):
            await line.say(script.reason)
        exchange = await line.say(script.freight_question)
    control = await _typed_after(stage, script.other_reason, script.freight_question)
    ok = (
        script.freight_answer in exchange.reply
        and script.other_freight_answer not in exchange.reply
        and script.other_freight_answer in control
        and script.freight_answer not in control
    )
    before = [turn.text for turn in exchange.context.turns]
    return Check(
        name=name,
        ok=ok,
        evidence=exchange.evidence()
        | {"turns_before": before, "control_reason": script.other_reason, "control_reply": control},
    )


async def unanswerable(stage: Stage) -> Check:
    """A question on the topic that the material does not answer is declined."""
    name = "unanswerable_declined"
    script, knowledge = stage.script, stage.household.knowledge
    spoiled = None
    if stage.breaks(name):
        spoiled = await knowledge.add(
            "+", "sabotage.txt", script.unanswerable_spoils, by=stage.first, roles=(stage.shop,)
        )
    async with stage.line(stage.first, stage.shop) as line:
        exchange = await line.say(script.unanswerable)
    if spoiled is not None:
        await stage.household.deletions.document(spoiled.id, by=stage.first)
    ok = (
        exchange.context.knowledge.state == "not_in_material" and exchange.cited == 0 and bool(exchange.reply)
    )
    return Check(name=name, ok=ok, evidence=exchange.evidence() | {"why": exchange.context.knowledge.why})


async def inherits_nothing(stage: Stage) -> Check:
    """A new conversation knows nothing of the one before but long-term memory."""
    name = "new_conversation_inherits_nothing"
    threads = await stage.household.history.threads(stage.first, stage.shop)
    latest = threads[0].thread
    async with stage.line(stage.first, stage.shop, latest if stage.breaks(name) else None) as line:
        exchange = await line.say(stage.script.recall_question)
    before = await stage.household.history.transcript(latest, stage.first)
    earlier = [turn.text for turn in before if turn.by == "user" and turn.text != exchange.understood]
    repeated = [text for text in earlier if text and _bare(text) in _bare(exchange.reply)]
    ok = not exchange.context.turns and not repeated and bool(earlier)
    return Check(
        name=name,
        ok=ok,
        evidence=exchange.evidence()
        | {
            "turns_before": [turn.text for turn in exchange.context.turns],
            "said_in_the_conversation_before": earlier,
        },
    )


async def _typed_after(stage: Stage, statement: str, question: str) -> str:
    """The answer to ``question`` in a conversation of its own, after ``statement``, both typed."""
    conversation = await stage.household.begin(stage.first, stage.shop)
    async for _ in conversation.ask(statement):
        pass
    reply = [sentence async for sentence in conversation.ask(question)]
    await conversation.end()
    return "".join(reply)


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())

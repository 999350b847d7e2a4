"""What Grounded answers: one pure function from a context to sentences, or to a look at the clock."""

from __future__ import annotations

from core.brain.grounded.clock_words import ClockQuestion, clock_question, read_out
from core.brain.grounded.courtesy import courtesy
from core.brain.grounded.hearing import Heard, hear
from core.brain.grounded.overlap import coverage
from core.brain.grounded.past import recall_asked, recount, told_before
from core.brain.grounded.phrases import phrase
from core.brain.grounded.questions import asks, names_a_topic
from core.brain.grounded.quoting import quote_aloud
from core.brain.grounded.recollection import (
    about_the_companion,
    about_the_person,
    asks_own_name,
    fitting,
    kinds_asked,
    recite,
    wants_overview,
)
from core.brain.grounded.statements import acknowledged, moment, wish
from core.brain.household_tools import CLOCK
from core.brain.model import Context, ToolCall, ToolSpec
from core.knowledge.documents import Query
from core.retrieval.question import content

_NAME_LENGTH = 20
_WORDS_IN_COMMON = 0.3
"""Share of the content of a question about the person that a document's sentence must have to answer it."""


def decide(context: Context, tools: tuple[ToolSpec, ...]) -> list[str] | ToolCall:
    """The sentences to say, in order; or the one call this model makes, when the clock is needed."""
    heard = hear(context.question, context.language, spoken=context.spoken)
    own = _own_words(heard, context)
    if own is not None:
        return [own]
    recalled = recall_asked(heard)
    if recalled is not None:
        return recount(recalled, context.turns, heard.language)
    clock = clock_question(heard)
    if clock is not None:
        return _look_at_the_clock(clock, heard, context, tools)
    refused = wish(heard, context)
    return [phrase(refused, heard.language) if refused is not None else _content(heard, context)]


def _own_words(heard: Heard, context: Context) -> str | None:
    """What a polite person says without looking anything up."""
    name = ("pardon" if not heard.plain else None) or moment(heard) or courtesy(heard)
    return None if name is None else phrase(name, heard.language, **_called(context))


def _look_at_the_clock(
    clock: ClockQuestion, heard: Heard, context: Context, tools: tuple[ToolSpec, ...]
) -> list[str] | ToolCall:
    if clock.what == "lunar":
        return [phrase("no_lunar", heard.language)]
    done = next((e for e in reversed(context.exchanges) if e.call.name == CLOCK), None)
    if done is not None and done.ok:
        return [read_out(clock, done.result, heard.language)]
    if done is not None:
        return [phrase("clock_failed", heard.language)]
    if not any(tool.name == CLOCK for tool in tools):
        return [phrase("no_clock", heard.language)]
    return ToolCall(id="clock-1", name=CLOCK, arguments="{}")


def _content(heard: Heard, context: Context) -> str:
    if wants_overview(heard):
        return _overview(heard, context)
    if asks(heard.core, heard.language):
        return _answer(heard, context)
    said = acknowledged(heard, context)
    if said is not None:
        return said
    if not names_a_topic(heard.core, heard.language):
        return phrase("listening", heard.language)
    if context.knowledge.quotes:
        return _quoted(heard, context)
    return phrase("fragment", heard.language, words=heard.core.strip().rstrip("。.，,"))


def _answer(heard: Heard, context: Context) -> str:
    """From the person's own words first when the question is about them, else from the documents first."""
    personal = about_the_person(heard) and bool(kinds_asked(heard))
    if context.knowledge.quotes and not personal:
        return _quoted(heard, context)
    own = None if about_the_companion(heard) else _from_the_person(heard, context, personal=personal)
    if own is not None:
        return own
    if context.knowledge.quotes and (not personal or _speaks_of(heard, context)):
        return _quoted(heard, context)
    return phrase(_miss(heard, context, personal=personal), heard.language)


def _speaks_of(heard: Heard, context: Context) -> bool:
    """Whether the best quote has words of the question: what nobody told of themselves is not made up for by
    a text that is only near in meaning."""
    best = context.knowledge.quotes[0]
    return coverage(heard.core, f"{best.title} {best.text}", spoken=heard.spoken) >= _WORDS_IN_COMMON


def _miss(heard: Heard, context: Context, *, personal: bool) -> str:
    """Which kind of nothing was found: not told, not written, nothing to look in, nothing to look for."""
    bound = context.knowledge.state != "nothing_bound"
    if about_the_companion(heard):
        return "about_me"
    if personal and not context.memory_on:
        return "memory_off"
    if personal:
        return "not_told_nor_written" if bound else "not_told"
    if not content(heard.core):
        return "which"
    return "not_in_material" if bound else "nothing_bound"


def _from_the_person(heard: Heard, context: Context, *, personal: bool) -> str | None:
    """What they told us: in earlier conversations, by being who they are, or a moment ago."""
    if personal and asks_own_name(heard) and (name := _name(context)):
        return phrase("your_name", heard.language, name=name)
    remembered = fitting(heard, context.memories, context.closeness)
    if remembered:
        return recite(remembered, heard.language)
    return told_before(heard, context.turns)


def _quoted(heard: Heard, context: Context) -> str:
    before = tuple(turn.text for turn in context.turns if turn.by == "user")[-4:]
    asked = Query(text=heard.core, context=before, spoken=context.spoken)
    last = context.turns[-1].text if context.turns and context.turns[-1].by == "assistant" else ""
    goes_on = heard.plain_core.rstrip("呢吗了啊 ") in {
        "还有",
        "然后",
        "别的",
        "其他",
        "what else",
        "and then",
    }
    return quote_aloud(context.knowledge.quotes, asked, heard.language, last if goes_on else "")


def _overview(heard: Heard, context: Context) -> str:
    if not context.memory_on:
        return phrase("memory_off", heard.language)
    if not context.memories:
        return phrase("no_memories", heard.language)
    return recite(list(context.memories[:3]), heard.language)


def _name(context: Context) -> str:
    """What the person wants to be called: what they said, else as the household knows them.

    Only when it looks like a name, since it is put into every greeting.
    """
    told = [fact.value for fact in context.memories if fact.kind == "name" and fact.about == "self"]
    for name in (*told, context.person):
        plain = name.strip()
        bare = plain.replace(" ", "").replace("·", "").replace("-", "").replace("'", "")
        if bare.isalpha() and len(plain) <= _NAME_LENGTH:
            return plain
    return ""


def _called(context: Context) -> dict[str, str]:
    name = _name(context)
    return {"called_zh": f"，{name}" if name else "", "called_en": f", {name}" if name else ""}

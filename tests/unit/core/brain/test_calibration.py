"""What a model reports of one request decides how much of the past the next one is given."""

from __future__ import annotations

import msgspec

from core.brain.budget import Budget
from core.brain.calibration import Calibration, asked
from core.brain.fake import Line, Scripted
from core.brain.model import Said, TextDelta, Usage
from core.brain.responder import Answering
from core.brain.tools import Toolbox
from core.people.consent import Consents
from tests.unit.core.brain.scenes import context

PAST = tuple(
    Said(by="user" if number % 2 == 0 else "assistant", text=f"第{number}句，" + "说" * 40)
    for number in range(40)
)
SMALL = Budget(window=1600, output=200, safety=100)


async def committed() -> None:
    """A turn that is final already."""


async def ask(model: Scripted, calibration: Calibration, budget: Budget = SMALL) -> int:
    """How many turns of the past the model was sent."""
    answering = Answering(model, Toolbox([], {}), budget, calibration=calibration)
    whole = msgspec.structs.replace(context("几点了"), turns=PAST)
    async for _ in answering.answer(whole, Consents(), committed):
        pass
    return len(model.asked[-1][0].turns)


def reporting(*prompts: int, name: str = "scripted") -> Scripted:
    """A model that says, of each request, how many tokens it was."""
    replies: list[list[Line]] = [
        [TextDelta(text="好的。"), Usage(prompt_tokens=one, completion_tokens=3)] for one in prompts
    ]
    return Scripted(*replies, name=name)


async def test_a_model_that_counts_more_is_sent_less_from_the_next_turn_on() -> None:
    calibration = Calibration()
    model = reporting(4000, 4000)
    first, second = await ask(model, calibration), await ask(model, calibration)
    assert 0 < second < first < len(PAST)


async def test_one_that_counts_fewer_is_sent_more_little_by_little() -> None:
    calibration, model = Calibration(), reporting(*[600] * 12)
    sent = [await ask(model, calibration) for _ in range(12)]
    assert sent == sorted(sent)
    assert sent[1] - sent[0] <= 4 < sent[-1] - sent[0]


async def test_another_model_begins_with_the_estimate() -> None:
    calibration = Calibration()
    await ask(reporting(9000), calibration)
    fresh = await ask(reporting(9000, name="another"), Calibration())
    assert await ask(reporting(9000, name="another"), calibration) == fresh


async def test_a_report_of_nothing_changes_nothing() -> None:
    calibration, model = Calibration(), reporting(0, 0)
    assert await ask(model, calibration) == await ask(model, calibration)


def test_a_model_with_a_tokeniser_of_its_own_is_counted_not_corrected() -> None:
    calibration = Calibration()
    counted = msgspec.structs.replace(SMALL, counter=len)
    calibration.learn("m", counted, context("问"), (), Usage(prompt_tokens=10**6, completion_tokens=1))
    assert calibration.of("m", counted) == counted


def test_a_request_is_weighed_whole() -> None:
    alone = asked(context("问"), (), SMALL)
    assert alone > SMALL.message("问")
    longer = msgspec.structs.replace(context("问"), turns=PAST)
    assert asked(longer, (), SMALL) - alone >= sum(SMALL.message(turn.text) for turn in PAST)

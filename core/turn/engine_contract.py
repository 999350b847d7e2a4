"""What every engine must do, whoever makes its answers: a model and a voice, or a speech-to-speech model.

``tests/contract`` calls each check with each engine's rig. Time is the rig's own; a character of an
answer sounds for 100 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

CHARACTER = 0.1
"""Seconds."""
QUESTION = "退货要多久才能到账"
ANSWER = "退货期限是签收后七天内到账要三个工作日。"
NEXT = "那运费谁来承担"
NEXT_ANSWER = "运费由商店承担。"


@dataclass(frozen=True, slots=True)
class UsesTool:
    """Instead of an answer, the model wants this tool."""

    name: str


@dataclass(frozen=True, slots=True)
class Fails:
    """Instead of an answer: the service says no; with ``silent`` it says nothing, ever."""

    silent: bool = False


Line = str | UsesTool | Fails


@dataclass(frozen=True, slots=True)
class Scene:
    """lines: what the model does, request by request. cloud: whether it runs in one. consented: whether
    the person agreed to that. allowed: the tools the role may use; all there are are ``clock`` and
    ``knowledge_search``."""

    lines: tuple[Line, ...]
    cloud: bool = False
    consented: bool = False
    allowed: frozenset[str] = frozenset()


class Rig(Protocol):
    """An engine that runs, its microphone, its speaker and its journal."""

    def say(self, text: str) -> None:
        """The person begins to say it now."""
        ...

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let time pass; TimeoutError when it never comes true."""
        ...

    async def close(self) -> None:
        """Close the engine and wait until it has returned."""
        ...

    def sounded(self) -> float:
        """Seconds of sound that have left the speaker."""
        ...

    def ended(self) -> list[tuple[int, str, str | None]]:
        """Turn, outcome and error of every answer that was recorded as ended."""
        ...

    async def said(self) -> list[tuple[str, str]]:
        """The journal's turns as they were heard: who, and what."""
        ...

    async def kinds(self) -> list[str]:
        """The journal's events."""
        ...

    async def results(self) -> list[tuple[bool, str]]:
        """Of every tool call in the journal: whether it was granted, and what the model was told."""
        ...

    def sent(self) -> int:
        """How much has been sent to the model: 0 is nothing."""
        ...

    def kept(self) -> float | None:
        """Seconds of the first answer that the other side believes were heard; None when it keeps none."""
        ...


NewRig = Callable[[Scene], AbstractAsyncContextManager[Rig]]
Check = Callable[[NewRig], Awaitable[None]]


async def a_turn_is_answered_and_written_down(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER,))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        assert rig.ended() == [(1, "finished", None)]
        assert await rig.said() == [("user", QUESTION), ("assistant", ANSWER)]
        assert abs(rig.sounded() - CHARACTER * len(ANSWER)) < 0.05


async def two_turns_are_two_answers(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER, NEXT_ANSWER))) as rig:
        for number, question in enumerate((QUESTION, NEXT), 1):
            rig.say(question)
            await rig.until(lambda number=number: len(rig.ended()) == number)  # type: ignore[misc]
        assert await rig.said() == [
            ("user", QUESTION),
            ("assistant", ANSWER),
            ("user", NEXT),
            ("assistant", NEXT_ANSWER),
        ]


async def an_interruption_keeps_what_was_heard_and_no_more(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER, NEXT_ANSWER))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: rig.sounded() > 5.5 * CHARACTER)
        rig.say(NEXT)
        await rig.until(lambda: bool(rig.ended()))
        sounded = rig.sounded()
        assert rig.ended() == [(1, "interrupted", None)]
        await rig.until(lambda: len(rig.ended()) == 2)
        said = await rig.said()
        assert [who for who, _ in said] == ["user", "assistant", "user", "assistant"]
        heard = said[1][1]
        assert ANSWER.startswith(heard)
        assert sounded / CHARACTER - 2.5 <= len(heard) <= sounded / CHARACTER + 1e-6
        assert said[2:] == [("user", NEXT), ("assistant", NEXT_ANSWER)]
        kept = rig.kept()
        assert kept is None or abs(kept - sounded) < 0.03


async def nothing_of_a_stopped_answer_sounds_afterwards(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER,))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: rig.sounded() > 3.5 * CHARACTER)
        rig.say("别说了")
        await rig.until(lambda: bool(rig.ended()))
        sounded = rig.sounded()
        await rig.until(_frames(100))
        assert abs(rig.sounded() - sounded) < 0.03
        assert [outcome for _, outcome, _ in rig.ended()] == ["interrupted"]


async def a_murmur_does_not_stop_an_answer(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER,))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: rig.sounded() > 3.5 * CHARACTER)
        rig.say("嗯嗯")
        await rig.until(lambda: bool(rig.ended()))
        assert rig.ended() == [(1, "finished", None)]
        assert await rig.said() == [("user", QUESTION), ("assistant", ANSWER)]


async def a_tool_is_run_once_and_written_down(new_rig: NewRig) -> None:
    async with new_rig(Scene((UsesTool("clock"), ANSWER), allowed=frozenset({"clock"}))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        assert await rig.said() == [("user", QUESTION), ("assistant", ANSWER)]
        kinds = await rig.kinds()
        assert kinds.count("tool_called") == kinds.count("tool_returned") == 1
        ((granted, _),) = await rig.results()
        assert granted


async def a_tool_that_is_not_allowed_is_refused_and_the_answer_goes_on(new_rig: NewRig) -> None:
    async with new_rig(Scene((UsesTool("clock"), ANSWER))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        assert rig.ended() == [(1, "finished", None)]
        ((granted, told),) = await rig.results()
        assert not granted
        assert "may not" in told
        assert "time" not in told


async def a_failure_is_said_aloud_and_the_next_turn_is_answered(new_rig: NewRig) -> None:
    async with new_rig(Scene((Fails(), NEXT_ANSWER))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        ((turn, outcome, error),) = rig.ended()
        assert (turn, outcome) == (1, "failed")
        assert error is not None
        assert error.startswith("brain.")
        assert rig.sounded() > 0.3
        assert "answer_failed" in await rig.kinds()
        rig.say(NEXT)
        await rig.until(lambda: len(rig.ended()) == 2)
        assert (await rig.said())[-1] == ("assistant", NEXT_ANSWER)


async def silence_is_a_failure(new_rig: NewRig) -> None:
    async with new_rig(Scene((Fails(silent=True),))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        assert [(turn, outcome) for turn, outcome, _ in rig.ended()] == [(1, "failed")]
        assert rig.sounded() > 0.3


async def without_consent_nothing_is_sent_and_it_says_why(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER,), cloud=True)) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        assert rig.ended() == [(1, "failed", "brain.no_cloud_consent")]
        assert rig.sent() == 0
        assert rig.sounded() > 0.3
        assert await rig.said() == [("user", QUESTION)]


async def with_consent_a_cloud_is_asked(new_rig: NewRig) -> None:
    async with new_rig(Scene((ANSWER,), cloud=True, consented=True)) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: bool(rig.ended()))
        assert rig.ended() == [(1, "finished", None)]
        assert rig.sent() > 0


async def closing_in_the_middle_leaves_nothing_running(new_rig: NewRig) -> None:
    before = asyncio.all_tasks()
    async with new_rig(Scene((ANSWER,))) as rig:
        rig.say(QUESTION)
        await rig.until(lambda: rig.sounded() > 2.5 * CHARACTER)
        await rig.close()
        assert [outcome for _, outcome, _ in rig.ended()] == ["interrupted"]
    left = asyncio.all_tasks() - before
    assert not left, left


def _frames(count: int) -> Callable[[], bool]:
    """True after so many looks: there is one a frame of 20 ms."""
    looks = iter(range(count))
    return lambda: next(looks, None) is None


CHECKS: tuple[Check, ...] = (
    a_turn_is_answered_and_written_down,
    two_turns_are_two_answers,
    an_interruption_keeps_what_was_heard_and_no_more,
    nothing_of_a_stopped_answer_sounds_afterwards,
    a_murmur_does_not_stop_an_answer,
    a_tool_is_run_once_and_written_down,
    a_tool_that_is_not_allowed_is_refused_and_the_answer_goes_on,
    a_failure_is_said_aloud_and_the_next_turn_is_answered,
    silence_is_a_failure,
    without_consent_nothing_is_sent_and_it_says_why,
    with_consent_a_cloud_is_asked,
    closing_in_the_middle_leaves_nothing_running,
)

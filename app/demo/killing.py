"""The check with a real second process, killed in the middle of an answer."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from app.demo.checks import Check
from app.demo.stage import Stage
from core.errors import Refused

_PATIENCE = 90.0
"""Seconds the child may take until it has begun to answer: it loads its models first."""


class Witnessed(msgspec.Struct, frozen=True, kw_only=True):
    """What the child had acknowledged on its standard output when it was killed."""

    pid: int
    returncode: int | None
    user: list[str]
    assistant: list[str]


async def killed_and_continued(stage: Stage, question: Path | None) -> Check:
    """Kill -9 in mid-answer; what was acknowledged is in the journal, and the conversation goes on.

    question: the question as a sound file, to be asked aloud; None to type it.
    """
    name = "killed_and_continued"
    if stage.breaks(name):
        await _keep_transcript(stage, keep=False)
    async with stage.talker.resting():
        witnessed = await _kill_in_mid_answer(stage, question)
    if stage.breaks(name):
        await _keep_transcript(stage, keep=True)
    thread = (await stage.household.history.threads(stage.first, stage.shop))[0].thread
    events = await stage.household.history.events(thread, stage.first)
    turns = await stage.household.history.transcript(thread, stage.first)
    said = {"user": "", "assistant": ""}
    for turn in turns:
        said[turn.by] += turn.text
    lost = [text for text in witnessed.user if text not in said["user"]]
    lost += [text for text in witnessed.assistant if text not in said["assistant"]]
    evidence: dict[str, Any] = {
        "killed": {"pid": witnessed.pid, "returncode": witnessed.returncode},
        "acknowledged": {"user": witnessed.user, "assistant": witnessed.assistant},
        "journal_after": [f"{event.session[:8]}/{event.seq} {event.kind}" for event in events],
        "lost": lost,
    }
    unfinished = not any(event.kind == "session_ended" for event in events)
    try:
        async with stage.line(stage.first, stage.shop, thread) as line:
            exchange = await line.say(stage.script.freight_question)
    except Refused as error:
        return Check(name=name, ok=False, evidence=evidence | {"continued": str(error)})
    remembered = [turn.text for turn in exchange.context.turns if turn.by == "user"]
    ok = (
        witnessed.returncode == -signal.SIGKILL
        and unfinished
        and bool(witnessed.user)
        and not lost
        and all(text in remembered for text in witnessed.user)
        and stage.script.freight_answer in exchange.reply
    )
    return Check(
        name=name,
        ok=ok,
        evidence=evidence
        | {
            "continued": {
                "thread": thread,
                "turns_before": [turn.text for turn in exchange.context.turns],
                "asked": exchange.understood,
                "reply": exchange.reply,
            }
        },
    )


async def _kill_in_mid_answer(stage: Stage, question: Path | None) -> Witnessed:
    arguments = ["--person", stage.first.name, "--role", stage.shop.name]
    if question is None:
        arguments += ["ask", stage.script.long_question, "--pace", "30", "--events"]
    else:
        arguments += ["talk", "--input", str(question), "--events"]
    user: list[str] = []
    assistant: list[str] = []
    async with _child(stage, arguments) as (child, lines):
        try:
            async with asyncio.timeout(_PATIENCE):
                async for line in lines:
                    if line["event"] == "user_said":
                        user.append(line["text"])
                    elif line["event"] == "assistant_heard":
                        assistant.append(line["text"])
                    if line["event"] in ("assistant_speaking", "assistant_heard") and user:
                        break
        except TimeoutError:
            pass  # what was witnessed by then is the evidence, and the check fails on it
        if question is not None:
            await asyncio.sleep(1.2)  # well into the sentence that has begun to sound
        child.send_signal(signal.SIGKILL)
        returncode = await child.wait()
    return Witnessed(pid=child.pid, returncode=returncode, user=user, assistant=assistant)


@asynccontextmanager
async def _child(
    stage: Stage, arguments: list[str]
) -> AsyncIterator[tuple[asyncio.subprocess.Process, AsyncIterator[dict[str, Any]]]]:
    """This program once more, on the demo's household, reporting events as JSON lines."""
    frozen = getattr(sys, "frozen", False)
    command = [sys.executable] if frozen else [sys.executable, "-m", "app"]
    home = stage.places.data.parent
    environment = os.environ | {"BANYAN_HOME": str(home), "BANYAN_MODELS": str(stage.places.models)}
    child = await asyncio.create_subprocess_exec(
        *command,
        *arguments,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert child.stdout is not None
    stream = child.stdout

    async def lines() -> AsyncIterator[dict[str, Any]]:
        async for raw in stream:
            yield msgspec.json.decode(raw)

    try:
        yield child, lines()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


async def _keep_transcript(stage: Stage, *, keep: bool) -> None:
    await stage.household.people.decide(stage.first, "transcript", keep, by=stage.first.id, how="command")

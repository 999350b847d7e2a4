"""Somebody who speaks for ten minutes without a stop: no word is lost on the way into the journal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from app.demo.held import HeldRecorder, HeldResponder
from app.demo.watch import Watch
from core.audio.fake import FakeDuplex
from core.audio.frames import INPUT_RATE
from core.clock import ManualClock
from core.journal.events import UserSpoke
from core.speech.fake import FakeEndOfTurn, FakeRecognizer, FakeVad, FakeVoice, Line, Script
from core.turn.engine import Engine, Listener, Speaker
from tests.unit.core.conversation.living import Living, settle

BREATH = 0.3
MINUTES = 10
CLAUSES = ("那一年我们从乡下搬到城里", "父亲在码头上扛麻袋", "母亲给人家缝衣服", "我每天走七里路去上学")


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_ten_minutes_of_talk_are_written_down_to_the_last_character(living: Living) -> None:
    clock = ManualClock()
    duplex = FakeDuplex(clock)
    clauses: list[str] = []
    sound: list[np.ndarray] = []
    letters = Script([Line("".join(sorted(set("".join(CLAUSES)))), 0.0)])
    while sum(map(len, sound)) < MINUTES * 60 * INPUT_RATE:
        clauses.append(CLAUSES[len(clauses) % len(CLAUSES)])
        sound += [letters.hum(clauses[-1]), np.zeros(round(BREATH * INPUT_RATE), np.int16)]
    whole = "".join(clauses)
    conversation = await living.begin()
    watch = Watch(conversation, lambda _: None)
    engine = Engine(
        duplex,
        Listener(FakeVad(), FakeRecognizer(letters, clock=clock, seconds=0.3), FakeEndOfTurn(letters)),
        Speaker(FakeVoice(clock=clock, seconds=0.1)),
        HeldResponder(conversation.responder, duplex.hold),
        HeldRecorder(watch, duplex.hold),
        clock=clock,
        on_change=watch.on_change,
    )
    async with duplex:
        running = asyncio.create_task(engine.run())
        duplex.say(np.concatenate(sound))
        await duplex.run(MINUTES * 60 + 10.0, limit=800)
        await duplex.run(lambda: watch.idle and watch.answers > 0, limit=200)
        duplex.end_input()
        await duplex.run(running.done)
        await running
    rows = [row.body for row in await living.rows(conversation)]
    said = "".join(body.text for body in rows if isinstance(body, UserSpoke))
    assert "".join(c for c in said if c.isalnum()) == whole
    assert duplex.health().dropped_frames == 0

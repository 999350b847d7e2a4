"""The turn engine in virtual time, for the demo without sound: hummed speech in, counted samples out."""

from __future__ import annotations

import asyncio

import numpy as np

from app.demo.cut import cut_sentence
from app.demo.held import HeldRecorder, HeldResponder
from app.demo.talker import Interruption
from app.demo.watch import Watch
from core.audio.fake import FakeDuplex
from core.audio.frames import OUTPUT_RATE
from core.clock import ManualClock
from core.conversation.conversation import Conversation
from core.speech.fake import (
    SPOKEN_SECONDS,
    FakeEndOfTurn,
    FakeRecognizer,
    FakeVad,
    FakeVoice,
    Line,
    Script,
)
from core.turn.engine import Engine, Listener, Speaker

_INTERRUPT_AT = 0.4


async def interrupted(conversation: Conversation, question: str, interruption: str) -> Interruption:
    """Ask aloud, hum into the answer, and count in the speaker's samples how much of it sounded."""
    clock = ManualClock()
    duplex = FakeDuplex(clock)
    script = Script([Line(question, 0.0), Line(interruption, 0.0)])
    watch = Watch(conversation, lambda _: None)
    engine = Engine(
        duplex,
        Listener(FakeVad(), FakeRecognizer(script, clock=clock, seconds=0.3), FakeEndOfTurn(script)),
        Speaker(FakeVoice(clock=clock, seconds=0.1)),
        HeldResponder(conversation.responder, duplex.hold),
        HeldRecorder(watch, duplex.hold),
        clock=clock,
        on_change=watch.on_change,
    )
    async with duplex:
        running = asyncio.create_task(engine.run())
        duplex.say(script.hum(question))
        await duplex.run(lambda: watch.share >= _INTERRUPT_AT)
        began = duplex.now()
        duplex.say(script.hum(interruption))
        await duplex.run(lambda: watch.interrupted)
        recorded = duplex.heard
        await duplex.run(lambda: not watch.interrupted and watch.idle)
        duplex.end_input()
        await duplex.run(running.done)
        await running
    before, cut = await cut_sentence(conversation)
    sounding = np.flatnonzero(recorded)
    span = (sounding[-1] - sounding[0] + 1) / OUTPUT_RATE
    sounded = int(span / SPOKEN_SECONDS) - len(before)
    return Interruption(
        question=question,
        interruption=interruption,
        sentence=cut.text,
        heard=cut.heard,
        boundary=cut.boundary,
        sounded=sounded,
        surely=sounded,
        basis="samples in the recorded speaker channel up to the cut",
        next_reply=watch.reply,
        details={
            "recorded_seconds": round(float(span), 3),
            "interruption_began_at": round(began, 3),
            "speaker_silent_from": round(float(sounding[-1]) / OUTPUT_RATE, 3),
        },
    )

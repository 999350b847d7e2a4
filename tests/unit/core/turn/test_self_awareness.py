"""What the driver tells the coordinator of its own voice, and when."""

from __future__ import annotations

import asyncio

from core.audio.echo import Cancelling, EchoState
from core.audio.fake import FakeDuplex
from core.clock import ManualClock
from core.speech.ports import Style
from core.turn import captions
from core.turn.aside import Aside
from core.turn.events import EchoChanged, Event
from core.turn.self_awareness import LASTING, SelfAwareness
from tests.unit.core.turn.stage import SteadyVoice

TICK = 0.02


class Wavering(FakeDuplex):
    """Its canceller is as the test says."""

    state: Cancelling = "warming"

    def echo(self) -> EchoState:
        return EchoState(self.state)


async def test_a_state_is_told_at_once_and_told_to_last_only_when_it_does() -> None:
    clock = ManualClock()
    duplex = Wavering(clock)
    posted: list[Event] = []
    shown: list[captions.Caption] = []
    aside = Aside(duplex, SteadyVoice(clock), Style(), asyncio.create_task)
    awareness = SelfAwareness(duplex, aside, None, clock, post=posted.append, show=shown.append)

    def be(state: Cancelling, seconds: float) -> list[Event]:
        duplex.state = state
        posted.clear()
        for _ in range(round(seconds / TICK)):
            awareness.look()
            clock.advance(TICK)
        return list(posted)

    warming, failing, effective = EchoChanged("warming"), EchoChanged("failing"), EchoChanged("effective")
    assert be("warming", LASTING + 1.0) == [warming, EchoChanged("warming", lasting=True)]
    assert be("failing", LASTING - 0.5) == [failing], "what lasts less is not told to last"
    assert be("effective", LASTING - 0.5) == [effective]
    assert be("effective", 3 * LASTING) == [EchoChanged("effective", lasting=True)], "once"
    assert [one.state for one in shown if isinstance(one, captions.EchoCancelled)] == [
        "warming",
        "failing",
        "effective",
    ]

"""Plug-ins are found by name, a broken one is named and set aside, and what it was doing goes on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest

from core.audio.duplex import DeviceLost
from core.audio.fake import FakeDuplex
from core.audio.frames import Health
from core.clock import ManualClock
from core.errors import Refused, Unavailable, UserFacing
from core.turn.plugins import CONTRACTS, GROUP, Contribution, Plugin, Shelf, Surroundings
from tests.support.tree import ROOT
from tests.unit.core.turn import stage as scene
from tests.unit.core.turn.stage import LoudnessVad, Stage


class TiredVad(LoudnessVad):
    """Works for a while."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def probability(self, chunk: Any) -> float:
        self.left -= 1
        if self.left < 0:
            raise ZeroDivisionError("a secret of the conversation")
        return super().probability(chunk)


class Breaking:
    """Breaks in every way a port can be used."""

    def __init__(self, after: int = 0) -> None:
        self.after = after

    @property
    def name(self) -> str:
        raise KeyError("name")

    def plain(self) -> str:
        raise KeyError("plain")

    async def awaited(self) -> str:
        raise KeyError("awaited")

    async def streamed(self) -> AsyncIterator[int]:
        for number in range(self.after):
            yield number
        raise KeyError("streamed")

    async def refused(self) -> str:
        raise Unavailable("brain.server_down")


class Sound:
    """The same, in order."""

    name = "ours"

    def plain(self) -> str:
        return "ours"

    async def awaited(self) -> str:
        return "ours"

    async def streamed(self) -> AsyncIterator[int]:
        for number in range(3):
            yield 10 + number


def vad_of_a_hundred(_: Surroundings) -> TiredVad:
    return TiredVad(100)


def no_adapter(_: Surroundings) -> object:
    raise SystemExit(3)


def no_server(_: Surroundings) -> object:
    raise Unavailable("brain.server_down")


good = Plugin((Contribution("VoiceActivity", "tired", 1, vad_of_a_hundred),))
of_tomorrow = Plugin((Contribution("VoiceActivity", "tired", 2, vad_of_a_hundred),))
of_nowhere = Plugin((Contribution("Nose", "nose", 1, vad_of_a_hundred),))  # type: ignore[arg-type]
twice = Plugin(good.contributes * 2)
not_a_plugin = "hello"
without_adapter = Plugin((Contribution("VoiceActivity", "none", 1, no_adapter),))
without_server = Plugin((Contribution("VoiceActivity", "none", 1, no_server),))


def raises() -> Plugin:
    raise SystemExit(1)


def point(name: str, value: str | None = None) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{value or name}", GROUP)


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def around(executor: Executor) -> Surroundings:
    return Surroundings(executor, ManualClock())


def contained(breaking: object, faults: list[UserFacing], port: Any = "Voice", ours: object = None) -> Any:
    shelf = Shelf.of([point("good")], faults.append)
    part = Contribution(port, "breaking", 1, lambda _: breaking)
    shelf.plugins["good"] = type(shelf.plugins["good"])("good", "", "", (part,))
    with ThreadPoolExecutor(1) as pool:
        return shelf.adapter(port, "good", Surroundings(pool, ManualClock()), ours or Sound())


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("raises", "plugins.load_failed"),
        ("no_such_thing", "plugins.load_failed"),
        ("not_a_plugin", "plugins.not_a_plugin"),
        ("of_tomorrow", "plugins.other_contract"),
        ("of_nowhere", "plugins.unknown_port"),
        ("twice", "plugins.name_twice"),
    ],
)
def test_a_broken_plugin_is_set_aside_by_name_and_the_others_stay(value: str, fault: str) -> None:
    shelf = Shelf.of([point("good"), point("broken", value)])
    broken = shelf.named("broken")
    assert broken.contributes == ()
    assert broken.fault is not None
    assert broken.fault.message_id == fault
    assert "broken" in str(broken.fault.values["plugin"])
    assert shelf.named("good").fault is None
    assert shelf.named("good").contributes == good.contributes


def test_two_plugins_of_one_name_are_both_set_aside() -> None:
    shelf = Shelf.of([point("good"), point("good", "without_server")])
    assert shelf.named("good").fault is not None


def test_a_plugin_or_an_adapter_that_is_not_there_is_refused(around: Surroundings) -> None:
    shelf = Shelf.of([point("good")])
    with pytest.raises(Refused, match=r"plugins\.unknown"):
        shelf.adapter("Voice", "other", around, None)
    with pytest.raises(Refused, match=r"plugins\.contributes_none"):
        shelf.adapter("Voice", "good", around, None)
    with pytest.raises(Refused, match=r"plugins\.contributes_none"):
        shelf.adapter("VoiceActivity", "good", around, LoudnessVad(), name="rested")


@pytest.mark.parametrize("value", ["raises", "without_adapter", "without_server"])
def test_where_there_is_no_adapter_ours_is_used_and_it_is_said(value: str, around: Surroundings) -> None:
    faults: list[UserFacing] = []
    ours = LoudnessVad()
    shelf = Shelf.of([point("broken", value)], faults.append)
    assert shelf.adapter("VoiceActivity", "broken", around, ours) is ours
    assert len(faults) == 1


async def test_the_conversation_goes_on_when_a_plugin_breaks_in_the_middle_of_it(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[UserFacing] = []
    shelf = Shelf.of([point("good")], faults.append)
    ears = shelf.adapter("VoiceActivity", "good", around, LoudnessVad())
    monkeypatch.setattr(scene, "LoudnessVad", lambda: ears)
    stage = Stage({"今天几号": ["五号。"], "明天呢": ["六号。"]})
    stage.say(0.5, "今天几号")
    stage.say(6.0, "明天呢")
    await stage.play(10.0)
    assert [row[2] for row in stage.notebook.of("user")] == ["今天几号", "明天呢"]
    assert [fault.message_id for fault in faults] == ["plugins.failed_in_use"]
    assert faults[0].values == {"plugin": "good", "port": "VoiceActivity", "kind": "ZeroDivisionError"}
    assert shelf.named("good").fault is faults[0]


async def test_every_way_of_breaking_is_answered_by_ours_and_told_once() -> None:
    faults: list[UserFacing] = []
    assert contained(Breaking(), faults).name == "ours"
    assert contained(Breaking(), faults).plain() == "ours"
    assert await contained(Breaking(), faults).awaited() == "ours"
    assert [number async for number in contained(Breaking(), faults).streamed()] == [10, 11, 12]
    assert len(faults) == 4
    several = contained(Breaking(), faults)
    assert (several.plain(), several.plain(), await several.awaited()) == ("ours",) * 3
    assert len(faults) == 5


async def test_a_stream_that_breaks_after_it_began_is_not_begun_again() -> None:
    faults: list[UserFacing] = []
    voice = contained(Breaking(after=2), faults)
    stream = voice.streamed()
    assert [await anext(stream), await anext(stream)] == [0, 1]
    with pytest.raises(Unavailable, match=r"plugins\.failed_in_use"):
        await anext(stream)
    assert [number async for number in voice.streamed()] == [10, 11, 12]


async def test_an_error_for_people_is_no_fault_of_the_plugin() -> None:
    faults: list[UserFacing] = []
    voice = contained(Breaking(), faults)
    with pytest.raises(Unavailable, match=r"brain\.server_down"):
        await voice.refused()
    assert faults == []


async def test_a_duplex_that_breaks_is_a_lost_device() -> None:
    class Cracked(FakeDuplex):
        def write(self, utterance: int, pcm: object) -> None:
            raise KeyError("crack")

    clock, faults = ManualClock(), []
    async with contained(Cracked(clock), faults, "Duplex", FakeDuplex(clock)) as duplex:
        duplex.write(1, np.zeros(10, np.int16))
        assert (duplex.position(), duplex.stop(), duplex.health()) == (None, None, Health(0))
        with pytest.raises(DeviceLost):
            await anext(duplex.frames())
    assert [fault.message_id for fault in faults] == ["plugins.failed_in_use"]


async def test_a_duplex_that_keeps_its_contract_is_passed_through() -> None:
    clock, faults = ManualClock(), []
    async with contained(FakeDuplex(clock), faults, "Duplex", FakeDuplex(clock)) as duplex:
        duplex.write(1, np.ones(10, np.int16))
        assert duplex.health() == Health(0)
    assert faults == []


def test_importing_core_looks_for_no_plugin() -> None:
    program = "import sys, core, core.turn, core.turn.engine\nprint('importlib.metadata' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"


def test_every_port_of_the_contract_has_a_suite() -> None:
    from app.conformance import suite

    assert all(suite(port)[0] for port in CONTRACTS)

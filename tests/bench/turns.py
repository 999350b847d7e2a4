"""When a turn is over, what stops an answer, and what is written down of it: ours beside Pipecat's and others.

The set is mostly synthetic speech: whole sentences by several Kokoro voices at several speeds, opened at word
boundaries for pauses of 0.2 to 2.5 s, some after a filler, in quiet, noisy and echoing rooms and over what is
left of the companion's own voice (``turn_set.clips``); recordings of people are a part of their own. At most
60 clips a language and 12 minutes of the set a system; every system hears the same ones, in real time, in turn.

* ``cutoffs``: false cut-offs at 300 ms, latency at 5 % cut-offs, our profiles (``turn_set.deciding``); a pause
  alone and Smart Turn alone are replayed on what our ears noticed, with the time every source of
  evidence took; Pipecat's curve is worked out from what it noticed (``turn_set.swept``);
* ``latency``, ``cpu``: speech end to first audio, what drafting hides, processor time (``turn_set.answering``);
* ``barge-in``, ``backchannel``: remarks over a long answer (``turn_set.remarks``, ``turn_set.reactions``);
* ``echo``: does it interrupt itself (``turn_set.echo``); ``heard``: is what was written down what had sounded
  (``turn_set.heard``); ``memory``: does it grow (``turn_set.memory``). In virtual time, models charged.

Partial results are kept in ``build/bench/turns.jsonl`` (``turn_set.ledger``): run it again after a break and it
goes on; ``--only`` measures some parts anew and leaves the others as they were last found. Figures in
``turns.json``, the table in ``turns.md``, a plot in ``turns.png``. All of it takes 40 to 45 minutes on two cores.
``--quick`` takes five, proves only that everything works, and writes ``turns-quick.*``.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
from collections.abc import Collection
from contextlib import AsyncExitStack
from dataclasses import dataclass

from app.speech import Speech
from core.text import Language
from tests.bench.report import FOLDER
from tests.bench.speech_set import LANGUAGES, models_or_leave
from tests.bench.turn_set import measuring, rival, telling
from tests.bench.turn_set.clips import clips
from tests.bench.turn_set.ledger import Ledger, code
from tests.bench.turn_set.measuring import Bench
from tests.bench.turn_set.memory import SECONDS as MEMORY_SECONDS
from tests.bench.turn_set.remarks import QUESTIONS, remarks
from tests.bench.turn_set.rival import Pipecat
from tests.bench.turn_set.schedule import PARTS, run, wanted


@dataclass(frozen=True, slots=True)
class Size:
    """How much. clips, remarks: a language, and of each kind; late: clips a language without drafting;
    echo: seconds a room and language; sentences: for the heard prefix, a language."""

    clips: int
    remarks: int
    late: int
    echo: float
    sentences: int


FULL = Size(clips=16, remarks=8, late=3, echo=75.0, sentences=4)
QUICK = Size(clips=2, remarks=1, late=1, echo=6.0, sentences=1)


async def main(size: Size, parts: Collection[str], memory: float, name: str, *, fresh: bool = False) -> None:
    """parts: what is measured; without any, what is known is told."""
    folder = models_or_leave("turns")
    languages: tuple[Language, ...] = LANGUAGES
    if not rival.installed():
        print("no build/pipecat: ours alone (see tests/bench/turn_set/rival.py)", flush=True)
    print("making the set", flush=True)
    by_language = [await clips(folder, language, size.clips) for language in languages]
    async with AsyncExitStack() as stack:
        speech = await stack.enter_async_context(Speech(folder))
        said = [one for language in languages for one in await remarks(speech, language, size.remarks)]
        bench = Bench(
            speech=speech,
            folder=folder,
            clips={f"{number}": clip for number, clip in enumerate(measuring.by_turns(by_language))},
            remarks={f"{one.language} {one.kind} {one.text}": one for one in said},
            questions={language: await measuring.question(speech, language) for language in QUESTIONS},
        )
        about = hashlib.sha256(code().encode() + repr(size).encode())
        for clip in bench.clips.values():
            about.update(clip.pcm.tobytes())
        ledger = Ledger(FOLDER / f"{name}.jsonl", about.hexdigest()[:16], parts, fresh=fresh)
        if rival.installed() and any(part.startswith("pipecat") for part in parts):
            bench.pipecat = await stack.enter_async_context(Pipecat(folder, bench.questions))
        whole = await run(measuring.units(bench, size.late, size.echo, size.sentences, memory, parts), ledger)
        if whole:
            ledger.finish(parts)
    telling.tell(bench, ledger, name, whole=ledger.finished >= wanted([]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="five minutes: to try it, not to quote it")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=[], help="measure these anew")
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    parser.add_argument("--report", action="store_true", help="measure nothing, tell what is known")
    parser.add_argument("--memory-seconds", type=float, help="virtual seconds of silence and of talk")
    asked = parser.parse_args()
    long = asked.memory_seconds or (30.0 if asked.quick else MEMORY_SECONDS)
    asyncio.run(
        main(
            QUICK if asked.quick else FULL,
            set() if asked.report else wanted(asked.only),
            long,
            "turns-quick" if asked.quick else "turns",
            fresh=asked.fresh,
        )
    )

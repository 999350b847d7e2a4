"""Ten minutes of a family's evening while it sleeps, through the real recogniser: what of it is left.

Ten sentences in two of Kokoro's voices are said to each other in a reverberating, noisy room, in virtual time
that stands still while Whisper reads. Voice activity, echo canceller, recogniser, name matcher and household are
real. Counted are new rows in every table of the vault, log records at any level, captions, turns, and seconds of
sound in memory. Then its name is said: it must wake, answer (in a voice that says the name aloud), and sleep again.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from app.speech import Speech
from core.audio.frames import Samples
from core.clock import ManualClock
from core.speech.ports import Hints, Recognizer, Transcript
from core.turn.attention import HELD
from tests.bench.endurance import spoken
from tests.bench.endurance.home import home
from tests.bench.endurance.night import Night, night
from tests.bench.endurance.spoken import Remembering, Script, made
from tests.bench.report import Figure, figure, publish, quick
from tests.bench.speech_set import models_or_leave
from tests.support.endless import EndlessFake


class Held:
    """The real recogniser, for which virtual time stands still."""

    def __init__(self, recognizer: Recognizer, ground: EndlessFake) -> None:
        self._recognizer = recognizer
        self._ground = ground

    async def draft(self, audio: Samples, hints: Hints) -> Transcript:
        with self._ground.hold():
            return await self._recognizer.draft(audio, hints)

    async def final(self, audio: Samples, hints: Hints) -> Transcript:
        with self._ground.hold():
            return await self._recognizer.final(audio, hints)


def figures_of(seen: Night) -> list[Figure]:
    return [
        figure("new rows in the vault", "", sum(abs(more) for more in seen.rows.values()), target=0),
        figure("log records", "", len(seen.logged), target=0),
        figure("captions shown", "", len(seen.shown), target=0),
        figure("turns taken from others' talk", "", seen.turns_asleep, target=0),
        figure("most sound in memory", "s", seen.most_held, target=HELD),
        figure("not woken by its name", "", not seen.woken, target=0),
        figure("kept awake or woken by its own voice", "", not seen.asleep_again, target=0),
    ]


async def main(seconds: float) -> tuple[list[Figure], list[str]]:
    models = models_or_leave("asleep")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banyan-asleep-")))
        speech = await stack.enter_async_context(Speech(models))
        clips = await made(speech, (*spoken.DIALOGUE, spoken.CALLED, spoken.ANSWER))
        at = await stack.enter_async_context(home(folder, models))

        def ears(ear: Remembering, script: Script, clock: ManualClock, ground: EndlessFake) -> Recognizer:
            del ear, script, clock
            return Held(speech.recognizer, ground)

        seen = await night(seconds, spoken.DIALOGUE, clips, at, ears)
    return figures_of(seen), [
        f"{seen.lines} sentences in {seen.seconds / 60:.1f} min, {seen.looked} of them looked at for the name; "
        f"rows {seen.rows or 'none'}; turns after the call: {len(seen.turns)}."
    ]


if __name__ == "__main__":
    measured, of = asyncio.run(main(60.0 if quick(__doc__) else 600.0))
    publish("asleep", measured, notes=of)
    raise SystemExit(any(one.met is False for one in measured))

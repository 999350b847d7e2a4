"""Whether the process grows while nobody speaks, and while somebody always does.

The whole engine with real ears, canceller and recogniser in virtual time (``turn_set.hastened``), a voice that
was prepared beforehand, for minutes, with a duplex that records nothing. An hour of each, and four of everything, are ``make bench-soak``'s.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import Any

import numpy as np
import psutil

from app.speech import Speech
from core.audio.echo_path import EchoPath
from core.audio.frames import Samples
from core.text import Language
from core.turn.captions import UserFinal
from tests.bench.report import Figure, figure
from tests.bench.turn_set.prepared import PreparedVoice
from tests.bench.turn_set.rehearsal import rehearsal
from tests.bench.turn_set.texts import STORIES

SECONDS = 300.0
EVERY = 12.0
"""Seconds from one thing that is said to the next."""
LOOKS = 12
_MEGABYTE = 1e6
NOISE = 5.0
"""Megabytes that a heap moves by when nothing grows."""


async def watch(
    speech: Speech, voice: PreparedVoice, language: Language, said: Samples | None, seconds: float
) -> dict[str, Any]:
    """Megabytes at each of :data:`LOOKS` moments. said: None for silence."""
    script = [(at, said) for at in np.arange(1.0, seconds - EVERY, EVERY)] if said is not None else []
    megabytes: list[float] = []
    async with rehearsal(speech, voice, STORIES[language][:2], script, EchoPath(), forgets=True) as under_way:
        for look in range(1, LOOKS + 1):
            until = seconds * look / LOOKS
            await under_way.time.run(lambda until=until: under_way.duplex.now() >= until)  # type: ignore[misc]
            megabytes.append(round(_resident(), 2))
        turns = sum(isinstance(caption, UserFinal) for _, caption in under_way.told)
    return {"seconds": seconds, "turns": turns, "megabytes": megabytes}


def growth(megabytes: list[float]) -> float:
    """Of the second half, when everything has been in use: its last third over its first."""
    half = megabytes[len(megabytes) // 2 :]
    third = max(1, len(half) // 3)
    return sum(half[-third:]) / third - sum(half[:third]) / third


def _resident() -> float:
    gc.collect()
    return float(psutil.Process().memory_info().rss) / _MEGABYTE


def figures_of(found: Mapping[str, Mapping[str, Any]]) -> tuple[list[Figure], list[str]]:
    figures, notes = [], []
    for name, one in found.items():
        minutes = one["seconds"] / 120
        figures.append(
            figure(f"growth over the last {minutes:.3g} min of {name}", "MB", max(0.0, growth(one["megabytes"])),
                   target=NOISE)
        )  # fmt: skip
        notes.append(
            f"- memory, {name}, {one['turns']} turns, MB: {', '.join(f'{mb:.0f}' for mb in one['megabytes'])}."
        )
    if found:
        notes.insert(0, "Memory: in virtual time; the hour is `make bench-soak`'s.")
    return figures, notes

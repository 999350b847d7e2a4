"""What the product's ears make of a clip in real time, and how long each source of evidence took.

Frames come at their own pace, Silero weighs them inline, and 0.2 s into every pause the recogniser and
Smart Turn are asked about everything heard so far, both on their executors at once, exactly as the turn engine
does it; the careful text follows when the quick one cannot be trusted and either looks complete, or
the pause lasts a second. Every deciding system is then charged these times.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, Frame, Samples
from core.clock import SystemClock
from core.speech.ports import Transcript
from core.turn.ears import Ears
from core.turn.events import VoiceStarted, VoiceStopped
from core.turn.models import Listener
from core.turn.policies.completeness import classify
from core.turn.states import Settings
from tests.bench.turn_set.clips import Clip

ASK_AFTER = Settings().ask_after
LIKELY = ("complete", "backchannel")
_FRAME = FRAME_SAMPLES / INPUT_RATE
_PLAIN = ("ended", "p_end", "p_after", "draft_after", "final_after")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question about one pause. ended: when the voice fell silent; the ``_after`` are seconds from
    asking to the answer, the final's from when the quick text was there."""

    ended: float
    p_end: float
    p_after: float
    draft: Transcript
    draft_after: float
    final: Transcript
    final_after: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """voices: what the ears noticed and when, in seconds of the clip."""

    clip: Clip
    voices: tuple[tuple[float, VoiceStarted | VoiceStopped], ...]
    asked: tuple[Asked, ...]


async def listen(clip: Clip, listener: Listener) -> Evidence:
    """Hear a clip out, in real time, until nothing more can be learned from it."""
    assert listener.end_of_turn is not None, "Smart Turn is one of the systems"
    clock, ears = SystemClock(), Ears(listener.vad, listener.hysteresis)
    listener.vad.reset()
    began, voices, asked = clock.monotonic(), [], []
    spoke_again = asyncio.Event()
    silent_since: float | None = None
    async with asyncio.TaskGroup() as group:
        for index, pcm in enumerate(_frames(once_more(clip.pcm))):
            at = index * _FRAME
            if at > clip.ends + 2.0 and silent_since is None:
                break
            await clock.sleep_until(began + at + _FRAME)
            for event in ears.hear(Frame(pcm, index, at)):
                voices.append((at + _FRAME, event))
                silent_since = event.ended if isinstance(event, VoiceStopped) else None
                if isinstance(event, VoiceStarted):
                    spoke_again.set()
            if silent_since is not None and at + _FRAME >= silent_since + ASK_AFTER:
                spoke_again = asyncio.Event()
                question = _ask(ears.utterance(), silent_since, listener, spoke_again)
                asked.append(group.create_task(question))
                silent_since = None
    return Evidence(clip, tuple(voices), tuple(task.result() for task in asked))


async def _ask(pcm: Samples, ended: float, listener: Listener, spoke_again: asyncio.Event) -> Asked:
    clock, hints = SystemClock(), listener.hints
    asked_at = clock.monotonic()

    async def score() -> tuple[float, float]:
        assert listener.end_of_turn is not None, "looked at before"
        return await listener.end_of_turn.p_end(pcm), clock.monotonic() - asked_at

    scoring = asyncio.create_task(score())
    draft = await listener.recognizer.draft(pcm, hints)
    drafted = clock.monotonic()
    final, final_after = draft, 0.0
    if not draft.text or draft.confidence < listener.trust:
        if classify(draft.text, draft.language) not in LIKELY:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(spoke_again.wait(), max(0.0, asked_at + 1.0 - ASK_AFTER - drafted))
        if spoke_again.is_set():
            final_after = drafted - asked_at  # nobody asks any more; it would have taken as long at least
        else:
            asking = clock.monotonic()
            final = await listener.recognizer.final(pcm, hints)
            final_after = clock.monotonic() - asking
    p_end, p_after = await scoring
    return Asked(ended, p_end, p_after, draft, drafted - asked_at, final, final_after)


def as_json(evidence: Evidence) -> dict[str, Any]:
    """Without the clip."""
    return {
        "voices": [
            [at, type(event).__name__, *(getattr(event, name) for name in event.__slots__)]
            for at, event in evidence.voices
        ],
        "asked": [
            {
                **{name: getattr(one, name) for name in _PLAIN},
                "draft": _told(one.draft),
                "final": _told(one.final),
            }
            for one in evidence.asked
        ],
    }


def of_json(clip: Clip, found: dict[str, Any]) -> Evidence:
    kinds: dict[str, type[VoiceStarted | VoiceStopped]] = {
        "VoiceStarted": VoiceStarted,
        "VoiceStopped": VoiceStopped,
    }
    return Evidence(
        clip,
        tuple((at, kinds[kind](*values)) for at, kind, *values in found["voices"]),
        tuple(
            Asked(**{**one, "draft": Transcript(*one["draft"]), "final": Transcript(*one["final"])})
            for one in found["asked"]
        ),
    )


def _told(text: Transcript) -> list[Any]:
    return [text.text, text.language, text.confidence]


def _frames(pcm: Samples) -> list[Samples]:
    return [pcm[at : at + FRAME_SAMPLES] for at in range(0, len(pcm) - FRAME_SAMPLES + 1, FRAME_SAMPLES)]


def once_more(pcm: Samples) -> Samples:
    """The same to any ear, but not to the last bit: the recogniser remembers what it has read."""
    hiss = np.random.default_rng().integers(-2, 3, len(pcm), dtype=np.int16)
    return np.clip(pcm, -32_000, 32_000) + hiss

"""``banyan talk --inspect``: what the turn engine thinks, line by line, while people talk."""

from __future__ import annotations

from app import show
from core.clock import Clock
from core.turn import captions
from core.turn.engine import Engine
from core.turn.timeline import Moment, TurnTimeline, summarise

_MOMENTS: tuple[tuple[Moment, str], ...] = (
    ("draft_ready", "draft"),
    ("endpoint", "end"),
    ("final", "final"),
    ("first_sentence", "sentence"),
    ("first_chunk", "sound"),
    ("first_audio", "heard"),
)


class Inspector:
    """Prints state, evidence and each turn's timeline; times are seconds since it was made."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock.monotonic()
        self._engine: Engine | None = None
        self._told = 0

    def watch(self, engine: Engine) -> None:
        self._engine = engine
        if engine.asleep:
            self._say("── asleep")

    def on_change(self, caption: captions.Caption) -> None:  # noqa: C901 - one case a caption
        match caption:
            case captions.StateChanged(state=state):
                self._say(f"── {state}")
                self._tell_timelines()
            case captions.AttentionChanged(attending=attending):
                self._say("── attending" if attending else "── asleep")
            case captions.UserPartial(text=text):
                self._say(f"   “{text}”")
            case captions.Weighed(label=label, p_end=p_end, wait=wait):
                sounds = "—" if p_end is None else f"{p_end:.2f}"
                self._say(f"   words {label or '—'} · sounds finished {sounds} · ends after {wait:.2f} s")
            case captions.AssistantSentence(text=text) | captions.Remarked(text=text):
                self._say(f"   » {text}")
            case captions.Delivered(speed=speed, volume=volume):
                self._say(f"   speed ×{speed} · volume ×{volume}")
            case captions.EchoCancelled(state=state, erle_db=erle):
                self._say(f"── echo {state}{weakened(erle)}")
            case captions.AnswerEnded(turn=turn, outcome=outcome):
                self._say(f"   turn {turn}: {outcome}")
                if self._engine is not None and self._engine.echo.state != "absent":
                    echo = self._engine.echo
                    self._say(f"   echo {echo.state}{weakened(echo.erle_db)}")
            case captions.Noticed(message=message):
                self._say(f"   ! {message}")
            case _:
                pass

    def _tell_timelines(self) -> None:
        """Of answers that are over."""
        known = self._engine.timelines if self._engine is not None else ()
        for timeline in known[self._told :]:
            if self._engine is not None and self._engine.state in ("idle", "listening"):
                self._say(f"   turn {timeline.turn}, after speech end: {along(timeline)}")
                self._told += 1
                for stage, of in summarise(known[: self._told]).items():
                    self._say(f"      {stage}: p50 {of.p50:.2f} · p95 {of.p95:.2f} s of {of.count}")

    def _say(self, text: str) -> None:
        show.note(f"{self._clock.monotonic() - self._began:7.2f}  {text}")


def weakened(erle_db: float | None) -> str:
    """By how much the echo became weaker, where that is known."""
    return "" if erle_db is None else f" · weaker by {erle_db:.0f} dB"


def along(timeline: TurnTimeline) -> str:
    """A turn's moments in seconds after its last voiced sound."""
    marks = [
        f"{name} {span:+.2f}"
        for moment, name in _MOMENTS
        if (span := timeline.between("speech_end", moment)) is not None
    ]
    if (span := timeline.between("voice_over", "silence")) is not None:
        marks.append(f"silent {span:.2f} after a voice")
    return " · ".join(marks) or "—"

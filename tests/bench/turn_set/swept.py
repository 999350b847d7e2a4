"""What Pipecat would have done with other settings, from what it noticed with its defaults.

A setting is one point, and a latency at 5 % cut-offs needs a curve. Pipecat has two settings that trade one for
the other: how long a pause that did not sound finished may last (``SmartTurnParams.stop_secs``, 3 s), and, with
the strategy without Smart Turn, how long any pause may (``user_speech_timeout``, 0.6 s). Both count from the moment at
which its Silero noticed the pause (0.2 s), and both wait for the text. Those moments, Smart Turn's verdicts and the
texts' arrival are taken from the run itself, with what each took. Smart Turn's threshold is fixed in it.
What a shorter wait would have cut is not heard again by Smart Turn as a new turn; the report says how far
this model is from the ends that were really seen at the defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.turn_set.clips import Clip
from tests.bench.turn_set.decide import Point, judge

STOP_SECS = 3.0
WAITS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0)


@dataclass(frozen=True, slots=True)
class Played:
    """One clip, in the whole of one system. ends: when turns were ended; asked: when the answer was asked
    for; audio: when sound began; starts, stops: when Pipecat's ears noticed; complete, incomplete: when
    its Smart Turn said so; texts: when its recogniser had one: seconds of the clip. cpu: processor
    seconds of the process meanwhile."""

    clip: Clip
    ends: tuple[float, ...]
    asked: tuple[float, ...]
    audio: tuple[float, ...]
    cpu: float = 0.0
    starts: tuple[float, ...] = ()
    stops: tuple[float, ...] = ()
    complete: tuple[float, ...] = ()
    incomplete: tuple[float, ...] = ()
    texts: tuple[float, ...] = ()

    @property
    def first_audio(self) -> float | None:
        """From the true end to the first sound after it; None when nothing sounded."""
        after = [at - self.clip.ends for at in self.audio if at > self.clip.ends]
        return min(after) if after else None


def with_smart_turn(played: Played, stop_secs: float, *, words: bool = True) -> list[float]:
    """Ends, had ``stop_secs`` been this."""
    ends = []
    for stopped, resumed in _pauses(played):
        finished = [at for at in played.complete if stopped <= at < resumed]
        asked = [at for at in (*played.complete, *played.incomplete) if stopped <= at < resumed]
        decided = min(stopped + stop_secs, *finished, float("inf"))
        # It cannot give up on a pause before Smart Turn has spoken: the two take turns in it.
        at = max(decided, min(asked, default=stopped))
        ends += _with_text(played, stopped, at, resumed, words)
    return ends


def with_timeout(played: Played, timeout: float, *, words: bool = True) -> list[float]:
    """Ends, with the strategy that only waits."""
    return [
        end
        for stopped, resumed in _pauses(played)
        for end in _with_text(played, stopped, stopped + timeout, resumed, words)
    ]


def curve(played: Sequence[Played], *, words: bool = True) -> list[Point]:
    """Every setting on these clips."""
    return [
        judge(f"{name} {wait:g} s", [(one.clip, ends(one, wait, words=words)) for one in played])
        for name, ends in (("stop_secs", with_smart_turn), ("user_speech_timeout", with_timeout))
        for wait in WAITS
    ]


def off_by(played: Sequence[Played]) -> tuple[int, float]:
    """How far the model is from what was seen at the defaults: clips with another number of ends, and the
    mean difference in seconds on the others."""
    other, differences = 0, []
    for one in played:
        said = with_smart_turn(one, STOP_SECS)
        if len(said) != len(one.ends):
            other += 1
        else:
            differences += [abs(a - b) for a, b in zip(said, one.ends, strict=True)]
    return other, sum(differences) / max(1, len(differences))


def _pauses(played: Played) -> list[tuple[float, float]]:
    return [
        (stopped, next((at for at in played.starts if at > stopped), float("inf")))
        for stopped in played.stops
    ]


def _with_text(played: Played, stopped: float, at: float, resumed: float, words: bool) -> list[float]:
    """The end at ``at``, or with the text of that pause; none when the voice was back before."""
    if words:
        at = max(at, next((text for text in played.texts if text >= stopped), float("inf")))
    return [at] if at < resumed else []

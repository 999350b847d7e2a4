"""Whether what is said is meant for the companion: a kitchen has a television and visitors. Pure.

``Asleep → Attending → Asleep``: touch, push-to-talk, a wake word or its name wakes it; after an answer
it goes on attending for the follow-up window. Without a window it always attends.
"""

from __future__ import annotations

from dataclasses import dataclass

HELD = 5.0
"""Seconds of sound kept while asleep, to look for the name in; never more, and nowhere but in memory."""


@dataclass(frozen=True, slots=True)
class Attention:
    """window: seconds it attends after an answer; None: always. names: what wakes it when it is said."""

    window: float | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asleep:
    pass


@dataclass(frozen=True, slots=True)
class Attending:
    """until: when it falls asleep if nobody speaks; None: not as long as something is under way."""

    until: float | None = None


Wakefulness = Asleep | Attending


def at_first(rule: Attention) -> Wakefulness:
    return Attending() if rule.window is None else Asleep()


def woken(rule: Attention, now: float) -> Attending:
    """Someone asked for attention; it lasts one window if nothing is said."""
    return Attending() if rule.window is None else Attending(now + rule.window)


def passing(state: Wakefulness, rule: Attention, now: float, *, busy: bool) -> Wakefulness:
    """As time goes by. busy: a turn is being said, answered or decided."""
    match state:
        case Attending(until) if rule.window is not None:
            if busy:
                return Attending()
            if until is None:
                return Attending(now + rule.window)
            return Asleep() if now >= until else state
    return state

"""Whose data a store call may touch. Decided above, handed down, checked in every query."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scope:
    """``actor`` does something with the data of ``person`` in ``role`` (None: any role).

    All three are ids. No store call reads across persons.
    """

    actor: str
    person: str
    role: str | None = None

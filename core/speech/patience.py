"""How long a speech service on the other side of a wire is waited for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds to wait: for a connection, for the answer to begin, from one piece of it to the next."""

    connect: float = 5.0
    first: float = 20.0
    between: float = 8.0

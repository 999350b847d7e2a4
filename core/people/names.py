"""Names of persons and roles: what may be one, and when two are the same."""

from __future__ import annotations

from core.errors import Refused
from core.text import normalise

MAX_NAME = 40
"""Characters a name may have."""


def checked(name: str) -> str:
    """The name as it is stored. Raises Refused when nothing is left of it or it is too long."""
    tidy = normalise(name)
    if not tidy:
        raise Refused("people.name_empty")
    if len(tidy) > MAX_NAME:
        raise Refused("people.name_too_long", most=MAX_NAME)
    return tidy


def folded(name: str) -> str:
    """What makes two names the same: width, case and spaces do not."""
    return normalise(name).casefold().replace(" ", "")

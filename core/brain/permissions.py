"""Which tools a role may use, decided before a model is told of them and again when it calls one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from core.people.roles import Permission

Verdict = Literal["allowed", "never", "not_asked", "unknown"]


def verdict(tool: str, known: bool, permissions: Mapping[str, Permission]) -> Verdict:
    """What happens to one call. A tool without an entry is ``never``.

    ``ask`` gives ``not_asked``: no face can ask the person yet, so it is treated as a no and the model
    is told which kind of no it was.
    """
    if not known:
        return "unknown"
    permission = permissions.get(tool, "never")
    if permission == "allow":
        return "allowed"
    return "not_asked" if permission == "ask" else "never"

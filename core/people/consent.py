"""What each person agreed to, by whom it was recorded and how."""

from __future__ import annotations

from typing import Literal

import msgspec

Purpose = Literal[
    "transcript", "memory", "audio", "cloud_sync", "cloud_memory", "cloud_models", "family_view"
]


class Consents(msgspec.Struct, frozen=True, kw_only=True):
    """What is granted at one moment; handed down as a value and never looked up twice in a turn."""

    granted: frozenset[Purpose] = frozenset()
    version: int = 0

    def allows(self, purpose: Purpose) -> bool:
        return purpose in self.granted

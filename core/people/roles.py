"""Roles: who the companion is for whom. Instructions, voice, patience, and what it may use."""

from __future__ import annotations

from typing import Literal

import msgspec

from core.text import Language

Permission = Literal["never", "ask", "allow"]
Patience = Literal["elder", "brisk"]


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """One persona. ``tools`` names only tools whose permission was set; others are ``never``.

    voices: adapter's voice names by language. memory: whether memories are injected and extracted.
    """

    id: str
    name: str
    instructions: str = ""
    greeting: str = ""
    language: Language = "zh"
    voices: dict[str, str] = {}
    speed: float = 1.0
    patience: Patience = "elder"
    memory: bool = True
    tools: dict[str, Permission] = {}
    revision: int = 1

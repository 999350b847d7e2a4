"""The standing of one command: who asks, in which role, where the household is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.settings import Places, Settings
from core.text import Language


@dataclass(frozen=True, slots=True)
class Here:
    """What the global options and the settings said. person, role: names, empty for the first. guest: who
    speaks is not of the household. named: who speaks was said on the command line, and stays. by: who asks,
    when it is somebody else than the person."""

    places: Places
    settings: Settings
    language: Language
    person: str = ""
    role: str = ""
    guest: bool = False
    named: bool = False
    passphrase_file: Path | None = None
    by: str = ""

"""The kinds of place a model file can come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Upstream:
    """The authors' own address."""

    url: str

    def __str__(self) -> str:
        return urlsplit(self.url).hostname or self.url


@dataclass(frozen=True, slots=True)
class WheelMember:
    """One file inside a Python wheel."""

    package: str
    version: str
    member: str


@dataclass(frozen=True, slots=True)
class Wheels:
    """Files inside Python wheels which, put one after the other, are the model file."""

    parts: tuple[WheelMember, ...]

    def __str__(self) -> str:
        return f"pip {self.parts[0].package}"


@dataclass(frozen=True, slots=True)
class NpmMember:
    """One file inside an npm package."""

    package: str
    version: str
    member: str

    def __str__(self) -> str:
        return f"npm {self.package}"


@dataclass(frozen=True, slots=True)
class Carried:
    """A small file that came with Banyan itself, in ``core/speech/models/carried``."""

    name: str

    def __str__(self) -> str:
        return "Banyan"


@dataclass(frozen=True, slots=True)
class Folder:
    """A file on this machine, out of a folder somebody brought."""

    path: Path

    def __str__(self) -> str:
        return str(self.path.parent.parent)


Source = Upstream | Wheels | NpmMember | Carried | Folder

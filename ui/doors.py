"""What the desktop needs of whoever put it together: the ways into the household, and settings that stay.

Everything asynchronous here runs on the core's thread, behind ``bridge.call``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from core.household.household import Household
from core.secret import Secret
from core.text import Language
from ui.theme import Choice

Standing = Literal["none", "locked", "by_itself"]
"""No household yet; it wants a passphrase; a key on this machine opens it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding:
    """What a first run decided. code: the recovery code. keep, remember: as ``banyan init``."""

    name: str
    language: Language
    passphrase: Secret
    code: Secret
    keep: bool = True
    remember: bool = True


class Doors(Protocol):
    """The ways in. Only one household is open at a time."""

    async def standing(self) -> Standing:
        """Raises Corrupt when what is there is damaged."""

    async def recoverable(self) -> bool:
        """Whether a recovery code was ever made."""

    async def enter(self, passphrase: Secret | None = None) -> Household:
        """By the passphrase, or by this machine's own key. Raises UserFacing."""

    async def recover(self, code: str, passphrase: Secret) -> Household:
        """By the recovery code; from now on the passphrase is this one. Raises UserFacing."""

    async def found(self, founding: Founding) -> Household:
        """A new household, opened. Raises UserFacing."""

    async def leave(self) -> None:
        """Close what is open."""

    def check_name(self, name: str) -> None:
        """Raises UserFacing for what nobody can be called."""

    def check_passphrase(self, passphrase: Secret) -> None:
        """Raises UserFacing for one that is too short."""


class Keeping(Protocol):
    """Settings that outlive the window. Quick enough to be called on Qt's thread."""

    def look(self, choice: Choice, scale: float) -> None:
        """Raises UserFacing when they cannot be written."""

    def language(self, language: Language) -> None:
        """As :meth:`look`."""

    def licences(self) -> Sequence[tuple[str, str]]:
        """Name and licence of every package in use."""

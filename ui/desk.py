"""What every page is handed: words, look, the bridge to the core, and the ways to tell and to undo."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from core.errors import UserFacing
from ui.bridge import Bridge
from ui.doors import Doors, Keeping
from ui.errands import Errands
from ui.look import Look
from ui.words import Words

if TYPE_CHECKING:
    from core.household.household import Household

Errand = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What there is before any household is open."""

    words: Words
    look: Look
    bridge: Bridge
    doors: Doors
    keeping: Keeping
    errands: Errands


class Telling(Protocol):
    """Where a page says what it did."""

    def say(self, sentence: str, **values: object) -> None:
        """In the status line."""

    def offer_undo(self, sentence: str, undo: Errand, **values: object) -> None:
        """What was just done, and how it is taken back; the newest offer counts."""

    def trouble(self, error: UserFacing) -> None:
        """What went wrong and the next step."""

    def work(self, sentence: str, cancel: Errand | None = None) -> AbstractContextManager[Progressing]:
        """Long work is in sight as long as the block runs, whichever page is in front."""


class Progressing(Protocol):
    """How far long work is."""

    def progress(self, done: int, total: int) -> None:
        """total: 0 when nobody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What there is once it is open."""

    desk: Desk
    household: Household
    telling: Telling

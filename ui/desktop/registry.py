"""The pages there are, in the order of the side bar. A page that does not exist is not listed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from ui.desk import Room
from ui.desktop.pages.memory.view import MemoryPage
from ui.desktop.pages.settings.view import SettingsPage


@dataclass(frozen=True, slots=True)
class Entry:
    """name: in the words, as ``shell.<name>``; icon: its file. below: set apart, at the foot of the side bar.

    A page is a QWidget that may have ``shown()``, called whenever it comes to the front, and ``search``, the
    widget that Ctrl+F goes to.
    """

    name: str
    icon: str
    make: Callable[[Room], QWidget]
    below: bool = False


PAGES: Final = (
    Entry("memory", "memory", MemoryPage),
    Entry("settings", "settings", SettingsPage, below=True),
)

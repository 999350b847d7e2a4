"""The sheet of shortcuts: what the keyboard does everywhere."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QGridLayout, QWidget

from ui.look import Look
from ui.theme import GRID
from ui.widgets.dialogs import Dialog
from ui.widgets.parts import label, said
from ui.words import Words

KEYS: Final = (
    ("pages", "Ctrl+1 … 9"),
    ("settings", "Ctrl+,"),
    ("find", "Ctrl+F"),
    ("refresh", "F5"),
    ("undo", "Ctrl+Z"),
    ("help", "F1"),
    ("quit", "Ctrl+Q"),
)
"""What a shortcut does (``keys.<name>`` in the words) and how it is written."""


class HelpSheet(Dialog):
    """Opened by F1."""

    def __init__(self, parent: QWidget, words: Words, look: Look) -> None:
        super().__init__(parent, words, look, "keys.title")
        grid = QGridLayout()
        grid.setVerticalSpacing(GRID)
        grid.setHorizontalSpacing(3 * GRID)
        for at, (name, written) in enumerate(KEYS):
            keys = label("body", wrap=False)
            keys.setText(written)
            keys.setProperty("look", "keys")
            grid.addWidget(said(words, f"keys.{name}"), at, 0)
            grid.addWidget(keys, at, 1)
        self.inside.addLayout(grid)
        self.choices("shell.close")

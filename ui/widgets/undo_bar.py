"""The undo bar: what was just done, and the way back, until something else is done."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout

from ui.desk import Errand
from ui.errands import Errands
from ui.theme import GRID
from ui.widgets.parts import button, label
from ui.words import Words


class UndoBar(QFrame):
    """Hidden while there is nothing to take back."""

    def __init__(self, words: Words, errands: Errands) -> None:
        super().__init__()
        self._words, self._errands = words, errands
        self._undo: Errand | None = None
        self.setProperty("look", "bar")
        inside = QHBoxLayout(self)
        inside.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        self._text = label("body")
        self.take_back = button(words, "shell.undo", self.undo, "soft")
        self.dismiss = button(words, "shell.dismiss", self.forget)
        inside.addWidget(self._text, 1)
        inside.addWidget(self.take_back)
        inside.addWidget(self.dismiss)
        self.hide()

    def offer(self, sentence: str, undo: Errand, values: dict[str, object]) -> None:
        self._words.put(self._text, "setText", sentence, **values)
        self._undo = undo
        self.show()

    def undo(self) -> None:
        """Take the newest thing back; nothing when there is none."""
        undo = self._undo
        self.forget()
        if undo is not None:
            self._errands.run(undo())

    def forget(self) -> None:
        self._undo = None
        self.hide()

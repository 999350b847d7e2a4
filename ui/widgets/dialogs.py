"""Dialogs that are opened and awaited; none runs a loop inside the loop."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from ui.look import Look
from ui.theme import GRID
from ui.widgets.parts import Kind, button, said
from ui.words import Words

_WIDTH = 480


class Dialog(QDialog):
    """A title, a column to fill, and buttons; Esc is always no. inside: the column."""

    def __init__(self, parent: QWidget, words: Words, look: Look, title: str) -> None:
        super().__init__(parent)
        self.words = words
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self.setMinimumWidth(look.px(_WIDTH))
        words.put(self, "setWindowTitle", title)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        whole.setSpacing(2 * GRID)
        whole.addWidget(said(words, title, "heading"))
        self.inside = QVBoxLayout()
        self.inside.setSpacing(GRID)
        whole.addLayout(self.inside, 1)
        self._buttons = QHBoxLayout()
        self._buttons.addStretch(1)
        whole.addLayout(self._buttons)

    def choices(self, yes: str, no: str = "", look: Kind = "primary") -> None:
        """The buttons at the foot. look: of the one that says yes."""
        if no:
            self.no = button(self.words, no, self.reject)
            self._buttons.addWidget(self.no)
        self.yes = button(self.words, yes, self.accept, look)
        self._buttons.addWidget(self.yes)
        (self.no if no else self.yes).setFocus()

    async def answered(self) -> bool:
        """Open it, and await what they choose."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.finished.connect(lambda code: None if answer.done() else answer.set_result(bool(code)))
        self.open()
        try:
            return await answer
        except asyncio.CancelledError:
            self.reject()
            raise

"""One card in the middle of the window, for what needs all attention; it scrolls when type is large."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.errors import UserFacing
from ui.fonts import Type
from ui.look import Look
from ui.theme import GRID
from ui.widgets.parts import card, column, label, said
from ui.words import Words

_WIDTH = 520


class Sheet(QScrollArea):
    """inside: the column to fill."""

    def __init__(self, words: Words, look: Look, title: str = "", text: str = "") -> None:
        super().__init__()
        self.words, self.look_now = words, look
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        ground = QWidget()
        ground.setProperty("look", "page")
        self._card, self.inside = card(gap=2 * GRID)
        self.inside.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(self._card, 8)
        across.addStretch(1)
        down = QVBoxLayout(ground)
        down.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        down.addStretch(1)
        down.addLayout(across)
        down.addStretch(2)
        self.setWidget(ground)
        if title:
            self.inside.addWidget(said(words, title, "title"))
        if text:
            self.say(text, tone="muted")
        self._what, self._next = label("body", "danger"), label("body", "danger")
        self._trouble = QWidget()
        self._trouble.setLayout(column(self._what, self._next, gap=0))
        self._trouble.hide()
        look.changed.connect(self._fit)
        self._fit()

    def say(self, sentence: str, kind: Type = "body", tone: str = "") -> QLabel:
        """One more sentence."""
        told = said(self.words, sentence, kind, "muted" if tone == "muted" else "")
        self.inside.addWidget(told)
        return told

    def add(self, *items: QWidget | QBoxLayout) -> None:
        for item in items:
            if isinstance(item, QWidget):
                self.inside.addWidget(item)
            else:
                self.inside.addLayout(item)

    def trouble(self, error: UserFacing | None) -> None:
        """Say what went wrong beneath what was typed; None takes it back."""
        if self._trouble.parent() is None or self.inside.indexOf(self._trouble) < 0:
            self.inside.insertWidget(max(self.inside.count() - 1, 0), self._trouble)
        self._trouble.setVisible(error is not None)
        if error is not None:
            self.words.put_trouble(self._what, self._next, error)

    def _fit(self) -> None:
        self._card.setMaximumWidth(self.look_now.px(_WIDTH))
        self._card.setMinimumWidth(min(self.look_now.px(_WIDTH), 560))

"""Long work in sight: what runs, how far it is, and a way to stop it; it outlives the page that began it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from ui.desk import Errand
from ui.errands import Errands
from ui.theme import GRID
from ui.widgets.parts import button, label
from ui.words import Words


class Work(QFrame):
    """One piece of work: its sentence, its progress, its button to stop."""

    def __init__(self, words: Words, errands: Errands, sentence: str, cancel: Errand | None) -> None:
        super().__init__()
        self.setProperty("look", "bar")
        inside = QHBoxLayout(self)
        inside.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        told = label("body")
        words.put(told, "setText", sentence)
        self.progress_bar = QProgressBar()
        self.progress_bar.setRange(0, 0)
        self.progress_bar.setTextVisible(False)
        words.put(self.progress_bar, "setAccessibleName", sentence)
        inside.addWidget(told, 1)
        inside.addWidget(self.progress_bar, 1)
        if cancel is not None:
            self.cancel = button(words, "shell.cancel", lambda: errands.run(cancel()))
            inside.addWidget(self.cancel)

    def progress(self, done: int, total: int) -> None:
        """total: 0 when nobody knows."""
        self.progress_bar.setRange(0, total)
        self.progress_bar.setValue(done)


class Activity(QWidget):
    """The panel; hidden while nothing runs."""

    def __init__(self, words: Words, errands: Errands) -> None:
        super().__init__()
        self._words, self._errands = words, errands
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.running: list[Work] = []
        self.hide()

    @contextmanager
    def work(self, sentence: str, cancel: Errand | None = None) -> Iterator[Work]:
        """In sight as long as the block runs."""
        one = Work(self._words, self._errands, sentence, cancel)
        self.running.append(one)
        self._column.addWidget(one)
        self.show()
        try:
            yield one
        finally:
            self.running.remove(one)
            self._column.removeWidget(one)
            one.deleteLater()
            self.setVisible(bool(self.running))

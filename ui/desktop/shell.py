"""The shell: side bar, one page at a time, and beneath it what was done, what runs and what went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.errors import UserFacing
from core.household.household import Household
from ui.desk import Desk, Errand, Room
from ui.desktop.help_sheet import HelpSheet
from ui.desktop.registry import PAGES, Entry
from ui.desktop.sidebar import Sidebar
from ui.theme import GRID
from ui.widgets.activity import Activity, Work
from ui.widgets.parts import button, label
from ui.widgets.undo_bar import UndoBar


class Shell(QWidget):
    """Implements ``ui.desk.Telling``. Pages are made when they are first looked at.

    activity: where long work is shown.
    """

    def __init__(self, desk: Desk, household: Household, entries: Sequence[Entry] = PAGES) -> None:
        super().__init__()
        self._desk = desk
        self._entries = {entry.name: entry for entry in entries}
        self._pages: dict[str, QWidget] = {}
        self._front = ""
        self.setProperty("look", "page")
        self.sidebar = Sidebar(desk, entries)
        self.sidebar.chosen.connect(self.go)
        self.stack = QStackedWidget()
        self.undo_bar = UndoBar(desk.words, desk.errands)
        self.activity = Activity(desk.words, desk.errands)
        self.status = label("small", "muted")
        desk.words.put(self.status, "setAccessibleName", "shell.status")
        self._trouble_frame()
        self.room = Room(desk=desk, household=household, telling=self)
        main = QVBoxLayout()
        main.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, GRID)
        main.setSpacing(GRID)
        main.addWidget(self.trouble_bar)
        main.addWidget(self.stack, 1)
        for widget in (self.activity, self.undo_bar, self.status):
            main.addWidget(widget)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.sidebar)
        across.addLayout(main, 1)
        self._shortcuts()
        self.go(next(iter(self._entries)))

    @property
    def page(self) -> QWidget:
        """The page in front."""
        return self._pages[self._front]

    def go(self, name: str) -> None:
        """Bring a page to the front."""
        if name not in self._pages:
            self._pages[name] = self._entries[name].make(self.room)
            self.stack.addWidget(self._pages[name])
        self._front = name
        self.sidebar.mark(name)
        self.stack.setCurrentWidget(self._pages[name])
        self.refresh()

    def refresh(self) -> None:
        """The page in front shows what is so now."""
        if callable(shown := getattr(self.page, "shown", None)):
            shown()

    def say(self, sentence: str, **values: object) -> None:
        self._desk.words.put(self.status, "setText", sentence, **values)

    def offer_undo(self, sentence: str, undo: Errand, **values: object) -> None:
        self.trouble_bar.hide()
        self.undo_bar.offer(sentence, undo, values)

    def trouble(self, error: UserFacing) -> None:
        self._desk.words.put_trouble(self._what, self._next, error)
        self.trouble_bar.show()

    def work(self, sentence: str, cancel: Errand | None = None) -> AbstractContextManager[Work]:
        return self.activity.work(sentence, cancel)

    def help(self) -> None:
        """The sheet of shortcuts."""
        HelpSheet(self, self._desk.words, self._desk.look).open()

    def _trouble_frame(self) -> None:
        self.trouble_bar = QFrame()
        self.trouble_bar.setProperty("look", "trouble")
        self._what, self._next = label("body"), label("small")
        inside = QHBoxLayout(self.trouble_bar)
        inside.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        told = QVBoxLayout()
        told.setSpacing(GRID // 2)
        told.addWidget(self._what)
        told.addWidget(self._next)
        inside.addLayout(told, 1)
        self.dismiss = button(self._desk.words, "shell.dismiss", self.trouble_bar.hide)
        inside.addWidget(self.dismiss)
        self.trouble_bar.hide()

    def _shortcuts(self) -> None:
        for keys, act in (
            ("F1", self.help),
            ("F5", self.refresh),
            ("Ctrl+Z", self.undo_bar.undo),
            ("Ctrl+F", self._find),
            ("Ctrl+,", lambda: self.go("settings")),
            ("Ctrl+Q", self._quit),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        for number, name in enumerate(self._entries, 1):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), self)
            shortcut.activated.connect(lambda to=name: self.go(to))

    def _find(self) -> None:
        if isinstance(field := getattr(self.page, "search", None), QWidget):
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _quit(self) -> None:
        self.window().close()

"""The side bar: where one can go, by icon and word; where one is has a bar at its edge, not colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QLabel, QPushButton, QSizePolicy, QVBoxLayout

from ui import icons
from ui.desk import Desk
from ui.desktop.registry import Entry
from ui.theme import GRID
from ui.widgets.parts import row, said

_WIDTH = 208
_MOST = 280


class Sidebar(QFrame):
    """chosen: the name of a page."""

    chosen = Signal(str)

    def __init__(self, desk: Desk, entries: Sequence[Entry]) -> None:
        super().__init__()
        self._desk = desk
        self._entries = {entry.name: entry for entry in entries}
        self.buttons: dict[str, QPushButton] = {}
        self.setProperty("look", "sidebar")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID + GRID // 2, 3 * GRID, GRID + GRID // 2, 2 * GRID)
        column.setSpacing(GRID)
        self._face = QLabel()
        desk.words.put(self._face, "setAccessibleName", "shell.brand")
        column.addLayout(row(self._face, said(desk.words, "shell.brand", "large", "accent", wrap=False)))
        column.addSpacing(2 * GRID)
        group = QButtonGroup(self)
        for entry in (one for one in entries if not one.below):
            column.addWidget(self._button(entry, group))
        column.addStretch(1)
        for entry in (one for one in entries if one.below):
            column.addWidget(self._button(entry, group))
        desk.look.changed.connect(self._dress)
        self._dress()

    def mark(self, name: str) -> None:
        """This page is the one in front."""
        self.buttons[name].setChecked(True)

    def _button(self, entry: Entry, group: QButtonGroup) -> QPushButton:
        made = QPushButton()
        made.setProperty("look", "side")
        made.setCheckable(True)
        made.setAutoDefault(False)
        self._desk.words.put(made, "setText", f"shell.{entry.name}")
        made.clicked.connect(lambda _checked=False, name=entry.name: self.chosen.emit(name))
        group.addButton(made)
        self.buttons[entry.name] = made
        return made

    def _dress(self) -> None:
        look, theme = self._desk.look, self._desk.look.theme
        side = look.px(20)
        self.setMinimumWidth(min(look.px(_WIDTH), _MOST))
        self._face.setPixmap(icons.pixmap("face", theme.accent, look.px(36)))
        for name, made in self.buttons.items():
            made.setIcon(icons.icon(self._entries[name].icon, theme.muted, theme.accent, side))
            made.setIconSize(QSize(side, side))

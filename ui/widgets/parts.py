"""Labels, buttons, cards and rows, all dressed by the stylesheet and named for whoever cannot see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.fonts import Type
from ui.theme import GRID
from ui.words import Words

_Layout = TypeVar("_Layout", bound=QBoxLayout)
Tone = Literal["", "muted", "accent", "danger", "gone"]
Kind = Literal["", "primary", "soft", "danger", "link", "chip", "side"]


class Label(QLabel):
    """Text as it stands: never markup, whoever wrote it. Wrapped text is never lower than its lines, which a
    layout inside a layout would allow."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        super().setText(text)
        self._stand()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stand()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._stand()

    def _stand(self) -> None:
        if self.wordWrap() and (needed := self.heightForWidth(self.width())) != self.minimumHeight():
            self.setMinimumHeight(max(needed, 0))


def label(kind: Type = "body", tone: Tone = "", *, wrap: bool = True) -> QLabel:
    made = Label()
    made.setProperty("type", kind)
    made.setProperty("tone", tone)
    made.setWordWrap(wrap)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
    return made


def said(words: Words, sentence: str, kind: Type = "body", tone: Tone = "", *, wrap: bool = True) -> QLabel:
    """A sentence of ours."""
    made = label(kind, tone, wrap=wrap)
    words.put(made, "setText", sentence)
    return made


def button(words: Words, sentence: str, clicked: Callable[[], object], look: Kind = "") -> QPushButton:
    made = QPushButton()
    made.setProperty("look", look)
    made.setAutoDefault(False)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    words.put(made, "setText", sentence)
    made.clicked.connect(lambda _checked=False: clicked())
    return made


def line(words: Words, name: str, *, secret: bool = False) -> QLineEdit:
    """One line to type into. name: the sentence that says what belongs there."""
    made = QLineEdit()
    words.put(made, "setAccessibleName", name)
    words.put(made, "setPlaceholderText", name)
    if secret:
        made.setEchoMode(QLineEdit.EchoMode.Password)
    return made


def card(look: str = "card", *, gap: int = GRID) -> tuple[QFrame, QVBoxLayout]:
    """A frame and the column inside it."""
    frame = QFrame()
    frame.setProperty("look", look)
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
    inside.setSpacing(gap)
    return frame, inside


def column(*items: QWidget | QBoxLayout, gap: int = GRID, edge: int = 0) -> QVBoxLayout:
    made = QVBoxLayout()
    return _filled(made, items, gap, edge)


def row(*items: QWidget | QBoxLayout, gap: int = GRID, edge: int = 0) -> QHBoxLayout:
    """From the left; what is left over stays empty on the right."""
    made = _filled(QHBoxLayout(), items, gap, edge)
    made.addStretch(1)
    return made


def redress(widget: QWidget) -> None:
    """After a property that the stylesheet goes by has changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def _filled(layout: _Layout, items: tuple[QWidget | QBoxLayout, ...], gap: int, edge: int) -> _Layout:
    layout.setSpacing(gap)
    layout.setContentsMargins(edge, edge, edge, edge)
    for item in items:
        if isinstance(item, QWidget):
            layout.addWidget(item)
        else:
            layout.addLayout(item)
    return layout

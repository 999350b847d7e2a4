"""Paints one memory as a card: its kind, its words, and where they are from. No widget a row."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from core.memory.facts import Fact
from ui.desktop.pages.memory.model import FACT, told
from ui.fonts import font
from ui.look import Look
from ui.theme import CORNER, GRID, LINE
from ui.words import Words

_CHIP = 88
"""Width of the place for the kind, at 100 %."""


class FactDelegate(QStyledItemDelegate):
    """Every row has the same height, so that a long list scrolls at once."""

    def __init__(self, words: Words, look: Look) -> None:
        super().__init__()
        self._words, self._look = words, look

    def sizeHint(  # noqa: N802 - Qt's name
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002
    ) -> QSize:
        return QSize(0, self._look.px(72) + GRID + GRID // 2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        fact = index.data(FACT)
        if not isinstance(fact, Fact):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        box = QRectF(option.rect).adjusted(1, 1, -GRID, -GRID)
        self._card(painter, box, chosen=bool(state & QStyle.StateFlag.State_Selected))
        inside = box.adjusted(2 * GRID, GRID, -2 * GRID, -GRID)
        chip = self._look.px(_CHIP)
        self._kind(painter, QRectF(inside.left(), inside.top() + GRID // 2, chip, self._look.px(24)), fact)
        text = inside.adjusted(chip + 2 * GRID, 0, 0, 0)
        half = text.height() * 0.56
        gone = fact.status in ("superseded", "disabled")
        self._line(painter, text.adjusted(0, 0, 0, half - text.height()), fact.text, gone=gone)
        self._meta(painter, text.adjusted(0, half, 0, 0), told(fact, self._words))
        painter.restore()

    def _card(self, painter: QPainter, box: QRectF, *, chosen: bool) -> None:
        theme = self._look.theme
        painter.setBrush(QColor(theme.surface))
        painter.setPen(QPen(QColor(theme.accent if chosen else theme.line), LINE + chosen))
        painter.drawRoundedRect(box, CORNER, CORNER)

    def _kind(self, painter: QPainter, box: QRectF, fact: Fact) -> None:
        theme, used = self._look.theme, fact.status == "active"
        face = font("small", self._look.scale, bold=True)
        name = QFontMetrics(face).elidedText(
            self._words.say(f"kind.{fact.kind}"), Qt.TextElideMode.ElideRight, int(box.width()) - GRID
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent_soft if used else theme.background))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(theme.accent if used else theme.muted))
        painter.setFont(face)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)

    def _line(self, painter: QPainter, box: QRectF, text: str, *, gone: bool) -> None:
        face = font("large", self._look.scale, bold=not gone)
        face.setStrikeOut(gone)
        painter.setFont(face)
        painter.setPen(QColor(self._look.theme.muted if gone else self._look.theme.ink))
        shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _meta(self, painter: QPainter, box: QRectF, text: str) -> None:
        face = font("small", self._look.scale)
        painter.setFont(face)
        painter.setPen(QColor(self._look.theme.muted))
        shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

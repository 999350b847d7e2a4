"""Icons of our own, drawn in the colour they are asked for; assets/icons has one SVG for each."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "icons"
_DENSITY = 3
"""Pixels a point, so that they are sharp on any screen."""


def pixmap(name: str, colour: str, size: int) -> QPixmap:
    """size: of a side, in points."""
    drawing = (_FOLDER / f"{name}.svg").read_text("utf-8").replace("currentColor", colour)
    canvas = QPixmap(size * _DENSITY, size * _DENSITY)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(canvas.rect()))
    painter.end()
    canvas.setDevicePixelRatio(_DENSITY)
    return canvas


def icon(name: str, colour: str, chosen: str, size: int) -> QIcon:
    """chosen: its colour on a button that is checked."""
    made = QIcon(pixmap(name, colour, size))
    made.addPixmap(pixmap(name, chosen, size), QIcon.Mode.Normal, QIcon.State.On)
    return made

"""Walks over every widget of a window and tells what somebody could not read, reach or tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from ui.theme import THEMES, contrast

_CONTROLS = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit)
_LEAST = 24
"""Pixels of a side of what is clicked (WCAG 2.2, 2.5.8)."""


def faults(window: QWidget, least_contrast: float = 4.5) -> list[str]:
    """What is wrong with what can be seen now; empty when nothing is."""
    return [
        f"{type(widget).__name__} {_text(widget) or widget.accessibleName()!r}: {fault}"
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and not widget.objectName().startswith("qt_")
        for fault in (*_unnamed(widget), *_small(widget), *_clipped(widget), *_faint(widget, least_contrast))
    ]


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else ""


def _unnamed(widget: QWidget) -> Iterator[str]:
    inner = isinstance(widget.parent(), (QComboBox, QLineEdit, QAbstractItemView))
    if isinstance(widget, _CONTROLS) and not inner and not (_text(widget) or widget.accessibleName()):
        yield "has no name"


def _small(widget: QWidget) -> Iterator[str]:
    inner = isinstance(widget.parent(), (QComboBox, QLineEdit))
    if isinstance(widget, QAbstractButton) and not inner and min(widget.width(), widget.height()) < _LEAST:
        yield f"is {widget.width()} x {widget.height()}"


def _clipped(widget: QWidget) -> Iterator[str]:
    if not _text(widget):
        return
    if isinstance(widget, QLabel) and widget.wordWrap():
        needed = widget.heightForWidth(widget.width())
        if needed > widget.height() + 1:
            yield f"needs a height of {needed} and has {widget.height()}"
    elif widget.minimumSizeHint().width() > widget.width() + 1:
        yield f"needs a width of {widget.minimumSizeHint().width()} and has {widget.width()}"


def _faint(widget: QWidget, least: float) -> Iterator[str]:
    """The colour its text is painted in, on the faintest ground a theme has for it."""
    if not isinstance(widget, QLabel) or not widget.text():
        return
    ink = widget.palette().color(QPalette.ColorRole.WindowText).name(QColor.NameFormat.HexRgb)
    for theme in THEMES.values():
        colours = {getattr(theme, name).lower() for name in ("ink", "muted", "accent", "danger", "speaking")}
        if ink in colours and widget.window().palette().color(QPalette.ColorRole.Window).name() == (
            theme.background.lower()
        ):
            ratio = min(contrast(ink, theme.background), contrast(ink, theme.surface))
            if ratio < least:
                yield f"has a contrast of {ratio:.1f}"
            return

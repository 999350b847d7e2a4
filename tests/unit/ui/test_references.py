"""Repainting and telling do not wear out None and True, as PySide6 6.12 does on Python 3.11 (facts: refbool)."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

_ROUNDS, _SLACK = 500, 50


class _Teller(QObject):
    told = Signal(int)


class _Painted(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        return


def test_five_hundred_repaints_and_signals_leave_the_counts_as_they_were() -> None:
    teller, widget = _Teller(), _Painted()
    teller.told.connect(lambda _number: None)
    widget.show()
    before = sys.getrefcount(None), sys.getrefcount(True)
    for number in range(_ROUNDS):
        teller.told.emit(number)
        widget.repaint()
        widget.setToolTip("x")
        widget.isVisible()
    after = sys.getrefcount(None), sys.getrefcount(True)
    widget.close()
    assert all(abs(now - then) < _SLACK for now, then in zip(after, before, strict=True))

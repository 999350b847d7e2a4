"""A layout that goes on in the next line when a line is full, as words do; for chips."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

from ui.theme import GRID


class Flow(QWidget):
    """A widget whose children flow; its height follows its width."""

    def __init__(self) -> None:
        super().__init__()
        self._flow = _FlowLayout(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        self._flow.addWidget(widget)
        self._stand()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stand()

    def event(self, event: QEvent) -> bool:
        """A chip that became wider or taller may need another line."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._stand()
        return super().event(event)

    def _stand(self) -> None:
        """Never lower than its lines, which a column of a layout inside a layout would allow."""
        if (needed := self._flow.heightForWidth(self.width())) != self.minimumHeight():
            self.setMinimumHeight(needed)

    def clear(self) -> None:
        """Take every child out and let it go."""
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def __iter__(self) -> Iterator[QWidget]:
        for at in range(self._flow.count()):
            item = self._flow.itemAt(at)
            if item is not None and (widget := item.widget()) is not None:
                yield widget


class _FlowLayout(QLayout):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's name
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        return self._place(QRect(0, 0, width, 0), really=False)

    def setGeometry(self, rectangle: QRect) -> None:  # noqa: N802 - Qt's name
        super().setGeometry(rectangle)
        self._place(rectangle, really=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        least = QSize()
        for item in self._items:
            least = least.expandedTo(item.minimumSize())
        return least

    def _place(self, within: QRect, *, really: bool) -> int:
        """The height that it takes."""
        x, y, tall = within.x(), within.y(), 0
        for item in self._items:
            size = item.sizeHint()
            if x > within.x() and x + size.width() > within.right() + 1:
                x, y, tall = within.x(), y + tall + GRID, 0
            if really:
                item.setGeometry(QRect(QPoint(x, y), QSize(min(size.width(), within.width()), size.height())))
            x, tall = x + size.width() + GRID, max(tall, size.height())
        return y + tall - within.y()

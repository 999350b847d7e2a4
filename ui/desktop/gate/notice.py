"""A page for what keeps people out: a damaged vault, a core that ended; and for the moment of opening."""

from __future__ import annotations

from PySide6.QtCore import Signal

from core.errors import UserFacing
from ui.desk import Desk
from ui.widgets.parts import button, label, row
from ui.widgets.sheet import Sheet


class Notice(Sheet):
    """again: try once more. leave: end the app."""

    again = Signal()
    leave = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.words, desk.look)
        self.title = label("title")
        self.what = label("body")
        self.next_step = label("body", "muted")
        self.retry = button(desk.words, "notice.again", self.again.emit, "primary")
        self.quit = button(desk.words, "notice.leave", self.leave.emit)
        self.add(self.title, self.what, self.next_step, row(self.retry, self.quit))

    def show_trouble(self, title: str, error: UserFacing) -> None:
        self.words.put(self.title, "setText", title)
        self.words.put_trouble(self.what, self.next_step, error)


class Opening(Sheet):
    """The moment while the core starts and a key of this machine opens the door."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.words, desk.look, "opening.title", "opening.text")

"""A forgotten passphrase: the recovery code and a new one; and the honest screen when both are lost."""

from __future__ import annotations

from PySide6.QtCore import Signal

from core.errors import UserFacing
from core.secret import Secret
from ui.desk import Desk
from ui.desktop.gate.lock import opening
from ui.widgets.parts import button, line, row
from ui.widgets.sheet import Sheet


class Recover(Sheet):
    """opened: with the household. back: to the passphrase. lost: the code is not there either."""

    opened = Signal(object)
    back = Signal()
    lost = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.words, desk.look, "recover.title", "recover.text")
        self._desk = desk
        self.code = line(desk.words, "recover.code")
        self.fresh = line(desk.words, "recover.fresh", secret=True)
        self.again = line(desk.words, "recover.again", secret=True)
        self.open = button(desk.words, "recover.open", self._try, "primary")
        self.to_lock = button(desk.words, "recover.back", self.back.emit)
        self.no_code = button(desk.words, "recover.lost", self.lost.emit, "link")
        self.add(self.code, self.fresh, self.again, self.no_code, row(self.open, self.to_lock))

    def begin(self) -> None:
        for field in (self.code, self.fresh, self.again):
            field.clear()
        self.trouble(None)
        self.code.setFocus()

    def _try(self) -> None:
        if self.fresh.text() != self.again.text():
            self.trouble(UserFacing("app.passphrases_differ"))
            return
        self._desk.errands.run(self._enter())

    async def _enter(self) -> None:
        code, secret = self.code.text(), Secret.from_text(self.fresh.text())
        await opening(
            self._desk, self, self._busy, lambda: self._desk.doors.recover(code, secret), self.opened.emit
        )

    def _busy(self, yes: bool) -> None:
        for widget in (self.code, self.fresh, self.again, self.open, self.to_lock, self.no_code):
            widget.setEnabled(not yes)


class Lost(Sheet):
    """Nothing opens it any more, and nobody pretends otherwise. back: another try."""

    back = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.words, desk.look, "lost.title", "lost.text")
        for sentence in ("lost.device", "lost.backup", "lost.anew"):
            self.say(sentence)
        self.add(row(button(desk.words, "lost.back", self.back.emit, "primary")))

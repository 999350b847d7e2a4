"""The locked door: a passphrase, or the way on for whoever forgot it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import Signal

from core.errors import UserFacing
from core.household.household import Household
from core.secret import Secret
from ui.desk import Desk
from ui.widgets.parts import button, line, row
from ui.widgets.sheet import Sheet


class Lock(Sheet):
    """opened: with the household. forgotten: somebody has no passphrase any more."""

    opened = Signal(object)
    forgotten = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.words, desk.look, "lock.title", "lock.text")
        self._desk = desk
        self.passphrase = line(desk.words, "lock.passphrase", secret=True)
        self.passphrase.returnPressed.connect(self._try)
        self.unlock = button(desk.words, "lock.open", self._try, "primary")
        self.forgot = button(desk.words, "lock.forgotten", self.forgotten.emit, "link")
        self.add(self.passphrase, row(self.unlock, self.forgot))

    def begin(self) -> None:
        """Empty, and ready to be typed into."""
        self.passphrase.clear()
        self.passphrase.setFocus()

    def _try(self) -> None:
        if self.unlock.isEnabled() and self.passphrase.text():
            self._desk.errands.run(self._enter())

    async def _enter(self) -> None:
        secret = Secret.from_text(self.passphrase.text())
        await opening(self._desk, self, self.busy, lambda: self._desk.doors.enter(secret), self.opened.emit)

    def busy(self, yes: bool) -> None:
        """While the key is being derived, nothing can be tried twice."""
        for widget in (self.unlock, self.passphrase, self.forgot):
            widget.setEnabled(not yes)
        self._desk.words.put(self.unlock, "setText", "lock.opening" if yes else "lock.open")
        if not yes:
            self.passphrase.selectAll()
            self.passphrase.setFocus()


async def opening(
    desk: Desk,
    sheet: Sheet,
    busy: Callable[[bool], None],
    way: Callable[[], Coroutine[Any, Any, Household]],
    opened: Callable[[Household], object],
) -> None:
    """Try a way in: what people can act on is said on the sheet, all else goes on up."""
    sheet.trouble(None)
    busy(True)
    try:
        household = await desk.bridge.call(way)
    except UserFacing as error:
        busy(False)
        sheet.trouble(error)
        return
    except BaseException:
        busy(False)
        raise
    busy(False)
    opened(household)

"""The window: it shows what stands before the door, and then the shell."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSize, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from core.errors import UserFacing
from core.household.household import Household
from ui import icons
from ui.desk import Desk
from ui.desktop.gate.first_run import FirstRun
from ui.desktop.gate.lock import Lock
from ui.desktop.gate.notice import Notice, Opening
from ui.desktop.gate.recover import Lost, Recover
from ui.desktop.shell import Shell

_SIZE = QSize(1280, 800)
_LEAST = QSize(880, 600)


class Window(QMainWindow):
    """closed: whoever runs the app ends it then. shell: None while nothing is open."""

    closed = Signal()

    def __init__(self, desk: Desk, state: QSettings) -> None:
        super().__init__()
        self._desk = desk
        self._state = state
        self.shell: Shell | None = None
        self.setMinimumSize(_LEAST)
        self.resize(_SIZE)
        desk.words.put(self, "setWindowTitle", "shell.brand")
        self.setWindowIcon(icons.icon("face", desk.look.theme.accent, desk.look.theme.accent, 64))
        self.stack = QStackedWidget()
        self.setCentralWidget(self.stack)
        self.opening = Opening(desk)
        self.lock, self.recover, self.lost = Lock(desk), Recover(desk), Lost(desk)
        self.first_run, self.notice = FirstRun(desk), Notice(desk)
        for page in (self.opening, self.lock, self.recover, self.lost, self.first_run, self.notice):
            self.stack.addWidget(page)
        for opened in (self.lock.opened, self.recover.opened, self.first_run.opened):
            opened.connect(self.enter)
        self.lock.forgotten.connect(lambda: desk.errands.run(self._forgotten()))
        self.recover.back.connect(self._locked)
        self.recover.lost.connect(lambda: self.stack.setCurrentWidget(self.lost))
        self.lost.back.connect(self._locked)
        self.notice.again.connect(lambda: desk.errands.run(self.begin()))
        self.notice.leave.connect(self.close)
        desk.bridge.died.connect(self._core_died)
        if isinstance(shape := state.value("geometry"), (bytes, bytearray)) or shape is not None:
            self.restoreGeometry(shape)

    async def begin(self) -> None:
        """Find out what stands at the door, and show it."""
        self.stack.setCurrentWidget(self.opening)
        try:
            standing = await self._desk.bridge.call(self._desk.doors.standing)
            if standing == "by_itself":
                self.enter(await self._desk.bridge.call(self._desk.doors.enter))
                return
        except UserFacing as error:
            if error.message_id in _PASSPHRASE_STILL_OPENS:
                self._locked()
                self.lock.trouble(error)
                return
            self._show("notice.closed_title", error)
            return
        if standing == "none":
            self.stack.setCurrentWidget(self.first_run)
            self.first_run.begin()
        else:
            self._locked()

    def enter(self, household: Household) -> None:
        """The shell, over an open household."""
        if self.shell is not None:
            self.stack.removeWidget(self.shell)
            self.shell.deleteLater()
        self.shell = Shell(self._desk, household)
        self.stack.addWidget(self.shell)
        self.stack.setCurrentWidget(self.shell)

    def trouble(self, error: UserFacing) -> None:
        """Where whoever is in front can see it."""
        if self.shell is not None and self.stack.currentWidget() is self.shell:
            self.shell.trouble(error)
        else:
            self._show("notice.trouble_title", error)

    def fault(self, error: BaseException) -> None:
        """A bug of ours: it is named by its kind, for its text may hold what nobody should see."""
        self.trouble(UserFacing("window.fault", kind=type(error).__name__))

    def come_forward(self) -> None:
        """Somebody started a second copy: they want this one."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self._state.setValue("geometry", self.saveGeometry())
        self._state.sync()
        self.closed.emit()
        event.accept()

    def _locked(self) -> None:
        self.stack.setCurrentWidget(self.lock)
        self.lock.begin()

    async def _forgotten(self) -> None:
        page: QWidget = self.recover
        if not await self._desk.bridge.call(self._desk.doors.recoverable):
            page = self.lost
        self.stack.setCurrentWidget(page)
        if page is self.recover:
            self.recover.begin()

    def _core_died(self, error: object) -> None:
        self.notice.retry.hide()
        self._show("notice.died_title", UserFacing("window.core_died", kind=type(error).__name__))

    def _show(self, title: str, error: UserFacing) -> None:
        self.notice.show_trouble(title, error)
        self.stack.setCurrentWidget(self.notice)


_PASSPHRASE_STILL_OPENS = frozenset(
    {
        "vault.wrong_device_key",
        "vault.device_key_missing",
        "vault.device_key_exposed",
        "vault.device_key_damaged",
        "vault.device_key_sealed",
        "vault.wrong_keychain_key",
        "vault.keychain_key_missing",
    }
)
"""This machine's key failed; a passphrase may open it as before."""

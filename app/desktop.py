"""Puts the desktop app together: Qt's loop and the core's thread, one copy at a time, an orderly end."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from types import TracebackType
from typing import Any

import PySide6  # noqa: F401 - before qasync, which takes the binding that is there
import qasync
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication

from app import messages
from app.doors import InstalledDoors, KeptSettings
from app.here import Here
from app.one_copy import OneCopy
from ui.bridge import Bridge
from ui.desk import Desk
from ui.desktop.window import Window
from ui.errands import Errands
from ui.garbage import Garbage
from ui.look import Look
from ui.words import Words

_log = logging.getLogger(__name__)
_SWITCH = 0.001
"""Seconds a thread keeps the interpreter while another waits: the window may not wait for the core longer."""
_PULSE = 200
"""Milliseconds between looks at signals: Qt waits in C, where Python does not see Ctrl-C."""


def run(here: Here, arguments: list[str]) -> int:
    """Until the window is closed; at once when another copy of it took over. The exit code."""
    sys.setswitchinterval(_SWITCH)
    application = QApplication.instance() or QApplication(["banyan"])
    assert isinstance(application, QApplication)
    application.setApplicationName("Banyan")
    application.setDesktopFileName("banyan")
    application.setQuitOnLastWindowClosed(False)  # else closing the window stops the loop under the core
    copy = OneCopy(here.places.config)
    if not copy.first(arguments):
        return 0
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    with loop:
        loop.run_until_complete(_live(here, copy))
    return 0


async def _live(here: Here, copy: OneCopy) -> None:
    """From the first picture to the last."""
    desktop = here.settings.desktop
    words = Words(desktop.language or here.language, messages.sentence)
    look = Look(desktop.theme, desktop.scale)
    look.apply()

    def fault(error: BaseException) -> None:
        _note(error)
        window.fault(error)

    errands = Errands(lambda error: window.trouble(error), fault)  # noqa: PLW0108 - there is no window yet
    desk = Desk(
        words=words,
        look=look,
        bridge=Bridge(),
        doors=InstalledDoors(here),
        keeping=KeptSettings(here),
        errands=errands,
    )
    state = QSettings(str(here.places.config / "desktop.ini"), QSettings.Format.IniFormat)
    window = Window(desk, state)
    closed = asyncio.Event()
    window.closed.connect(closed.set)
    copy.another.connect(lambda _arguments: window.come_forward())
    _catch_faults(window)
    _quit_on_signals(closed)
    window.show()
    garbage = Garbage()
    await desk.bridge.start()
    errands.run(window.begin())
    await closed.wait()
    window.hide()
    await errands.close()
    await _leave(desk)
    garbage.stop()
    copy.close()


async def _leave(desk: Desk) -> None:
    """Close the household, then the core; a core that died has nothing to close any more."""
    from ui.bridge import CoreGone

    try:
        await desk.bridge.call(desk.doors.leave)
    except CoreGone:
        _log.warning("the core was gone before the end")
    await desk.bridge.close()


def _catch_faults(window: Window) -> None:
    """What nobody awaits, on both of the ways it can come: Python's hook and the loop's handler."""

    def hook(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        _note(error)
        window.fault(error)

    def handler(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            _note(error)
            window.fault(error)

    sys.excepthook = hook
    asyncio.get_running_loop().set_exception_handler(handler)


def _quit_on_signals(closed: asyncio.Event) -> None:
    """Ctrl-C and a kind kill end it as closing the window does."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: closed.set())
    pulse = QTimer(QApplication.instance())
    pulse.timeout.connect(lambda: None)
    pulse.start(_PULSE)


def _note(error: BaseException) -> None:
    """The kind and the place alone: an error's text may hold what somebody said."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    _log.error("fault in the desktop: %s at %s", type(error).__name__, place)

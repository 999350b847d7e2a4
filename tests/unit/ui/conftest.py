"""Qt without a screen, one loop for Qt and asyncio, and no warning of Qt's that passes unseen."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import qasync
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from tests.support.qt_desk import Rig, rig

_HARMLESS = ("This plugin does not support propagateSizeHints()",)
"""Said by the platform without a screen, whatever the window."""


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"qt": lambda: qasync.QEventLoop(application())}


def application() -> QApplication:
    made = QApplication.instance() or QApplication(["tests"])
    assert isinstance(made, QApplication)
    made.setQuitOnLastWindowClosed(False)
    return made


@pytest.fixture(autouse=True)
def _no_qt_warnings() -> Iterator[None]:
    application()
    gc.disable()  # as in the app, and for good: no other thread may destroy a QObject (ui/garbage.py)
    gc.collect()
    said: list[str] = []

    def heard(kind: QtMsgType, _context: object, message: str) -> None:
        if kind != QtMsgType.QtDebugMsg and message not in _HARMLESS:
            said.append(message)

    before = qInstallMessageHandler(heard)
    yield
    gc.collect()
    qInstallMessageHandler(before)
    assert not said


@pytest_asyncio.fixture
async def locked(tmp_path: Path) -> AsyncIterator[Rig]:
    """A household behind its passphrase."""
    one = await rig(tmp_path)
    yield one
    await one.close()
    assert not one.faults


@pytest_asyncio.fixture
async def new(tmp_path: Path) -> AsyncIterator[Rig]:
    """No household yet."""
    one = await rig(tmp_path, household=False)
    yield one
    await one.close()
    assert not one.faults

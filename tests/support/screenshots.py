"""Pictures of every page and state of the desktop: `make screenshots` writes them under build/screenshots.

python -m tests.support.screenshots [FOLDER]
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from core.errors import UserFacing
from tests.support.qt_desk import Rig, rig, told, unlocked
from ui.desktop.help_sheet import HelpSheet
from ui.desktop.pages.memory.dialogs import Conflict, Deleting, Writing
from ui.desktop.pages.memory.view import MemoryPage
from ui.theme import THEMES

SIZE = QSize(1280, 800)
_ACROSS, _THUMB = 4, QSize(640, 400)
FORMS = [(language, theme, scale) for language in ("zh", "en") for theme in THEMES for scale in (1.0, 2.0)]


async def photographed(one: Rig, into: Path, state: str, target: QWidget | None = None) -> None:
    """One state in every language, theme and size."""
    for language, theme, scale in FORMS:
        one.desk.words.speak(language)  # type: ignore[arg-type]
        one.desk.look.choose(theme, scale)  # type: ignore[arg-type]
        one.window.resize(SIZE)
        if target is not None:
            target.adjustSize()
        for _ in range(3):
            await asyncio.sleep(0.02)
        picture = (target or one.window).grab()
        picture.save(str(into / f"{state}-{language}-{theme}-{round(scale * 100)}.png"))
    one.desk.words.speak("zh")
    one.desk.look.choose("light", 1.0)


async def take(into: Path, folder: Path) -> None:
    one = await rig(folder / "new", household=False)
    for step, name in enumerate(("welcome", "whom", "passphrase", "code")):
        one.window.first_run.steps.setCurrentIndex(step)
        await photographed(one, into, f"first-{name}")
    await one.close()
    one = await rig(folder / "old")
    window = one.window
    await photographed(one, into, "lock")
    window.lock.trouble(UserFacing("vault.wrong_passphrase"))
    await photographed(one, into, "lock-wrong")
    for page, name in ((window.recover, "recover"), (window.lost, "lost"), (window.opening, "opening")):
        window.stack.setCurrentWidget(page)
        await photographed(one, into, name)
    window.trouble(UserFacing("vault.header_damaged", folder="…"))
    await photographed(one, into, "damaged")
    window.stack.setCurrentWidget(window.lock)
    await unlocked(one)
    await inside(one, into)
    await one.close()
    sheets(into)


async def inside(one: Rig, into: Path) -> None:
    """What stands behind the door."""
    shell = one.window.shell
    assert shell is not None
    page = shell.page
    assert isinstance(page, MemoryPage)
    await photographed(one, into, "memory-empty")
    await told(one)
    await photographed(one, into, "memory")
    page.list.setCurrentIndex(page.model.index(0))
    await one.settled()
    page.detail.switch_button.click()
    await one.settled()
    await one.until(shell.undo_bar.isVisible)
    page._by_status(None)
    page.list.setCurrentIndex(page.model.index(0))
    await one.settled()
    await photographed(one, into, "memory-chosen")
    shell.undo_bar.forget()
    page.search.setText("没有这回事")
    await photographed(one, into, "memory-nothing")
    page.search.clear()
    shell.trouble(UserFacing("vault.disk_full"))
    with shell.work("memory_page.deleting"):
        await photographed(one, into, "memory-trouble")
    shell.trouble_bar.hide()
    shell.go("settings")
    await photographed(one, into, "settings")
    whose = page.whose
    assert whose is not None
    household, fact = shell.room.household, page.model.shelf.facts[0]
    extent = await one.desk.bridge.call(
        lambda: household.deletions.extent_of_fact(fact.id, of=whose.person, by=whose.by)
    )
    makers: dict[str, Callable[[], QWidget]] = {
        "keys": lambda: HelpSheet(page, one.desk.words, one.desk.look),
        "writing": lambda: Writing(page, one.desk, "memory_page.edit_title", fact.text),
        "conflict": lambda: Conflict(page, one.desk, "现在爱喝碧螺春", fact.text),
        "deleting": lambda: Deleting(page, one.desk, fact.text, extent),
    }
    for name, make in makers.items():
        dialog = make()
        dialog.show()
        await photographed(one, into, f"dialog-{name}", dialog)
        dialog.close()


def sheets(folder: Path) -> None:
    """One contact sheet for each language, theme and size."""
    for language, theme, scale in FORMS:
        form = f"{language}-{theme}-{round(scale * 100)}"
        pictures = sorted(folder.glob(f"[!_]*-{form}.png"))
        down = -(-len(pictures) // _ACROSS)
        sheet = QImage(_ACROSS * _THUMB.width(), down * _THUMB.height(), QImage.Format.Format_RGB32)
        sheet.fill(QColor("grey"))
        painter = QPainter(sheet)
        for at, path in enumerate(pictures):
            thumb = _fitted(QImage(str(path)))
            painter.drawImage(at % _ACROSS * _THUMB.width(), at // _ACROSS * _THUMB.height(), thumb)
        painter.end()
        sheet.save(str(folder / f"_sheet-{form}.png"))


def _fitted(image: QImage) -> QImage:
    from PySide6.QtCore import Qt

    return image.scaled(
        _THUMB - QSize(8, 8), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def main() -> None:
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots")
    into.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(["screenshots"])
    assert isinstance(application, QApplication)
    application.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder, qasync.QEventLoop(application) as loop:
        loop.run_until_complete(take(into, Path(folder)))
    print(f"{len(list(into.glob('*.png')))} pictures in {into}")


if __name__ == "__main__":
    main()

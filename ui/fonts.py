"""Our own type: a cut of Noto Sans SC that looks the same on every machine, and the sizes of the scale."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from PySide6.QtGui import QFont, QFontDatabase

Type = Literal["small", "body", "large", "heading", "title"]

FAMILY: Final = "Banyan Sans SC"
"""Made by packaging/fonts.py: GB 2312 and Latin; what it lacks comes from the system's fonts."""

TYPE: Final[dict[Type, int]] = {"small": 13, "body": 15, "large": 18, "heading": 20, "title": 26}
"""Pixels at 100 %."""

SCALES: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0)

_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "fonts"
_FILES = ("BanyanSansSC-Regular.otf", "BanyanSansSC-Bold.otf")


def load() -> bool:
    """Make the family known to the application, once; False when a file is missing or broken, and then the
    system's own sans serves."""
    if FAMILY in QFontDatabase.families():
        return True
    known = [QFontDatabase.addApplicationFont(str(_FOLDER / name)) >= 0 for name in _FILES]
    return all(known)


def font(kind: Type, scale: float = 1.0, *, bold: bool = False) -> QFont:
    """For painting by hand; widgets get theirs from the stylesheet."""
    made = QFont(FAMILY)
    made.setPixelSize(round(TYPE[kind] * scale))
    made.setBold(bold)
    return made

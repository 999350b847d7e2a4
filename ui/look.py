"""How it all looks now: theme, size of type; tells whoever paints by hand when that changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from ui import fonts
from ui.stylesheet import stylesheet
from ui.theme import Choice, Theme, palette, resolved


class Look(QObject):
    """theme, scale: as they are now. choice: what was asked for, which may be to follow the system."""

    changed = Signal()

    def __init__(self, choice: Choice = "system", scale: float = 1.0) -> None:
        super().__init__()
        fonts.load()
        self.choice: Choice = choice
        self.scale = scale
        self.theme: Theme = resolved(choice)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def choose(self, choice: Choice | None = None, scale: float | None = None) -> None:
        """Change one or both, at once, everywhere."""
        self.choice = choice or self.choice
        self.scale = scale or self.scale
        self.apply()

    def apply(self) -> None:
        """Dress the application. Raises TypeError where there is none."""
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            raise TypeError("there is no QApplication to dress")
        self.theme = resolved(self.choice)
        application.setPalette(palette(self.theme))
        application.setFont(fonts.font("body", self.scale))
        application.setStyleSheet(stylesheet(self.theme, self.scale))
        self.changed.emit()

    def px(self, pixels: int) -> int:
        """A length that grows with the type."""
        return round(pixels * self.scale)

    def _system_changed(self) -> None:
        if self.choice == "system":
            self.apply()

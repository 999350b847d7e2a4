"""The page of settings: language, theme and size of type, kept and shown at once; and about the app."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import metadata
from typing import get_args

from PySide6.QtWidgets import QButtonGroup, QFrame, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from core.text import Language
from ui.desk import Room
from ui.fonts import SCALES
from ui.theme import GRID, Choice
from ui.widgets.dialogs import Dialog
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, label, row, said
from ui.words import LANGUAGES


class SettingsPage(QScrollArea):
    """Only what really works is here."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room, self._desk = room, room.desk
        self._words = room.desk.words
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._words.put(self, "setAccessibleName", "shell.settings")
        ground = QWidget()
        self._column = QVBoxLayout(ground)
        self._column.setContentsMargins(GRID, 0, GRID, 0)
        self._column.setSpacing(2 * GRID)
        self._column.addWidget(said(self._words, "shell.settings", "title"))
        self.languages = self._choices(
            "settings.language",
            [
                (f"first.in_{one}", one == self._words.language, partial(self._speak, one))
                for one in LANGUAGES
            ],
        )
        self.themes = self._choices(
            "settings.theme",
            [
                (f"theme.{one}", one == self._desk.look.choice, partial(self._dress, one))
                for one in get_args(Choice)
            ],
        )
        self.scales = self._choices(
            "settings.scale",
            [
                (f"scale.x{round(one * 100)}", one == self._desk.look.scale, partial(self._size, one))
                for one in SCALES
            ],
        )
        self._about()
        self._words.changed.connect(self._mark)
        self._desk.look.changed.connect(self._mark)
        self._column.addStretch(1)
        self.setWidget(ground)

    def _choices(self, title: str, choices: list[tuple[str, bool, Callable[[], None]]]) -> QButtonGroup:
        frame, inside = card()
        inside.addWidget(said(self._words, title, "large"))
        group, chips = QButtonGroup(self), Flow()
        for sentence, chosen, act in choices:
            one = button(self._words, sentence, act, "chip")
            one.setCheckable(True)
            one.setChecked(chosen)
            group.addButton(one)
            chips.add(one)
        inside.addWidget(chips)
        self._column.addWidget(frame)
        return group

    def _about(self) -> None:
        frame, inside = card()
        inside.addWidget(said(self._words, "settings.about", "large"))
        version = label("body", "muted")
        self._words.put(version, "setText", "settings.version", version=metadata.version("banyan"))
        inside.addWidget(version)
        inside.addWidget(said(self._words, "settings.promise", "body", "muted"))
        self.licences = button(self._words, "settings.licences", self._show_licences)
        inside.addLayout(row(self.licences))
        self._column.addWidget(frame)

    def _speak(self, language: Language) -> None:
        self._words.speak(language)
        self._desk.keeping.language(language)

    def _dress(self, choice: Choice) -> None:
        self._desk.look.choose(choice)
        self._desk.keeping.look(choice, self._desk.look.scale)

    def _size(self, scale: float) -> None:
        self._desk.look.choose(scale=scale)
        self._desk.keeping.look(self._desk.look.choice, scale)

    def _mark(self) -> None:
        """Language and look may have been changed elsewhere."""
        look = self._desk.look
        for group, at in (
            (self.languages, LANGUAGES.index(self._words.language)),
            (self.themes, get_args(Choice).index(look.choice)),
            (self.scales, SCALES.index(look.scale) if look.scale in SCALES else -1),
        ):
            if 0 <= at < len(group.buttons()):
                group.buttons()[at].setChecked(True)

    def _show_licences(self) -> None:
        Licences(self._room, self).open()


class Licences(Dialog):
    """What we stand on, as each package states its licence."""

    def __init__(self, room: Room, parent: QWidget) -> None:
        super().__init__(parent, room.desk.words, room.desk.look, "settings.licences")
        listed = QPlainTextEdit()
        listed.setReadOnly(True)
        listed.setTabChangesFocus(True)
        listed.setMinimumHeight(room.desk.look.px(320))
        room.desk.words.put(listed, "setAccessibleName", "settings.licences")
        unknown = room.desk.words.say("settings.see_package")
        packages = [f"{name}: {told or unknown}" for name, told in room.desk.keeping.licences()]
        listed.setPlainText("\n".join(["Banyan: Apache-2.0", "Noto Sans SC: OFL-1.1", *packages]))
        self.inside.addWidget(listed)
        self.choices("shell.close")

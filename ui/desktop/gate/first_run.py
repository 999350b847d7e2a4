"""The first run: language, for whom, passphrase, recovery code; what a household cannot be without."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from core.errors import UserFacing
from core.secret import Secret
from core.text import Language
from core.vault import recovery_code
from ui.desk import Desk
from ui.desktop.gate.lock import opening
from ui.doors import Founding
from ui.widgets.parts import button, label, line, row, said
from ui.widgets.sheet import Sheet
from ui.words import LANGUAGES


class FirstRun(QWidget):
    """opened: with the household that was founded.

    Four sheets in a row; going back keeps what was typed. The code is made once, and nothing is written
    before its last group was typed back.
    """

    opened = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setProperty("look", "page")
        self._code: Secret = recovery_code.new_code()
        self.steps = QStackedWidget()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.steps)
        self._language_step()
        self._person_step()
        self._passphrase_step()
        self._code_step()

    def begin(self) -> None:
        self._go(0)

    def _language_step(self) -> None:
        sheet = self._sheet("first.welcome", "first.welcome_text")
        self.languages = QButtonGroup(self)
        buttons = []
        for language in LANGUAGES:
            one = button(self._desk.words, f"first.in_{language}", partial(self._speak, language), "chip")
            one.setCheckable(True)
            one.setChecked(language == self._desk.words.language)
            self.languages.addButton(one)
            buttons.append(one)
        sheet.add(row(*buttons))
        self._end(sheet, "first.begin", lambda: self._go(1))

    def _person_step(self) -> None:
        sheet = self._sheet("first.whom", "first.whom_text")
        self.name = line(self._desk.words, "first.name")
        self.keep, self.remember = QCheckBox(), QCheckBox()
        sheet.add(self.name)
        for box, sentence in ((self.keep, "first.keep"), (self.remember, "first.remember")):
            self._desk.words.put(box, "setText", sentence)
            box.setChecked(True)
            sheet.add(box)
        sheet.say("first.consents", tone="muted")
        self.name.returnPressed.connect(self._named)
        self._end(sheet, "first.next", self._named)

    def _passphrase_step(self) -> None:
        sheet = self._sheet("first.passphrase", "first.passphrase_text")
        self.passphrase = line(self._desk.words, "lock.passphrase", secret=True)
        self.again = line(self._desk.words, "recover.again", secret=True)
        sheet.add(self.passphrase, self.again)
        self.again.returnPressed.connect(self._chosen)
        self._end(sheet, "first.next", self._chosen)

    def _code_step(self) -> None:
        sheet = self._sheet("first.code", "first.code_text")
        self.code = label("heading")
        self.code.setProperty("look", "code")
        self._desk.words.put(self.code, "setAccessibleDescription", "first.code")
        groups = recovery_code.written(self._code).split("-")
        self.code.setText("\n".join("   ".join(groups[at : at + 4]) for at in (0, 4)))
        self.last = line(self._desk.words, "first.last_group")
        sheet.add(self.code, said(self._desk.words, "first.code_twice", "body"), self.last)
        self.last.returnPressed.connect(self._written_down)
        self.found = self._end(sheet, "first.found", self._written_down)

    def _named(self) -> None:
        if self._allowed(1, lambda: self._desk.doors.check_name(self.name.text())):
            self._go(2)

    def _chosen(self) -> None:
        if not self._allowed(2, lambda: self._desk.doors.check_passphrase(self._secret())):
            return
        if self.passphrase.text() != self.again.text():
            self._sheet_at(2).trouble(UserFacing("app.passphrases_differ"))
            return
        self._go(3)

    def _written_down(self) -> None:
        if not recovery_code.ends_in(self._code, self.last.text()):
            self._sheet_at(3).trouble(UserFacing("window.last_group_wrong"))
        elif self.found.isEnabled():
            self._desk.errands.run(self._make())

    async def _make(self) -> None:
        founding = Founding(
            name=self.name.text(),
            language=self._desk.words.language,
            passphrase=self._secret(),
            code=self._code,
            keep=self.keep.isChecked(),
            remember=self.remember.isChecked(),
        )
        await opening(
            self._desk,
            self._sheet_at(3),
            self._busy,
            lambda: self._desk.doors.found(founding),
            self.opened.emit,
        )

    def _busy(self, yes: bool) -> None:
        self.found.setEnabled(not yes)
        self._desk.words.put(self.found, "setText", "first.founding" if yes else "first.found")

    def _secret(self) -> Secret:
        return Secret.from_text(self.passphrase.text())

    def _speak(self, language: Language) -> None:
        self._desk.words.speak(language)
        self._desk.keeping.language(language)

    def _allowed(self, step: int, check: Callable[[], None]) -> bool:
        try:
            check()
        except UserFacing as error:
            self._sheet_at(step).trouble(error)
            return False
        self._sheet_at(step).trouble(None)
        return True

    def _sheet(self, title: str, text: str) -> Sheet:
        sheet = Sheet(self._desk.words, self._desk.look)
        self.steps.addWidget(sheet)
        place = label("small", "muted")
        self._desk.words.put(place, "setText", "first.step", at=self.steps.count(), of=4)
        sheet.add(
            place, said(self._desk.words, title, "title"), said(self._desk.words, text, "body", "muted")
        )
        return sheet

    def _end(self, sheet: Sheet, sentence: str, forward: Callable[[], object]) -> QPushButton:
        on = button(self._desk.words, sentence, forward, "primary")
        at = self.steps.indexOf(sheet)
        back = button(self._desk.words, "first.back", lambda: self._go(at - 1))
        back.setVisible(at > 0)
        sheet.add(row(on, back))
        return on

    def _sheet_at(self, step: int) -> Sheet:
        sheet = self.steps.widget(step)
        assert isinstance(sheet, Sheet)
        return sheet

    def _go(self, step: int) -> None:
        self.steps.setCurrentIndex(step)
        first = (self.languages.checkedButton(), self.name, self.passphrase, self.last)[step]
        if first is not None:
            first.setFocus()

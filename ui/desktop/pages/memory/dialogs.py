"""The dialogs of the page of memories: writing, a conflict, deleting and its receipt."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from core.household.deletions import Deletion
from core.household.extents import Extent
from core.memory.facts import MAX_TEXT
from ui.desk import Desk
from ui.theme import GRID
from ui.widgets.dialogs import Dialog
from ui.widgets.parts import card, label, said

_SHOWN = 5
"""Sentences that repeat a memory, shown before it goes."""


class Writing(Dialog):
    """A memory's words, written or corrected. text: what stands there; kept when the dialog is gone."""

    def __init__(self, parent: QWidget, desk: Desk, title: str, text: str = "") -> None:
        super().__init__(parent, desk.words, desk.look, title)
        self.text = text
        self.field = QPlainTextEdit(text)
        self.field.setTabChangesFocus(True)
        self.field.setMinimumHeight(desk.look.px(96))
        desk.words.put(self.field, "setAccessibleName", "memory_page.words")
        self.inside.addWidget(said(desk.words, "memory_page.words_hint", "small", "muted"))
        self.inside.addWidget(self.field)
        self._left = label("small", "muted")
        self.inside.addWidget(self._left)
        self.field.textChanged.connect(self._count)
        self.choices("memory_page.save", "shell.cancel")
        self.field.setFocus()
        self._count()

    def _count(self) -> None:
        self.text = " ".join(self.field.toPlainText().split())
        self.words.put(self._left, "setText", "memory_page.length", count=len(self.text), most=MAX_TEXT)
        self.yes.setEnabled(0 < len(self.text) <= MAX_TEXT)


class Conflict(Dialog):
    """Somebody changed it meanwhile: both texts; yes puts mine in its place."""

    def __init__(self, parent: QWidget, desk: Desk, yours: str, theirs: str) -> None:
        super().__init__(parent, desk.words, desk.look, "memory_page.conflict")
        self.inside.addWidget(said(desk.words, "memory_page.conflict_text", "body", "muted"))
        for sentence, text in (("memory_page.theirs", theirs), ("memory_page.yours", yours)):
            frame, inside = card("quote", gap=GRID // 2)
            words = label("body")
            words.setText(text)
            inside.addWidget(said(desk.words, sentence, "small", "muted"))
            inside.addWidget(words)
            self.inside.addWidget(frame)
        self.choices("memory_page.take_mine", "memory_page.keep_theirs")


class Deleting(Dialog):
    """What goes and what stays, before anything is done."""

    def __init__(self, parent: QWidget, desk: Desk, text: str, extent: Extent) -> None:
        super().__init__(parent, desk.words, desk.look, "memory_page.delete_title")
        frame, inside = card("quote")
        words = label("large")
        words.setText(text)
        inside.addWidget(words)
        self.inside.addWidget(frame)
        self.inside.addWidget(said(desk.words, "memory_page.goes"))
        if extent.cited:
            cited = label("body")
            desk.words.put(cited, "setText", "memory_page.cited", count=extent.cited)
            self.inside.addWidget(cited)
        self.inside.addWidget(said(desk.words, "memory_page.stays", "body", "muted"))
        if extent.repeated:
            repeated = label("body", "muted")
            desk.words.put(repeated, "setText", "memory_page.repeated", count=len(extent.repeated))
            self.inside.addWidget(repeated)
            for one in extent.repeated[:_SHOWN]:
                quote = label("small", "muted")
                quote.setText(f"“{one.text}”")
                self.inside.addWidget(quote)
        self.choices("memory_page.delete", "shell.cancel", "danger")


class Given(Dialog):
    """The receipt of a deletion."""

    def __init__(self, parent: QWidget, desk: Desk, deletion: Deletion) -> None:
        super().__init__(parent, desk.words, desk.look, "memory_page.deleted_title")
        sentence = "memory_page.settled" if deletion.settled else "memory_page.unsettled"
        self.inside.addWidget(said(desk.words, sentence))
        for receipt in deletion.receipts:
            line = label("small", "muted")
            desk.words.put(line, "setText", "memory_page.receipt", id=receipt.id)
            self.inside.addWidget(line)
        self.choices("shell.close")

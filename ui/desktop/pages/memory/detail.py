"""One memory in full: its words, the sentence it is from, its earlier versions, what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from core.memory.facts import Fact
from ui import when
from ui.desk import Desk
from ui.desktop.pages.memory.source import Background
from ui.theme import GRID
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, label, said
from ui.words import Words


class Detail(QFrame):
    """edit, delete, switch: asked for, for the memory shown. fact: that memory; None when none is chosen."""

    edit = Signal()
    delete = Signal()
    switch = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._words = desk.words
        self.fact: Fact | None = None
        self._shown: Background | None = None
        self.setProperty("look", "card")
        self._body = QVBoxLayout()
        self._body.setSpacing(GRID)
        ground = QWidget()
        ground.setLayout(self._body)
        self._body.setContentsMargins(0, 0, GRID, 0)
        scroll = QScrollArea()
        scroll.setWidget(ground)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        desk.words.put(scroll, "setAccessibleName", "memory_page.detail")
        self.edit_button = button(desk.words, "memory_page.edit", self.edit.emit, "soft")
        self.switch_button = button(desk.words, "memory_page.disable", self.switch.emit)
        self.delete_button = button(desk.words, "memory_page.delete", self.delete.emit, "danger")
        self._actions = Flow()
        for one in (self.edit_button, self.switch_button, self.delete_button):
            self._actions.add(one)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(3 * GRID, 3 * GRID, 2 * GRID, 2 * GRID)
        whole.setSpacing(2 * GRID)
        whole.addWidget(scroll, 1)
        whole.addWidget(self._actions)
        desk.words.changed.connect(self._again)
        self.show_nothing()

    def show_nothing(self) -> None:
        self.fact = self._shown = None
        self._clear()
        self._body.addWidget(said(self._words, "memory_page.none_chosen", "body", "muted"))
        self._body.addStretch(1)
        self._actions.hide()

    def show_fact(self, shown: Background) -> None:
        self.fact, self._shown = shown.fact, shown
        fact, words = shown.fact, self._words
        self._clear()
        self._say(fact.text, "heading")
        self._say(_headline(fact, words), "small", "muted")
        self._source(shown)
        if shown.replaced_by:
            self._body.addWidget(said(words, "memory_page.replaced_by", "small", "muted"))
            self._say(shown.replaced_by)
        if shown.versions:
            self._body.addSpacing(GRID)
            self._body.addWidget(said(words, "memory_page.before", "small", "muted"))
            for version in reversed(shown.versions):
                self._say(version.text, "body", "gone" if version.text != fact.text else "")
                until = words.say("memory_page.until", day=when.day(version.until, words.language))
                self._say(f"{words.say(f'status.{version.status}')} · {until}", "small", "muted")
        if fact.uses and fact.used is not None:
            self._body.addSpacing(GRID)
            self._body.addWidget(said(words, "memory_page.used", "small", "muted"))
            self._say(words.say("memory_page.uses", count=fact.uses, day=when.day(fact.used, words.language)))
        self._body.addStretch(1)
        words.put(
            self.switch_button,
            "setText",
            "memory_page.disable" if fact.status == "active" else "memory_page.enable",
        )
        self._actions.show()

    def _source(self, shown: Background) -> None:
        words = self._words
        self._body.addSpacing(GRID)
        self._body.addWidget(said(words, "memory_page.source", "small", "muted"))
        if shown.at < 0:
            self._body.addWidget(said(words, f"memory_page.source_{shown.fact.origin}"))
            return
        frame, inside = card("quote", gap=GRID // 2)
        for place, turn in enumerate(shown.turns):
            line = label("body" if place == shown.at else "small", "accent" if place == shown.at else "muted")
            who = words.say(f"memory_page.by_{turn.by}")
            line.setText(f"{who} {turn.text}")
            inside.addWidget(line)
        self._body.addWidget(frame)
        self._say(when.time(shown.turns[shown.at].at, words.language), "small", "muted")

    def _say(self, text: str, kind: str = "body", tone: str = "") -> None:
        made = label(kind, tone)  # type: ignore[arg-type]
        made.setText(text)
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._body.addWidget(made)

    def _clear(self) -> None:
        while (item := self._body.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()

    def _again(self) -> None:
        if self._shown is not None:
            self.show_fact(self._shown)


def _headline(fact: Fact, words: Words) -> str:
    parts = [words.say(f"kind.{fact.kind}"), words.say("memory_page.revision", number=fact.revision)]
    since = when.day(fact.valid_from, words.language)
    if fact.valid_to is None:
        parts.append(words.say("memory_page.since", day=since))
    else:
        parts.append(f"{since} - {when.day(fact.valid_to, words.language)}")
    if fact.status != "active":
        parts.append(words.say(f"status.{fact.status}"))
    return " · ".join(parts)

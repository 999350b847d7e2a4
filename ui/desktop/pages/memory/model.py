"""What the page of memories shows: facts of one person in one role, filtered; quick with 100,000 of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from core.memory.facts import Fact, Kind, Status
from core.text import normalise
from ui import when
from ui.words import Words

FACT = Qt.ItemDataRole.UserRole
"""The fact itself."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to show. kind, status: None for every one. text: found anywhere in what was said."""

    kind: Kind | None = None
    status: Status | None = "active"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Facts with the text that searching looks at, folded once. Newest first."""

    facts: Sequence[Fact] = ()
    folded: Sequence[str] = field(default=())

    @classmethod
    def of(cls, facts: Sequence[Fact]) -> Shelf:
        return cls(facts, [normalise(f"{fact.text} {fact.about}").casefold() for fact in facts])

    def found(self, wanted: Wanted) -> list[Fact]:
        needle = normalise(wanted.text).casefold()
        return [
            fact
            for fact, folded in zip(self.facts, self.folded, strict=True)
            if (wanted.status is None or fact.status == wanted.status)
            and (wanted.kind is None or fact.kind == wanted.kind)
            and (not needle or needle in folded)
        ]

    def kinds(self, wanted: Wanted) -> Mapping[Kind, int]:
        """How many of each kind there are with this status and text."""
        return Counter(fact.kind for fact in self.found(replace(wanted, kind=None)))


class MemoryModel(QAbstractListModel):
    """A row a fact. shelf, wanted: as last shown."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._rows: list[Fact] = []
        self.shelf = Shelf()
        self.wanted = Wanted()
        words.changed.connect(self._said_anew)

    def show(self, shelf: Shelf | None = None, wanted: Wanted | None = None) -> None:
        """Other facts, another filter, or both."""
        self.beginResetModel()
        self.shelf, self.wanted = shelf or self.shelf, wanted or self.wanted
        self._rows = self.shelf.found(self.wanted)
        self.endResetModel()

    def row_of(self, fact: str) -> int:
        """The row of the fact with this id; -1 when it is not shown."""
        return next((row for row, one in enumerate(self._rows) if one.id == fact), -1)

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - Qt's
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        fact = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return fact.text
        if role == FACT:
            return fact
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._words.say(f'kind.{fact.kind}')}: {fact.text}. {told(fact, self._words)}"
        return None

    def _said_anew(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))


def told(fact: Fact, words: Words) -> str:
    """The line beneath a fact: since when, where it is from, and whether it is in use."""
    parts = [when.day(fact.valid_from, words.language), words.say(f"origin.{fact.origin}")]
    if fact.status != "active":
        parts.append(words.say(f"status.{fact.status}"))
    return " · ".join(parts)

"""The page of memories: whose, which, the list, and one of them in full."""

from __future__ import annotations

from functools import partial
from typing import get_args

from PySide6.QtCore import QItemSelection, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.errors import UserFacing
from core.memory.facts import MOST_ACTIVE, Fact, Kind, Status
from core.people.persons import Person
from core.people.roles import Role
from ui.desk import Room
from ui.desktop.pages.memory.deeds import Deeds, Whose
from ui.desktop.pages.memory.delegate import FactDelegate
from ui.desktop.pages.memory.detail import Detail
from ui.desktop.pages.memory.model import FACT, MemoryModel, Shelf, Wanted
from ui.desktop.pages.memory.source import background
from ui.theme import GRID
from ui.widgets.flow import Flow
from ui.widgets.parts import button, column, label, line, said

_STATUSES: tuple[Status | None, ...] = ("active", "review", "superseded", "disabled", None)


class MemoryPage(QWidget):
    """search: where Ctrl+F goes."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room, self._desk = room, room.desk
        self._words = room.desk.words
        self._people: list[Person] = []
        self._roles: list[Role] = []
        self._wanted = Wanted()
        self.model = MemoryModel(self._words)
        self.deeds = Deeds(room, self, self._changed)
        self._head()
        self._list()
        left = column(self.search, self.statuses, self.kinds, self.body, self.room_left, gap=GRID + GRID // 2)
        left.setStretchFactor(self.body, 1)
        below = QHBoxLayout()
        below.setSpacing(3 * GRID)
        below.addLayout(left, 5)
        below.addWidget(self.detail, 3)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(GRID, 0, 0, 0)
        whole.setSpacing(2 * GRID)
        whole.addLayout(self._header)
        whole.addLayout(below, 1)
        self._words.changed.connect(self._kinds_anew)

    @property
    def whose(self) -> Whose | None:
        """Whose memories are shown; None before anybody is known."""
        person, role = self.people.currentIndex(), self.roles.currentIndex()
        if person < 0 or role < 0:
            return None
        return Whose(self._people[person], self._roles[role], self._people[0])

    def shown(self) -> None:
        self._desk.errands.run(self.load())

    async def load(self, choose: str = "") -> None:
        """What is so now. choose: the id of the memory to show, when there is one."""
        household, call = self._room.household, self._desk.bridge.call
        if self.model.rowCount() == 0:
            self.body.setCurrentWidget(self.loading)
        try:
            self._people, self._roles = await call(household.people.all), await call(household.roles.all)
            self._fill(self.people, [one.name for one in self._people])
            self._fill(self.roles, [one.name for one in self._roles])
            whose = self.whose
            if whose is None:
                return
            facts = await call(
                lambda: household.memory.all(whose.person, whose.role, active=False, by=whose.by)
            )
        except UserFacing as error:
            self.model.show(Shelf())
            self._refused(error)
            return
        self.model.show(Shelf.of(facts), self._wanted)
        active = sum(fact.status == "active" for fact in facts)
        self._words.put(
            self.room_left, "setText", "memory_page.room", most=MOST_ACTIVE, left=max(MOST_ACTIVE - active, 0)
        )
        self.room_left.setVisible(bool(facts))
        self._after(choose or (self.detail.fact.id if self.detail.fact else ""))

    def _head(self) -> None:
        self._header = QHBoxLayout()
        self._header.setSpacing(2 * GRID)
        self.people, self.roles = QComboBox(), QComboBox()
        for box, name in ((self.people, "memory_page.person"), (self.roles, "memory_page.role")):
            self._words.put(box, "setAccessibleName", name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMaximumWidth(280)
            box.activated.connect(lambda _row: self._other())
        self.add = button(self._words, "memory_page.add", lambda: self._do("add"), "primary")
        self._header.addWidget(said(self._words, "memory_page.title", "title", wrap=False))
        self._header.addWidget(self.people)
        self._header.addWidget(self.roles)
        self._header.addStretch(1)
        self._header.addWidget(self.add)

    def _list(self) -> None:
        self.search = line(self._words, "memory_page.search")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(
            lambda text: self._filter(Wanted(self._wanted.kind, self._wanted.status, text))
        )
        self.statuses, self.kinds = Flow(), Flow()
        self._status_group = QButtonGroup(self)
        for status in _STATUSES:
            one = button(self._words, f"status.{status or 'all'}", partial(self._by_status, status), "chip")
            one.setCheckable(True)
            one.setChecked(status == self._wanted.status)
            self._status_group.addButton(one)
            self.statuses.add(one)
        self.list = QListView()
        self.list.setModel(self.model)
        self._delegate = FactDelegate(self._words, self._desk.look)
        self.list.setItemDelegate(self._delegate)
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._words.put(self.list, "setAccessibleName", "memory_page.title")
        self.list.selectionModel().selectionChanged.connect(self._chosen)
        self._desk.look.changed.connect(self.list.doItemsLayout)
        self.body = QStackedWidget()
        self.loading, self.empty, self.nothing = (self._state(one) for one in ("loading", "empty", "nothing"))
        self._what, self._next = label("large", "danger"), label("body", "muted")
        self.refused = QWidget()
        told = column(self._what, self._next)
        told.addStretch(1)
        self.refused.setLayout(told)
        for widget in (self.list, self.loading, self.empty, self.nothing, self.refused):
            self.body.addWidget(widget)
        self.room_left = label("small", "muted")
        self.room_left.hide()
        self.detail = Detail(self._desk)
        self.detail.edit.connect(lambda: self._do("edit"))
        self.detail.switch.connect(lambda: self._do("switch"))
        self.detail.delete.connect(lambda: self._do("delete"))

    def _state(self, name: str) -> QLabel:
        told = said(self._words, f"memory_page.{name}", "large", "muted")
        told.setAlignment(Qt.AlignmentFlag.AlignTop)
        return told

    def _do(self, deed: str) -> None:
        whose, fact = self.whose, self.detail.fact
        if whose is None:
            return
        if deed == "add":
            self._desk.errands.run(self.deeds.add(whose))
        elif fact is not None:
            self._desk.errands.run(getattr(self.deeds, deed)(whose, fact))

    def _changed(self, fact: str) -> None:
        self._desk.errands.run(self.load(fact))

    def _other(self) -> None:
        """Somebody else's, or another role's: what was shown or sought belongs to nobody here."""
        self.detail.show_nothing()
        self.search.clear()
        self.model.show(Shelf())
        self.shown()

    def _filter(self, wanted: Wanted) -> None:
        self._wanted = wanted
        chosen = self.detail.fact.id if self.detail.fact else ""
        self.model.show(wanted=wanted)
        self._after(chosen)

    def _by_status(self, status: Status | None) -> None:
        self._filter(Wanted(None, status, self._wanted.text))

    def _by_kind(self, kind: Kind | None) -> None:
        self._filter(Wanted(kind, self._wanted.status, self._wanted.text))

    def _after(self, chosen: str) -> None:
        """Everything that goes by the rows."""
        self._kinds_anew()
        if self.model.rowCount():
            self.body.setCurrentWidget(self.list)
        else:
            self.body.setCurrentWidget(self.nothing if self.model.shelf.facts else self.empty)
        row = self.model.row_of(chosen) if chosen else -1
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))
        else:
            self.detail.show_nothing()

    def _kinds_anew(self) -> None:
        self.kinds.clear()
        counted = self.model.shelf.kinds(self._wanted)
        group = QButtonGroup(self.kinds)
        for kind in (None, *(one for one in get_args(Kind) if counted.get(one))):
            one = button(self._words, "memory_page.all", partial(self._by_kind, kind), "chip")
            count = sum(counted.values()) if kind is None else counted[kind]
            name = self._words.say(f"kind.{kind}") if kind else self._words.say("memory_page.every_kind")
            self._words.put(one, "setText", "memory_page.kind_count", kind=name, count=count)
            one.setCheckable(True)
            one.setChecked(kind == self._wanted.kind)
            group.addButton(one)
            self.kinds.add(one)
        self.kinds.setVisible(bool(self.model.shelf.facts))
        self.kinds.updateGeometry()

    def _chosen(self, chosen: QItemSelection) -> None:
        rows = chosen.indexes()
        if rows and isinstance(fact := rows[0].data(FACT), Fact):
            self._desk.errands.run(self._show(fact.id))

    async def _show(self, fact: str) -> None:
        whose, household = self.whose, self._room.household
        if whose is None:
            return
        shown = await self._desk.bridge.call(
            lambda: background(household, whose.person, whose.role, whose.by, fact)
        )
        rows = self.list.selectionModel().selectedIndexes()
        if rows and rows[0].data(FACT).id == fact:  # nobody chose another meanwhile
            self.detail.show_fact(shown)

    def _refused(self, error: UserFacing) -> None:
        self._words.put_trouble(self._what, self._next, error)
        self.body.setCurrentWidget(self.refused)
        self.kinds.hide()
        self.room_left.hide()
        self.detail.show_nothing()

    @staticmethod
    def _fill(box: QComboBox, names: list[str]) -> None:
        """The same choice stays chosen, by its place."""
        if [box.itemText(at) for at in range(box.count())] != names:
            at = max(box.currentIndex(), 0)
            box.clear()
            box.addItems(names)
            box.setCurrentIndex(min(at, len(names) - 1))

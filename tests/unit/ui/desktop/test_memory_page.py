"""The page of memories over a real household: every button does what it says, checked in the store."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest_asyncio
from PySide6.QtWidgets import QDialog

from core.memory.facts import Fact
from tests.support.qt_desk import Rig, told, unlocked
from tests.support.walker import faults
from ui.desktop.pages.memory.dialogs import Conflict, Deleting, Given, Writing
from ui.desktop.pages.memory.model import FACT, MemoryModel, Shelf, Wanted
from ui.desktop.pages.memory.view import MemoryPage
from ui.words import Words


@pytest_asyncio.fixture
async def open_(locked: Rig) -> Rig:
    await unlocked(locked)
    await told(locked)
    return locked


def page_of(one: Rig) -> MemoryPage:
    assert one.window.shell is not None
    page = one.window.shell.page
    assert isinstance(page, MemoryPage)
    return page


async def stored(one: Rig) -> dict[str, Fact]:
    page = page_of(one)
    whose = page.whose
    assert whose is not None
    assert one.window.shell is not None
    memory = one.window.shell.room.household.memory
    facts = await one.desk.bridge.call(lambda: memory.all(whose.person, whose.role, active=False))
    return {fact.text: fact for fact in facts}


async def chosen(one: Rig, text: str) -> MemoryPage:
    page = page_of(one)
    page._by_status(None)
    rows = [page.model.index(row) for row in range(page.model.rowCount())]
    page.list.setCurrentIndex(next(row for row in rows if row.data(FACT).text == text))
    await one.until(lambda: page.detail.fact is not None and page.detail.fact.text == text)
    return page


async def dialog(one: Rig, kind: type[QDialog]) -> QDialog:
    def opened() -> list[QDialog]:
        return [d for d in page_of(one).findChildren(kind) if d.isVisible()]

    await one.until(lambda: bool(opened()))
    return opened()[0]


async def test_an_empty_household_says_what_would_be_here(locked: Rig) -> None:
    await unlocked(locked)
    page = page_of(locked)
    assert page.body.currentWidget() is page.empty


async def test_setting_aside_and_undoing_it_are_both_in_the_store(open_: Rig) -> None:
    page = await chosen(open_, "对青霉素过敏")
    page.detail.switch_button.click()
    await open_.until(open_.window.shell.undo_bar.isVisible)
    await open_.settled()
    assert (await stored(open_))["对青霉素过敏"].status == "disabled"
    open_.window.shell.undo_bar.take_back.click()
    await open_.settled()
    assert (await stored(open_))["对青霉素过敏"].status == "active"


async def test_what_is_written_is_kept_and_can_be_found(open_: Rig) -> None:
    page = page_of(open_)
    page.add.click()
    writing = await dialog(open_, Writing)
    assert not writing.yes.isEnabled()
    writing.field.setPlainText("喜欢听评弹")
    writing.yes.click()
    await open_.settled()
    assert "喜欢听评弹" in await stored(open_)
    page.search.setText("评弹")
    assert page.model.rowCount() == 1
    page.search.setText("没有这回事")
    assert page.body.currentWidget() is page.nothing


async def test_an_edit_is_a_new_version_and_undo_brings_the_old_words_back(open_: Rig) -> None:
    page = await chosen(open_, "喜欢简洁的回答")
    page.detail.edit_button.click()
    writing = await dialog(open_, Writing)
    writing.field.setPlainText("喜欢慢一点的回答")
    writing.yes.click()
    await open_.until(open_.window.shell.undo_bar.isVisible)
    await open_.settled()
    assert (await stored(open_))["喜欢慢一点的回答"].revision == 2
    open_.window.shell.undo_bar.undo()
    await open_.settled()
    assert (await stored(open_))["喜欢简洁的回答"].revision == 3


async def test_a_change_by_somebody_else_meanwhile_is_shown_beside_mine(open_: Rig) -> None:
    page = await chosen(open_, "喜欢简洁的回答")
    fact, whose = page.detail.fact, page.whose
    memory = open_.window.shell.room.household.memory
    page.detail.edit_button.click()
    writing = await dialog(open_, Writing)
    await open_.desk.bridge.call(
        lambda: memory.edit(whose.person, whose.role, fact.id, fact.revision, "喜欢热闹的回答")
    )
    writing.field.setPlainText("喜欢安静的回答")
    writing.yes.click()
    conflict = await dialog(open_, Conflict)
    assert "喜欢热闹的回答" in await stored(open_)
    conflict.yes.click()
    await open_.settled()
    assert (await stored(open_))["喜欢安静的回答"].revision == 3


async def test_deleting_asks_first_and_gives_a_receipt(open_: Rig) -> None:
    page = await chosen(open_, "对青霉素过敏")
    page.detail.delete_button.click()
    asking = await dialog(open_, Deleting)
    asking.no.click()
    await open_.settled()
    assert "对青霉素过敏" in await stored(open_)
    page.detail.delete_button.click()
    (await dialog(open_, Deleting)).yes.click()
    (await dialog(open_, Given)).yes.click()
    await open_.settled()
    assert "对青霉素过敏" not in await stored(open_)
    deletions = open_.window.shell.room.household.deletions
    assert [one.kind for one in await open_.desk.bridge.call(deletions.receipts)] == ["fact"]


async def test_the_whole_window_follows_the_language_at_once(open_: Rig) -> None:
    page = await chosen(open_, "对青霉素过敏")
    open_.desk.words.speak("en")
    assert page.add.text() == "Add one"
    assert open_.window.shell.sidebar.buttons["memory"].text() == "Memory"
    assert page.model.data(page.model.index(0), 11).startswith(
        ("Preference", "Health", "Goal", "Family", "Routine")
    )


async def test_settings_are_shown_at_once_and_kept(open_: Rig) -> None:
    from app.settings import load

    shell = open_.window.shell
    shell.go("settings")
    shell.page.themes.buttons()[2].click()
    shell.page.scales.buttons()[2].click()
    assert open_.desk.look.theme.name == "dark"
    kept = load(open_.here.places.config).desktop
    assert (kept.theme, kept.scale) == ("dark", 1.5)
    open_.desk.look.choose("light", 1.0)


async def test_nothing_is_clipped_or_nameless_in_long_words_in_any_theme(open_: Rig) -> None:
    await chosen(open_, "对青霉素过敏")
    wrong = []
    for theme in ("light", "dark", "contrast"):
        open_.desk.look.choose(theme, 1.0)
        for name in ("memory", "settings"):
            open_.window.shell.go(name)
            open_.desk.words.speak("en", pseudo=True)
            await open_.settled()
            least = 7.0 if theme == "contrast" else 4.5
            wrong += [f"{theme} {name} {one}" for one in faults(open_.window, least)]
    open_.desk.look.choose("light", 1.0)
    assert not wrong, "\n".join(wrong)


def test_a_hundred_thousand_memories_are_shown_and_searched_quickly() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    facts = [
        Fact(
            id=str(n), person="p", role="r", kind="preference", about="self", fact_key=str(n), text=f"喜欢第{n}种茶",
            value="", negated=False, status="active", revision=1, origin="human", confidence=1.0, valid_from=now,
        )
        for n in range(100_000)
    ]  # fmt: skip
    model, shelf = MemoryModel(Words("zh")), Shelf.of(facts)
    model.show(shelf)
    assert model.rowCount() == 100_000
    began = time.perf_counter()
    model.show(wanted=Wanted(text="第99999种"))
    assert model.rowCount() == 1
    assert time.perf_counter() - began < 0.5

"""The history page's parts: pages, search over everybody who shares, corrections, recordings, imports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import Refused
from core.household.household import Household
from core.household.restoring import ERASERS
from core.journal import recordings
from core.journal.events import RecordQuoted
from core.journal.recordings import Tidied
from core.journal.searching import Wanted
from core.vault import erasing
from core.vault.transaction import Transaction
from tests.unit.core.conversation.living import Living, ask, settle


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    household.equipment = replace(household.equipment, recordings=tmp_path / "recordings")
    yield household
    await household.vault.close()


@pytest.fixture
def household(living: Living) -> Household:
    return Household(living.equipment)


async def talked(living: Living, *texts: str, li: bool = False) -> str:
    conversation = await living.begin(living.li if li else living.wang)
    for text in texts:
        await ask(conversation, text)
    await conversation.end()
    return conversation.thread


async def test_a_page_is_the_end_of_the_conversation(living: Living, household: Household) -> None:
    thread = await talked(living, "第一句", "第二句", "第三句")
    page = await household.history.page(thread, living.wang, limit=1)
    assert [turn.text for turn in page.turns if turn.by == "user"] == ["第三句"]
    before = await household.history.page(thread, living.wang, limit=5, before=page.older)
    assert [turn.text for turn in before.turns if turn.by == "user"] == ["第一句", "第二句"]
    assert before.older is None


async def test_a_correction_shows_everywhere_at_once(living: Living, household: Household) -> None:
    thread = await talked(living, "我住在新河路")
    (turn, *_) = await household.history.transcript(thread, living.wang)
    assert await household.history.revise(turn.session, turn.seq, "我住在牡丹街", living.wang)
    assert (await household.history.transcript(thread, living.wang))[0].text == "我住在牡丹街"
    found = await household.history.search(Wanted(text="牡丹街", said_by="user"), living.wang)
    assert [one.found.text for one in found] == ["我住在牡丹街"]
    checked = await household.history.check(thread, living.wang)
    assert [one.broken for one in checked] == [None]


async def test_search_reaches_those_who_share_and_nobody_else(living: Living, household: Household) -> None:
    await living.decide(living.li, "transcript", granted=True)
    await talked(living, "我的存折在柜子里")
    await talked(living, "我的存折在书房", li=True)
    wanted = Wanted(text="存折", said_by="user")

    async def names() -> list[str]:
        found = await household.history.search(wanted, living.wang, everybody=True)
        return [one.person.name for one in found]

    assert await names() == ["王奶奶"]
    with pytest.raises(Refused, match=r"people\.not_shared"):
        await household.history.search(wanted, living.wang, of=living.li)
    await living.decide(living.li, "family_view", granted=True)
    (theirs,) = await household.history.search(wanted, living.wang, of=living.li)
    assert theirs.found.text == "我的存折在书房"
    assert sorted(await names()) == ["李爷爷", "王奶奶"]
    await living.decide(living.li, "family_view", granted=False)
    assert await names() == ["王奶奶"]


async def test_a_recording_is_heard_removed_and_swept(living: Living, household: Household) -> None:
    thread = await talked(living, "听得见吗")
    (turn, *_) = await household.history.transcript(thread, living.wang)
    folder = living.equipment.recordings
    assert folder is not None

    def keep(tx: Transaction) -> recordings.Recording:
        return recordings.keep(
            tx, living.scope(), folder, turn.session, turn.seq, b"\x01\x02" * 16_000, consented=True
        )

    kept = await living.vault.write(keep)
    assert await household.recordings.sound(kept.id, living.wang) == b"\x01\x02" * 16_000
    with pytest.raises(Refused):
        await household.recordings.sound(kept.id, living.li)
    assert (await household.recordings.find(kept.id[:8], living.wang)).seconds == 1.0
    living.clock.advance(31 * 86_400)
    assert await household.recordings.sweep() == Tidied(files=1)
    assert await household.recordings.all(living.wang) == []
    with pytest.raises(Refused, match=r"journal\.recording_unknown"):
        await household.recordings.find(kept.id, living.wang)


async def test_an_import_is_found_and_taken_out_again(living: Living, household: Household) -> None:
    content = '[{"content": "孙子叫小宝"}]'.encode()
    taken, new = await household.imports.add(living.wang, "memories.json", content)
    assert new
    found = await household.history.search(Wanted(text="小宝"), living.wang)
    assert [(one.found.thread, one.found.said_by) for one in found] == [(None, "record")]
    conversation = await living.begin()
    await ask(conversation, "你好")
    assert conversation.responder.last is None or not conversation.responder.last.knowledge.quotes
    await household.imports.quote_into(conversation, taken.id, [0])
    await ask(conversation, "我孙子叫什么名字？")
    assert conversation.responder.last is not None
    (quote,) = conversation.responder.last.knowledge.quotes
    assert (quote.title, quote.text) == ("memories.json", "孙子叫小宝")
    bodies = [event.body for event in await living.rows(conversation)]
    shown = [(one.source, one.position) for one in bodies if isinstance(one, RecordQuoted)]
    assert shown == [(taken.id, 0)]
    other = await living.begin(living.li)
    with pytest.raises(Refused):
        await household.imports.quote_into(other, taken.id, [0])
    found = await household.imports.find(taken.id[:6], living.wang)
    before = await living.vault.read(lambda tx: tx.rows("SELECT * FROM imports"))
    gone = await household.deletions.imported(found.id, of=living.wang, by=living.wang)
    assert [one.kind for one in gone.receipts] == ["import"]
    assert await household.imports.all(living.wang) == []
    assert await household.history.search(Wanted(text="小宝", said_by="record"), living.wang) == []

    def from_an_old_backup(tx: Transaction) -> None:
        (row,) = before
        marks = ", ".join("?" for _ in row.keys())  # noqa: SIM118 - a row's own columns
        tx.execute(f"INSERT INTO imports VALUES ({marks})", tuple(row))
        erasing.apply(tx, living.vault.receipts, ERASERS)

    await living.vault.write(from_an_old_backup)
    assert await household.imports.all(living.wang) == [], "its receipt keeps it away"

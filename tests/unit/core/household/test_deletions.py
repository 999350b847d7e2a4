"""Deleting takes everything that hangs on a thing, leaves a receipt, and closes the door behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.conversation.conversation import Conversation
from core.errors import Refused
from core.household.deletions import Deletions
from core.household.household import Household
from core.household.restoring import ERASERS
from core.household.traces import TRACES
from core.journal import erasing, store
from core.journal.events import SummaryMade, ToolCalled, ToolReturned, UserSpeechRevised, UserSpoke
from core.journal.projection import ERASED, spoken_turns
from core.knowledge import store as knowledge
from core.memory import store as memory
from core.memory.extract import extract
from core.vault import erasing as sweeping
from core.vault import receipts as stored
from core.vault.receipts import Receipt, utterance
from core.vault.transaction import Transaction
from tests.unit.core.conversation.living import DOCUMENT, PERIOD, Living, ask, settle

LIKES = "我喜欢吃榴莲。"
LIVES = "我住在鹧鸪镇。"


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


@pytest.fixture
def household(living: Living) -> Household:
    return Household(living.equipment)


@pytest.fixture
def deletions(household: Household) -> Deletions:
    return household.deletions


async def receipts(living: Living) -> list[Receipt]:
    return await living.vault.read(stored.all)


async def said(living: Living, conversation: Conversation) -> list[str]:
    return [turn.text for turn in spoken_turns(await living.rows(conversation))]


async def first_words(living: Living, conversation: Conversation) -> UserSpoke | None:
    rows = await living.rows(conversation)
    body = next(row for row in rows if row.kind == "user_spoke").body
    assert body is None or isinstance(body, UserSpoke)
    return body


async def place(living: Living, conversation: Conversation, kind: str = "user_spoke") -> tuple[str, int]:
    row = next(row for row in await living.rows(conversation) if row.kind == kind)
    return row.session, row.seq


async def relearn(living: Living, session: str, seq: int, text: str) -> list[str]:
    """What memory makes of an utterance that it is shown once more."""
    book = living.vault.receipts
    job = lambda tx: memory.learn(tx, living.scope(), session, seq, extract(text, "zh"), book)  # noqa: E731
    return [fact.value for fact in await living.vault.write(job)]


async def test_a_deleted_fact_has_a_receipt_by_whom_it_was_deleted_and_is_swept(
    living: Living, deletions: Deletions
) -> None:
    fact = await living.remember(LIKES)
    done = await deletions.fact(fact.id, of=living.wang, by=living.wang)
    (receipt,) = done.receipts
    assert (receipt.kind, receipt.by) == ("fact", living.wang.id)
    assert receipt.swept is not None
    assert done.settled
    assert set(done.left.values()) == {0}
    assert await living.facts() == []
    assert "榴莲".encode() not in living.on_disk()


async def test_another_persons_fact_is_deleted_only_through_the_familys_door(
    living: Living, deletions: Deletions
) -> None:
    fact = await living.remember(LIKES)
    with pytest.raises(Refused, match=r"people\.not_shared"):
        await deletions.fact(fact.id, of=living.wang, by=living.li)
    assert len(await living.facts()) == 1
    assert await receipts(living) == []
    await living.decide(living.wang, "family_view", granted=True)
    done = await deletions.fact(fact.id, of=living.wang, by=living.li)
    assert done.receipts[0].by == living.li.id


async def test_an_utterance_of_a_deleted_fact_may_be_read_again_and_makes_none(
    living: Living, deletions: Deletions
) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES + LIVES)
    session, seq = await place(living, conversation)
    (likes,) = [fact for fact in await living.facts() if "榴莲" in fact.value]
    await deletions.fact(likes.id, of=living.wang, by=living.wang)
    assert await relearn(living, session, seq, LIKES + LIVES + "我有高血压。") == []
    assert await relearn(living, session, seq, LIKES + "我住在画眉镇。") == ["画眉镇"], (
        "what is left is corrected"
    )
    assert [fact.value for fact in await living.facts()] == ["画眉镇"]
    await ask(conversation, LIKES)
    assert any("榴莲" in fact.value for fact in await living.facts()), "said anew, it is a new statement"


async def test_an_edited_fact_blocks_its_source_with_a_receipt(living: Living, household: Household) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    session, seq = await place(living, conversation)
    (fact,) = await living.facts()
    await household.memory.edit(living.wang, living.companion, fact.id, 1, "我喜欢吃龙眼")
    assert [one.kind for one in await receipts(living)] == ["source"]
    assert await relearn(living, session, seq, LIKES) == []


async def test_deleting_what_was_said_takes_answer_lookups_facts_and_transcripts(
    living: Living, deletions: Deletions
) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    await ask(conversation, "今天天气好。")
    session, seq = await place(living, conversation)

    def beside(tx: Transaction) -> None:
        whose = living.scope()
        store.append(tx, whose, session, ToolCalled(answers=seq, call="c", tool="t", arguments="榴莲"))
        store.append(tx, whose, session, ToolReturned(answers=seq, call="c", ok=True, result="榴莲"))
        store.append(tx, whose, session, UserSpeechRevised(of=seq, text="我喜欢吃榴莲酥。"))
        store.append(
            tx, whose, session, SummaryMade(first=1, last=2, source_hash="", method="extractive", text="榴莲")
        )

    await living.vault.write(beside)
    done = await deletions.said(session, seq, of=living.wang, by=living.wang)
    assert sorted(one.kind for one in done.receipts) == ["fact", "utterance"]
    assert done.settled
    assert await living.facts() == []
    assert "榴莲".encode() not in living.on_disk()
    told = await said(living, conversation)
    assert told[0] == ERASED
    assert "今天天气好。" in told
    thread = conversation.thread
    await living.vault.read(lambda tx: erasing.verify(tx, living.scope(), thread))


async def test_the_companions_words_go_alone(living: Living, deletions: Deletions) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    session, seq = await place(living, conversation, "assistant_spoke")
    await deletions.said(session, seq, of=living.wang, by=living.wang)
    assert await said(living, conversation) == [LIKES, ERASED]
    assert len(await living.facts()) == 1


async def test_a_late_transcript_of_deleted_words_is_refused(living: Living, deletions: Deletions) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    session, seq = await place(living, conversation)
    await deletions.said(session, seq, of=living.wang, by=living.wang)
    late = UserSpeechRevised(of=seq, text=LIKES)
    with pytest.raises(Refused, match=r"journal\.nothing_to_correct"):
        await living.vault.write(lambda tx: store.append(tx, living.scope(), session, late))
    assert await relearn(living, session, seq, LIKES) == []


async def test_a_deleted_conversation_takes_its_facts_and_leaves_the_edited(
    living: Living, household: Household, deletions: Deletions
) -> None:
    conversation, other = await living.begin(), await living.begin()
    await ask(conversation, LIKES)
    await ask(conversation, LIVES)
    await ask(other, "我有高血压。")
    (likes,) = [fact for fact in await living.facts() if "榴莲" in fact.value]
    await household.memory.edit(living.wang, living.companion, likes.id, 1, "我喜欢吃龙眼")
    before = await deletions.extent_of_conversation(conversation.thread, of=living.wang)
    assert (before.said, before.facts, before.edited) == (4, 1, 1)
    done = await deletions.conversation(conversation.thread, of=living.wang, by=living.wang)
    assert sorted(one.kind for one in done.receipts) == ["conversation", "fact"]
    assert done.settled
    assert [one.thread for one in await household.history.threads(living.wang)] == [other.thread]
    assert any("高血压" in fact.value for fact in await living.facts())
    on_disk = living.on_disk()
    assert "龙眼".encode() in on_disk
    assert "榴莲".encode() not in on_disk, "not even as an earlier version of the edited one"
    assert "鹧鸪".encode() not in on_disk


async def test_what_is_said_on_in_a_deleted_conversation_is_nowhere(
    living: Living, household: Household, deletions: Deletions
) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    await deletions.conversation(conversation.thread, of=living.wang, by=living.wang)
    await ask(conversation, LIVES)
    assert await living.facts() == []
    assert await household.history.threads(living.wang) == []
    assert "鹧鸪".encode() not in living.on_disk()
    with pytest.raises(Refused, match=r"journal\.thread_unknown"):
        await household.resume(conversation.thread, living.wang)


async def test_a_removed_document_takes_what_tools_quoted_of_it(living: Living, deletions: Deletions) -> None:
    document = await living.bind()
    conversation = await living.begin()
    await ask(conversation, PERIOD)
    session, seq = await place(living, conversation)
    quote = '{"state": "found", "quotes": [{"document": "售后说明", "quote": "每件8元。"}]}'
    found = ToolReturned(answers=seq, call="c", ok=True, result=quote)
    await living.vault.write(lambda tx: store.append(tx, living.scope(), session, found))
    before = await deletions.extent_of_document(document.id)
    assert before.cited > 0
    done = await deletions.document(document.id, by=living.wang)
    assert [one.kind for one in done.receipts] == ["document"]
    assert done.settled
    assert (await deletions.receipt(done.receipts[0].id[:8])).swept is not None
    assert "每件8元".encode() not in living.on_disk()
    cited = next(row for row in await living.rows(conversation) if row.kind == "knowledge_cited").body
    assert cited is not None
    text = await living.vault.read(
        lambda tx: knowledge.quoted(tx, cited.document, cited.version, cited.start, cited.end)
    )
    assert text is None


async def test_a_removed_person_leaves_nothing_but_a_receipt(living: Living, deletions: Deletions) -> None:
    await living.bind(DOCUMENT)
    conversation = await living.begin()
    await ask(conversation, LIKES)
    await living.remember(LIVES)
    before = await deletions.extent_of_person(living.wang)
    assert (before.conversations, before.facts) == (1, 2)
    done = await deletions.person(living.wang, by=living.li)
    assert [one.kind for one in done.receipts] == ["person"]
    assert done.settled
    on_disk = living.on_disk()
    for trace in ("王奶奶", "榴莲", "鹧鸪"):
        assert trace.encode() not in on_disk
    assert "吊牌".encode() in on_disk, "documents are the household's"
    with pytest.raises(Refused, match=r"people\.last_person"):
        await deletions.person(living.li, by=living.li)


async def test_what_repeats_a_fact_is_shown_and_stays(living: Living, deletions: Deletions) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    await ask(conversation, "今天天气好。")
    (fact,) = await living.facts()
    extent = await deletions.extent_of_fact(fact.id, of=living.wang)
    assert {one.by for one in extent.repeated} >= {"user"}
    assert all("榴莲" in one.text for one in extent.repeated)
    assert {one.thread for one in extent.repeated} == {conversation.thread}
    await deletions.fact(fact.id, of=living.wang, by=living.wang)
    assert (await said(living, conversation))[0] == LIKES


async def test_receipts_are_applied_twice_as_well_as_once(living: Living, deletions: Deletions) -> None:
    conversation = await living.begin()
    await ask(conversation, LIKES)
    session, seq = await place(living, conversation)
    book = living.vault.receipts

    def elsewhere(tx: Transaction) -> None:
        book.write(tx, "me", stored.Deleted(kind="utterance", id=utterance(session, seq)))

    await living.vault.write(elsewhere)
    assert (await living.vault.read(lambda tx: sweeping.left(tx, book, ERASERS, TRACES)))["utterance"] != 0
    first = await living.vault.write(lambda tx: sweeping.apply(tx, book, ERASERS))
    again = await living.vault.write(lambda tx: sweeping.apply(tx, book, ERASERS))
    assert (first, again) == ({"utterance": 1}, {})
    assert await living.facts() == []
    assert await first_words(living, conversation) is None
    assert (await deletions.sweep()).settled


async def test_a_sweep_takes_out_what_it_still_finds(living: Living, deletions: Deletions) -> None:
    fact = await living.remember(LIKES)
    book = living.vault.receipts
    await living.vault.write(
        lambda tx: book.write(tx, "me", stored.Deleted(kind="fact", id=fact.id, person=living.wang.id))
    )
    swept = await deletions.sweep()
    assert swept.settled
    assert await living.facts() == []


async def test_tokens_that_belong_to_nothing_are_counted(living: Living, deletions: Deletions) -> None:
    fact = await living.remember(LIKES)
    other = await living.remember("我每天六点起床")
    await living.vault.write(lambda tx: tx.execute("DELETE FROM memories WHERE id = ?", (fact.id,)))
    done = await deletions.fact(other.id, of=living.wang, by=living.wang)
    assert not done.settled
    assert done.left["index"] > 0
    assert (await deletions.sweep(thorough=True)).left["tokens"] > 0
    assert done.receipts[0].swept is None

"""Search finds what was said by words and by sound, within what may be read, and forgets what was erased."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.journal import erasing, indexing, revising, searching, store
from core.journal.events import AnyBody, Session
from core.journal.searching import Found, Speaker, Wanted
from core.vault import Scope
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Transaction
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, answered, asked
from tests.unit.core.vault.small import raw_bytes


async def told(database: SqliteFile, *bodies: AnyBody, scope: Scope = GRANDMOTHER) -> Session:
    session = await database.write(lambda tx: store.begin_session(tx, scope, "kitchen"))
    for body in bodies:
        await database.write(lambda tx, body=body: store.append(tx, scope, session.id, body))
    return session


async def find(database: SqliteFile, text: str, scope: Scope = GRANDMOTHER, **how: object) -> list[Found]:
    while await database.write(lambda tx: indexing.catch_up(tx, scope)):
        pass
    wanted = Wanted(text=text, **how)  # type: ignore[arg-type]
    return await database.read(lambda tx: searching.search(tx, scope, wanted), search=True)


async def texts(database: SqliteFile, text: str, scope: Scope = GRANDMOTHER, **how: object) -> list[str]:
    return [found.text for found in await find(database, text, scope, **how)]


async def test_it_finds_words_in_both_languages_and_says_where(database: SqliteFile) -> None:
    session = await told(
        database, asked("我的存折在柜子里"), answered(1, "好的，存折的事我记下了。"), asked("The parcel came")
    )
    found = await find(database, "存折在柜子")
    assert (found[0].text, found[0].thread, found[0].seq) == ("我的存折在柜子里", session.thread, 1)
    assert await texts(database, "parcels") == ["The parcel came"]
    assert await texts(database, "   ") == []
    assert await texts(database, '" OR * NEAR(') == []


async def test_what_was_misheard_is_found_by_its_sound(database: SqliteFile) -> None:
    await told(database, asked("退伙期限是多久"), asked("今天天气好"))
    found = await find(database, "退货期限")
    assert found[0].text == "退伙期限是多久"
    (heard,) = await find(database, "推货")
    assert heard.by_sound


async def test_nobody_finds_another_person_s_words(database: SqliteFile) -> None:
    await told(database, asked("奶奶的秘密花园"))
    await told(database, asked("爷爷的秘密花园"), scope=GRANDFATHER)
    assert await texts(database, "秘密花园") == ["奶奶的秘密花园"]
    assert await texts(database, "秘密花园", GRANDFATHER) == ["爷爷的秘密花园"]


@pytest.mark.parametrize(("said_by", "expected"), [("user", ["快递到了吗"]), ("assistant", ["快递到了。"])])
async def test_it_is_narrowed_by_who_said_it(
    database: SqliteFile, said_by: Speaker, expected: list[str]
) -> None:
    await told(database, asked("快递到了吗"), answered(1, "快递到了。"))
    assert await texts(database, "快递", said_by=said_by) == expected


async def test_it_is_narrowed_by_role_and_time(database: SqliteFile, clock: ManualClock) -> None:
    shop = Scope("nainai", "nainai", "shop")
    await told(database, asked("买一斤苹果"), scope=shop)
    clock.advance(86_400)
    await told(database, asked("苹果吃完了"))
    noon = clock.now() - timedelta(hours=12)
    everything = Scope("nainai", "nainai")
    assert set(await texts(database, "苹果", everything)) == {"买一斤苹果", "苹果吃完了"}
    assert await texts(database, "苹果", shop) == ["买一斤苹果"]
    assert await texts(database, "苹果", everything, since=noon) == ["苹果吃完了"]
    assert await texts(database, "苹果", everything, before=noon) == ["买一斤苹果"]


async def test_corrected_words_are_found_and_the_wrong_ones_are_not(database: SqliteFile) -> None:
    session = await told(database, asked("我住在新河路"))
    assert await texts(database, "新河路") == ["我住在新河路"]
    await database.write(
        lambda tx: revising.revise(tx, GRANDMOTHER, session.id, 1, "我住在牡丹街", "person", "bedroom")
    )
    assert await texts(database, "牡丹街") == ["我住在牡丹街"]
    assert await texts(database, "新河路") == []


async def test_what_was_not_heard_is_not_found(database: SqliteFile) -> None:
    await told(database, asked("讲个故事"), answered(1, "从前有座山，山里有座庙。", heard=5))
    assert await texts(database, "从前有座山") == ["从前有座山"]
    assert await texts(database, "有座庙") == ["从前有座山"], "only 有座 of it was heard"
    assert await texts(database, "座庙") == []


def _terms(tx: Transaction) -> set[str]:
    rows = [
        *tx.rows("SELECT term FROM spoken_by_word_terms"),
        *tx.rows("SELECT term FROM spoken_by_sound_terms"),
    ]
    return {str(row["term"]) for row in rows}


@pytest.mark.parametrize("corrected", [False, True])
async def test_what_was_erased_is_gone_from_the_index_and_its_vocabulary(
    database: SqliteFile, tmp_path: Path, corrected: bool
) -> None:
    session = await told(database, asked("金丝雀密码"), asked("别的话"))
    if corrected:
        await database.write(
            lambda tx: revising.revise(tx, GRANDMOTHER, session.id, 1, "翡翠鸟密码", "person", "bedroom")
        )
    word = "翡翠" if corrected else "金丝"
    assert await find(database, word)
    assert word in await database.read(_terms)
    assert "别话" not in await database.read(_terms)
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))
    terms = await database.read(_terms)
    assert not {"金丝", "丝雀", "翡翠", "翠鸟", "jinsi", "feicui"} & terms
    assert "别的" in terms, "the rest is still there"
    assert await texts(database, word) == []
    assert await database.sweep()
    raw = raw_bytes(tmp_path)
    assert word.encode() not in raw
    assert "别的话".encode() in raw, "the control"


async def test_a_deleted_conversation_leaves_the_index(database: SqliteFile) -> None:
    session = await told(database, asked("会消失的话"))
    assert await find(database, "会消失")

    def delete(tx: Transaction) -> None:
        tx.execute("DELETE FROM events WHERE session = ?", (session.id,))
        tx.execute("DELETE FROM sessions WHERE id = ?", (session.id,))

    await database.write(delete)
    assert await texts(database, "会消失") == []
    assert not {term for term in await database.read(_terms) if "消失" in term}
    assert not await database.read(lambda tx: tx.rows("SELECT * FROM spoken_indexed"))


async def test_only_what_is_new_is_indexed(database: SqliteFile) -> None:
    session = await told(database, asked("第一句"))
    assert await find(database, "第一句")
    assert not await database.read(lambda tx: indexing.is_behind(tx, GRANDMOTHER))
    before = await database.read(lambda tx: tx.rows("SELECT id FROM spoken_words"))
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, asked("第二句")))
    assert await database.read(lambda tx: indexing.is_behind(tx, GRANDMOTHER))
    assert await find(database, "第二句")
    after = await database.read(lambda tx: tx.rows("SELECT id FROM spoken_words ORDER BY id"))
    assert after[: len(before)] == before
    assert len(after) == 2

"""The stored history: whose it is, how it grows, how it is read, how parts of it go."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Corrupt, Refused
from core.journal import MIGRATIONS, erasing, reading, resume, store
from core.journal.events import (
    Erased,
    Event,
    Session,
    SessionBegun,
    SessionEnded,
    UserSpeechRevised,
    UserSpoke,
)
from core.journal.logs import open_log
from core.journal.projection import ERASED, spoken_turns
from core.vault import Scope
from core.vault.sqlite_file import SqliteFile
from core.vault.twin import open_plain
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER, answered, asked
from tests.unit.core.vault.small import raw_bytes


async def begun(
    database: SqliteFile, scope: Scope = GRANDMOTHER, thread: str | None = None, kept: bool = True
) -> Session:
    return await database.write(lambda tx: store.begin_session(tx, scope, "kitchen", thread, kept))


async def say(database: SqliteFile, session: Session, *texts: str) -> list[Event]:
    scope = Scope(session.person, session.person, session.role)
    return [
        await database.write(lambda tx, text=text: store.append(tx, scope, session.id, asked(text)))
        for text in texts
    ]


async def test_nobody_reads_or_writes_another_person_s_conversation(database: SqliteFile) -> None:
    session = await begun(database)
    doors = [
        lambda tx: reading.events(tx, GRANDFATHER, session.thread),
        lambda tx: reading.newest(tx, GRANDFATHER, session.thread),
        lambda tx: reading.sessions(tx, GRANDFATHER, session.thread),
        lambda tx: store.session(tx, GRANDFATHER, session.id),
        lambda tx: store.append(tx, GRANDFATHER, session.id, asked("偷写")),
        lambda tx: store.begin_session(tx, GRANDFATHER, "kitchen", session.thread),
        lambda tx: resume.continue_thread(tx, GRANDFATHER, session.thread, "kitchen"),
        lambda tx: erasing.erase(tx, GRANDFATHER, session.id, 0, session.id, "r"),
    ]
    for door in doors:
        with pytest.raises(Refused, match=r"journal\.other_person"):
            await database.write(door)
    assert await database.read(lambda tx: reading.threads(tx, GRANDFATHER)) == []
    assert await database.read(lambda tx: reading.latest(tx, GRANDFATHER)) is None


async def test_a_conversation_belongs_to_its_role(database: SqliteFile) -> None:
    session = await begun(database)
    shop = Scope("nainai", "nainai", "shop")
    with pytest.raises(Refused, match=r"journal\.other_role"):
        await database.read(lambda tx: resume.check(tx, shop, session.thread))
    anything = Scope("nainai", "nainai")
    assert len(await database.read(lambda tx: reading.threads(tx, anything))) == 1
    assert await database.read(lambda tx: reading.threads(tx, shop)) == []


async def test_unknown_threads_and_sessions_are_named_as_such(database: SqliteFile) -> None:
    with pytest.raises(Refused, match=r"journal\.thread_unknown"):
        await database.read(lambda tx: reading.events(tx, GRANDMOTHER, "nothing"))
    with pytest.raises(Refused, match=r"journal\.session_unknown"):
        await database.read(lambda tx: store.session(tx, GRANDMOTHER, "nothing"))


async def test_continuing_is_a_new_session_of_the_same_thread(database: SqliteFile) -> None:
    first = await begun(database)
    await say(database, first, "昨天的话")
    await database.write(lambda tx: store.end(tx, GRANDMOTHER, first.id, "goodbye"))
    second = await database.write(lambda tx: resume.continue_thread(tx, GRANDMOTHER, first.thread, "bedroom"))
    await say(database, second, "今天的话")
    events = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, first.thread))
    assert [type(event.body) for event in events] == [
        SessionBegun,
        UserSpoke,
        SessionEnded,
        SessionBegun,
        UserSpoke,
    ]
    assert events[3].body == SessionBegun(continues=first.id)
    assert [turn.text for turn in spoken_turns(events)] == ["昨天的话", "今天的话"]
    assert await database.read(lambda tx: reading.latest(tx, GRANDMOTHER)) == second


async def test_after_the_end_only_erasures_and_corrections_are_added(database: SqliteFile) -> None:
    session = await begun(database)
    await say(database, session, "再见")
    await database.write(lambda tx: store.end(tx, GRANDMOTHER, session.id, "goodbye"))
    with pytest.raises(Refused, match=r"journal\.session_ended"):
        await say(database, session, "还在吗")
    with pytest.raises(Refused, match=r"journal\.session_ended"):
        await database.write(lambda tx: store.end(tx, GRANDMOTHER, session.id, "again"))
    revised = UserSpeechRevised(of=1, text="再见啦")
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, revised))
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))
    await database.read(lambda tx: erasing.verify(tx, GRANDMOTHER, session.thread))


async def test_the_list_shows_the_conversation_continued_last_first(
    database: SqliteFile, clock: ManualClock
) -> None:
    old, new = await begun(database), await begun(database)
    await say(database, old, "我想问问退货的事情，是因为商品质量有问题，所以想退掉它，可以吗", "好")
    await say(database, new, "今天天气怎么样")
    clock.advance(-3600)  # the clock jumps back; the order does not care
    await begun(database, thread=old.thread)
    first, second = await database.read(lambda tx: reading.threads(tx, GRANDMOTHER))
    assert (first.thread, first.utterances, first.sessions) == (old.thread, 2, 2)
    assert first.first_words == "我想问问退货的事情，是因为商品质量有问题，所以想退掉它，可以吗"[:30]
    assert (second.thread, second.first_words, second.kept) == (new.thread, "今天天气怎么样", True)
    assert len(await database.read(lambda tx: reading.threads(tx, GRANDMOTHER, limit=1))) == 1


async def test_pages_of_a_long_thread_meet_without_gap_or_overlap(database: SqliteFile) -> None:
    thread = None
    for number in range(4):
        session = await begun(database, thread=thread)
        thread = session.thread
        await say(database, session, *(f"{number}-{word}" for word in range(7)))
    assert thread is not None
    everything = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, thread))
    collected: list[Event] = []
    before: Event | None = None
    while page := await database.read(
        lambda tx, before=before: reading.newest(tx, GRANDMOTHER, thread, 5, before)
    ):
        assert len(page) <= 5
        collected, before = [*page, *collected], page[0]
    assert collected == everything


async def test_erasing_takes_the_words_and_leaves_a_chain_that_checks(database: SqliteFile) -> None:
    session = await begun(database)
    await say(database, session, "我的存折在柜子里", "今天天气好")
    revised = UserSpeechRevised(of=1, text="我的存折在衣柜里")
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, revised))
    written = await database.write(
        lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "receipt")
    )
    assert [event.body for event in written] == [
        Erased(session=session.id, seq=1, receipt="receipt"),
        Erased(session=session.id, seq=3, receipt="receipt"),
    ]
    events = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, session.thread))
    assert [turn.text for turn in spoken_turns(events)] == [ERASED, "今天天气好"]
    assert (events[1].body, events[1].kind) == (None, "user_spoke")
    await database.read(lambda tx: erasing.verify(tx, GRANDMOTHER, session.thread))
    summary = (await database.read(lambda tx: reading.threads(tx, GRANDMOTHER)))[0]
    assert summary.first_words == "今天天气好"


async def test_what_has_no_words_or_lost_them_cannot_be_erased(database: SqliteFile) -> None:
    session = await begun(database)
    await say(database, session, "一次就够")
    for seq in (0, 99):
        with pytest.raises(Refused, match=r"journal\.nothing_to_erase"):
            await database.write(
                lambda tx, seq=seq: erasing.erase(tx, GRANDMOTHER, session.id, seq, session.id, "r")
            )
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))
    with pytest.raises(Refused, match=r"journal\.nothing_to_erase"):
        await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 1, session.id, "r"))


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE events SET body = CAST(replace(body, 'A', 'B') AS BLOB) WHERE seq = 1",
        "UPDATE events SET body = NULL, salt = NULL WHERE seq = 1",
        "UPDATE events SET at = '2020-01-01T00:00:00.000000+00:00' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 1",
    ],
)
async def test_words_changed_or_removed_behind_its_back_are_found(
    database: SqliteFile, tampering: str
) -> None:
    session = await begun(database)
    await say(database, session, "A", "C")
    await database.read(lambda tx: erasing.verify(tx, GRANDMOTHER, session.thread))
    await database.write(lambda tx: tx.execute(tampering))
    with pytest.raises(Corrupt, match=r"journal\.chain_broken"):
        await database.read(lambda tx: erasing.verify(tx, GRANDMOTHER, session.thread))


async def test_a_body_that_is_no_event_is_called_unreadable(database: SqliteFile) -> None:
    session = await begun(database)
    await database.write(lambda tx: tx.execute("UPDATE events SET body = ?", (b'{"kind":"magic"}',)))
    with pytest.raises(Corrupt, match=r"journal\.event_unreadable"):
        await database.read(lambda tx: reading.events(tx, GRANDMOTHER, session.thread))


@pytest.mark.parametrize("secure_delete", [True, False])
async def test_erased_words_are_gone_from_the_file_and_the_control_still_has_them(
    tmp_path: Path, secure_delete: bool
) -> None:
    twin = open_plain(tmp_path / "twin.db", [MIGRATIONS], ManualClock(), secure_delete=secure_delete)
    session = await begun(twin)
    secret = "金丝雀的密码是七七四十九"
    for number in range(60):
        await say(twin, session, f"普通的话{number}" * 10, f"{secret}{number}")
    events = await twin.read(lambda tx: reading.events(tx, GRANDMOTHER, session.thread))
    for event in events:
        if isinstance(event.body, UserSpoke) and secret in event.body.text:
            await twin.write(
                lambda tx, seq=event.seq: erasing.erase(tx, GRANDMOTHER, session.id, seq, session.id, "r")
            )
    assert await twin.sweep()
    assert (secret.encode() in raw_bytes(tmp_path)) is not secure_delete
    await twin.close()


async def test_without_consent_no_word_reaches_the_file_and_nothing_can_be_continued(
    database: SqliteFile, clock: ManualClock, tmp_path: Path
) -> None:
    session = await begun(database, kept=False)
    log = open_log(database, GRANDMOTHER, session, clock)
    spoke = await log.append(asked("这句话不许留下"))
    await log.append(answered(spoke.seq, "好的，不留。"))
    assert [turn.text for turn in spoken_turns(await log.history())] == ["这句话不许留下", "好的，不留。"]
    await log.append(SessionEnded(reason="goodbye"))
    raw = raw_bytes(tmp_path)
    assert "这句话不许留下".encode() not in raw
    stored = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, session.thread))
    assert [type(event.body) for event in stored] == [SessionBegun, SessionEnded]
    with pytest.raises(Refused, match=r"journal\.not_kept"):
        await database.write(lambda tx: resume.continue_thread(tx, GRANDMOTHER, session.thread, "kitchen"))
    assert not (await database.read(lambda tx: reading.threads(tx, GRANDMOTHER)))[0].kept


async def test_the_store_itself_refuses_words_of_a_session_that_is_not_kept(database: SqliteFile) -> None:
    session = await begun(database, kept=False)
    with pytest.raises(Refused, match=r"journal\.not_kept"):
        await say(database, session, "漏了")


async def test_consent_withdrawn_between_sessions_keeps_the_old_words_and_no_new_ones(
    database: SqliteFile, clock: ManualClock
) -> None:
    first = await begun(database)
    await say(database, first, "可以留下")
    second = await database.write(
        lambda tx: resume.continue_thread(tx, GRANDMOTHER, first.thread, "kitchen", kept=False)
    )
    log = open_log(database, GRANDMOTHER, second, clock)
    await log.append(asked("不要留下"))
    assert [turn.text for turn in spoken_turns(await log.history())] == ["可以留下", "不要留下"]
    stored = await database.read(lambda tx: reading.events(tx, GRANDMOTHER, first.thread))
    assert [turn.text for turn in spoken_turns(stored)] == ["可以留下"]


async def test_the_list_has_pages_and_every_conversation_is_found_by_its_id(database: SqliteFile) -> None:
    begun = [
        await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen")) for _ in range(7)
    ]
    newest_first = [session.thread for session in begun[::-1]]
    pages = [
        [one.thread for one in await database.read(lambda tx, n=n: reading.threads(tx, GRANDMOTHER, 3, n))]  # type: ignore[misc]
        for n in (0, 3, 6, 9)
    ]
    assert pages == [newest_first[:3], newest_first[3:6], newest_first[6:], []]
    assert await database.read(lambda tx: reading.thread_ids(tx, GRANDMOTHER)) == newest_first
    oldest = newest_first[-1]
    assert await database.read(lambda tx: reading.thread_ids(tx, GRANDMOTHER, oldest[:20])) == [oldest]
    assert await database.read(lambda tx: reading.thread_ids(tx, GRANDMOTHER, "%")) == []
    assert await database.read(lambda tx: reading.thread_ids(tx, GRANDFATHER, oldest)) == []

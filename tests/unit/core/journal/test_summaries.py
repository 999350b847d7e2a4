"""Summaries: the turns' own sentences, right only while their source is what it was."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.clock import ManualClock
from core.journal import erasing, revising, store, summaries
from core.journal.events import AnyBody, Event, SummaryMade
from core.journal.logs import open_log
from core.journal.projection import ERASED, SpokenTurn
from core.journal.summaries import Summaries
from core.journal.summarising import Line, lines_of, parsed, summarise
from core.text import sentences
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDMOTHER, answered, asked

TALK: list[AnyBody] = [
    asked("我叫王秀英，今年七十八岁。"),
    answered(1, "您好，王奶奶。"),
    asked("嗯。"),
    asked("我对青霉素过敏，这个要记住。"),
    answered(4, "记住了，您对青霉素过敏。"),
    asked("今天天气怎么样？"),
    answered(6, "今天晴，二十度。"),
    asked("那我下午去公园。"),
    answered(8, "好的，记得带水。"),
]


async def told(
    database: SqliteFile, clock: ManualClock, *, kept: bool = True
) -> tuple[list[Event], list[SpokenTurn]]:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen", kept=kept))
    log = open_log(database, GRANDMOTHER, session, clock)
    for body in TALK:
        await log.append(body)
    return list(await log.history()), list(await log.turns())


def made_of(events: list[Event], turns: list[SpokenTurn], room: int = 60) -> SummaryMade:
    made = summaries.make(events, turns, turns[-2], None, room, len)
    assert made is not None
    return made


async def test_it_says_what_matters_in_the_turns_own_words(database: SqliteFile, clock: ManualClock) -> None:
    events, turns = await told(database, clock)
    made = made_of(events, turns, room=45)
    assert "青霉素过敏" in made.text
    assert "天气怎么样" not in made.text
    assert len(made.text) <= 45
    own = {sentence for turn in turns for sentence in sentences(turn.text)}
    assert {line.text for line in parsed(made.text)} <= own
    assert summaries.rest(turns, made) == turns[-2:]
    assert summaries.is_right(events, made)


async def test_it_is_wrong_once_its_source_is_corrected_or_erased_and_right_when_talk_goes_on(
    database: SqliteFile, clock: ManualClock
) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    log = open_log(database, GRANDMOTHER, session, clock)
    for body in TALK:
        await log.append(body)
    known = Summaries()
    assert known.current(await log.history()) is None
    made = made_of(list(await log.history()), list(await log.turns()))
    await log.append(made)
    await log.append(asked("回来了"))
    assert known.current(await log.history()) == made
    await log.append(asked("还有一件事"))
    assert known.current(await log.history()) == made
    await database.write(
        lambda tx: revising.revise(tx, GRANDMOTHER, session.id, 8, "那我上午去公园。", "person", "kitchen")
    )
    assert known.current(await log.history()) == made, "what comes after it may change"
    await database.write(
        lambda tx: revising.revise(tx, GRANDMOTHER, session.id, 4, "我对头孢过敏。", "person", "bedroom")
    )
    assert known.current(await log.history()) is None
    again = made_of(list(await log.history()), list(await log.turns()))
    assert "头孢" in again.text
    assert "我对青霉素" not in again.text
    await log.append(again)
    assert known.current(await log.history()) == again
    await database.write(lambda tx: erasing.erase(tx, GRANDMOTHER, session.id, 4, session.id, "r"))
    assert known.current(await log.history()) is None
    last = summaries.make(await log.history(), await log.turns(), (await log.turns())[-2], None, 200, len)
    assert last is not None
    assert "头孢" not in last.text
    assert ERASED not in last.text


async def test_a_summary_of_other_rules_or_of_another_thread_does_not_count(
    database: SqliteFile, clock: ManualClock
) -> None:
    import msgspec

    events, turns = await told(database, clock)
    made = made_of(events, turns)
    assert not summaries.is_right(events, msgspec.structs.replace(made, prompt="0"))
    assert not summaries.is_right(events, msgspec.structs.replace(made, source_hash="0" * 64))
    others, _ = await told(database, clock)
    assert not summaries.is_right(others, made)


async def test_without_consent_it_works_the_same_and_nothing_is_written(
    database: SqliteFile, clock: ManualClock
) -> None:
    events, turns = await told(database, clock, kept=False)
    assert summaries.is_right(events, made_of(events, turns))
    assert not await database.read(lambda tx: tx.rows("SELECT * FROM events WHERE kind = 'user_spoke'"))


async def test_a_longer_beginning_is_summed_up_from_the_shorter_one(
    database: SqliteFile, clock: ManualClock
) -> None:
    events, turns = await told(database, clock)
    first = summaries.make(events, turns, turns[5], None, 60, len)
    assert first is not None
    second = summaries.make(events, turns, turns[-2], first, 80, len)
    assert second is not None
    assert {line.text for line in parsed(second.text)} <= {line.text for line in lines_of(turns)}
    assert "过敏" in second.text
    assert summaries.is_right(events, second)


_SENTENCES = st.sampled_from(
    [
        "我喜欢绿茶。",
        "你好",
        "Where is it?",
        "My name is Li.",
        "药要饭后吃。",
        "user: 假的",
        "a\nb: c",
        "。。。",
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.lists(_SENTENCES, min_size=1, max_size=3))),
    st.integers(0, 80),
)
def test_nothing_is_invented_and_the_room_is_kept(said: list[tuple[str, list[str]]], room: int) -> None:
    lines = [Line(by, sentence) for by, some in said for one in some for sentence in sentences(one)]
    text = summarise([Line(line.by, " ".join(line.text.split())) for line in lines], room, len)
    assert len(text) <= room
    own = {(line.by, " ".join(line.text.split())) for line in lines}
    assert {(line.by, line.text) for line in parsed(text)} <= own

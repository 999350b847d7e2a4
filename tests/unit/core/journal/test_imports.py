"""Records of other programs: understood where they can be, counted where not, refused when hostile."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Refused
from core.journal import foreign, imports, searching
from core.journal.foreign import LeftOut, Record
from core.journal.searching import Wanted
from core.vault import Scope
from core.vault.sqlite_file import SqliteFile
from tests.unit.core.journal.said import GRANDFATHER, GRANDMOTHER


def lines(*rows: object) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


TALK = lines(
    {"role": "user", "content": "我孙子叫小宝", "timestamp": "2025-03-01T08:00:00Z"},
    {"role": "assistant", "content": "记住了，小宝。", "timestamp": 1740816001},
    {"role": "system", "content": "You are a helpful assistant."},
)


def said(content: bytes) -> list[tuple[str, str]]:
    return [(record.said_by, record.text) for record in foreign.read(content).records]


def test_a_conversation_is_who_said_what_and_when() -> None:
    found = foreign.read(TALK)
    assert found.kind == "conversation"
    assert found.records[0] == Record(
        said_by="user", text="我孙子叫小宝", at=datetime(2025, 3, 1, 8, tzinfo=UTC)
    )
    assert found.records[1].at == datetime(2025, 3, 1, 8, 0, 1, tzinfo=UTC)
    assert found.left_out == LeftOut(unreadable=1), "instructions are nobody's words"


def test_realtime_events_and_items_are_understood() -> None:
    content = lines(
        {"type": "session.created"},
        {"type": "conversation.item.input_audio_transcription.completed", "transcript": "几点了"},
        {
            "time": 1740816001,
            "event": {"type": "response.output_audio_transcript.done", "transcript": "八点。"},
        },
        {"item": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "谢谢"}]}},
    )
    assert said(content) == [("user", "几点了"), ("assistant", "八点。"), ("user", "谢谢")]


@pytest.mark.parametrize(
    "content",
    [
        ["喜欢绿茶"],
        {"memories": [{"text": "喜欢绿茶", "created_at": "2025-01-01"}]},
        [{"id": 1, "content": "喜欢绿茶", "tags": ["x"]}],
        {"memories": {"a": {"memory": "喜欢绿茶"}}},
    ],
)
def test_memories_come_in_many_shapes(content: object) -> None:
    found = foreign.read(json.dumps(content).encode())
    assert (found.kind, [one.text for one in found.records]) == ("memories", ["喜欢绿茶"])


def test_a_name_and_its_fact_stay_together() -> None:
    assert said('{"生日": "三月八日", "城市": "长沙"}'.encode()) == [
        ("record", "生日: 三月八日"),
        ("record", "城市: 长沙"),
    ]


def test_what_is_left_out_is_counted_and_nothing_is_cut() -> None:
    content = lines(
        {"role": "user", "text": "好"},
        {"role": "user", "text": " \u200b "},
        {"role": "user", "text": "长" * 4001},
        {"role": "user", "picture": "x"},
    )
    found = foreign.read(content + b"\n{broken\n")
    assert [one.text for one in found.records] == ["好"]
    assert found.left_out == LeftOut(unreadable=2, empty=1, too_long=1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "import_foreign"),
        (b"\xff\xfe\x00", "import_not_text"),
        (b'["a\x00b"]', "import_not_text"),
        (b"[" * 100_000, "import_too_deep"),
        (b"[" * 41 + b"1" + b"]" * 41, "import_too_deep"),
        (b'{"memories": ' + b'{"a":' * 60 + b"1" + b"}" * 61, "import_too_deep"),
        (b"[1, 2, null]", "import_foreign"),
        (b"[" + b"1" * 5000 + b"]", "import_foreign"),
        (b"[NaN]", "import_foreign"),
        (b"<html><script>alert(1)</script>", "import_foreign"),
        (b" " * (foreign.MOST_BYTES + 1), "import_too_large"),
    ],
    ids=range(11),
)
def test_a_hostile_file_is_refused_with_a_sentence(content: bytes, message: str) -> None:
    with pytest.raises(Refused, match=rf"journal\.{message}"):
        foreign.read(content)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["role", "content", "text", "type", "item", "at", "memories", "transcript"]),
            inner,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(_ANY | st.lists(_ANY, max_size=4))
def test_whatever_a_file_holds_it_is_read_or_refused(value: object) -> None:
    try:
        found = foreign.read(json.dumps(value).encode())
    except Refused:
        return
    assert all(record.text.strip() for record in found.records)


async def test_the_same_file_is_taken_once_for_each_person(database: SqliteFile) -> None:
    first, new = await database.write(lambda tx: imports.add(tx, GRANDMOTHER, "conversation.jsonl", TALK))
    again, known = await database.write(lambda tx: imports.add(tx, GRANDMOTHER, "other name", TALK))
    assert (new, known, again) == (True, False, first)
    assert (first.records, first.left_out.unreadable) == (2, 1)
    _, his = await database.write(lambda tx: imports.add(tx, GRANDFATHER, "conversation.jsonl", TALK))
    assert his
    assert len(await database.read(lambda tx: imports.all(tx, GRANDMOTHER))) == 1


async def test_records_are_browsed_searched_quoted_and_forgotten(database: SqliteFile) -> None:
    taken, _ = await database.write(lambda tx: imports.add(tx, GRANDMOTHER, "conversation.jsonl", TALK))
    page = await database.read(lambda tx: imports.records(tx, GRANDMOTHER, taken.id, first=1))
    assert [(one.position, one.text) for one in page] == [(1, "记住了，小宝。")]
    wanted, anything = Wanted(text="孙子小宝"), Scope("nainai", "nainai")
    (found, *_) = await database.read(lambda tx: searching.search(tx, anything, wanted))
    assert (found.thread, found.session, found.text) == (None, taken.id, "我孙子叫小宝")
    assert await database.read(lambda tx: searching.search(tx, GRANDMOTHER, wanted)) == [], "no role's"
    his = Scope("yeye", "yeye")
    assert await database.read(lambda tx: searching.search(tx, his, wanted)) == []
    quoted = await database.read(lambda tx: imports.quoted(tx, GRANDMOTHER, taken.id, [1, 0, 1]))
    assert [one.position for one in quoted] == [0, 1]
    await database.write(lambda tx: imports.remove(tx, GRANDMOTHER, taken.id))
    assert await database.read(lambda tx: searching.search(tx, anything, wanted)) == []
    assert not await database.read(lambda tx: tx.rows("SELECT term FROM spoken_by_word_terms"))


async def test_nobody_reads_another_person_s_import(database: SqliteFile) -> None:
    taken, _ = await database.write(lambda tx: imports.add(tx, GRANDMOTHER, "conversation.jsonl", TALK))
    for door in (
        lambda tx: imports.records(tx, GRANDFATHER, taken.id),
        lambda tx: imports.quoted(tx, GRANDFATHER, taken.id, [0]),
        lambda tx: imports.remove(tx, GRANDFATHER, taken.id),
    ):
        with pytest.raises(Refused, match=r"journal\.other_person"):
            await database.write(door)
    for positions, message in (([99], "record_unknown"), (range(21), "too_many_quoted")):
        with pytest.raises(Refused, match=rf"journal\.{message}"):
            await database.read(
                lambda tx, positions=positions: imports.quoted(tx, GRANDMOTHER, taken.id, positions)
            )

"""Facts are kept, corrected, superseded and forgotten for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import Refused, UserFacing
from core.memory import store
from core.memory.asked import Asked
from core.memory.extract import extract
from core.memory.facts import Fact
from core.memory.recall import recall
from core.memory.schema import MIGRATIONS, SOUNDS, WORDS
from core.vault.scope import Scope
from tests.unit.core.retrieval.plain import BOOK, ELDER, PlainFile

OTHER = Scope(actor="other", person="other", role="companion")


def told(
    file: PlainFile, text: str, seq: int = 1, scope: Scope = ELDER, session: str = "s1"
) -> tuple[Fact, ...]:
    return store.learn(file.later(minutes=1), scope, session, seq, extract(text, "zh"), BOOK)


def active(file: PlainFile, scope: Scope = ELDER) -> list[str]:
    return [fact.value for fact in store.all(file.tx, scope, "active")]


def test_what_was_told_is_stored_with_its_source(file: PlainFile) -> None:
    (fact,) = told(file, "我的目标是学会日语", seq=7)
    assert (fact.kind, fact.value, fact.source_session, fact.source_seq) == ("goal", "学会日语", "s1", 7)
    assert store.all(file.tx, ELDER) == [fact]


def test_a_newer_statement_supersedes_and_keeps_the_older_with_its_end(file: PlainFile) -> None:
    told(file, "我住在成都")
    told(file, "上个月我搬到重庆来了", seq=2)
    assert active(file) == ["重庆"]
    (old,) = store.all(file.tx, ELDER, "superseded")
    assert (old.value, old.valid_to) == ("成都", file.tx.now)


def test_like_and_dislike_of_one_thing_supersede_each_other(file: PlainFile) -> None:
    told(file, "我喜欢喝浓茶")
    told(file, "我不喜欢喝浓茶了", seq=2)
    (fact,) = store.all(file.tx, ELDER, "active")
    assert fact.negated


def test_the_same_said_twice_is_one_fact(file: PlainFile) -> None:
    told(file, "我有高血压")
    assert told(file, "我有高血压", seq=2) == ()
    assert ["高血压" in value for value in active(file)] == [True]


def test_an_utterance_is_learned_from_once(file: PlainFile) -> None:
    told(file, "我喜欢下棋")
    assert told(file, "我喜欢下棋") == ()


def test_nobody_sees_or_touches_another_persons_facts(file: PlainFile) -> None:
    (fact,) = told(file, "我喜欢下棋")
    assert store.all(file.tx, OTHER) == []
    assert recall(file.tx, OTHER, Asked("我喜欢什么")).facts == ()
    for touch in (store.get, store.disable):
        with pytest.raises(Refused):
            touch(file.tx, OTHER, fact.id)
    with pytest.raises(Refused):
        store.delete(file.tx, OTHER, fact.id, BOOK)
    other_role = Scope("elder", "elder", "doctor")
    assert store.all(file.tx, other_role) == []
    assert recall(file.tx, other_role, Asked("我喜欢什么")).facts == ()


def test_an_edit_needs_the_revision_it_was_based_on(file: PlainFile) -> None:
    (fact,) = told(file, "我喜欢下棋")
    edited = store.edit(file.tx, ELDER, fact.id, 1, "我喜欢下围棋", BOOK)
    assert (edited.revision, edited.value, edited.origin) == (2, "围棋", "human")
    with pytest.raises(Refused) as stale:
        store.edit(file.tx, ELDER, fact.id, 1, "我喜欢下象棋", BOOK)
    assert stale.value.message_id == "memory.stale_revision"
    assert stale.value.values == {"yours": "我喜欢下象棋", "theirs": "我喜欢下围棋"}
    assert active(file) == ["围棋"]


def test_nothing_automatic_overrides_what_a_person_wrote(file: PlainFile) -> None:
    store.add(file.tx, ELDER, "我住在绍兴")
    assert told(file, "我住在上海") == ()
    assert active(file) == ["绍兴"]


def test_an_edited_or_deleted_fact_is_not_made_again_from_its_source(file: PlainFile) -> None:
    (edited,) = told(file, "我喜欢下棋", seq=1)
    store.edit(file.tx, ELDER, edited.id, 1, "我喜欢围棋", BOOK)
    (deleted,) = told(file, "我喜欢榴莲", seq=2)
    store.delete(file.tx, ELDER, deleted.id, BOOK)
    assert told(file, "我喜欢下棋", seq=1) == ()
    assert told(file, "我喜欢榴莲", seq=2) == ()
    assert [f.value for f in told(file, "我喜欢榴莲", seq=3)] == ["榴莲"]


def test_asking_to_forget_takes_the_named_fact_out_of_use(file: PlainFile) -> None:
    told(file, "我喜欢吃榴莲")
    told(file, "我喜欢听越剧", seq=2)
    told(file, "刚才说的榴莲那个你忘了吧别记了", seq=3)
    assert active(file) == ["越剧"]


def test_deleting_a_session_deletes_what_came_from_it_and_was_not_edited(file: PlainFile) -> None:
    (edited,) = told(file, "我喜欢下棋", seq=1)
    told(file, "我喜欢榴莲", seq=2)
    told(file, "我喜欢越剧", seq=1, session="s2")
    store.edit(file.tx, ELDER, edited.id, 1, "我喜欢围棋", BOOK)
    assert len(store.delete_told(file.tx, ELDER, "s1", None, BOOK)) == 1
    assert sorted(active(file)) == ["围棋", "越剧"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  ", "memory.empty"),
        ("长" * 301, "memory.too_long"),
        ("我的银行卡密码是一二三四五六", "memory.sensitive"),
    ],
)
def test_what_cannot_be_a_memory_is_refused_with_a_sentence(file: PlainFile, text: str, message: str) -> None:
    with pytest.raises(UserFacing) as refused:
        store.add(file.tx, ELDER, text)
    assert refused.value.message_id == message


SECRET = "我喜欢在樟木箱里藏 zyzzyva 糖"
TRACES = ("樟木", "木箱", "zyzzyva", "muxiang", "下棋", "xiaqi")


def test_a_deleted_fact_leaves_no_trace_in_rows_versions_index_or_bytes(file: PlainFile) -> None:
    (kept,) = told(file, "我喜欢听越剧", seq=1)
    (fact,) = told(file, "我喜欢下棋", seq=2)
    edited = store.edit(file.tx, ELDER, fact.id, 1, SECRET, BOOK)
    store.disable(file.tx, ELDER, edited.id)
    before = file.bytes_on_disk()
    assert all(trace.encode() in before for trace in ("樟木", "zyzzyva", "下棋"))
    store.delete(file.tx, ELDER, fact.id, BOOK)
    left = file.bytes_on_disk()
    # FTS5 stores a term without the bytes it shares with the term before, so only tails are looked for.
    assert [trace for trace in TRACES if trace.encode()[1 if trace.isascii() else 2 :] in left] == []
    assert store.all(file.tx, ELDER) == [kept]
    assert file.tx.rows("SELECT * FROM memory_versions") == []
    terms = {
        row["term"]
        for table in (WORDS, SOUNDS)
        for row in file.tx.rows(f"SELECT term FROM {table.table}_terms")
    }
    assert not terms & {"樟木", "zyzzyva", "下棋", "xiaqi"}


def test_the_control_without_secure_delete_still_shows_it(tmp_path: Path) -> None:
    file = PlainFile(tmp_path / "control.db", MIGRATIONS, secure_delete=False)
    facts = [store.add(file.tx, ELDER, f"{SECRET}{n}") for n in range(30)]
    for fact in facts:
        if fact.id in {f.id for f in store.all(file.tx, ELDER)}:
            store.delete(file.tx, ELDER, fact.id, BOOK)
    assert b"zyzzyva" in file.bytes_on_disk()
    file.close()

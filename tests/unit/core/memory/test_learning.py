"""What is active is what was said last, in whatever order it arrives; a person's own hand comes first."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import Refused
from core.ids import new_id
from core.memory import store
from core.memory.clauses import Extraction
from core.memory.extract import extract
from core.memory.facts import Candidate, Fact
from core.memory.schema import MIGRATIONS
from core.text import Language
from core.vault.receipts import utterance
from core.vault.scope import Scope
from tests.unit.core.retrieval.plain import BOOK, ELDER, START, PlainFile


def at(minutes: int) -> datetime:
    return START + timedelta(minutes=minutes)


def told(
    file: PlainFile, text: str, seq: int, said: int | None = None, scope: Scope = ELDER
) -> tuple[Fact, ...]:
    """What an utterance teaches that was said ``said`` minutes after the start (its seq by default)."""
    found = extract(text, "zh")
    return store.learn(file.tx, scope, "s1", seq, found, BOOK, at(seq if said is None else said))


def active(file: PlainFile, scope: Scope = ELDER) -> list[str]:
    return sorted(fact.value for fact in store.all(file.tx, scope, "active"))


def only(facts: Sequence[Fact], value: str) -> Fact:
    (found,) = [fact for fact in facts if fact.value == value]
    return found


def test_a_fact_holds_from_when_it_was_said_not_from_when_it_was_read(file: PlainFile) -> None:
    file.later(days=3)
    (fact,) = told(file, "我住在成都", 5)
    assert fact.valid_from == at(5)


def test_what_takes_a_facts_place_ends_it_when_it_was_said_and_is_named(file: PlainFile) -> None:
    told(file, "我住在成都", 1)
    told(file, "我搬到重庆来了", 2)
    old, new = only(store.all(file.tx, ELDER), "成都"), only(store.all(file.tx, ELDER), "重庆")
    assert (old.status, old.valid_from, old.valid_to, old.superseded_by) == (
        "superseded", at(1), at(2), new.id,
    )  # fmt: skip
    assert (new.valid_from, new.valid_to, new.superseded_by) == (at(2), None, None)


def test_what_one_used_to_like_ends_and_what_one_likes_now_begins(file: PlainFile) -> None:
    told(file, "我喜欢喝咖啡", 1)
    told(file, "我原来喜欢喝咖啡现在喜欢喝绿茶", 2)
    assert active(file) == ["绿茶"]
    coffee = only(store.all(file.tx, ELDER), "咖啡")
    assert (coffee.valid_to, coffee.superseded_by) == (at(2), utterance("s1", 2))


def test_what_one_used_to_like_needs_not_be_known(file: PlainFile) -> None:
    told(file, "我原来喜欢喝咖啡现在喜欢喝绿茶", 2)
    assert [fact.value for fact in store.all(file.tx, ELDER)] == ["绿茶"]


def test_what_was_said_earlier_and_arrives_later_is_kept_as_past(file: PlainFile) -> None:
    told(file, "我搬到重庆来了", 5)
    told(file, "我住在成都", 2)
    assert active(file) == ["重庆"]
    late = only(store.all(file.tx, ELDER), "成都")
    assert (late.status, late.valid_from, late.valid_to) == ("superseded", at(2), at(5))
    told(file, "我住在武汉", 3)
    assert only(store.all(file.tx, ELDER), "成都").valid_to == at(3)
    wuhan = only(store.all(file.tx, ELDER), "武汉")
    assert (wuhan.valid_from, wuhan.valid_to) == (at(3), at(5))
    assert active(file) == ["重庆"]


def test_what_was_taken_back_since_does_not_come_back_by_arriving_later(file: PlainFile) -> None:
    told(file, "我原来喜欢喝咖啡", 5)
    told(file, "我喜欢喝咖啡", 2)
    (coffee,) = store.all(file.tx, ELDER)
    assert (coffee.status, coffee.valid_to, coffee.superseded_by) == (
        "superseded", at(5), utterance("s1", 5),
    )  # fmt: skip
    told(file, "我喜欢喝咖啡", 6)
    assert active(file) == ["咖啡"]


def test_forgetting_what_was_just_said_means_what_was_just_said(file: PlainFile) -> None:
    told(file, "我喜欢听越剧", 1)
    told(file, "你忘了吧", 3)
    assert active(file) == []
    told(file, "我喜欢吃榴莲", 2)
    assert active(file) == ["越剧"], "the durian lay between"
    told(file, "你忘了吧", 4)
    assert active(file) == ["越剧"], "it was forgotten already"


def test_inferring_never_overrides_what_a_person_wrote_but_their_own_order_does(file: PlainFile) -> None:
    store.add(file.tx, ELDER, "我喜欢喝咖啡")
    file.later(minutes=10)
    told(file, "我原来喜欢喝咖啡", 11)
    told(file, "我不喜欢喝咖啡", 12)
    assert active(file) == ["咖啡"]
    told(file, "把咖啡那个忘掉", 13)
    assert active(file) == []


def test_a_disabled_fact_stays_so_and_is_not_made_again_until_enabled(file: PlainFile) -> None:
    (fact,) = told(file, "我喜欢喝咖啡", 1)
    store.disable(file.tx, ELDER, fact.id)
    assert told(file, "我喜欢喝咖啡", 2) == ()
    assert store.get(file.tx, ELDER, fact.id).status == "disabled"
    told(file, "我不喜欢喝咖啡", 3)
    assert [fact.negated for fact in store.all(file.tx, ELDER, "active")] == [True]
    enabled = store.enable(file.tx, ELDER, fact.id)
    assert (enabled.status, enabled.valid_to) == ("active", None)
    assert [fact.negated for fact in store.all(file.tx, ELDER, "active")] == [False]


def test_better_words_update_what_an_utterance_told(file: PlainFile) -> None:
    told(file, "我的生日是三月五号我喜欢吃橘子", 1)
    before = {fact.id for fact in store.all(file.tx, ELDER)}
    told(file, "我的生日是三月十五号我喜欢吃栗子", 1)
    after = store.all(file.tx, ELDER)
    assert {fact.id for fact in after} == before
    assert ["橘子" in fact.text for fact in after] == [False, False]
    assert sorted(fact.kind for fact in after if "十五" in fact.text or fact.value == "栗子") == [
        "birthday", "preference",
    ]  # fmt: skip
    assert {fact.valid_from for fact in after} == {at(1)}


def test_what_the_better_words_do_not_say_was_never_said(file: PlainFile) -> None:
    told(file, "我喜欢吃橘子", 1)
    told(file, "你喜欢吃橘子吗", 1)
    (fact,) = store.all(file.tx, ELDER)
    assert (fact.status, fact.valid_to) == ("superseded", fact.valid_from)
    told(file, "我喜欢吃橘子", 1)
    assert active(file) == ["橘子"]


def test_better_words_undo_what_the_first_ones_took_back(file: PlainFile) -> None:
    told(file, "我喜欢喝咖啡", 1)
    told(file, "我原来喜欢喝咖啡", 2)
    assert active(file) == []
    told(file, "我原来喜欢喝可可", 2)
    assert active(file) == ["咖啡"]


def test_better_words_bring_back_nothing_deleted_but_a_new_statement_does(file: PlainFile) -> None:
    facts = told(file, "我喜欢吃榴莲我住在成都", 1)
    store.delete(file.tx, ELDER, only(facts, "榴莲").id, BOOK)
    told(file, "我喜欢吃榴莲我住在成都市", 1)
    assert "榴莲" not in active(file)
    assert ["成都" in value for value in active(file)] == [True], "what is left follows its words"
    told(file, "我喜欢吃榴莲", 2)
    assert "榴莲" in active(file)


def test_better_words_change_nothing_that_a_person_edited(file: PlainFile) -> None:
    (fact,) = told(file, "我喜欢下棋", 1)
    store.edit(file.tx, ELDER, fact.id, 1, "我喜欢下围棋", BOOK)
    assert told(file, "我喜欢下跳棋", 1) == ()
    assert active(file) == ["围棋"]


def test_an_edit_that_came_too_late_is_refused_with_both_texts_also_after_better_words(
    file: PlainFile,
) -> None:
    (fact,) = told(file, "我住在成都", 1)
    told(file, "我住在程都", 1)
    with pytest.raises(Refused) as refused:
        store.edit(file.tx, ELDER, fact.id, 1, "我住在重庆", BOOK)
    assert refused.value.values == {"yours": "我住在重庆", "theirs": "我住在程都"}


def test_deleting_a_fact_takes_what_took_it_back_along(file: PlainFile) -> None:
    (fact,) = told(file, "我喜欢吃榴莲", 1)
    told(file, "我原来喜欢吃榴莲", 2)
    assert [row["words"] for row in file.tx.rows("SELECT words FROM memory_closings")] == ["榴莲"]
    store.delete(file.tx, ELDER, fact.id, BOOK)
    assert file.tx.rows("SELECT words FROM memory_closings") == []


def test_versions_tell_what_a_fact_said_before(file: PlainFile) -> None:
    (fact,) = told(file, "我喜欢下棋", 1)
    edited = store.edit(file.tx, ELDER, fact.id, 1, "我喜欢下围棋", BOOK)
    (version,) = store.versions(file.tx, edited)
    assert (version.revision, version.text, version.status, version.actor) == (
        1, "我喜欢下棋", "active", "elder",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "language", "value"),
    [
        ("我的生日是三月十五号", "zh", "3-15"),
        ("我生日是农历八月十五", "zh", "农历8-15"),
        ("my birthday is the fourteenth of june", "en", "6-14"),
        ("my birthday is on May 3rd", "en", "5-3"),
    ],
)
def test_a_birthday_is_one_day_however_it_is_said(said: str, language: Language, value: str) -> None:
    assert [fact.value for fact in extract(said, language).facts if fact.kind == "birthday"] == [value]


def test_a_birthday_written_by_hand_is_the_same_day(file: PlainFile) -> None:
    written = store.add(file.tx, ELDER, "三月十五号", "birthday")
    assert (written.fact_key, written.value, written.text) == ("birthday", "3-15", "三月十五号")


def candidate(kind: str, key: str, value: str, negated: bool) -> Candidate:
    return Candidate(kind=kind, about="self", fact_key=key, text=value, value=value, negated=negated)  # type: ignore[arg-type]


PLACES = [candidate("home_city", "home_city", place, negated=False) for place in ("成都", "重庆")]
LIKINGS = [
    candidate("preference", f"preference:{thing}", thing, negated)
    for thing in ("茶", "酒")
    for negated in (False, True)
]
UTTERANCES = st.one_of(
    st.sampled_from([*PLACES, *LIKINGS]).map(lambda one: Extraction(facts=(one,))),
    st.tuples(st.sampled_from(PLACES), st.sampled_from(LIKINGS)).map(lambda two: Extraction(facts=two)),
    st.sampled_from(["茶", "酒"]).map(lambda thing: Extraction(closes=(("preference", thing),))),
    st.sampled_from(["茶", "酒", "成都"]).map(lambda thing: Extraction(forgets=(thing,))),
    st.just(Extraction(facts=(LIKINGS[2],), closes=(("preference", "茶"),))),
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterable[PlainFile]:
    opened = PlainFile(tmp_path_factory.mktemp("orders") / "twin.db", MIGRATIONS)
    yield opened
    opened.close()


def outcome(file: PlainFile, said: Sequence[Extraction], order: Sequence[int]) -> set[tuple[object, ...]]:
    """What is active of a new person who said all of it, and whose utterances arrived in ``order``."""
    scope, session = Scope("x", new_id(), "companion"), new_id()
    file.tx.execute("BEGIN")  # one wait for the disk, not one a statement
    for index in order:
        store.learn(file.tx, scope, session, index, said[index], BOOK, at(index))
    file.tx.execute("COMMIT")
    for fact in store.all(file.tx, scope):
        assert fact.valid_to is None or fact.valid_from <= fact.valid_to
        assert (fact.status == "active") == (fact.valid_to is None)
    return {(f.fact_key, f.value, f.negated) for f in store.all(file.tx, scope, "active")}


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(UTTERANCES, min_size=2, max_size=6), data=st.data())
def test_any_order_of_arrival_leaves_the_same_active_facts(
    shared: PlainFile, said: list[Extraction], data: st.DataObject
) -> None:
    in_order = outcome(shared, said, range(len(said)))
    order = data.draw(st.permutations(range(len(said))))
    assert outcome(shared, said, order) == in_order
    again = [*order, data.draw(st.sampled_from(order))]
    assert outcome(shared, said, again) == in_order, "what is read twice says no more"


def test_forgetting_the_last_thing_means_the_same_in_every_order(shared: PlainFile) -> None:
    said = [
        Extraction(facts=(LIKINGS[0],)),
        Extraction(facts=(PLACES[0],)),
        Extraction(forgets=("",)),
        Extraction(facts=(LIKINGS[2],)),
    ]
    expected = {("preference:茶", "茶", False), ("preference:酒", "酒", False)}
    for order in itertools.permutations(range(4)):
        assert outcome(shared, said, order) == expected


def test_an_older_household_opens_with_its_facts_as_they_were(tmp_path: Path) -> None:
    older = type(MIGRATIONS)("memory")
    for name in ("facts_and_versions", "sources_of_versions"):
        older.steps[name] = MIGRATIONS.steps[name]
    path = tmp_path / "older.db"
    file = PlainFile(path, older)
    file.tx.execute(
        "INSERT INTO memories (id, person, role, kind, about, fact_key, text, value, negated, status, revision,"
        " origin, confidence, valid_from, source_session, source_seq, words, sounds) VALUES ('f', 'elder',"
        " 'companion', 'home_city', 'self', 'home_city', '我住在成都', '成都', 0, 'active', 1, 'rule', 1.0,"
        " '2026-01-05T01:00:00+00:00', 's1', 4, '', '')"
    )
    file.migrate(MIGRATIONS)
    (fact,) = store.all(file.tx, ELDER)
    assert (fact.value, fact.last_said.at, fact.last_said.seq, fact.uses) == ("成都", START, 4, 0)
    told(file, "我搬到重庆来了", 5)
    assert active(file) == ["重庆"]
    file.close()

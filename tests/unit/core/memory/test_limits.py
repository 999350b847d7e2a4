"""A hundred facts are in use; of more, the least useful waits for a person to say."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.memory import store
from core.memory.asked import Asked
from core.memory.clauses import Extraction
from core.memory.facts import MOST_ACTIVE, Candidate, Fact, Moment
from core.memory.limits import least_useful, usefulness
from core.memory.recall import recall
from core.memory.rows import count_use
from tests.unit.core.retrieval.plain import BOOK, ELDER, START, PlainFile


def liking(thing: str, kind: str = "preference") -> Extraction:
    fact = Candidate(kind=kind, about="self", fact_key=f"{kind}:{thing}", text=f"我喜欢{thing}", value=thing)  # type: ignore[arg-type]
    return Extraction(facts=(fact,))


def fill(file: PlainFile, count: int = MOST_ACTIVE) -> None:
    file.tx.execute("BEGIN")
    for number in range(count):
        store.learn(file.tx, ELDER, "s1", number, liking(f"第{number}样"), BOOK, file.tx.now)
        file.later(minutes=1)
    file.tx.execute("COMMIT")


def in_review(file: PlainFile) -> list[str]:
    return [fact.value for fact in store.all(file.tx, ELDER, "review")]


def test_the_hundred_and_first_makes_the_least_useful_one_wait_for_review(file: PlainFile) -> None:
    fill(file)
    assert in_review(file) == []
    (used,) = [fact for fact in store.all(file.tx, ELDER) if fact.value == "第0样"]
    count_use(file.tx, used.id)
    learned = store.learn(file.tx, ELDER, "s1", 200, liking("榴莲"), BOOK, file.tx.now)
    assert in_review(file) == ["第1样"], "the oldest that no answer used"
    assert [(fact.value, fact.status) for fact in learned] == [("榴莲", "active"), ("第1样", "review")]
    assert len(store.all(file.tx, ELDER, "active")) == MOST_ACTIVE
    assert len(store.all(file.tx, ELDER)) == MOST_ACTIVE + 1, "nothing is dropped"
    assert "第1样" not in [fact.value for fact in recall(file.tx, ELDER, Asked("我喜欢第1样吗")).facts]


def test_keeping_one_makes_another_wait_and_letting_go_ends_it(file: PlainFile) -> None:
    fill(file, MOST_ACTIVE + 1)
    (first,) = store.all(file.tx, ELDER, "review")
    kept, instead = store.keep(file.tx, ELDER, first.id)
    assert (kept.status, [fact.value for fact in instead]) == ("active", ["第1样"])
    gone = store.let_go(file.tx, ELDER, instead[0].id)
    assert (gone.status, gone.valid_to) == ("superseded", file.tx.now)
    assert in_review(file) == []
    store.learn(file.tx, ELDER, "s1", 300, liking("第1样"), BOOK, file.tx.now)
    assert "第1样" in [fact.value for fact in store.all(file.tx, ELDER, "active")], "said anew"
    assert in_review(file) == ["第2样"], "what a person kept is not asked about again"


def test_only_what_waits_can_be_kept_or_let_go(file: PlainFile) -> None:
    fact = store.add(file.tx, ELDER, "我喜欢吃榴莲")
    for decide in (store.keep, store.let_go):
        with pytest.raises(Refused, match=r"memory\.not_in_review"):
            decide(file.tx, ELDER, fact.id)


def test_what_waits_and_is_said_again_is_in_use_again(file: PlainFile) -> None:
    fill(file, MOST_ACTIVE + 1)
    store.learn(file.tx, ELDER, "s2", 1, liking("第0样"), BOOK, file.tx.now)
    assert "第0样" in [fact.value for fact in store.all(file.tx, ELDER, "active")]
    assert in_review(file) == ["第1样"]


FACT = Fact(
    id="f", person="p", role="r", kind="preference", about="self", fact_key="k", text="t", value="v",
    negated=False, status="active", revision=1, origin="rule", confidence=1.0, valid_from=START,
)  # fmt: skip
FACTS = st.builds(
    lambda kind, origin, days, uses, confidence, kept, n: msgspec.structs.replace(
        FACT, id=str(n), kind=kind, origin=origin, confidence=confidence, uses=uses,
        last=Moment(START + timedelta(days=days)), kept=START if kept else None,
    ),
    st.sampled_from(["name", "correction", "health", "preference", "goal", "event"]),
    st.sampled_from(["rule", "model", "human"]),
    st.integers(0, 1000), st.integers(0, 50), st.floats(0, 1), st.booleans(), st.integers(0, 10**9),
)  # fmt: skip
NOW = START + timedelta(days=1001)


@given(st.lists(FACTS, min_size=1, max_size=20, unique_by=lambda fact: fact.id))
def test_what_a_person_wrote_or_kept_and_what_is_always_used_is_asked_about_last(facts: list[Fact]) -> None:
    least = least_useful(facts, NOW)
    assert least is not None
    if any(fact.origin != "human" and fact.kept is None for fact in facts):
        assert least.origin != "human"
        assert least.kept is None
        plain = [fact for fact in facts if fact.origin != "human" and fact.kept is None]
        if any(fact.kind not in ("name", "correction") for fact in plain):
            assert least.kind not in ("name", "correction")
    assert least_useful(reversed(facts), NOW) == least, "in whatever order they are looked at"


@given(FACTS, st.integers(1, 500))
def test_later_said_more_used_and_surer_is_never_less_useful(fact: Fact, more: int) -> None:
    later = msgspec.structs.replace(fact, last=Moment(fact.last_said.at + timedelta(days=more)))
    oftener = msgspec.structs.replace(fact, uses=fact.uses + more)
    surer = msgspec.structs.replace(fact, confidence=1.0)
    for better in (later, oftener, surer):
        assert usefulness(better, NOW) >= usefulness(fact, NOW)


def test_nothing_is_asked_about_where_there_is_nothing() -> None:
    assert least_useful([], NOW) is None

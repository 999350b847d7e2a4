"""The benchmark of answers: what is right, what is kept, and that a rival gets what we get."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.knowledge_set import measured as kept_parts
from tests.bench.knowledge_set.bm25s_rival import Index, bigrams
from tests.bench.knowledge_set.full_text import Channels, Plain
from tests.bench.knowledge_set.measured import Measured, Share, joined
from tests.bench.knowledge_set.quality import by_kind, first_right, recall
from tests.bench.knowledge_set.telling import judged, of_shares, shares_table
from tests.bench.knowledge_set.units import Asked, Bench, Unit, household
from tests.bench.report import figure
from tests.eval.knowledge import Question, Said, Set, Text

NOTICE = Text(
    id="notice", title="停水通知", text="# 停水通知\n周二上午九点停水。\n下午五点恢复供水。恢复后先放一放水。"
)
SHOP = Text(id="shop", title="退货须知", text="收到货七天之内可以退货。运费由买家承担。")
QUESTIONS = (
    Question(id="1", q="退货期限是几天", type="direct", answer_doc="shop", answer_quote="七天之内可以退货"),
    Question(id="2", q="那运费呢", type="followup", answer_doc="shop", answer_quote="运费由买家承担",
             context=(Said(by="user", text="能退货吗"), Said(by="assistant", text="七天之内可以。"))),
    Question(id="3", q="谁来修水管", type="unanswerable"),
)  # fmt: skip


def bench() -> Bench:
    return household("two documents", Set(documents=(NOTICE, SHOP), questions=QUESTIONS))


def test_sentences_that_overlap_the_answer_are_right_and_headings_are_no_sentences() -> None:
    found = bench()
    assert [unit.parts[0][0] for unit in found.units] == [
        "周二上午九点停水。", "下午五点恢复供水。", "恢复后先放一放水。", "收到货七天之内可以退货。", "运费由买家承担。",
    ]  # fmt: skip
    assert [one.right for one in found.asked] == [{3}, {4}]
    assert found.asked[1].before == ("能退货吗",)


def test_what_nothing_answers_is_left_to_the_product() -> None:
    assert [one.kind for one in bench().asked] == ["direct", "followup"]


def test_bigrams_find_what_the_tokeniser_of_sqlite_does_not() -> None:
    found = bench()
    channels, plain = Channels(found.units), Plain(found.units, "unicode61")
    assert channels.words(found.asked[0])[0] == 3
    assert plain.rank(found.asked[0]) == []


def test_what_was_misheard_is_found_by_sound() -> None:
    channels = Channels(bench().units)
    heard = Asked("退伙期限", "asr", frozenset({3}))
    assert channels.sounds(heard)[:1] == [3]


def test_trigrams_find_three_characters_in_a_row_and_no_two() -> None:
    plain = Plain(bench().units, "trigram")
    assert plain.rank(Asked("恢复供水", "direct", frozenset()))[:1] == [1]
    assert plain.rank(Asked("运费", "direct", frozenset())) == []


def test_the_rival_in_memory_ranks_by_the_tokens_it_is_given() -> None:
    index = Index(bigrams(text) for text in ("运费由买家承担", "七天之内可以退货", "停水"))
    assert index.best(bigrams("可以退货吗")) == [1]
    assert index.best(["没有"]) == []


def test_a_place_is_right_within_what_is_counted() -> None:
    asked = tuple(Asked(str(place), "paraphrase", frozenset({place})) for place in range(4))
    there = Bench("four", tuple(Unit(str(n), ((str(n), str(n)),)) for n in range(4)), asked)
    counted = {one.kind: one.right for one in by_kind(there, "as written", lambda _: [0, 1, 2, 3])}
    assert counted == {"paraphrase": 1, "paraphrase, first three": 3, "all, first three": 3}
    assert [one.right for one in recall(there, "as written", lambda _: [0, 1, 2, 3])] == [1, 4]
    assert first_right([2, 1], frozenset({9})) is None


def test_parts_are_kept_apart_and_told_together(tmp_path: Path) -> None:
    one = Measured(shares=(Share("a", "direct", "ours", 3, 4, target=0.7),), notes=("of a",))
    two = Measured(figures=(figure("x", "ms", 1, {"y": 2}),), spreads={"x": {"ours": (0.5, 1.5)}})
    kept_parts.keep("one", one, tmp_path)
    kept_parts.keep("two", two, tmp_path)
    read = [kept_parts.kept(name, tmp_path) for name in ("one", "two", "never")]
    assert read == [one, two, None]
    both = joined([one, two])
    assert (both.shares, both.figures, both.notes) == (one.shares, two.figures, one.notes)


def test_a_share_is_told_with_its_interval_and_against_its_target_and_rivals() -> None:
    shares = [
        Share("set", "direct", "ours", 9, 10, target=0.97),
        Share("set", "direct", "theirs", 2, 10, rival=True),
        Share("another", "direct", "theirs", 10, 10, rival=True),
    ]
    (told,) = of_shares(shares)
    assert (told.ours, told.rivals, told.target, told.met) == (10.0, {"theirs": 80.0}, 3.0, False)
    assert judged(shares)[1] == "- MISSED: set, ours, direct: 90.0 % of 10 (≥ 97)."
    assert "| ours | 90.0 (60–98) **missed** |" in shares_table(shares)
    assert "| R: theirs | 20.0 (6–51) |" in shares_table(shares)


def test_a_share_that_reaches_its_target_exactly_has_reached_it() -> None:
    exact = Share("set", "declined", "ours", 3, 5, target=0.6)
    assert of_shares([exact])[0].met is True
    assert exact.interval == pytest.approx((0.2307, 0.8824), abs=1e-4)


def test_a_way_that_was_asked_fewer_questions_says_so() -> None:
    shares = [Share("set", "R@1", "theirs", 90, 100, rival=True), Share("set", "R@1", "ours", 20, 20)]
    told = shares_table(shares)
    assert "R@1 (of 100)" in told
    assert "| ours | 100.0 of 20 (84–100) |" in told

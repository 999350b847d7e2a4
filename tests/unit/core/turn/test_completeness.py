"""What an utterance's words say about whether it is finished. The sentences here are our own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.text import Language
from core.turn.policies.completeness import Label, breaks_off, classify, is_loose, same_words
from tests.support.tree import ROOT

SENTENCES = Path(__file__).with_name("utterances.tsv")
ELDERS = Path(__file__).with_name("elders.tsv")
"""Labelled before the classifier had seen them: talk of old people, lists, numbers, repairs, beginnings."""
VOICES = Path(__file__).with_name("voices.tsv")
"""Seven sets in many hands, each labelled before it was run; the rules then learned what it showed of the language."""
SHARED = ROOT.parent / "shared" / "data" / "turns.tsv"
LABELS: tuple[Label, ...] = ("complete", "incomplete", "backchannel", "hold", "stop")


def rows(path: Path) -> list[tuple[str, Language, str]]:
    found: list[tuple[str, Language, str]] = []
    for line in path.read_text("utf-8").splitlines()[1:]:
        text, language, label = line.split("\t")[:3]
        found.append((text, "zh" if language == "zh" else "en", label))
    return found


def macro_f1(judged: Sequence[tuple[str, str]]) -> float:
    """judged: (expected, got)."""
    scores = []
    for label in LABELS:
        right = sum(e == g == label for e, g in judged)
        wrong = sum((e == label) != (g == label) for e, g in judged)
        scores.append(2 * right / (2 * right + wrong) if right + wrong else 1.0)
    return sum(scores) / len(scores)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    "path", [SENTENCES, ELDERS, VOICES, SHARED], ids=["ours", "elders", "voices", "shared"]
)
def test_both_languages_are_read_well(path: Path, language: str) -> None:
    if not path.exists():
        pytest.skip("the shared evaluation data is not here")
    judged = [(label, classify(text, spoken)) for text, spoken, label in rows(path) if spoken == language]
    assert macro_f1(judged) >= 0.95


@pytest.mark.parametrize("text", ["我女儿住在。", "我女儿住在…", "我女儿住在，", "  我女儿住在 "])
def test_a_recognisers_punctuation_is_no_evidence(text: str) -> None:
    assert classify(text, "zh") == "incomplete"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("等一下", "hold"),
        ("等一下孙子放学回来你提醒我一声", "complete"),
        ("医生让我等一下", "complete"),
        ("停", "stop"),
        ("停车费多少钱", "complete"),
        ("嗯", "backchannel"),
        ("嗯我想问一下天气怎么样", "complete"),
    ],
)
def test_a_word_means_what_its_utterance_makes_of_it(text: str, label: str) -> None:
    assert classify(text, "zh") == label


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我对门那个老太太", "zh"),
        ("小区门口新开的那家", "zh"),
        ("我想让我儿子", "zh"),
        ("中秋节的时候我们一家人在院子里", "zh"),
        ("要不你给我唱个", "zh"),
        ("没电了你", "zh"),
        ("the man from the gas board", "en"),
        ("my eldest granddaughter who's at university", "en"),
        ("could you turn the heating", "en"),
        ("let me know when it", "en"),
    ],
)
def test_what_is_only_named_is_not_yet_said(text: str, language: Language) -> None:
    assert classify(text, language) == "incomplete"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("红色的那个", "zh"),
        ("七十八岁", "zh"),
        ("八月十五", "zh"),
        ("二楼左手边第三家", "zh"),
        ("家里就我一个人", "zh"),
        ("the red ones", "en"),
        ("right after lunch", "en"),
        ("the twenty first", "en"),
    ],
)
def test_what_answers_a_question_by_itself_is_whole(text: str, language: Language) -> None:
    assert classify(text, language) == "complete"


def test_dots_commas_and_dashes_say_that_it_goes_on_and_a_full_stop_says_nothing() -> None:
    for text in ("I used...", "我想吃，", "No, sorry. I'm…", "and then -"):
        assert breaks_off(text)
    for text in ("I used.", "我女儿住在。", "what?", "好", ""):
        assert not breaks_off(text)


@pytest.mark.parametrize(
    ("text", "language", "loose"),
    [
        ("我吃过了。", "zh", False),
        ("那运费呢？", "zh", False),
        ("退货要多久才能到账？", "zh", False),
        ("我想吃面条。", "zh", True),
        ("我吃过了", "zh", True),
        ("Wake me at eight, please.", "en", False),
        ("You said ten, didn't you?", "en", False),
        ("Yes, please.", "en", False),
        ("The lift has been broken.", "en", True),
        ("Wake me at eight please", "en", True),
    ],
)
def test_a_sentence_is_loose_unless_its_last_words_and_its_stop_close_it(
    text: str, language: Language, loose: bool
) -> None:
    assert is_loose(text, language) == loose


def test_only_the_last_sentence_of_several_can_be_unfinished() -> None:
    assert classify("我最喜欢的是。今天天气很好。", "zh") == "complete"
    assert classify("It rained all day. So I went to the", "en") == "incomplete"


def test_nothing_is_no_end() -> None:
    assert classify("", "zh") == classify("。", "zh") == classify("...", "en") == "incomplete"


def test_transcripts_differ_by_their_words_alone() -> None:
    assert same_words("退货，要多久？", "退货要多久")
    assert same_words("What time is it?", "what time is it")
    assert not same_words("退货要多久", "退货要很久")


def test_every_text_has_a_label_and_takes_no_time() -> None:
    for text in ("嗯" * 5_000, "等一下" * 2_000, "wait " * 3_000, "the " * 5_000, "\x00🙂", "1" * 5_000):
        assert classify(text, "zh") in LABELS
        assert classify(text, "en") in LABELS

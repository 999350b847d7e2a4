"""The budget counts Chinese honestly and errs on the side of a request that fits."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.brain.budget import Budget, estimate


def test_a_chinese_character_costs_about_a_token_and_never_a_quarter_of_one() -> None:
    text = "签收后七天内可以申请退货" * 10
    assert len(text) * 0.6 <= estimate(text) <= len(text) * 1.3


def test_an_english_word_costs_a_little_more_than_a_token() -> None:
    text = "the quick brown fox jumps over the lazy dog " * 10
    words = len(text.split())
    assert words <= estimate(text) <= words * 1.6


def test_numbers_marks_and_rare_characters_are_counted_too() -> None:
    assert estimate("13800138000") >= 4
    assert estimate("😀😀😀") >= 3
    assert estimate('{"a": [1, 2]}') >= 6
    assert estimate("") == 0


@given(st.text(), st.text())
def test_more_text_never_costs_less_and_parts_cost_about_the_whole(first: str, second: str) -> None:
    together = estimate(first + " " + second)
    assert together >= max(estimate(first), estimate(second)) - 1
    assert together <= estimate(first) + estimate(second) + 2


def test_room_is_what_output_tools_instructions_the_question_and_safety_leave() -> None:
    budget = Budget(window=1000, output=200, safety=50, tools=100)
    assert budget.room() == 650
    assert budget.room("你" * 100) == 650 - 106
    assert Budget(window=100, output=200).room() < 0


def test_tool_schemas_are_counted() -> None:
    schema = {"name": "clock", "parameters": {"type": "object", "properties": {}}}
    assert Budget().with_tools([schema]).tools > 10
    assert Budget().with_tools([schema, schema]).tools == 2 * Budget().with_tools([schema]).tools


def test_a_model_that_counts_more_tokens_shrinks_the_room_at_once_and_one_that_counts_fewer_slowly() -> None:
    budget = Budget()
    dearer = budget.calibrated(estimated=1000, measured=1500)
    cheaper = budget.calibrated(estimated=1000, measured=500)
    assert dearer.factor == 1.5
    assert 0.9 < cheaper.factor < 1.0
    assert dearer.room() < budget.room() < cheaper.room()
    assert budget.calibrated(0, 5) == budget


def test_a_model_s_own_count_takes_the_place_of_the_estimate() -> None:
    class Model:
        def count_tokens(self, text: str) -> int:
            return 2 * len(text)

    counted = Budget(factor=1.7).counted_by(Model())
    assert counted.tokens("五个汉字呀") == 10
    assert counted.room("五个汉字呀") == counted.window - counted.output - counted.safety - 16
    assert counted.calibrated(100, 400) == counted, "what is counted is not corrected"
    assert Budget().counted_by(object()) == Budget()


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("商品签收后七天内可以无理由退货，运费由商店承担，请保留好包装和发票。" * 5, 0.7, 1.6),
        (
            "The parcel arrived yesterday, but two of the cups were broken when I opened the box. " * 5,
            0.8,
            1.6,
        ),
        ("我女儿下周三从上海回来，她 promised to bring her new phone 给我看看。" * 5, 0.7, 1.6),
    ],
    ids=["zh", "en", "mixed"],
)
def test_the_estimate_is_near_what_a_real_tokeniser_counts(
    models: Path, text: str, least: float, most: float
) -> None:
    """Whisper's vocabulary is the one at hand: GPT-2's bytes with little Chinese in it, so that it counts
    more for a Chinese text than the chat models' own do. The estimate is not fitted to it."""
    from tokenizers import Tokenizer

    real = len(Tokenizer.from_file(str(models / "whisper-base" / "tokenizer.json")).encode(text).ids)
    assert least <= estimate(text) / real <= most

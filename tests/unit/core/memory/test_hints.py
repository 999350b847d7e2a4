"""A question says of whom the memory is that it wants, and when it was told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.memory.hints import of_kin, period

NOW = datetime(2026, 3, 11, 9, 30, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("我女儿爱吃什么", "女儿"), ("我闺女爱吃什么", "女儿"), ("我老公属什么", "老伴"), ("What does my mum like?", "mother"),
        ("my sons' school", "son"), ("我小孙子上几年级", "小孙子"),
    ],
)  # fmt: skip
def test_a_relative_is_meant_by_any_of_their_names(question: str, about: str) -> None:
    assert of_kin(question, about)


@pytest.mark.parametrize(
    ("question", "about"),
    [("我女儿爱吃什么", "儿子"), ("what a reasonable person", "son"), ("我爱吃什么", "女儿")],
)
def test_another_relative_is_not_meant(question: str, about: str) -> None:
    assert not of_kin(question, about)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("我昨天说要去哪儿", (2026, 3, 10), (2026, 3, 10)),
        ("前天的药吃了吗", (2026, 3, 9), (2026, 3, 9)),
        ("上个星期我去了哪儿", (2026, 3, 2), (2026, 3, 8)),
        ("What did I read this week?", (2026, 3, 9), (2026, 3, 15)),
        ("上个月谁来过", (2026, 2, 1), (2026, 2, 28)),
        ("Where did I go last year?", (2025, 1, 1), (2025, 12, 31)),
        ("前年住院是怎么回事", (2024, 1, 1), (2024, 12, 31)),
        ("今年打算学什么", (2026, 1, 1), (2026, 3, 11)),
    ],
)
def test_a_time_that_is_named_is_a_span_of_days(
    question: str, first: tuple[int, int, int], last: tuple[int, int, int]
) -> None:
    span = period(question, NOW)
    assert span is not None
    assert span[0] == datetime(*first, tzinfo=UTC)
    assert datetime(*last, 23, 59, tzinfo=UTC) < span[1]


@pytest.mark.parametrize(
    "question", ["今天天气怎么样", "我住在哪里", "How long will it last?", "my last will"]
)
def test_most_of_what_is_said_names_no_time(question: str) -> None:
    assert period(question, NOW) is None


def test_february_ends_where_march_begins_on_the_last_day_of_january() -> None:
    span = period("上个月", datetime(2026, 1, 31, 8, tzinfo=UTC))
    assert span == (datetime(2025, 12, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC))

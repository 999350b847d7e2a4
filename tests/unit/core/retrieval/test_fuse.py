"""Ranks are fused, scores are not."""

from __future__ import annotations

from core.retrieval.fuse import fuse


def test_what_several_channels_put_high_comes_first() -> None:
    assert fuse([["a", "b", "c"], ["b", "a", "d"], ["b"]])[0] == "b"


def test_an_item_of_one_channel_only_is_kept() -> None:
    assert set(fuse([["a"], ["b"]])) == {"a", "b"}


def test_equal_places_keep_the_order_of_the_channels() -> None:
    assert fuse([["a"], ["b"]]) == ["a", "b"]


def test_a_weight_makes_a_channel_count_more() -> None:
    assert fuse([["a"], ["b"]], weights=[1, 3]) == ["b", "a"]


def test_nothing_in_nothing_out() -> None:
    assert fuse([]) == []

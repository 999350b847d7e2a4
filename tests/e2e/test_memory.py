"""What is remembered, from the command line: told in conversations, replaced, and still followed back."""

from __future__ import annotations

from tests.e2e.banyan import Banyan


def test_a_fact_is_told_replaced_and_its_history_kept(banyan: Banyan) -> None:
    banyan("ask", "我住在成都。", code=0)
    banyan("ask", "我搬到重庆来了。", code=0)
    told = banyan("memory", "list", "--all", "--json", code=0).json
    assert (told["counts"]["active"], told["counts"]["superseded"]) == (1, 1)
    (now,) = [one for one in told["memories"] if one["status"] == "active"]
    (before,) = [one for one in told["memories"] if one["status"] == "superseded"]
    assert (before["superseded_by"], before["valid_to"]) == (now["id"], now["valid_from"])

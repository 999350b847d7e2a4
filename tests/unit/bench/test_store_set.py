"""The vault's benchmark: who goes first moves on, medians carry their spread, a miss is told as one."""

from __future__ import annotations

from tests.bench.report import figure
from tests.bench.store_set.taking import by_turns, compared
from tests.bench.store_set.telling import spreads, verdicts


async def test_everybody_goes_first_in_turn_and_warming_up_does_not_count() -> None:
    order: list[str] = []

    async def ours() -> None:
        order.append("ours")

    async def theirs() -> float:
        order.append("theirs")
        return 7.0

    taken = await by_turns({"ours": ours, "theirs": theirs}, rounds=2, warm=1)
    assert order == ["ours", "theirs", "theirs", "ours", "ours", "theirs"]
    assert len(taken["ours"]) == 2
    assert taken["theirs"] == [7.0, 7.0], "what a way says it took counts"


def test_medians_are_compared_and_the_middle_half_is_told() -> None:
    one = compared("opening", "ms", {"ours": [0.004, 0.002, 0.009], "twin": [0.001, 0.002]}, 1000, target=2.0)
    assert (one.figure.ours, one.figure.rivals, one.figure.ratio) == (4.0, {"twin": 1.0}, 4.0)
    assert one.figure.met is False
    assert spreads([one]) == ["- opening, ms: ours 2 to 9; twin 1 to 2"]


def test_a_missed_target_is_called_missed() -> None:
    judged = [
        figure("opening", "ms", 5, {"twin": 2}, target=2.0),
        figure("waiting", "ms", 20, target=50.0),
        figure("growth", "×", 1.2, {"twin": 1.2}),
    ]
    assert verdicts(judged) == [
        "Targets: 1 of 2 reached.",
        "- MISSED: opening: 2.50 × (≤ 2).",
        "- reached: waiting: 20 ms (≤ 50).",
    ]

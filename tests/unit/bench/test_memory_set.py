"""The benchmark of memories: many different ones, questions with a context, and a twin that is asked the same."""

from __future__ import annotations

from pathlib import Path

from core.memory.recall import recall
from core.vault import Transaction
from tests.bench.knowledge_set.measured import Measured, Share
from tests.bench.memory import tell
from tests.bench.memory_set import many
from tests.bench.report import figure
from tests.bench.store_set.pair import UNKEYED, new_vault, paired

FEW = 40


def test_memories_are_all_different_and_always_the_same() -> None:
    assert len(set(many.memories(500))) == 500
    assert many.memories(5) == many.memories(5)
    assert all(one.context and one.question for one in many.questions(10))


async def test_the_vault_and_its_twin_recall_the_same(tmp_path: Path) -> None:
    vault, device = new_vault(tmp_path / "vault")
    await many.filled(vault, FEW)
    pair = await paired(vault, device, tmp_path / "twin.db")
    try:
        asked = many.questions(1)[0]

        def job(tx: Transaction) -> list[str]:
            return [fact.text for fact in recall(tx, many.PERSON, asked).facts]

        found = await pair.vault.read(job, search=True)
        assert found
        assert await pair.twin.read(job, search=True) == found
        (learned,) = await many.learned(pair, 3)
        assert set(learned.figure.rivals) == {UNKEYED}
        held = await pair.vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM memories"))
        assert held is not None
        assert held["n"] == FEW + 3
    finally:
        await pair.close()


def test_the_report_is_told_in_three_files(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("tests.bench.report.FOLDER", tmp_path)
    shares = (
        Share("recall", "words", "USE", 9, 10),
        Share("recall", "words", "the newest", 1, 10, rival=True),
    )
    costs = (figure("recall, p50", "ms", 3, {UNKEYED: 2}, target=2.0),)
    tell("memory-test", Measured(shares=shares, figures=costs, notes=("In no time.",)), tmp_path)
    told = (tmp_path / "memory-test.md").read_text("utf-8")
    assert "90.0" in told
    assert "R: the newest" in told
    assert (tmp_path / "memory-test.png").stat().st_size > 0

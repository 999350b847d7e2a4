"""Households full of synthetic documents, and where in them a question's words stand."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.knowledge import store
from core.retrieval.embed import Embedder
from core.vault import DeviceSlot, Scope, Transaction, Vault
from tests.bench.material import Material
from tests.bench.store_set.pair import new_vault

if TYPE_CHECKING:
    from core.retrieval.embed import Matrix

ROLE = "companion"
DOCUMENT_CHUNKS = 50
_SCOPE = Scope(actor="elder", person="elder", role=ROLE)


@dataclass(frozen=True, slots=True)
class Filled:
    """A household of so many chunks. seconds: that its documents took, without vectors. bytes: of their text."""

    vault: Vault
    device: DeviceSlot
    chunks: int
    asked: tuple[str, ...]
    seconds: float
    bytes: int

    @property
    def chunks_a_second(self) -> float:
        return self.chunks / self.seconds


async def filled(folder: Path, chunks: int, questions: int) -> Filled:
    """Through the product's own importer. A question holds four words that stand together in some chunk."""
    vault, device = new_vault(folder)
    material, asked, size, taken = Material(0), list[str](), 0, 0.0
    documents = max(1, chunks // DOCUMENT_CHUNKS)
    wanted = [number * documents // questions for number in range(questions)]
    for number in range(documents):
        text = material.document(DOCUMENT_CHUNKS)
        asked += [material.question(text) for _ in range(wanted.count(number))]
        began = time.perf_counter()
        await vault.write(_imported(number, text))
        taken += time.perf_counter() - began
        size += len(text.encode())
    held = await vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM knowledge_chunks"))
    assert held is not None
    return Filled(vault, device, held["n"], tuple(asked), taken, size)


def _imported(number: int, text: str) -> Callable[[Transaction], None]:
    def job(tx: Transaction) -> None:
        document = store.add(tx, _SCOPE, f"文件{number}", f"{number}.txt", text)
        store.bind(tx, document.id, ROLE)

    return job


class Repeating:
    """An embedder whose passages get one of a few real vectors in turn: embedding a hundred thousand
    sentences takes an hour, and their values do not change the time."""

    def __init__(self, real: Embedder, texts: Sequence[str]) -> None:
        self.name = real.name
        self._vectors = real.passages(texts)
        self._given = 0

    def passages(self, texts: Sequence[str]) -> Matrix:
        rows = [(self._given + index) % len(self._vectors) for index in range(len(texts))]
        self._given += len(texts)
        found: Matrix = self._vectors[rows]
        return found

    queries = passages

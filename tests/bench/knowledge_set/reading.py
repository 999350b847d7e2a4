"""A part of the benchmark: a file of each kind, from its bytes to text that is found, read as strangers' files are."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from core.knowledge import store
from core.knowledge.reading.guard import Given, Reader
from core.vault import Scope, Vault
from tests.bench.knowledge_set.files import KINDS, paragraphs
from tests.bench.knowledge_set.measured import Measured, of
from tests.bench.material import Material
from tests.bench.report import FOLDER, figure
from tests.bench.store_set.pair import new_vault
from tests.bench.store_set.taking import by_turns, compared

_SCOPE = Scope(actor="elder", person="elder")


async def read(chunks: int, rounds: int, kinds: Sequence[str] = tuple(KINDS)) -> Measured:
    """chunks: about as many as each file has. kinds: suffixes, .txt among them, which each is compared with,
    all in turns; one round more fills the caches, but for a single one."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = paragraphs(Material(5).document(chunks))
    files = {kind: make(texts) for kind, make in KINDS.items() if kind in kinds}
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="knowledge-") as name:
        vault, _ = new_vault(Path(name) / "vault")
        reader = Reader()
        ways = {
            kind: partial(_brought, vault, reader, Given(f"文件{kind}", data), texts[-1])
            for kind, data in files.items()
        }
        taken = await by_turns(ways, rounds, min(1, rounds - 1))
        await vault.close()
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    plain = taken.pop(".txt")
    figures = [
        compared(
            f"a {kind} file to searchable",
            "s/MB of text",
            {"ours": times, "the same as .txt": plain},
            1 / megabytes,
        )
        for kind, times in taken.items()
    ]
    absolute = figure(
        "a .txt file to searchable, in a process of its own", "MB/min", 60 * megabytes / min(plain)
    )
    found = of(figures, [f"Files of {megabytes:.2f} MB of text each, {rounds} times."])
    return Measured(figures=(absolute, *found.figures), spreads=found.spreads, notes=found.notes)


async def _brought(vault: Vault, reader: Reader, given: Given, last: str) -> float:
    """Seconds. last: what the file ends with, which must have come through; all is taken out again."""
    began = time.perf_counter()
    prepared = await reader.read(given)
    kept = await vault.write(lambda tx: store.keep(tx, _SCOPE, prepared))
    taken = time.perf_counter() - began
    text = "".join(text for _, text, _, _ in prepared.pieces).replace("\n", "")
    assert last in text, f"{given.name} lost its end"
    await vault.erase(lambda tx: store.erase(tx, kept.document.id))
    return taken

"""A part of the benchmark: from a text to what can be found, by words at once and by vectors later."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from core.household.indexing import Indexing
from core.household.knowledge import Knowledge
from core.people import persons
from core.retrieval.embed import Embedder, embedders
from tests.bench.knowledge_set.filled import DOCUMENT_CHUNKS
from tests.bench.knowledge_set.measured import Measured, of
from tests.bench.material import Material
from tests.bench.report import FOLDER, figure
from tests.bench.store_set.pair import new_vault
from tests.bench.store_set.taking import Compared

TRIGRAMS = "FTS5 trigram alone, unkeyed, as durable"


async def indexed(size: int, embedded: int) -> Measured:
    """size: bytes of text. embedded: chunks that get vectors, which take the longest by far."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="knowledge-") as name:
        texts = _texts(size)
        figures = await _by_words(Path(name), texts)
        ways = embedders()
        embedder = ways["default"]() if "default" in ways else None
        if embedder is not None:
            figures += await _by_vectors(Path(name), embedded, embedder)
    notes = [] if embedder else ["No embedder is installed (extra `semantic`): no vectors were made."]
    return of(figures, notes)


def _texts(size: int) -> list[str]:
    material, texts, left = Material(3), list[str](), size
    while left > 0:
        texts.append(material.document(DOCUMENT_CHUNKS))
        left -= len(texts[-1].encode())
    return texts


async def _by_words(folder: Path, texts: list[str]) -> list[Compared]:
    """As a face adds one document after the other; and the plainest index of the same texts."""
    vault, _ = new_vault(folder / "vault")
    knowledge, person = Knowledge(vault, None), persons.guest("Bench", "zh")
    began = time.perf_counter()
    for number, text in enumerate(texts):
        await knowledge.add(f"文件{number}", f"{number}.txt", text, by=person)
    taken = time.perf_counter() - began
    held = await vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM knowledge_chunks"))
    assert held is not None
    await vault.close()
    plain = await asyncio.to_thread(_trigrams, folder / "plain.db", texts)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    return [
        Compared(
            figure(
                "text to searchable by words and sound, .txt",
                "s/MB",
                taken / megabytes,
                {TRIGRAMS: plain / megabytes},
            )
        ),
        Compared(figure("the same, of text", "MB/min", megabytes / taken * 60)),
        Compared(figure("the same, of chunks", "chunks/s", held["n"] / taken)),
    ]


def _trigrams(path: Path, texts: list[str]) -> float:
    """Seconds: a commit a document, text and index."""
    from sqlcipher3 import dbapi2

    connection = dbapi2.connect(str(path), isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL").fetchone()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE VIRTUAL TABLE plain USING fts5(text, tokenize='trigram')")
    began = time.perf_counter()
    for text in texts:
        connection.execute("INSERT INTO plain(text) VALUES (?)", (text,))
    taken = time.perf_counter() - began
    connection.close()
    return taken


async def _by_vectors(folder: Path, chunks: int, embedder: Embedder) -> list[Compared]:
    """In the background of whatever else the household does; here with nothing else."""
    vault, _ = new_vault(folder / "embedded")
    text = Material(4).document(chunks)
    await Knowledge(vault, None).add("文件", "0.txt", text, by=persons.guest("Bench", "zh"))
    began = time.perf_counter()
    await Indexing(vault, embedder).run()
    taken = time.perf_counter() - began
    made = await vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM knowledge_vectors"))
    assert made is not None
    await vault.close()
    return [
        Compared(figure("vectors made and kept (USE)", "vectors/s", made["n"] / taken)),
        Compared(
            figure("text to searchable by vectors (USE)", "MB/min", len(text.encode()) / 1e6 / taken * 60)
        ),
    ]

"""Finding text among ten thousand chunks: the encrypted index against the same index unkeyed.

The material is synthetic: sentences of two- and three-character words drawn by Zipf's law, always the
same, cut into chunks of up to 480 characters as every document is. It goes through the product's own
importer twice, into a vault and into the unkeyed twin of the same library with the same settings, so
that the two indexes are equal. A question holds four words that stand together in some chunk.

*Lexical channel*: ``core.knowledge.retrieve.channel``, bindings checked, on the household's read path,
in turns with the identical call on the twin. *Bare query*: the bigram query alone, on a connection of
each kind in the caller's thread. *Dense*: the question embedded by multilingual USE and compared with
every sentence; a thousand real vectors stand for all sentences in turn, because embedding 10k chunks
takes minutes and their values do not change the time. *Full search*: ``retrieve``, as it answers.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.clock import SystemClock
from core.household.indexing import Indexing
from core.knowledge import schema, store, vectors
from core.knowledge.documents import Query
from core.knowledge.retrieve import CANDIDATES, channel, retrieve
from core.knowledge.schema import WORDS
from core.people import schema as people
from core.retrieval.bigrams import match_any
from core.retrieval.embed import Embedder, default_embedder
from core.retrieval.question import terms
from core.secret import Secret
from core.vault import Argon2Cost, PassphraseSlot, Scope, Transaction, Vault
from core.vault.connection import SEARCH_CACHE_KIB, connect
from core.vault.database import DATABASE
from core.vault.keys import Purpose
from core.vault.sqlite_file import SqliteFile
from core.vault.twin import open_plain
from tests.bench.report import FOLDER, Figure, figure, percentile, publish, quick

ROLE = "companion"
SCOPE = Scope(actor="elder", person="elder", role=ROLE)
MIGRATIONS = (people.MIGRATIONS, schema.MIGRATIONS)
DATABASE_KEY: Purpose = "database"
WORDS_KNOWN, DOCUMENT_CHUNKS = 6000, 50


class Material:
    """An endless text with the statistics that matter to an index: few words often, most seldom."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        han = [bytes([a, b]).decode("gb2312") for a in range(0xB0, 0xD7) for b in range(0xA1, 0xFA)]
        lengths = self._dice.choices((2, 3), (5, 1), k=WORDS_KNOWN)
        self.words = ["".join(self._dice.choices(han, k=length)) for length in lengths]
        self._weights = list(accumulate(1 / rank for rank in range(1, WORDS_KNOWN + 1)))

    def sentence(self) -> str:
        drawn = self._dice.choices(self.words, cum_weights=self._weights, k=self._dice.randint(10, 22))
        middle = len(drawn) // 2
        return f"{''.join(drawn[:middle])}，{''.join(drawn[middle:])}。"

    def document(self, chunks: int) -> str:
        """About so many chunks."""
        return "".join(self.sentence() for _ in range(round(chunks * 450 / 36)))

    def question(self, text: str) -> str:
        """Four words that stand together in the text, none of the most frequent."""
        at = self._dice.randrange(len(text) - 400)
        near = [word for word in self.words[100:] if word in text[at : at + 400]]
        return "".join(near[:4]) or self.question(text)


class Repeating:
    """An embedder whose passages get one of a few real vectors in turn."""

    def __init__(self, real: Embedder, texts: Sequence[str]) -> None:
        self.name = real.name
        self._vectors = real.passages(texts)
        self._given = 0

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [(self._given + index) % len(self._vectors) for index in range(len(texts))]
        self._given += len(texts)
        return self._vectors[rows]

    queries = passages


async def main(chunks: int, questions: int, rounds: int) -> tuple[list[Figure], list[str]]:
    """Milliseconds."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="retrieval-") as name:
        folder = Path(name)
        slot = PassphraseSlot(Secret.from_text("a bench"), Argon2Cost(memory_kib=64, iterations=1, lanes=1))
        vault = Vault.create(folder / "vault", [slot], MIGRATIONS, SystemClock())
        twin = open_plain(folder / "twin.db", MIGRATIONS, SystemClock())
        material = Material(0)
        texts = [material.document(DOCUMENT_CHUNKS) for _ in range(chunks // DOCUMENT_CHUNKS)]
        began = time.perf_counter()
        for number, text in enumerate(texts):
            await vault.write(_imported(number, text))
        importing = (time.perf_counter() - began) / len(texts) / DOCUMENT_CHUNKS
        for number, text in enumerate(texts):
            await twin.write(_imported(number, text))
        held = await vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM knowledge_chunks"))
        assert held is not None
        asked = [material.question(texts[index % len(texts)]) for index in range(questions)]

        figures = await _lexical(vault, twin, folder, asked, rounds)
        figures += await _whole(vault, twin, asked, None)
        embedder = default_embedder()
        if embedder is not None:
            sentences = [material.sentence() for _ in range(min(1000, chunks))]
            sample = Repeating(embedder, sentences)
            await Indexing(vault, sample, at_once=500).run()
            figures += await _dense(vault, asked, embedder)
            figures += await _whole(vault, None, asked[:30], embedder)
        figures.append(figure("import into the vault, a chunk", "ms", importing * 1000))
        await vault.close()
        await twin.close()
    notes = [f"{held['n']} synthetic chunks, {questions} questions, {rounds} rounds each."]
    return figures, notes


def _imported(number: int, text: str) -> Callable[[Transaction], None]:
    def job(tx: Transaction) -> None:
        document = store.add(tx, SCOPE, f"文件{number}", f"{number}.txt", text)
        store.bind(tx, document.id, ROLE)

    return job


async def _lexical(
    vault: Vault, twin: SqliteFile, folder: Path, asked: Sequence[str], rounds: int
) -> list[Figure]:
    matches = [match_any(term.word for term in terms(text)) for text in asked]
    keyed = connect(folder / "vault" / DATABASE, vault.subkey(DATABASE_KEY), read_only=True,
                    cache_kib=SEARCH_CACHE_KIB)  # fmt: skip
    unkeyed = connect(folder / "twin.db", None, read_only=True, cache_kib=SEARCH_CACHE_KIB)
    sql = f"SELECT rowid, rank FROM {WORDS.table} WHERE {WORDS.table} MATCH ? ORDER BY rank LIMIT ?"

    async def bare(connection: object, match: str) -> object:
        return connection.execute(sql, (match, CANDIDATES)).fetchall()  # type: ignore[attr-defined]

    ways: dict[str, Callable[[str], Awaitable[object]]] = {
        "ours": lambda match: vault.read(_looked_up(match)),
        "twin": lambda match: twin.read(_looked_up(match)),
        "ours, large cache": lambda match: vault.read(_looked_up(match), search=True),
        "twin, large cache": lambda match: twin.read(_looked_up(match), search=True),
        "bare keyed": lambda match: bare(keyed, match),
        "bare unkeyed": lambda match: bare(unkeyed, match),
    }
    assert await ways["ours"](matches[0]) == await ways["twin"](matches[0]), "two equal indexes"
    taken = await _take_turns(ways, matches, rounds)
    for connection in (keyed, unkeyed):
        connection.close()
    p50 = {way: percentile(times, 0.5) * 1000 for way, times in taken.items()}
    p95 = {way: percentile(times, 0.95) * 1000 for way, times in taken.items()}
    unencrypted = "unkeyed twin, identical call"
    return [
        figure("lexical channel as the product reads, p50", "ms", p50["ours"], {unencrypted: p50["twin"]},
               target=1.15),
        figure("lexical channel as the product reads, p95", "ms", p95["ours"], {unencrypted: p95["twin"]}),
        figure("lexical channel on the search connection (64 MB of cache), p50", "ms",
               p50["ours, large cache"], {unencrypted: p50["twin, large cache"]}, target=1.15),
        figure("bare bigram query in the caller's thread, p50", "ms", p50["bare keyed"],
               {"unkeyed": p50["bare unkeyed"]}, target=1.15),
        figure("bare bigram query in the caller's thread, p95", "ms", p95["bare keyed"],
               {"unkeyed": p95["bare unkeyed"]}),
    ]  # fmt: skip


def _looked_up(match: str) -> Callable[[Transaction], list[int]]:
    return lambda tx: channel(tx, WORDS, ROLE, match, CANDIDATES)


async def _take_turns(
    ways: dict[str, Callable[[str], Awaitable[object]]], asked: Sequence[str], rounds: int
) -> dict[str, list[float]]:
    """Every way answers every question; who is first moves on. The first round warms the caches."""
    names = list(ways)
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for turn in range(rounds + 1):
        for index, one in enumerate(asked):
            at = (turn + index) % len(names)
            for way in names[at:] + names[:at]:
                began = time.perf_counter()
                await ways[way](one)
                if turn:
                    taken[way].append(time.perf_counter() - began)
    return taken


async def _dense(vault: Vault, asked: Sequence[str], embedder: Embedder) -> list[Figure]:
    embedding, comparing = [], []
    counted = await vault.read(lambda tx: tx.one("SELECT count(*) AS n FROM knowledge_vectors"))
    assert counted is not None
    for text in asked[:20]:
        began = time.perf_counter()
        await asyncio.to_thread(embedder.queries, [text])
        embedding.append(time.perf_counter() - began)
        query = Query(text=text)
        began = time.perf_counter()
        await vault.read(lambda tx, query=query: vectors.similar(tx, ROLE, query, embedder))
        comparing.append(time.perf_counter() - began)
    return [
        figure("dense, embedding the question (USE), p50", "ms", percentile(embedding, 0.5) * 1000),
        figure(f"dense, all of it over {counted['n']} sentences, p50", "ms",
               percentile(comparing, 0.5) * 1000),
    ]  # fmt: skip


async def _whole(
    vault: Vault, twin: SqliteFile | None, asked: Sequence[str], embedder: Embedder | None
) -> list[Figure]:
    def job(text: str) -> Callable[[Transaction], object]:
        return lambda tx: retrieve(tx, ROLE, Query(text=text), embedder)

    ways: dict[str, Callable[[str], Awaitable[object]]] = {"ours": lambda text: vault.read(job(text))}
    if twin is not None:
        ways["twin"] = lambda text: twin.read(job(text))
    taken = await _take_turns(ways, asked, 1)
    kind = "lexical and dense" if embedder else "lexical only"
    return [
        figure(f"full search, {kind}, {label}", "ms", percentile(taken["ours"], share) * 1000,
               {"unkeyed twin": percentile(taken["twin"], share) * 1000} if twin else None)
        for label, share in (("p50", 0.5), ("p95", 0.95))
    ]  # fmt: skip


if __name__ == "__main__":
    short = quick(__doc__)
    publish_these, of = asyncio.run(main(*((500, 40, 2) if short else (10_000, 100, 5))))
    publish("retrieval", publish_these, notes=of)

"""A part of the benchmark: finding words among a hundred thousand chunks, encrypted, unkeyed and in memory.

The vault's documents are written into an unkeyed file by SQLCipher's own export, so that the two indexes are
equal; both are asked on the connection whose cache of 64 MB holds an index, as the product asks. bm25s gets
the very tokens that stand in the index.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from core.knowledge.documents import Query
from core.knowledge.retrieve import CANDIDATES, channel, retrieve
from core.knowledge.schema import WORDS
from core.retrieval.bigrams import match_any
from core.retrieval.question import terms
from core.vault import Transaction
from core.vault.connection import SEARCH_CACHE_KIB, connect
from core.vault.keys import Purpose
from tests.bench.knowledge_set import remembering
from tests.bench.knowledge_set.asking import Asking, asked_in_turns, slowest
from tests.bench.knowledge_set.bm25s_rival import Index
from tests.bench.knowledge_set.filled import ROLE, Filled, filled
from tests.bench.knowledge_set.measured import Measured, of
from tests.bench.report import FOLDER, figure
from tests.bench.store_set.pair import UNKEYED, Pair, paired
from tests.bench.store_set.taking import Compared, compared

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

TARGET = 1.15
BM25S = "bm25s, same tokens, in memory"
_KEY: Purpose = "database"
_BARE = f"SELECT rowid, rank FROM {WORDS.table} WHERE {WORDS.table} MATCH ? ORDER BY rank LIMIT ?"


async def among(chunks: int, questions: int, rounds: int, *, apart: bool = True) -> Measured:
    """Lexical search, the rival's index, full search by words; apart: also what it keeps in memory, in a
    process of its own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="knowledge-") as name:
        folder, began = Path(name), time.perf_counter()
        held = await filled(folder / "vault", chunks, questions)
        _say(f"{held.chunks:,} chunks imported, {held.chunks_a_second:.0f} a second", began)
        pair = await paired(held.vault, held.device, folder / "twin.db")
        _say("unkeyed twin written", began)
        index, figures = await _bm25s(held)
        _say("bm25s indexed", began)
        figures = [*await _lexical(pair, held, index, rounds), *figures]
        _say("words searched", began)
        figures += await _whole(pair, held)
        _say("full search asked", began)
        await pair.close()
        figures += remembering.lexical(folder, held.chunks, held.asked) if apart else []
        megabytes = pair.plain.stat().st_size / 1e6
    notes = [
        f"{held.chunks:,} synthetic Chinese chunks of {held.bytes / 1e6:.0f} MB, {megabytes:,.0f} MB as a file;"
        f" {len(held.asked)} questions of four words, {rounds} times each, all ways in turns."
    ]
    return of(figures, notes)


async def _lexical(pair: Pair, held: Filled, index: Index, rounds: int) -> list[Compared]:
    words = {text: [term.word for term in terms(text)] for text in held.asked}
    matches = {text: match_any(words[text]) for text in held.asked}
    key = pair.vault.subkey(_KEY)
    keyed = connect(pair.vault.path, key, read_only=True, cache_kib=SEARCH_CACHE_KIB)
    unkeyed = connect(pair.plain, None, read_only=True, cache_kib=SEARCH_CACHE_KIB)

    async def in_memory(text: str) -> list[int]:
        return index.best(words[text], CANDIDATES)

    product: dict[str, Asking] = {
        "ours": lambda text: pair.vault.read(_looked_up(matches[text]), search=True),
        UNKEYED: lambda text: pair.twin.read(_looked_up(matches[text]), search=True),
        BM25S: in_memory,
    }
    bare: dict[str, Asking] = {"ours": _bare(keyed, matches), UNKEYED: _bare(unkeyed, matches)}
    for text in held.asked[:5]:
        assert await product["ours"](text) == await product[UNKEYED](text), "two equal indexes"
    taken = await asked_in_turns(product, held.asked, rounds)
    alone = await asked_in_turns(bare, held.asked, rounds)
    for connection in (keyed, unkeyed):
        connection.close()
    name = f"lexical search over {held.chunks:,} chunks"
    return [
        compared(f"{name}, p50", "ms", taken, 1000, target=TARGET),
        slowest(f"{name}, p95", taken),
        compared(f"{name}, the bare bigram query, p50", "ms", alone, 1000, target=TARGET),
        slowest(f"{name}, the bare bigram query, p95", alone),
    ]


def _looked_up(match: str) -> Callable[[Transaction], list[int]]:
    return lambda tx: channel(tx, WORDS, ROLE, match, CANDIDATES)


def _bare(connection: Connection, matches: dict[str, str]) -> Asking:
    async def ask(text: str) -> object:
        return connection.execute(_BARE, (matches[text], CANDIDATES)).fetchall()

    return ask


async def _bm25s(held: Filled) -> tuple[Index, list[Compared]]:
    """The rival's index of the same tokens, and what it takes beside ours, which has them on disk."""
    process = psutil.Process()
    before = process.memory_info().rss
    began = time.perf_counter()
    index = await held.vault.read(lambda tx: Index(_tokens(tx)))
    taken = time.perf_counter() - began
    megabytes = (process.memory_info().rss - before) / 1e6
    return index, [
        Compared(
            figure(
                f"indexing {held.chunks:,} chunks (ours: cut and read, by words and sound, durable)",
                "s", held.seconds, {"bm25s, tokens given, gone at exit": taken},
            )
        ),
        Compared(figure("memory of bm25s with that index", "MB", megabytes)),
    ]  # fmt: skip


def _tokens(tx: Transaction) -> Iterator[Sequence[str]]:
    for row in tx.rows("SELECT words FROM knowledge_chunks ORDER BY id"):
        yield row["words"].split()


async def _whole(pair: Pair, held: Filled) -> list[Compared]:
    def job(text: str) -> Callable[[Transaction], object]:
        return lambda tx: retrieve(tx, ROLE, Query(text=text))

    ways: dict[str, Asking] = {
        "ours": lambda text: pair.vault.read(job(text), search=True),
        UNKEYED: lambda text: pair.twin.read(job(text), search=True),
    }
    taken = await asked_in_turns(ways, held.asked[:100], 1)
    name = f"full search over {held.chunks:,} chunks, by words"
    return [compared(f"{name}, p50", "ms", taken, 1000), slowest(f"{name}, p95", taken)]


def _say(what: str, began: float) -> None:
    print(f"        {time.perf_counter() - began:5.0f} s  {what}", flush=True)

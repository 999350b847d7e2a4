"""How often the right place comes first, by channel, and for the product as it answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from core.retrieval.embed import Embedder
from core.retrieval.fuse import fuse
from tests.bench.knowledge_set.bm25s_rival import Ranked, bigrams
from tests.bench.knowledge_set.dense import Dense, PlainCosine
from tests.bench.knowledge_set.full_text import Channels, Plain
from tests.bench.knowledge_set.measured import Share
from tests.bench.knowledge_set.units import Asked, Bench
from tests.eval.knowledge import ASKED, Judged

Rank = Callable[[Asked], Sequence[int]]

ALL_THREE = "all, first three"
PARAPHRASE_THREE = "paraphrase, first three"
R1, R10 = "R@1", "R@10"
PRODUCT = "the product"
LEXICAL = "the product without vectors"
WITH_E5 = "the product with e5"
TARGETS: Mapping[str, float] = {
    "direct": 0.97, "paraphrase": 0.70, "asr": 0.88, "followup": 0.80, PARAPHRASE_THREE: 0.85,
    "declined": 0.60, "answered": 0.93,
}  # fmt: skip
"""Of the issue, for the product on any household set."""


def own(bench: Bench, embedder: Embedder | None) -> dict[str, Rank]:
    """The product's channels one by one, and all of them fused by their ranks alone."""
    channels = Channels(bench.units)

    def sounding(asked: Asked) -> list[list[int]]:
        return [channels.words(asked), *([channels.sounds(asked)] if asked.spoken else [])]

    ways: dict[str, Rank] = {
        "bigrams": channels.words,
        "sound alone": channels.sounds,
        "bigrams, and sound when heard": lambda asked: fuse(sounding(asked)),
    }
    if embedder is not None:
        dense = Dense(bench.units, embedder)
        ways["dense, USE"] = dense.rank
        ways["fused, not reranked"] = lambda asked: fuse([*sounding(asked), dense.rank(asked)])
    return ways


def rivals(bench: Bench, embedder: Embedder | None) -> dict[str, Rank]:
    """What else one might take, over the same units."""
    ways: dict[str, Rank] = {
        "FTS5 unicode61": Plain(bench.units, "unicode61").rank,
        "FTS5 trigram": Plain(bench.units, "trigram").rank,
        "bm25s, by spaces": Ranked(bench.units, str.split).rank,
        "bm25s, bigrams": Ranked(bench.units, bigrams).rank,
    }
    if embedder is not None:
        ways["USE, plain cosine"] = PlainCosine(bench.units, embedder).rank
    return ways


def by_kind(bench: Bench, way: str, rank: Rank, *, rival: bool = False) -> list[Share]:
    """Of a household's questions: first place by kind, and the first three."""
    placed = [(asked.kind, first_right(rank(asked), asked.right)) for asked in bench.asked]
    return _shares(bench.name, way, placed, rival=rival)


def recall(bench: Bench, way: str, rank: Rank, *, rival: bool = False) -> list[Share]:
    """R@1 and R@10."""
    placed = [first_right(rank(asked), asked.right) for asked in bench.asked]
    return [
        Share(bench.name, kind, way, sum(place is not None and place < within for place in placed), len(placed), rival)
        for kind, within in ((R1, 1), (R10, 10))
    ]  # fmt: skip


def answering(of_set: str, way: str, judged: Sequence[Judged]) -> list[Share]:
    """The product's own answers, and whether it declined where it should."""
    answerable = [one for one in judged if one.question.type in ASKED]
    others = [one for one in judged if one.question.type not in ASKED]
    placed = [(one.question.type, one.places[0] if one.places else None) for one in answerable]
    shares = _shares(of_set, way, placed)
    shares.append(
        Share(of_set, "answered", way, sum(not one.declined for one in answerable), len(answerable))
    )
    shares.append(Share(of_set, "declined", way, sum(one.declined for one in others), len(others)))
    return [
        Share(of_set, one.kind, way, one.right, one.of, target=TARGETS.get(one.kind)) for one in shares if one.of
    ]  # fmt: skip


def first_right(ranking: Sequence[int], right: frozenset[int]) -> int | None:
    """The place of the first right one, 0 the best."""
    return next((place for place, unit in enumerate(ranking) if unit in right), None)


def timed(what: str, shares: Sequence[Share], began: float) -> Sequence[Share]:
    """Say at once what was found: what is broken off was not for nothing."""
    told = ", ".join(f"{one.kind} {one.share:.3f}" for one in shares)
    print(f"        {time.perf_counter() - began:5.0f} s  {what}: {told}", flush=True)
    return shares


def _shares(
    of_set: str, way: str, placed: Sequence[tuple[str, int | None]], *, rival: bool = False
) -> list[Share]:
    def counted(kind: str, within: int, name: str) -> Share | None:
        of = [place for each, place in placed if kind in (each, "")]
        right = sum(place is not None and place < within for place in of)
        return Share(of_set, name, way, right, len(of), rival) if of else None

    wanted = [(kind, 1, kind) for kind in ASKED]
    wanted += [("paraphrase", 3, PARAPHRASE_THREE), ("", 3, ALL_THREE)]
    return [share for one in wanted if (share := counted(*one)) is not None]

"""Which facts go into a turn: the few that always do, and those relevant to what is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from core.memory import hints, rows
from core.memory.asked import Asked
from core.memory.facts import Fact
from core.memory.meaning import near
from core.memory.wording import shares
from core.retrieval.embed import Embedder
from core.vault.scope import Scope
from core.vault.transaction import Transaction

MAX_CHARACTERS: Final = 1_000
MOST: Final = 40
"""Memories that are ranked to the end; more do not fit into a turn."""
ALWAYS_ON: Final = ("name", "correction")
ALWAYS_ON_CHARACTERS: Final = 300
DENSE_FLOOR: Final = 0.12
"""A memory that is farther, and has no word of the question either, is not recalled. Answers in other words
have cosines (USE) down to 0.15; at 0.2 four English questions of a hundred lose theirs."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much beside a cosine. Few, and found on 270 questions by cross-validation over persons
    (``python -m tests.eval.recall``); between 0.1 and 0.3 each of the first two hardly matters.

    context: the share of everything said against the last thing said. words: of the question that a memory
    says. kin: that it is about the relative the question names. period: that it was told when the question
    says. The last two are soft, and small enough to decide only between memories that are otherwise alike.
    """

    context: float = 0.2
    words: float = 0.2
    kin: float = 0.1
    period: float = 0.05


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Memories by number, the best first. closeness: cosine of each with the last thing said, where it has
    a vector."""

    numbers: tuple[int, ...] = ()
    closeness: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a turn is given. closeness: how near each fact is to the last thing said (cosine, by the fact's
    id), where it was measured: evidence for an answer in other words than were asked."""

    facts: tuple[Fact, ...] = ()
    closeness: dict[str, float] = field(default_factory=dict)


def recall(tx: Transaction, scope: Scope, asked: Asked, embedder: Embedder | None = None) -> Recalled:
    """Active facts of the scope's person and role, always-on ones first, then the most relevant.

    At most :data:`MAX_CHARACTERS` of fact text. The question is embedded once.
    """
    ranking = ranked(tx, scope, asked, embedder)
    relevant = _load(tx, scope, ranking.numbers)
    facts = _within(_always_on(tx, scope), list(relevant.values()))
    numbers = {fact.id: number for number, fact in relevant.items()}
    near_to = {id_: ranking.closeness.get(number) for id_, number in numbers.items()}
    return Recalled(
        facts, {fact.id: cosine for fact in facts if (cosine := near_to.get(fact.id)) is not None}
    )


def ranked(
    tx: Transaction, scope: Scope, asked: Asked, embedder: Embedder | None = None, weights: Weights = WEIGHTS
) -> Ranking:
    """The most relevant active facts, always-on kinds among them.

    The score is a cosine plus the share of the question's content that the memory says, both asked with the
    last thing said and with everything said. Not fused by place: a memory that shares one common word with a
    question is then worth as much as one that means it, which costs 10 to 20 of 100 questions their R@5.
    Without vectors the words alone decide; a memory that has none yet counts as near as others are on
    average.
    """
    texts = asked.texts
    mixed = (1 - weights.context, weights.context) if len(texts) > 1 else (1.0,)
    said: dict[int, float] = {}
    for text, part in zip(texts, mixed, strict=True):
        for number, share in shares(tx, scope, text, spoken=asked.spoken).items():
            said[number] = said.get(number, 0.0) + part * share
    found = near(tx, scope, texts, embedder) if embedder is not None else None
    scores, closeness, usual = dict[int, float](), dict[int, float](), 0.0
    if found is not None:
        import numpy as np

        mean = np.asarray(mixed, dtype=np.float32) @ found.cosines
        usual = float(mean.mean())
        nearest = np.argsort(-mean, kind="stable")[:MOST]
        spoken_of = {number: at for at, number in enumerate(found.numbers) if number in said}
        for at in {*nearest.tolist(), *spoken_of.values()}:
            number = found.numbers[at]
            closeness[number] = float(found.cosines[0, at])
            if number in said or found.cosines[:, at].max() > DENSE_FLOOR:
                scores[number] = float(mean[at])
    for number, share in said.items():
        scores[number] = scores.get(number, usual) + weights.words * share
    _hinted(tx, scores, asked, weights)
    best = sorted(scores, key=lambda number: -scores[number])[:MOST]
    return Ranking(tuple(best), {number: closeness[number] for number in best if number in closeness})


def _hinted(tx: Transaction, scores: dict[int, float], asked: Asked, weights: Weights) -> None:
    """Add what the question says beside its words, to memories that were found."""
    if not scores:
        return
    told_in = hints.period(asked.question, tx.now)
    marks = ",".join("?" * len(scores))
    for row in tx.rows(
        f"SELECT number, about, valid_from FROM memories WHERE number IN ({marks})",  # noqa: S608
        tuple(scores),
    ):
        if row["about"] != "self" and hints.of_kin(asked.question, row["about"]):
            scores[row["number"]] += weights.kin
        if told_in is not None and told_in[0] <= datetime.fromisoformat(row["valid_from"]) < told_in[1]:
            scores[row["number"]] += weights.period


def _always_on(tx: Transaction, scope: Scope) -> list[Fact]:
    marks = ",".join("?" * len(ALWAYS_ON))
    found = tx.rows(
        "SELECT * FROM memories WHERE person = ? AND (? IS NULL OR role = ?)"  # noqa: S608
        f" AND status = 'active' AND kind IN ({marks})"
        " ORDER BY kind = 'name' DESC, valid_from DESC, number DESC",
        (scope.person, scope.role, scope.role, *ALWAYS_ON),
    )
    return _fitting(rows.facts(found), ALWAYS_ON_CHARACTERS)


def _load(tx: Transaction, scope: Scope, numbers: Sequence[int]) -> dict[int, Fact]:
    """The facts by number, in the order of the numbers."""
    marks = ",".join("?" * len(numbers))
    found = tx.rows(
        f"SELECT * FROM memories WHERE number IN ({marks}) AND person = ?",  # noqa: S608
        (*numbers, scope.person),
    )
    by_number = {row["number"]: row for row in found}
    kept = [number for number in numbers if number in by_number]
    return dict(zip(kept, rows.facts(by_number[number] for number in kept), strict=True))


def _within(always: Sequence[Fact], relevant: Sequence[Fact]) -> tuple[Fact, ...]:
    known = {fact.id for fact in always}
    room = MAX_CHARACTERS - sum(len(fact.text) for fact in always)
    return (*always, *_fitting((fact for fact in relevant if fact.id not in known), room))


def _fitting(found: Iterable[Fact], room: int) -> list[Fact]:
    kept: list[Fact] = []
    for fact in found:
        if len(fact.text) > room:
            break
        room -= len(fact.text)
        kept.append(fact)
    return kept

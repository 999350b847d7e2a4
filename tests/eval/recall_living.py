"""A person's utterances as memories of the product, and questions asked of them in every way there is.

Every utterance of a MemoryBank person becomes one memory: a row of the product's own store, its words and
sounds in the product's channels, its vectors made by the product's background indexing. What the rules of
extraction would make of it is not asked here: they keep facts and drop small talk, and which memory answers a
question is a matter of its own. The kind is what the rules say where they find one fact, else ``event``; what is
longer than a memory may be is cut.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.clock import ManualClock
from core.household.household import MIGRATIONS
from core.household.indexing import MEMORIES, Indexing
from core.ids import random_bytes
from core.memory import wording, writing
from core.memory.asked import Asked
from core.memory.extract import extract
from core.memory.facts import MAX_TEXT, Candidate, Moment
from core.memory.meaning import near
from core.memory.recall import Weights, ranked, recall
from core.retrieval.beside import Beside, MultilingualE5
from core.retrieval.embed import Embedder, UniversalSentenceEncoder, embedders
from core.retrieval.fuse import fuse
from core.secret import Secret
from core.text import Language
from core.vault.database import Vault
from core.vault.recovery_slot import RecoverySlot
from core.vault.scope import Scope
from core.vault.transaction import Transaction
from tests.eval.recall_set import Question, Utterance

if TYPE_CHECKING:
    from core.retrieval.embed import Matrix

PRODUCT = ("USE", "USE + e5", "words only")
"""The product as it is on every platform, with the second embedder, and without any."""


class Once:
    """An embedder that makes the vector of a text once: several ways of asking share it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[tuple[bool, str], Matrix] = {}
        self.name = embedder.name

    def queries(self, texts: Sequence[str]) -> Matrix:
        return self._of(texts, asked=True)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return self._of(texts, asked=False)

    def _of(self, texts: Sequence[str], *, asked: bool) -> Matrix:
        import numpy as np

        missing = [text for text in dict.fromkeys(texts) if (asked, text) not in self._known]
        if missing:
            make = self._embedder.queries if asked else self._embedder.passages
            self._known.update(zip(((asked, text) for text in missing), make(missing), strict=True))
        return np.stack([self._known[asked, text] for text in texts])


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the first gold utterance stands, by way of asking: 1 the first, None not found. first: the texts of
    the product's first ten. in_turn: whether the turn is given one of them."""

    question: Question
    places: Mapping[str, int | None]
    in_turn: Mapping[str, bool]
    first: tuple[str, ...]


def here(only: str = "") -> dict[str, Embedder]:
    """The embedders that are installed, by their names in the report; ``only`` one of them."""
    ways, found = embedders(), dict[str, Embedder]()
    if "default" in ways:
        found["USE"] = Once(UniversalSentenceEncoder())
    if "with_e5" in ways and only != "USE":
        found["e5"] = Once(MultilingualE5())
        found["USE + e5"] = Beside(found["USE"], found["e5"])
    return {name: embedder for name, embedder in found.items() if only in ("", name)}


async def asked_of_all(
    language: Language,
    persons: Mapping[str, Sequence[Utterance]],
    questions: Iterable[Question],
    dense: Mapping[str, Embedder],
) -> list[Placed]:
    """Store everybody's utterances, make their vectors, ask every question."""
    with tempfile.TemporaryDirectory(prefix="banyan-eval-") as folder:
        vault = Vault.create(
            Path(folder) / "vault", [RecoverySlot(Secret(random_bytes(20)))], MIGRATIONS, ManualClock()
        )
        try:
            numbers: dict[str, dict[int, Utterance]] = {}
            for person, said in persons.items():
                numbers[person] = await vault.write(lambda tx, p=person, s=said: _told(tx, p, s, language))  # type: ignore[misc]
            for embedder in dense.values():
                await Indexing(vault, embedder, MEMORIES, at_once=32).run()
            return [
                await vault.read(lambda tx, q=question: _placed(tx, q, numbers[q.person], dense))  # type: ignore[misc]
                for question in questions
            ]
        finally:
            await vault.close()


def _told(
    tx: Transaction, person: str, said: Sequence[Utterance], language: Language
) -> dict[int, Utterance]:
    scope, numbers = Scope(actor=person, person=person, role="companion"), dict[int, Utterance]()
    for at, one in enumerate(said):
        text = " ".join(one.text.split())[:MAX_TEXT]
        read = extract(text, language).facts
        candidate = Candidate(
            kind=read[0].kind if len(read) == 1 else "event",
            about="self",
            fact_key=f"utterance:{at}",
            text=text,
            value=text,
        )
        writing.store(tx, scope, candidate, Moment(datetime.fromisoformat(one.date).replace(tzinfo=UTC)))
        row = tx.one("SELECT max(number) AS number FROM memories")
        assert row is not None
        numbers[row["number"]] = one
    return numbers


def _placed(
    tx: Transaction, question: Question, numbers: Mapping[int, Utterance], dense: Mapping[str, Embedder]
) -> Placed:
    scope = Scope(actor=question.person, person=question.person, role="companion")
    asked = Asked(question.question, question.context)
    gold = {(one.date, one.turn) for one in question.gold}
    wanted = {number for number, one in numbers.items() if (one.date, one.turn) in gold}
    rankings = _rankings(tx, scope, asked, dense)
    texts = {
        number: one.text for number, one in numbers.items() if number in rankings[_top(dense)][: len(numbers)]
    }
    in_turn = {}
    for way in PRODUCT:
        if way in rankings:
            given = {fact.text for fact in recall(tx, scope, asked, dense.get(way)).facts}
            in_turn[way] = any(" ".join(numbers[one].text.split())[:MAX_TEXT] in given for one in wanted)
    return Placed(
        question,
        {way: place(ranking, wanted) for way, ranking in rankings.items()},
        in_turn,
        tuple(texts[number] for number in rankings[_top(dense)][:10]),
    )


def place(ranking: Sequence[int], wanted: set[int]) -> int | None:
    """1 for the first; None where none of them is."""
    return next((at for at, number in enumerate(ranking, 1) if number in wanted), None)


def _top(dense: Mapping[str, Embedder]) -> str:
    return "USE" if "USE" in dense else "words only"


def _rankings(
    tx: Transaction, scope: Scope, asked: Asked, dense: Mapping[str, Embedder]
) -> dict[str, Sequence[int]]:
    """The product's, then the channels alone and other ways to fuse them."""
    found: dict[str, Sequence[int]] = {}
    for way in PRODUCT:
        if way == "words only" or way in dense:
            found[way] = ranked(tx, scope, asked, dense.get(way)).numbers
    alone, whole = Weights(words=0.0), Asked(". ".join((*asked.context, asked.question)))
    for name, embedder in dense.items():
        found[f"{name}, meaning only"] = ranked(tx, scope, asked, embedder, alone).numbers
        found[f"{name}, meaning only, the question alone"] = ranked(
            tx, scope, Asked(asked.question), embedder, alone
        ).numbers
        found[f"{name}, meaning only, all in one"] = ranked(tx, scope, whole, embedder, alone).numbers
        found[f"{name}, the question alone"] = ranked(tx, scope, Asked(asked.question), embedder).numbers
    for name in ("USE", "USE + e5"):
        if name in dense:
            found[f"{name}, fused by place"] = _by_place(tx, scope, asked, dense[name])
    return found


def _by_place(tx: Transaction, scope: Scope, asked: Asked, embedder: Embedder) -> list[int]:
    """As the product did before: asked twice, each channel's first twenty, reciprocal ranks added."""
    rankings: list[Sequence[int]] = []
    for text in asked.texts:
        for spoken in (False, True):
            said = wording.shares(tx, scope, text, spoken=spoken)
            rankings.append(sorted(said, key=lambda number: -said[number])[:20])
    meant = near(tx, scope, asked.texts, embedder)
    if meant is not None:
        for cosines in meant.cosines:
            order = sorted(zip(cosines.tolist(), meant.numbers, strict=True), reverse=True)
            rankings.append([number for _, number in order[:20]])
    return fuse(rankings)

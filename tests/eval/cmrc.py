"""How well the product finds paragraphs, and says no: ``python -m tests.eval.cmrc FILE.json [--questions N]``.

FILE is CMRC 2018 (848 paragraphs, 3,219 questions in dev). Every paragraph is a document of one role. On standard
output, one JSON value: ``r1`` and ``r10``, the share of questions whose paragraph comes first, or among the
first ten, by the ranking that quotes are chosen from; ``leave_one_out``, the share of questions declined when
their paragraph is not there, and ``sentence_cut``, when only the sentence with the answer is cut out of it,
both at the threshold that answers 95 % of them whole. Without vectors unless ``--dense``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from core.clock import ManualClock
from core.ids import new_id
from core.knowledge import schema, store, vectors
from core.knowledge.documents import Query
from core.knowledge.gate import evidence, sure
from core.knowledge.retrieve import ranked, size
from core.people import schema as people
from core.retrieval.embed import Embedder, embedders
from core.text import sentence_spans
from core.vault.scope import Scope
from core.vault.transaction import Transaction
from core.vault.twin import open_plain
from tests.eval.intervals import share, wilson

ROLE = "companion"
ANSWERED = 0.95


class Answer(msgspec.Struct, frozen=True):
    text: str
    answer_start: int


class Asked(msgspec.Struct, frozen=True):
    question: str
    answers: tuple[Answer, ...]


class Paragraph(msgspec.Struct, frozen=True):
    context: str
    qas: tuple[Asked, ...]


class Article(msgspec.Struct, frozen=True):
    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class File(msgspec.Struct, frozen=True):
    data: tuple[Article, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """One question: where its paragraph came (0 first), and how sure the product is: as it is, without the
    paragraph, and with the answer's sentence cut out of it."""

    place: int | None
    whole: float
    without: float
    cut: float


def judge(tx: Transaction, articles: Sequence[Article], limit: int, embedder: Embedder | None) -> list[Found]:
    """Import all, ask each, then each again without its paragraph, and with that cut."""
    scope = Scope(actor="evaluator", person="evaluator", role=ROLE)
    ids = {}
    for article in articles:
        for paragraph in article.paragraphs:
            document = store.add(tx, scope, article.title, article.id + new_id(), paragraph.context)
            store.bind(tx, document.id, ROLE)
            ids[id(paragraph)] = document.id
    while embedder is not None and (missing := vectors.missing(tx, embedder.name, 0, 50)):
        vectors.keep(tx, embedder.name, vectors.embedded(missing, embedder))
    asked = [(a, p, q) for a in articles for p in a.paragraphs for q in p.qas]
    asked = random.Random(0).sample(asked, limit) if limit and limit < len(asked) else asked
    found = []
    for article, paragraph, question in asked:
        own = ids[id(paragraph)]
        places, whole = _ask(tx, question.question, embedder)
        place = places.index(own) if own in places else None
        tx.execute("SAVEPOINT cut")
        store.unbind(tx, own, ROLE)
        _, without = _ask(tx, question.question, embedder)
        cut_document = store.add(tx, scope, article.title, "cut", _without(paragraph.context, question))
        store.bind(tx, cut_document.id, ROLE)
        if embedder is not None:
            pieces = vectors.missing(tx, embedder.name, 0, 50)
            vectors.keep(tx, embedder.name, vectors.embedded(pieces, embedder))
        _, cut = _ask(tx, question.question, embedder)
        tx.execute("ROLLBACK TO cut")
        tx.execute("RELEASE cut")
        found.append(Found(place, whole, without, cut))
    return found


def _ask(tx: Transaction, question: str, embedder: Embedder | None) -> tuple[list[str], float]:
    """The documents by their best sentence, and the evidence for answering."""
    read, best, weights = ranked(tx, ROLE, Query(text=question), embedder)
    if not best:
        return [], float("-inf")
    return list(dict.fromkeys(unit.passage.document for unit in best)), evidence(
        sure(read, best, weights), size(tx)
    )


def _without(text: str, question: Asked) -> str:
    """The paragraph without every sentence that holds an answer."""
    answers = {answer.text for answer in question.answers}
    kept = [text[a:b] for a, b in sentence_spans(text) if not any(answer in text[a:b] for answer in answers)]
    return "".join(kept) or "。"


def score(found: Sequence[Found]) -> dict[str, object]:
    """See the module's first lines."""
    first = sum(one.place == 0 for one in found)
    ten = sum(one.place is not None and one.place < 10 for one in found)
    whole = sorted(one.whole for one in found)
    threshold = whole[int(len(whole) * (1 - ANSWERED))]
    left_out = sum(one.without < threshold for one in found)
    cut = sum(one.cut < threshold for one in found)
    return {
        "questions": len(found),
        "r1": share(first, len(found)),
        "r10": share(ten, len(found)),
        "leave_one_out": share(left_out, len(found)),
        "sentence_cut": share(cut, len(found)),
        "auroc": round(_auroc([one.whole for one in found], [one.without for one in found]), 4),
        "answered_as_shipped": share(sum(one.whole >= 0 for one in found), len(found)),
        "declined_as_shipped": share(sum(one.without < 0 for one in found), len(found)),
        "intervals": {
            "r1": wilson(first, len(found)),
            "r10": wilson(ten, len(found)),
            "leave_one_out": wilson(left_out, len(found)),
            "sentence_cut": wilson(cut, len(found)),
        },
    }


def _auroc(whole: Sequence[float], cut: Sequence[float]) -> float:
    """The share of pairs in which the one with an answer has more evidence; a tie is half a pair."""
    import bisect

    below = sorted(cut)
    pairs = sum((bisect.bisect_left(below, w) + bisect.bisect_right(below, w)) / 2 for w in whole)
    return pairs / (len(whole) * len(cut))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read, judge, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--questions", type=int, default=0, help="so many drawn at random; default: all")
    parser.add_argument("--dense", choices=[way for way in embedders() if way != "lexical_only"])
    asked = parser.parse_args(arguments)
    try:
        articles = msgspec.json.decode(asked.file.read_bytes(), type=File).data
    except (OSError, msgspec.DecodeError) as error:
        parser.error(str(error))
    embedder = embedders()[asked.dense]() if asked.dense else None
    with tempfile.TemporaryDirectory(prefix="banyan-eval-") as folder:
        json.dump(_scored(Path(folder), articles, asked.questions, embedder), sys.stdout, indent=2)
    print()


def _scored(
    folder: Path, articles: Sequence[Article], limit: int, embedder: Embedder | None
) -> dict[str, object]:
    import asyncio

    async def run() -> dict[str, object]:
        file = open_plain(
            folder / "plain.db", (people.MIGRATIONS, schema.MIGRATIONS), ManualClock(datetime.now(UTC))
        )
        try:
            return score(await file.write(lambda tx: judge(tx, articles, limit, embedder)))
        finally:
            await file.close()

    return asyncio.run(run())


if __name__ == "__main__":
    main()

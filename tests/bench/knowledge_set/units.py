"""What is ranked: sentences of a household's documents, paragraphs of an encyclopedia; and who is right."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.knowledge.chunks import chunks
from core.knowledge.outline import sentences
from tests.eval.knowledge import Set


@dataclass(frozen=True, slots=True)
class Unit:
    """text: as rivals are given it. parts: the sentences of it, each alone and under what it is said under."""

    text: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question. right: which units answer it; none where nothing does. before: what the person said,
    oldest first."""

    text: str
    kind: str
    right: frozenset[int]
    before: tuple[str, ...] = ()

    @property
    def spoken(self) -> bool:
        return self.kind == "asr"


@dataclass(frozen=True, slots=True)
class Bench:
    """One set to be ranked."""

    name: str
    units: tuple[Unit, ...]
    asked: tuple[Asked, ...]


def household(name: str, found: Set) -> Bench:
    """Every sentence of the documents as the product may quote it, under its title; questions with an answer."""
    units: list[Unit] = []
    places: list[tuple[str, int, int]] = []
    for document in found.documents:
        for chunk in chunks(document.text):
            for one in sentences(document.text[chunk.start : chunk.end]):
                titled = "。".join(filter(None, (document.title, one.lead, one.text)))
                units.append(Unit(titled, ((one.text, titled),)))
                places.append((document.id, chunk.start + one.span.start, chunk.start + one.span.end))
    texts = {document.id: document.text for document in found.documents}
    asked = [
        Asked(
            text=question.q,
            kind=question.type,
            right=frozenset(
                number
                for number, (document, start, end) in enumerate(places)
                if document == question.answer_doc
                and any(
                    start < to and since < end for since, to in _spans(question.answer_quote, texts[document])
                )
            ),
            before=tuple(turn.text for turn in question.context if turn.by == "user"),
        )
        for question in found.questions
        if question.type != "unanswerable"
    ]
    return Bench(name, tuple(units), tuple(asked))


def cmrc(path: Path, most: int | None = None) -> Bench:
    """CMRC 2018: paragraphs, each once, and the questions that each answers. most: so many paragraphs."""
    articles = json.loads(path.read_text("utf-8"))["data"]
    numbers: dict[str, int] = {}
    asked: list[Asked] = []
    for paragraph in [each for article in articles for each in article["paragraphs"]][:most]:
        number = numbers.setdefault(paragraph["context"], len(numbers))
        asked += [Asked(one["question"], "questions", frozenset({number})) for one in paragraph["qas"]]
    return Bench("CMRC 2018", tuple(map(_paragraph, numbers)), tuple(asked))


def _paragraph(text: str) -> Unit:
    found = [one for chunk in chunks(text) for one in sentences(text[chunk.start : chunk.end])]
    return Unit(text, tuple((one.text, one.text) for one in found) or ((text, text),))


def _spans(quote: str | None, text: str) -> Sequence[tuple[int, int]]:
    found, at = [], text.find(quote) if quote else -1
    while quote and at >= 0:
        found.append((at, at + len(quote)))
        at = text.find(quote, at + 1)
    return found

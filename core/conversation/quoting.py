"""Bringing imported records into a conversation: only when the user asks, labelled as the data they are."""

from __future__ import annotations

from collections.abc import Sequence

from core.journal.events import AnyBody, KnowledgeCited, RecordQuoted
from core.journal.imports import Imported
from core.knowledge.documents import Answerable, Quote

_RECORD = "record:"
"""Before the id of an import where otherwise a document's stands; no document's id begins so."""


def as_quotes(title: str, records: Sequence[Imported]) -> tuple[Quote, ...]:
    """Records as a model is shown them, beside the quotes of documents. title: of their import."""
    return tuple(
        Quote(
            document=_RECORD + one.source,
            title=title,
            version=one.position,
            start=0,
            end=len(one.text),
            text=one.text,
            score=1.0,
        )
        for one in records
    )


def with_quoted(found: Answerable, quoted: tuple[Quote, ...]) -> Answerable:
    """What retrieval found, behind what the user asked for."""
    if not quoted:
        return found
    return Answerable(state="found", quotes=(*quoted, *found.quotes), nearest=found.nearest, why=found.why)


def cited(quote: Quote) -> AnyBody:
    """The event that says a quote was shown to the model; never its text."""
    if quote.document.startswith(_RECORD):
        return RecordQuoted(answers=0, source=quote.document.removeprefix(_RECORD), position=quote.version)
    return KnowledgeCited(
        answers=0, document=quote.document, version=quote.version, start=quote.start, end=quote.end
    )

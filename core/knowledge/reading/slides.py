"""Presentations: slide by slide, titles as headings, then what stands on the slide, then its notes."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, Final

from core.knowledge.reading.archive import checked
from core.knowledge.reading.tables import Table
from core.knowledge.reading.writing import Writing

_DEEPEST: Final = 20


def read(data: bytes) -> str:
    """The text. Raises Unread: damaged, locked, swollen, unsafe_xml, empty, too_long."""
    checked(data).close()
    import pptx

    writing = Writing()
    for slide in pptx.Presentation(io.BytesIO(data)).slides:
        title = slide.shapes.title
        if title is not None:
            writing.heading(title.text_frame.text.replace("\v", " "), 2)
        writing.gap()
        _shapes(
            (shape for shape in slide.shapes if title is None or shape.shape_id != title.shape_id), writing
        )
        if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None:
            writing.gap()
            _frame(notes, writing)
        writing.gap()
    return writing.text()


def _shapes(shapes: Iterable[Any], writing: Writing, depth: int = 0) -> None:
    for shape in shapes:
        if getattr(shape, "has_table", False):
            table = Table(
                writing, headed=True if shape.table.first_row and len(shape.table.columns) > 1 else None
            )
            for row in shape.table.rows:
                table.row([cell.text.replace("\v", " ") for cell in row.cells])
            table.close()
        elif getattr(shape, "has_text_frame", False):
            _frame(shape.text_frame, writing)
        elif depth < _DEEPEST and hasattr(shape, "shapes"):
            _shapes(shape.shapes, writing, depth + 1)


def _frame(frame: Any, writing: Writing) -> None:  # noqa: ANN401 - python-pptx's objects
    paragraphs = [one for one in frame.paragraphs if one.text.strip()]
    for one in paragraphs:
        text = one.text.replace("\v", " ")
        if len(paragraphs) > 1:
            writing.item(text, one.level)
        else:
            writing.paragraph(text)

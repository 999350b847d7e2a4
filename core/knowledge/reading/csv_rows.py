"""Comma-separated values, by whatever separates them; a formula is the text that it is."""

from __future__ import annotations

import csv
import io
from typing import Final

from core.knowledge.reading.encoding import decoded
from core.knowledge.reading.formats import MAX_CHARACTERS
from core.knowledge.reading.tables import Table
from core.knowledge.reading.writing import Writing

_SEPARATORS: Final = (",", "\t", ";", "|")


def read(data: bytes) -> str:
    """Rows under their header. Raises Unread: not_text, empty, too_long."""
    text = decoded(data)
    csv.field_size_limit(MAX_CHARACTERS)
    writing = Writing()
    table = Table(writing, headed=True if _names(text) else None)
    # A quote that nobody closes would swallow the rest of the file: then quotes are only marks.
    closed = text.count('"') % 2 == 0
    rows = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=_separator(text),
        quoting=csv.QUOTE_MINIMAL if closed else csv.QUOTE_NONE,
    )
    for row in rows:
        table.row(row)
    table.close()
    return writing.text()


def _separator(text: str) -> str:
    lines = [line for line in text[:20_000].splitlines() if line.strip()][:20]
    if not lines:
        return ","
    return max(_SEPARATORS, key=lambda mark: (min(line.count(mark) for line in lines), lines[0].count(mark)))


def _names(text: str) -> bool:
    """Whether the first line names columns: no cell of it is a number."""
    first = next((line for line in text[:20_000].splitlines() if line.strip()), "")
    cells = [cell.strip(' "') for cell in first.split(_separator(text))]
    return len(cells) > 1 and not any(cell.replace(".", "").replace("-", "").isdigit() for cell in cells)

"""Comma-separated values, by whatever separates them; a formula is the text that it is."""

from __future__ import annotations

import csv
import io
from typing import Final

from core.knowledge.reading.encoding import decoded
from core.knowledge.reading.formats import MAX_CHARACTERS
from core.knowledge.reading.tables import Table
from core.knowledge.reading.writing import Writing

_OTHERS: Final = ("\t", ";", "|")


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
    """A comma where every line has one; else what stands in all of several lines equally often."""
    lines = [line for line in text[:20_000].splitlines() if line.strip()][:20]
    if len(lines) < 2 or all("," in line for line in lines):
        return "\t" if lines and "\t" in lines[0] and "," not in lines[0] else ","
    alike = [mark for mark in _OTHERS if len({line.count(mark) for line in lines}) == 1 and mark in lines[0]]
    return alike[0] if alike else ","


def _names(text: str) -> bool:
    """Whether the first line names columns: no cell of it is a number."""
    first = next((line for line in text[:20_000].splitlines() if line.strip()), "")
    cells = [cell.strip(' "') for cell in first.split(_separator(text))]
    return len(cells) > 1 and not any(cell.replace(".", "").replace("-", "").isdigit() for cell in cells)

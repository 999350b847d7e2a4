"""Workbooks, sheet by sheet and row by row. A formula is never computed: what the file says was its result is
read, and where it says nothing, the formula as text."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, Final

from core.knowledge.reading.archive import checked
from core.knowledge.reading.refusals import Unread
from core.knowledge.reading.tables import Table
from core.knowledge.reading.writing import Writing

MAX_ROWS: Final = 1_200_000
"""Of all sheets, blank ones too; Excel's own limit is 1,048,576 a sheet."""
_FORMULA: Final = (b"<f>", b"<f ", b"<f\t", b"<f\n", b"<f/", b":f>", b":f ")
_STEP: Final = 1 << 18


def read(data: bytes) -> str:
    """The text. Raises Unread: damaged, locked, swollen, unsafe_xml, empty, too_long."""
    with checked(data) as archive:
        formulas = any(
            _has(archive, name)
            for name in archive.namelist()
            if "worksheets/" in name and name.endswith(".xml")
        )
    import openpyxl

    books = [_opened(openpyxl, data, values=True)]
    if formulas:
        books.append(_opened(openpyxl, data, values=False))
    writing = Writing()
    rows = 0
    for sheet in books[0].worksheets:
        if sheet.sheet_state == "visible":
            rows += _sheet(
                [book[sheet.title] for book in books], writing, MAX_ROWS - rows, len(books[0].worksheets) > 1
            )
    return writing.text()


def _opened(openpyxl: Any, data: bytes, *, values: bool) -> Any:  # noqa: ANN401 - openpyxl has no types
    return openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=values, keep_links=False, keep_vba=False
    )


def _sheet(sheets: list[Any], writing: Writing, most: int, named: bool) -> int:
    """Write one sheet, seen as values and, where there are any, as formulas; how many rows it had."""
    if named:
        writing.heading(sheets[0].title, 2)
    table = Table(writing)
    count = 0
    for rows in zip(*map(_rows, sheets), strict=False):
        count += 1
        if count > most:
            raise Unread("swollen")
        cells = rows[0] if len(rows) == 1 else tuple(_either(*pair) for pair in zip(*rows, strict=False))
        if any(cell is not None for cell in cells):
            table.row(map(_shown, cells))
    table.close()
    return count


def _rows(sheet: Any) -> Iterator[tuple[object, ...]]:  # noqa: ANN401 - openpyxl has no types
    # The size that a sheet declares is only a claim, and a million columns wide in some.
    sheet.reset_dimensions()
    yield from sheet.iter_rows(values_only=True)


def _either(value: object, formula: object) -> object:
    return formula if value is None else value


def _shown(value: object) -> str:
    """A cell as a person would write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def _has(archive: Any, name: str) -> bool:  # noqa: ANN401 - zipfile's objects
    """Whether a sheet has a formula anywhere."""
    end = b""
    with archive.open(name) as part:
        while piece := part.read(_STEP):
            seen = end + piece
            if any(mark in seen for mark in _FORMULA):
                return True
            end = seen[-8:]
    return False

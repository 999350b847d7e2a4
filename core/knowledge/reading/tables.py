"""Rows that say what their cells are, ``列名：值，列名：值``: understood wherever they are cut out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from core.knowledge.reading.writing import Writing, flow
from core.text import count_han

LOOKED_AT: Final = 30
"""Rows read before it is decided what the first one is."""
_NUMBER: Final = re.compile(r"[\d.,:/%+\-¥￥$€£()\s年月日号元点分时]+$")
_LONG: Final = 40
"""Characters of a name of a column, at most."""


class Table:
    """Writes rows as they come. headed: whether the first row names the columns; None when nothing says."""

    def __init__(self, writing: Writing, headed: bool | None = None) -> None:
        self._writing = writing
        self._headed = headed
        self._waiting: list[list[str]] = []
        self._header: list[str] | None = None
        self._decided = False
        writing.gap()

    def row(self, cells: Iterable[str]) -> None:
        """One row; blank cells keep their place."""
        flat = [flow(cell) for cell in cells]
        if not any(flat):
            return
        if self._decided:
            self._write(flat)
            return
        self._waiting.append(flat)
        if len(self._waiting) >= LOOKED_AT:
            self._decide()

    def close(self) -> None:
        """No more rows."""
        if not self._decided:
            self._decide()
        self._writing.gap()

    def _decide(self) -> None:
        self._decided = True
        rows, self._waiting = self._waiting, []
        if not rows:
            return
        # Lines across the table before its header are what it is called.
        while _filled(rows[0]) == 1 and any(_filled(row) > 1 for row in rows[1:]):
            self._writing.line(next(filter(None, rows.pop(0))))
        if len(rows) > 1 and _is_header(rows, self._headed):
            self._header = rows.pop(0)
            self._writing.line("| " + " | ".join(filter(None, self._header)) + " |")
        for row in rows:
            self._write(row)

    def _write(self, row: Sequence[str]) -> None:
        chinese = count_han("".join(row) + "".join(self._header or ())) > 0
        colon, comma = ("：", "，") if chinese else (": ", ", ")
        if self._header is None:
            filled = [cell for cell in row if cell]
            self._writing.line((colon if len(filled) == 2 else comma).join(filled))
            return
        names = [*self._header, *[""] * (len(row) - len(self._header))]
        self._writing.line(
            comma.join(
                f"{name}{colon}{cell}" if name else cell
                for name, cell in zip(names, row, strict=False)
                if cell
            )
        )


def _filled(row: Sequence[str]) -> int:
    return sum(map(bool, row))


def _is_header(rows: Sequence[Sequence[str]], headed: bool | None) -> bool:
    first = [cell for cell in rows[0] if cell]
    if headed is not None:
        return headed
    if len(first) < 2 or any(_NUMBER.match(cell) or len(cell) > _LONG for cell in first):
        return False
    if len(set(first)) < len(first):
        return False
    if max(map(_filled, rows)) > 2:
        return True
    # Two columns may be a list of names and values: only values all alike in kind make the first a header.
    return all(_NUMBER.match(row[-1]) for row in rows[1:] if row[-1])

"""What readers write into: headings, paragraphs, items and tables become lines that chunks can follow."""

from __future__ import annotations

import re
from typing import Final

from core.knowledge.reading.formats import MAX_CHARACTERS
from core.knowledge.reading.refusals import Unread
from core.text import is_cjk

_BLANKS: Final = re.compile(r"\s+")
_WIDE: Final = re.compile(r"[\u3000-\u303f\u3040-\u30ff\uff00-\uffef\u2e80-\u2fff]")
_LOST: Final = re.compile("[\x00\ud800-\udfff]")


class Writing:
    """A text that grows by lines. Raises Unread("too_long") as soon as it is too long, not at the end."""

    def __init__(self, most: int = MAX_CHARACTERS) -> None:
        self._lines: list[str] = []
        self._most = most
        self._long = 0

    def heading(self, text: str, level: int = 1) -> None:
        """A line of Markdown's #; on its own, so that a chunk begins with it."""
        if flat := flow(text):
            self._gap()
            self._line(f"{'#' * max(1, min(level, 6))} {flat}")

    def paragraph(self, text: str) -> None:
        if flat := flow(text):
            self._gap()
            self._line(flat)

    def item(self, text: str, level: int = 0) -> None:
        """One item of a list. level: how deep it lies, 0 outermost."""
        if flat := flow(text):
            self._line(f"{'  ' * min(level, 8)}- {flat}")

    def line(self, text: str) -> None:
        """A line that follows the last one closely: a row, a line of code."""
        if flat := flow(text):
            self._line(flat)

    def preformatted(self, text: str) -> None:
        self._gap()
        for line in text.splitlines():
            if line.strip():
                self._line(line.rstrip())

    def gap(self) -> None:
        """What comes next is something else."""
        self._gap()

    @property
    def empty(self) -> bool:
        return not self._lines

    def text(self) -> str:
        """All of it. Raises Unread("empty")."""
        whole = "\n".join(self._lines).strip("\n")
        if not whole.strip():
            raise Unread("empty")
        return whole + "\n"

    def _line(self, text: str) -> None:
        text = _LOST.sub("", text)
        self._long += len(text) + 1
        if self._long > self._most:
            raise Unread("too_long", self._most)
        self._lines.append(text)

    def _gap(self) -> None:
        if self._lines and self._lines[-1]:
            self._lines.append("")


def flow(text: str) -> str:
    """One line: runs of blanks are one space, and none where a Chinese line was only broken."""
    if text.isascii():
        return " ".join(text.split())
    return _BLANKS.sub(_space, text).strip()


def joined(before: str, after: str) -> str:
    """Two lines of one paragraph: Chinese without a space between, other scripts with one."""
    if not before or not after:
        return before + after
    return before + ("" if _closed(before[-1], after[0]) else " ") + after


def _space(run: re.Match[str]) -> str:
    text, start, end = run.string, run.start(), run.end()
    broken = "\n" in run[0] or "\r" in run[0]
    if broken and start > 0 and end < len(text) and _closed(text[start - 1], text[end]):
        return ""
    return " "


def _closed(left: str, right: str) -> bool:
    """Whether nothing stands between two characters when their line is whole."""
    return bool((is_cjk(left) or _WIDE.match(left)) and (is_cjk(right) or _WIDE.match(right)))

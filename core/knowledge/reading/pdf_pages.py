"""PDF page by page, with lines joined to the paragraphs that they were broken out of."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from core.knowledge.reading.refusals import Unread
from core.knowledge.reading.writing import Writing, flow, joined

MAX_PAGES: Final = 5000
_ENDED: Final = re.compile(r"[。！？；：.!?;:…][”’\"'）)】」』]*$")
_BEGINS: Final = re.compile(
    r"[-*•·●▪◦○■□◆→]|\(?\d{1,3}[.、)）]|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}[、.]"
    r"|第[一二三四五六七八九十百\d]{1,4}[章节条款部]|[A-Za-z][.)]\s"
)
_FULL: Final = 0.7
"""The share of the page's widest line from which a line counts as full: a shorter one ended by itself."""
# PDFium marks the hyphen that it took out at a line's end; both marks of it are no characters of the text.
_HYPHEN: Final = re.compile("[\x02\ufffe]")
_NOTHING: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ufffe\uffff]")


def read(data: bytes) -> str:
    """The text of every page. Raises Unread: locked, damaged, scanned, garbled, too_long."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = getattr(error, "err_code", None) == pypdfium2.raw.FPDF_ERR_PASSWORD
        raise Unread("locked" if locked else "damaged") from error
    writing = Writing()
    lines: list[str] = []
    if len(document) > MAX_PAGES:
        raise Unread("swollen")
    for number in range(len(document)):
        page = document[number]
        found = page.get_textpage()
        lines += _paragraphs(_HYPHEN.sub("", found.get_text_range()))
        found.close()
        page.close()
    for line in lines:
        writing.line(line)
    if writing.empty:
        raise Unread("scanned")
    text = writing.text()
    if _is_garbled(text):
        raise Unread("garbled")
    return text


def _paragraphs(text: str) -> list[str]:
    """The lines of a page, those of one paragraph in one. A sentence that goes on overleaf stays two."""
    lines = [flat for line in text.splitlines() if (flat := flow(_NOTHING.sub("", line)))]
    widest = max(map(_width, lines), default=0)
    found: list[str] = []
    last = 0
    for line in lines:
        goes_on = (
            found and last >= _FULL * widest and not _ENDED.search(found[-1]) and not _BEGINS.match(line)
        )
        if goes_on:
            found[-1] = joined(found[-1], line)
        else:
            found.append(line)
        last = _width(line)
    return found


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def _is_garbled(text: str) -> bool:
    """Fonts that keep to themselves which character a shape is give private or replacement characters."""
    sample = text[:20_000]
    shown = [c for c in sample if not c.isspace()]
    odd = sum(c == "\ufffd" or unicodedata.category(c) in ("Co", "Cn", "Cc") for c in shown)
    return odd > len(shown) // 5

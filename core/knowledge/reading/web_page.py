"""HTML as a reader sees it: headings, paragraphs, lists and tables; nothing that runs or hides."""

from __future__ import annotations

import re
from typing import Any, Final

from core.knowledge.reading.encoding import decoded
from core.knowledge.reading.refusals import Unread
from core.knowledge.reading.tables import Table
from core.knowledge.reading.writing import Writing

_DROPPED: Final = frozenset({
    "script", "style", "template", "noscript", "svg", "iframe", "object", "embed", "applet", "head",
    "canvas", "audio", "video", "select", "datalist", "frameset", "link", "meta", "base",
})  # fmt: skip
_BLOCKS: Final = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "legend",
    "main", "menu", "nav", "ol", "p", "section", "summary", "ul", "table", "tbody", "thead", "tfoot",
    "tr", "caption",
})  # fmt: skip
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_HIDDEN: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE
)
_CHARSET: Final = re.compile(
    rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,30})", re.IGNORECASE
)


def read(data: bytes) -> str:
    """The visible text. Raises Unread: not_text, empty, damaged, too_long."""
    from lxml import etree

    text = _unicode(data)
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    if "\x00" in text:
        raise Unread("not_text")
    root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    if root is None:
        raise Unread("empty")
    if any(entry.level_name == "FATAL" for entry in parser.error_log):
        raise Unread("damaged")  # the parser gave up at a limit of its own; the rest would be missing
    page = _Page()
    _title(root, page.writing)
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        if event == "start":
            if not isinstance(element.tag, str) or element.tag in _DROPPED or _hidden(element):
                walk.skip_subtree()
                page.skipped = element
            else:
                page.begin(element)
        elif page.skipped is element:
            page.skipped = None
            page.say(element.tail)
        else:
            page.end(element)
            page.say(element.tail)
    page.flush()
    return page.writing.text()


class _Page:
    """What was begun and not yet ended. rows: the table that is being read; cell: the cell of it."""

    def __init__(self) -> None:
        self.writing = Writing()
        self.skipped: Any = None
        self._words: list[str] = []
        self._lists = 0
        self._item = False
        self._table: Any = None
        self._rows: Table | None = None
        self._cells: list[str] = []
        self._preformatted = 0

    def say(self, text: str | None) -> None:
        if text:
            self._words.append(text)

    def begin(self, element: Any) -> None:  # noqa: ANN401 - lxml has no types
        tag = element.tag
        if tag == "br":
            self._words.append("\n" if self._preformatted else "\v")
        elif self._rows is not None:
            if tag in ("td", "th"):
                self._words = []
            elif tag in _BLOCKS or tag in _HEADINGS or tag == "li":
                self._words.append(" ")
        elif tag == "table" and _is_grid(element):
            self.flush()
            self._table, self._rows = element, Table(self.writing, headed=_headed(element))
        elif tag in _BLOCKS or tag in _HEADINGS or tag in ("li", "pre", "td", "th"):
            self.flush()
            self._lists += tag in ("ul", "ol", "menu")
            self._item = tag == "li"
            self._preformatted += tag == "pre"
        self.say(element.text)

    def end(self, element: Any) -> None:  # noqa: ANN401 - lxml has no types
        tag = element.tag
        if self._rows is not None:
            self._end_in_table(element)
        elif tag in _HEADINGS:
            self.writing.heading("".join(self._words), _HEADINGS[tag])
            self._words = []
        elif tag in _BLOCKS or tag in ("li", "pre", "td", "th"):
            self.flush()
            self._lists -= tag in ("ul", "ol", "menu")
            self._preformatted -= tag == "pre"

    def flush(self) -> None:
        """What was said since the last block begins a line of its own."""
        text, self._words = "".join(self._words), []
        if self._preformatted:
            self.writing.preformatted(text)
            return
        first, *more = text.split("\v")
        if self._item and first.strip():
            self._item = False
            self.writing.item(first, self._lists - 1)
        elif self._lists:
            self.writing.line(first)
        else:
            self.writing.paragraph(first)
        for line in more:
            self.writing.line(line)

    def _end_in_table(self, element: Any) -> None:  # noqa: ANN401 - lxml has no types
        assert self._rows is not None
        if element is self._table:
            self._row()
            self._rows.close()
            self._table = self._rows = None
        elif element.tag in ("td", "th"):
            self._cells += ["".join(self._words), *[""] * (_span(element) - 1)]
            self._words = []
        elif element.tag in ("tr", "caption"):
            self._row()

    def _row(self) -> None:
        assert self._rows is not None
        if loose := "".join(self._words).strip():  # text that stands in a table and in no cell of it
            self._cells.append(loose)
        self._words = []
        cells, self._cells = self._cells, []
        self._rows.row(cells)


def _unicode(data: bytes) -> str:
    """By the mark of the file, by what the page says of itself, else by guessing."""
    said = _CHARSET.search(data[:4096])
    if said and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        name = said[1].decode("ascii").lower()
        try:
            return data.decode({"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs"}.get(name, name))
        except (LookupError, UnicodeDecodeError):
            pass  # it says something that it is not
    return decoded(data)


def _title(root: Any, writing: Writing) -> None:  # noqa: ANN401 - lxml has no types
    """The page's name, where no first heading says it."""
    title = root.find(".//head/title")
    if title is not None and root.find(".//h1") is None:
        writing.heading("".join(title.itertext()))


def _hidden(element: Any) -> bool:  # noqa: ANN401 - lxml has no types
    return (
        "hidden" in element.attrib
        or bool(_HIDDEN.search(element.get("style") or ""))
        or (element.tag == "input" and element.get("type") == "hidden")
    )


def _is_grid(table: Any) -> bool:  # noqa: ANN401 - lxml has no types
    """Whether a table holds data; one that only places things on the page is read as what is in it."""
    if table.find(".//table") is not None or any(table.find(f".//{tag}") is not None for tag in _HEADINGS):
        return False
    return any(len(row) > 1 for row in table.iter("tr"))


def _headed(table: Any) -> bool | None:  # noqa: ANN401 - lxml has no types
    """Whether the first row names the columns, if the page says so."""
    first = next(table.iter("tr"), None)
    if first is None:
        return None
    names = [cell.tag for cell in first if cell.tag in ("td", "th")]
    if names and all(tag == "th" for tag in names) and len(names) > 1:
        return True
    return False if "th" in names else None


def _span(cell: Any) -> int:  # noqa: ANN401 - lxml has no types
    value = str(cell.get("colspan") or "1")
    return min(int(value), 64) if value.isascii() and value.isdigit() and value != "0" else 1

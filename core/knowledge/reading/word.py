"""Word documents: paragraphs and tables in order, as the last reader would see them.

Of tracked changes what was put in is read and what was taken out is not. Headers and footers come once,
behind the text, and so do footnotes. Comments, macros and embedded files are left out.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, Final

from core.knowledge.reading.archive import checked
from core.knowledge.reading.tables import Table
from core.knowledge.reading.writing import Writing

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_LEFT_OUT: Final = frozenset(
    {_FALLBACK, *(_W + name for name in ("del", "moveFrom", "delText", "instrText", "rt"))}
)
_HEADING: Final = re.compile(r"(?:heading|标题)\s*(\d)", re.IGNORECASE)
_NOTES: Final = ("footnotes", "endnotes")


def read(data: bytes) -> str:
    """The text. Raises Unread: damaged, locked, swollen, unsafe_xml, empty, too_long."""
    checked(data).close()
    import docx

    document = docx.Document(io.BytesIO(data))
    writing = Writing()
    levels = _levels(document)
    _blocks(document.element.body, writing, levels)
    for element in _around(document):
        writing.gap()
        _blocks(element, writing, {})
    return writing.text()


def _blocks(parent: Any, writing: Writing, levels: dict[str, int]) -> None:  # noqa: ANN401 - lxml has no types
    for block in _content(parent):
        if block.tag == _W + "tbl":
            _table(block, writing)
            continue
        for text in _texts(block).split("\v"):
            if level := _level(block, levels):
                writing.heading(text, level)
            elif (depth := _depth(block)) is not None:
                writing.item(text, depth)
            else:
                writing.paragraph(text)
        for box in block.iter(_W + "txbxContent"):
            if not any(one.tag == _FALLBACK for one in box.iterancestors()):
                _blocks(box, writing, {})


def _content(parent: Any) -> Iterator[Any]:  # noqa: ANN401 - lxml has no types
    """Paragraphs and tables in order, also those inside content controls and insertions."""
    for child in parent:
        if child.tag in (_W + "p", _W + "tbl"):
            yield child
        elif isinstance(child.tag, str) and child.tag not in _LEFT_OUT and child.tag != _W + "sectPr":
            yield from _content(child)


def _texts(paragraph: Any) -> str:  # noqa: ANN401 - lxml has no types
    """What a paragraph says; \\v where a line was broken. Text boxes in it are paragraphs of their own."""
    found: list[str] = []
    waiting = list(reversed(paragraph))
    while waiting:
        node = waiting.pop()
        if not isinstance(node.tag, str) or node.tag in _LEFT_OUT or node.tag == _W + "txbxContent":
            continue
        if node.tag == _W + "t":
            found.append(node.text or "")
        elif node.tag in (_W + "br", _W + "cr"):
            found.append("\v")
        elif node.tag == _W + "tab":
            found.append(" ")
        elif node.tag == _W + "noBreakHyphen":
            found.append("-")
        elif node.tag != _W + "r" or not _vanished(node):
            waiting += reversed(node)
    return "".join(found)


def _vanished(run: Any) -> bool:  # noqa: ANN401 - lxml has no types
    hidden = run.find(f"{_W}rPr/{_W}vanish")
    return hidden is not None and hidden.get(_W + "val", "1") not in ("0", "false", "off")


def _table(table: Any, writing: Writing) -> None:  # noqa: ANN401 - lxml has no types
    rows = Table(writing, headed=True if table.find(f"{_W}tr/{_W}trPr/{_W}tblHeader") is not None else None)
    above: list[str] = []
    for row in _named(table, "tr"):
        cells: list[str] = []
        for cell in _named(row, "tc"):
            merged = cell.find(f"{_W}tcPr/{_W}vMerge")
            goes_on = merged is not None and merged.get(_W + "val", "continue") == "continue"
            text = above[len(cells)] if goes_on and len(cells) < len(above) else _cell(cell)
            cells += [text, *[""] * (_span(cell) - 1)]
        rows.row(cells)
        above = cells
    rows.close()


def _cell(cell: Any) -> str:  # noqa: ANN401 - lxml has no types
    """All that a cell says, tables inside it too, on one line."""
    return " ".join(_texts(one).replace("\v", " ") for one in cell.iter(_W + "p"))


def _named(parent: Any, name: str) -> Iterator[Any]:  # noqa: ANN401 - lxml has no types
    """Rows of a table or cells of a row, also those inside content controls and insertions."""
    for child in parent:
        if child.tag == _W + name:
            yield child
        elif (
            isinstance(child.tag, str)
            and child.tag not in _LEFT_OUT
            and child.tag not in (_W + "tc", _W + "p")
        ):
            yield from _named(child, name)


def _span(cell: Any) -> int:  # noqa: ANN401 - lxml has no types
    span = cell.find(f"{_W}tcPr/{_W}gridSpan")
    value = "1" if span is None else str(span.get(_W + "val", "1"))
    return min(int(value), 64) if value.isascii() and value.isdigit() and value != "0" else 1


def _levels(document: Any) -> dict[str, int]:  # noqa: ANN401 - python-docx's objects
    """Heading levels by the id of a paragraph's style."""
    found: dict[str, int] = {}
    for style in document.styles.element.iter(_W + "style"):
        name = style.find(_W + "name")
        called = "" if name is None else str(name.get(_W + "val", ""))
        heading = _HEADING.match(called)
        outline = style.find(f"{_W}pPr/{_W}outlineLvl")
        if called.lower() == "title":
            found[style.get(_W + "styleId", "")] = 1
        elif heading:
            found[style.get(_W + "styleId", "")] = int(heading[1])
        elif outline is not None and str(outline.get(_W + "val", "9")) in "012345":
            found[style.get(_W + "styleId", "")] = int(outline.get(_W + "val")) + 1
    return found


def _level(paragraph: Any, levels: dict[str, int]) -> int:  # noqa: ANN401 - lxml has no types
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return levels.get(style.get(_W + "val", ""), 0) if style is not None else 0


def _depth(paragraph: Any) -> int | None:  # noqa: ANN401 - lxml has no types
    """How deep in a list, None outside of one."""
    listed = paragraph.find(f"{_W}pPr/{_W}numPr/{_W}ilvl")
    if listed is not None and str(listed.get(_W + "val", "0")).isdigit():
        return min(int(listed.get(_W + "val", "0")), 8)
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return 0 if style is not None and str(style.get(_W + "val", "")).startswith("List") else None


def _around(document: Any) -> Iterator[Any]:  # noqa: ANN401 - python-docx's objects
    """Headers, footers and notes, each once: of many sections they are mostly the same."""
    said: set[str] = set()
    parts = [rel.target_part for rel in document.part.rels.values() if not rel.is_external]
    for kind in ("header", "footer", *_NOTES):
        for part in parts:
            if not part.content_type.endswith(f"wordprocessingml.{kind}+xml"):
                continue
            root = _root(part)
            text = " ".join(_texts(one) for one in root.iter(_W + "p"))
            if text.strip() and text not in said:
                said.add(text)
                yield root


def _root(part: Any) -> Any:  # noqa: ANN401 - python-docx's objects
    from lxml import etree

    if hasattr(part, "element"):
        return part.element
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    return etree.fromstring(part.blob, parser)

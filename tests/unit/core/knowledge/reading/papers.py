"""Files as programs write them: one document, in every format, by the format's own library; and small lies."""

from __future__ import annotations

import csv
import html
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

import docx
import openpyxl
import pptx


@dataclass(frozen=True)
class Paper:
    """A heading, paragraphs, list items, and a table whose first row names its columns."""

    heading: str
    paragraphs: tuple[str, ...]
    items: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]

    @property
    def characters(self) -> str:
        """Every character that is not blank, in order."""
        cells = [cell for row in self.table for cell in row]
        return "".join("".join((self.heading, *self.paragraphs, *self.items, *cells)).split())


def as_html(paper: Paper) -> bytes:
    def told(tag: str, text: str) -> str:
        return f"<{tag}>{html.escape(text)}</{tag}>"

    rows = [
        "<tr>" + "".join(told("th" if number == 0 else "td", cell) for cell in row) + "</tr>"
        for number, row in enumerate(paper.table)
    ]
    parts = [
        "<html><head><meta charset='utf-8'><style>p{}</style></head><body><!-- gone -->",
        told("h1", paper.heading),
        *(told("p", text) for text in paper.paragraphs),
        "<script>alert('gone')</script><ul>",
        *(told("li", text) for text in paper.items),
        f"</ul><p hidden>gone</p><table>{''.join(rows)}</table></body></html>",
    ]
    return "".join(parts).encode()


def as_docx(paper: Paper) -> bytes:
    made = docx.Document()
    made.add_heading(paper.heading, 1)
    for text in paper.paragraphs:
        made.add_paragraph(text)
    for text in paper.items:
        made.add_paragraph(text, style="List Bullet")
    if paper.table:
        grid = made.add_table(len(paper.table), len(paper.table[0]))
        for cells, row in zip(grid.rows, paper.table, strict=True):
            for cell, text in zip(cells.cells, row, strict=True):
                cell.text = text
    return _saved(made)


def as_pptx(paper: Paper) -> bytes:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = paper.heading
    slide.placeholders[1].text = "\n".join((*paper.paragraphs, *paper.items))
    if paper.table:
        frame = slide.shapes.add_table(len(paper.table), len(paper.table[0]), 0, 0, 900_000, 900_000)
        for cells, row in zip(frame.table.rows, paper.table, strict=True):
            for cell, text in zip(cells.cells, row, strict=True):
                cell.text = text
    return _saved(made)


def as_xlsx(paper: Paper) -> bytes:
    """Every text in a row of its own, the table behind them."""
    made = openpyxl.Workbook()
    for text in (paper.heading, *paper.paragraphs, *paper.items):
        _text(made.active, [text])
    for row in paper.table:
        _text(made.active, row)
    return _saved(made)


def as_csv(paper: Paper) -> bytes:
    """Only its table."""
    into = io.StringIO(newline="")
    csv.writer(into).writerows(paper.table)
    return into.getvalue().encode()


def as_pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """Lines of text a page, in a font of Adobe's GB1 collection that is not embedded: Chinese by its CMap."""
    objects: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H"
        b" /DescendantFonts [4 0 R] >>",
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /FontDescriptor 5 0 R"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>",
        b"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 -200 1000 900]"
        b" /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
    ]
    kids = []
    for lines in pages:
        shown = " ".join(f"<{line.encode('utf-16-be').hex()}> Tj T*" for line in lines)
        content = f"BT /F 12 Tf 14 TL 50 800 Td {shown} ET".encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    return _numbered(objects)


def _numbered(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    out, places = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, trailer, len(out),
    )  # fmt: skip


def encrypted_pdf() -> bytes:
    """Standard security, revision 2, with a password that nobody gave."""
    pages = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
    ]
    keys = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >> /ID [<00> <00>]"
    return _numbered(pages, keys % (b"11" * 32, b"22" * 32))


def archive(members: dict[str, bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return into.getvalue()


def with_members(data: bytes, members: dict[str, bytes]) -> bytes:
    """An office file with members added or exchanged."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        kept = {name: old.read(name) for name in old.namelist()}
    return archive(kept | members)


def _text(sheet: object, row: Sequence[str]) -> None:
    """Cells as text, also those that begin as a formula does."""
    sheet.append(list(row))  # type: ignore[attr-defined]
    for cell in sheet[sheet.max_row]:  # type: ignore[index]
        if cell.value is not None:
            cell.data_type = "s"


def _saved(made: object) -> bytes:
    into = io.BytesIO()
    made.save(into)  # type: ignore[attr-defined]
    return into.getvalue()

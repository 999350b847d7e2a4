"""One text as a file of each kind that people bring."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Sequence

PAGE_LINES, LINE = 30, 40
"""Of a PDF: lines a page, characters a line."""


def paragraphs(text: str) -> list[str]:
    """Four sentences each."""
    parts = text.split("。")[:-1]
    return ["。".join(parts[at : at + 4]) + "。" for at in range(0, len(parts), 4)]


def _plain(texts: Sequence[str]) -> bytes:
    return "\n\n".join(texts).encode()


def _marked(texts: Sequence[str]) -> bytes:
    return "".join(f"## {text[:8]}\n\n{text}\n\n" for text in texts).encode()


def _page(texts: Sequence[str]) -> bytes:
    body = "".join(f"<h2>{html.escape(text[:8])}</h2><p>{html.escape(text)}</p>" for text in texts)
    return f'<!doctype html><meta charset="utf-8"><title>文件</title><body>{body}</body>'.encode()


def _rows(texts: Sequence[str]) -> bytes:
    table = io.StringIO()
    csv.writer(table).writerows([("名称", "说明"), *((text[:8], text) for text in texts)])
    return table.getvalue().encode()


def _word(texts: Sequence[str]) -> bytes:
    import docx

    document, file = docx.Document(), io.BytesIO()
    for text in texts:
        document.add_paragraph(text)
    document.save(file)
    return file.getvalue()


def _slides(texts: Sequence[str]) -> bytes:
    import pptx

    deck, file = pptx.Presentation(), io.BytesIO()
    for text in texts:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.placeholders[0].text, slide.placeholders[1].text = text[:8], text
    deck.save(file)
    return file.getvalue()


def _sheet(texts: Sequence[str]) -> bytes:
    import openpyxl

    book, file = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in (("名称", "说明"), *((text[:8], text) for text in texts)):
        sheet.append(row)
    book.save(file)
    return file.getvalue()


def _pdf(texts: Sequence[str]) -> bytes:
    """Pages of lines in the font that every reader of Chinese PDFs knows by name."""
    lines = [text[at : at + LINE] for text in texts for at in range(0, len(text), LINE)]
    pages = [lines[at : at + PAGE_LINES] for at in range(0, len(lines), PAGE_LINES)]
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>",
        "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>",
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/DW 1000"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>>>",
    ]
    for number, page in enumerate(pages):
        shown = " T* ".join(f"<{line.encode('utf-16-be').hex()}> Tj" for line in page)
        content = f"BT /F 12 Tf 16 TL 50 780 Td {shown} ET"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents {6 + 2 * number} 0 R>>"
        )
        objects.append(f"<</Length {len(content)}>>stream\n{content}\nendstream")
    return _with_places(objects)


def _with_places(objects: Sequence[str]) -> bytes:
    """The objects of a PDF, numbered from one, and the table of where they stand."""
    file, places = bytearray(b"%PDF-1.4\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj {one} endobj\n".encode()
    at = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += "".join(f"{place:010} 00000 n \n" for place in places).encode()
    file += f"trailer <</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF\n".encode()
    return bytes(file)


KINDS: dict[str, Callable[[Sequence[str]], bytes]] = {
    ".txt": _plain, ".md": _marked, ".html": _page, ".csv": _rows,
    ".docx": _word, ".pptx": _slides, ".xlsx": _sheet, ".pdf": _pdf,
}  # fmt: skip

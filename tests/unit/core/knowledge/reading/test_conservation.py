"""Characters in are characters indexed: in every format, in order, with exact offsets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.knowledge.preparing import cleaned, prepare
from core.knowledge.reading import csv_rows, pdf_pages, plain, slides, spreadsheet, web_page, word
from core.knowledge.reading.refusals import Unread
from tests.unit.core.knowledge.reading import papers
from tests.unit.core.knowledge.reading.papers import Paper

SLOW = settings(max_examples=25, deadline=None)
WORDS = (
    st.text(
        st.sampled_from(
            "退货期限运费七天药片早饭后，。：；！？、（）“”《》abcXYZ 0123456789.,:;-+=@#|/%&<>'\"é"
        ),
        min_size=1,
        max_size=40,
    )
    .map(str.strip)
    .filter(bool)
)
NAMES = st.lists(
    st.text(st.sampled_from("药名用量时间电话备注日期abcXYZ"), min_size=1, max_size=6),
    min_size=3,
    max_size=4,
    unique=True,
)


# PDFium gives a mark without a glyph no box, and leaves out a line of nothing else.
PRINTED = WORDS.map(lambda text: "药" + text.replace("é", "") + "片")


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[str, ...], ...]:
    names = draw(NAMES)
    row = st.tuples(*[WORDS] * len(names))
    return (tuple(names), *draw(st.lists(row, min_size=1, max_size=4)))


PAPERS = st.builds(
    Paper,
    heading=WORDS,
    paragraphs=st.lists(WORDS, min_size=1, max_size=4).map(tuple),
    items=st.lists(WORDS, min_size=2, max_size=3).map(tuple),
    table=tables(),
)


def holds(text: str, characters: str) -> bool:
    """Whether all of them stand in the text, in their order."""
    rest = iter(text)
    return all(character in rest for character in characters)


def is_tiled(text: str) -> bool:
    """Whether the chunks of the text are the text, each where it says it begins."""
    whole = cleaned(text)
    pieces = prepare("题目", "a.txt", text).pieces
    return "".join(piece[1] for piece in pieces) == whole and all(
        whole[start : start + len(piece)] == piece for start, piece, _, _ in pieces
    )


@pytest.mark.parametrize(
    ("write", "read"),
    [
        (papers.as_html, web_page.read),
        (papers.as_docx, word.read),
        (papers.as_pptx, slides.read),
        (papers.as_xlsx, spreadsheet.read),
    ],
    ids=["html", "docx", "pptx", "xlsx"],
)
def test_no_character_of_a_document_is_lost(
    write: Callable[[Paper], bytes], read: Callable[[bytes], str]
) -> None:
    @SLOW
    @given(PAPERS)
    def law(paper: Paper) -> None:
        text = read(write(paper))
        assert holds(text, paper.characters)
        assert is_tiled(text)

    law()


@SLOW
@given(st.lists(st.lists(WORDS, min_size=2, max_size=4), min_size=1, max_size=6))
def test_no_cell_of_a_csv_is_lost(rows: list[list[str]]) -> None:
    into = io.StringIO(newline="")
    csv.writer(into).writerows(rows)
    text = csv_rows.read(into.getvalue().encode())
    assert holds(text, "".join("".join(cell for row in rows for cell in row).split()))
    assert is_tiled(text)


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_a_csv_is_read_by_whatever_separates_it(mark: str) -> None:
    rows = [("名", "价", "量"), ("米", "1.5", "两袋"), ("油", "60", "一桶")]
    text = csv_rows.read("\n".join(map(mark.join, rows)).encode("gb18030"))
    assert "名：米，价：1.5，量：两袋" in text


@SLOW
@given(st.lists(st.lists(PRINTED, min_size=1, max_size=6), min_size=1, max_size=3))
def test_no_character_of_a_pdf_is_lost(pages: list[list[str]]) -> None:
    """But a hyphen at a line's end, which belongs to the line and not to the word."""
    text = pdf_pages.read(papers.as_pdf(pages))
    kept = "".join("".join(line.rstrip("-") for page in pages for line in page).split()).replace("-", "")
    assert holds(text, kept)
    assert is_tiled(text)


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=600))
def test_a_text_is_kept_to_the_character(text: str) -> None:
    text = f"记 a: {text}"  # a few accented letters alone could be Chinese in another encoding
    try:
        whole = cleaned(text)
    except Unread:
        return
    assert cleaned(plain.read(text.encode())) == whole
    assert is_tiled(text)


def test_rows_say_the_names_of_their_columns_wherever_they_are_cut() -> None:
    rows = [("药名", "用量", "时间"), *((f"药{n}", f"{n}片", "早饭后") for n in range(1, 200))]
    paper = Paper("吃药", ("每天都要吃。",), ("看清楚", "别吃错"), tuple(rows))
    pieces = prepare("吃药", "a.xlsx", spreadsheet.read(papers.as_xlsx(paper))).pieces
    assert len(pieces) > 5
    assert all("用量：" in piece for _, piece, _, _ in pieces if "早饭后" in piece)
    assert sum("早饭后" in piece for _, piece, _, _ in pieces) > 4


def test_a_chinese_paragraph_that_a_page_broke_is_whole_again_and_an_english_word_too() -> None:
    pages = [
        ["签收后七天内可以申请退货，质量问题由商店承担来回", "运费。"],
        ["The return is free for every inter-", "national order."],
    ]
    text = pdf_pages.read(papers.as_pdf(pages))
    assert "承担来回运费。" in text
    assert "every international order." in text

"""What means harm is read as the text that it is, or refused with a sentence; the household's process stays flat."""

from __future__ import annotations

import resource
import sys

import pytest

from app import messages
from core.brain import sections
from core.errors import UserFacing
from core.knowledge.reading.formats import MEGABYTE
from core.knowledge.reading.guard import Given, Reader
from core.text import count_han
from tests.unit.core.knowledge.reading import hostile

UNIT = 1 if sys.platform == "darwin" else 1024


def most(whose: int) -> float:
    """Megabytes that a process, or the largest of its children, had at most."""
    return resource.getrusage(whose).ru_maxrss * UNIT / MEGABYTE


@pytest.mark.parametrize("case", hostile.FILES)
async def test_a_hostile_file_is_read_as_text_or_refused_in_both_languages(case: str) -> None:
    name, content, refused = hostile.FILES[case]
    data = content if isinstance(content, bytes) else content()  # type: ignore[operator]
    before = most(resource.RUSAGE_SELF)
    try:
        prepared = await Reader().read(Given(name, data))
    except UserFacing as error:
        assert error.message_id == refused  # noqa: PT017 - which it is, is the case's
        for language in ("en", "zh"):
            said, then = messages.sentence(error, language)
            assert said
            assert then
            assert bool(count_han(then)) == (language == "zh")
            assert ".." not in said
    else:
        assert not refused
        text = "".join(piece[1] for piece in prepared.pieces)
        assert "alert" not in text
        assert "root" not in text
        assert not {"/", "\u202e"} & set(prepared.title + prepared.source)
    assert most(resource.RUSAGE_SELF) - before < 150
    assert most(resource.RUSAGE_CHILDREN) < 1100


async def test_a_formula_stays_the_text_that_it_is() -> None:
    prepared = await Reader().read(Given(*hostile.FILES["formula.csv"][:2]))  # type: ignore[arg-type]
    assert "=cmd|'/c calc'!A0" in prepared.pieces[0][1]


def test_orders_in_a_document_do_not_close_their_section() -> None:
    assert "</untrusted_knowledge>" not in sections.escape(hostile.INJECTION)

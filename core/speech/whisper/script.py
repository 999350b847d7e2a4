"""How Chinese is written down here: simplified characters, Chinese punctuation."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_HAN = r"㐀-䶿一-鿿豈-﫿"
# An ASCII mark belongs to the Chinese sentence when Chinese stands before it, or after it.
_ASCII_MARK = re.compile(
    rf"(?<=[{_HAN}”」』》）])\s*([,?!;:])\s*|([,?!;:])\s*(?=[{_HAN}])|(?<=[{_HAN}])\s*(\.)(?=\s|$)\s*"
)
_WIDE = {",": "，", "?": "？", "!": "！", ";": "；", ":": "：", ".": "。"}
_SPACE_BETWEEN_HAN = re.compile(rf"(?<=[{_HAN}，。！？；：])\s+(?=[{_HAN}])")


def as_written(text: str) -> str:
    """Chinese text in simplified characters, marks full-width, no spaces between characters."""
    simplified = str(_converter().convert(text))
    marked = _ASCII_MARK.sub(lambda found: _WIDE[found[found.lastindex or 0]], simplified)
    return _SPACE_BETWEEN_HAN.sub("", marked)


@cache
def _converter() -> Any:  # noqa: ANN401 - OpenCC has no types
    import opencc

    return opencc.OpenCC("t2s")

"""Whether a text denies something."""

from __future__ import annotations

import re

_CHOICE = re.compile(r"(\w)[不没]\1")
_NEGATED = re.compile("不|没|无|别|未|勿|禁止|谢绝|\\b(?:not|never|no|nor|without|cannot)\\b|n't")


def is_negated(text: str) -> bool:
    """Whether something is denied; 能不能 and 是不是 only ask."""
    return bool(_NEGATED.search(_CHOICE.sub("", text)))

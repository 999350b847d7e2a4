"""Persons: who lives in the household and who cares for them."""

from __future__ import annotations

import msgspec

from core.text import Language


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Someone the household knows. name: unique in the household, as people say it."""

    id: str
    name: str
    language: Language = "zh"
    revision: int = 1

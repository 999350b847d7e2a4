"""Facts a Chinese utterance states about its speaker or a relative: clause by clause, precision first.

The grammar is in ``core.memory.chinese``: clauses, whom they are about, how they are meant, and one module a
family of kinds.
"""

from __future__ import annotations

from core.memory.chinese.reading import extract

__all__ = ["extract"]

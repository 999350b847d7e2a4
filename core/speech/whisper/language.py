"""Which of the two languages it was, from what Whisper thinks of all ninety-nine."""

from __future__ import annotations

from collections.abc import Mapping

from core.text import Language

_KNOWN = 0.2
_CLEAR = 4.0


def candidates(share: Mapping[Language, float], hint: Language | None) -> tuple[Language, ...]:
    """The language to read in, or both, likelier first, when only reading can tell.

    Dialects and noise are taken for other languages: then the hint decides, or the likelier one.
    """
    likelier: Language = "zh" if share["zh"] >= share["en"] else "en"
    other: Language = "en" if likelier == "zh" else "zh"
    if share["zh"] + share["en"] < _KNOWN:
        return (hint or likelier,)
    if share[likelier] >= _CLEAR * share[other]:
        return (likelier,)
    return (likelier, other)

"""An utterance without its hesitations and dialect words of grammar, and where each character came from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_DIALECT: Final = str.maketrans("唔勿弗冇嘅睇佢喺侬吾忒恁俺咯哋係嗰", "不不不没的看他在你我太您我啦们是那")
"""Cantonese, Wu and northern words of grammar, one for one."""
_EATS: Final = re.compile("(?<=[不钟中意爱欢喜要敢])[食饮](?![堂物欲品料])")
_HESITATION: Final = re.compile(
    r"(?:嗯|呃|额(?!头|外|度)){1,3}(?=[^，。,.])|(?:那|这)个(?:什么|啥)(?!都)|那(?:什么|啥)(?=[^都也]|$)|"
    r"(?:那|这)?(?:个)?(?:叫|是)?(?:个)?(?:什么|啥)来着|(?:该|应该)?怎么说(?:呢|来着|才好)|"
    r"(?P<word>[我就那这他她在是有])(?=(?P=word))(?!就就|是是非)|"
    r"(?P<phrase>(?![零一二三四五六七八九十0-9])[^\s，。！？,.!?]{2,6})(?=(?P=phrase))"
)
"""Filled pauses, searching for a word, and a beginning said twice (the first is left out)."""


@dataclass(frozen=True, slots=True)
class Plain:
    """places: for every character of ``text``, its offset in what was said."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a piece of the text is in what was said."""
        return self.places[start], self.places[end - 1] + 1


def plain(said: str) -> Plain:
    common = _EATS.sub(lambda found: "吃" if found[0] == "食" else "喝", said.translate(_DIALECT))
    kept: list[int] = []
    start = 0
    for pause in _HESITATION.finditer(common):
        kept.extend(range(start, pause.start()))
        start = pause.end()
    kept.extend(range(start, len(common)))
    return Plain("".join(common[place] for place in kept), tuple(kept))

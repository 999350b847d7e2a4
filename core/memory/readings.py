"""How a place in an utterance is meant: stated by its speaker, or asked, imagined, quoted, of others.

For whoever did not read the utterance by the rules and still must keep to them. The rules themselves are
asked: a plain statement is put in the place of the clause, and it counts only if they take it for one.
"""

from __future__ import annotations

import re
from typing import Final

from core.memory.clauses import SELF
from core.memory.extract import extract
from core.memory.sensitive import is_sensitive
from core.text import Language

_EDGE: Final = re.compile(r"[，。！？；：,.!?;:…\n]")
_OPEN: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile(
        '[吗嘛么呢吧？?"“”「」『』《》]|什么|谁|哪|怎么|咋|为啥|多少|几[点个岁号月天]|是不是|要不要|有没有|能不能|会不会|'
        "喜不喜欢|爱不爱|难道|如果|要是|假如|假使|倘若|万一|的话|好像|也许|可能|大概|说不定|梦见|梦到|恨不得|差点|"
        "听说|据说|说|讲|问|告诉|觉得|以为|唱|念"
    ),
    "en": re.compile(
        r"[?\"“”«»]|\b(?:if|unless|wish|would|could|might|may|maybe|perhaps|suppose|imagine|dream\w*|almost|nearly|"
        r"what|who|whom|which|where|when|why|how|whether|do|does|did|is|are|was|were|can|shall|should|"
        r"say|says|said|saying|tell|tells|told|ask|asks|asked|thinks?|thought|reckons?|heard|read|sings?)\b",
        re.IGNORECASE,
    ),
}
"""Wider than the rules: whoever proposes is believed only where nothing points elsewhere."""
_SUPPOSED: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile(
        "如果|要是|假如|假使|倘若|若是|万一|的话(?!剧|题)|就好了|哪怕|就算|即使|梦见|梦到|恨不得|早知道"
    ),
    "en": re.compile(r"\b(?:if|unless|suppose|supposing|imagine|wish|dream\w*|pretend\w*)\b", re.IGNORECASE),
}
"""What is supposed may reach over the clauses that follow: nothing after it in an utterance is believed."""
_OTHERS: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile(
        "[他她它您你]|人家|别人|大家|有人|女儿|闺女|儿子|孙|老伴|老公|老婆|爱人|丈夫|妻|妈|爸|父|母|爷|奶|姥|外婆|外公|"
        "[哥姐弟妹姑姨叔伯舅嫂婶]|女婿|媳|邻居|朋友|同学|同事|战友|孩子|医生|大夫|保姆|护工|小狗|小猫"
    ),
    "en": re.compile(
        r"\b(?:he|she|they|him|her|his|hers|their|them|you|your|yours|people|everyone|somebody|someone|"
        r"daughters?|sons?|wife|husband|mother|mum|mom|father|dad|sisters?|brothers?|grand\w+|aunts?|uncles?|"
        r"nieces?|nephews?|cousins?|friends?|neighbou?rs?|partner|child|children|kids?|dogs?|cats?|doctors?|nurses?)\b",
        re.IGNORECASE,
    ),
}
_SELF_NAMED: Final[dict[Language, re.Pattern[str]]] = {
    "zh": re.compile("我|本人"),
    "en": re.compile(r"\b(?:i|my|me|mine|i'm|i've|i'd|i'll)\b", re.IGNORECASE),
}
# Things that no utterance is likely to name, liked in a plain sentence.
_PROBES: Final[dict[Language, tuple[str, str, str, str]]] = {
    "zh": ("红毛丹", "我喜欢吃红毛丹", "喜欢吃红毛丹", "我{}喜欢吃红毛丹"),
    "en": ("rambutan", "I love rambutan", "love rambutan", "my {} loves rambutan"),
}


def states(text: str, start: int, end: int, about: str, language: Language) -> bool:
    """Whether what stands at ``start`` to ``end`` may be taken for a statement about ``about`` (SELF or a
    relative as the clause names them): said plainly by the speaker, not asked, supposed, quoted or secret."""
    begin, finish = _clause(text, start, end)
    clause = text[begin:finish]
    asked = text[finish : finish + 1] in ("？", "?")
    open_ended = _OPEN[language].search(clause) or _SUPPOSED[language].search(text, 0, finish)
    if not clause.strip() or asked or open_ended or is_sensitive(clause):
        return False
    thing, own, bare, relatives = _PROBES[language]
    if about == SELF:
        if _OTHERS[language].search(clause):
            return False
        probe = own if _SELF_NAMED[language].search(clause) else bare
    elif about.lower() in clause.lower():
        probe = relatives.format(about)
    else:
        return False
    taken = extract(f"{text[:begin]}{probe}{text[finish:]}", language)
    return any(thing in fact.value and fact.about == about for fact in taken.facts)


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    """The place widened to the marks around it."""
    begin = max((mark.end() for mark in _EDGE.finditer(text, 0, start)), default=0)
    following = _EDGE.search(text, end)
    return begin, len(text) if following is None else following.start()

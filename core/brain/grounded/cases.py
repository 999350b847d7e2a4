"""Rules with several cases: which one the person said they are in, else all that belong together.

质量问题退货，运费由商店承担；个人原因退货，运费由顾客承担。 Once someone has said that theirs is a quality
problem, only the first half answers 那运费谁承担.
"""

from __future__ import annotations

import re

from core.brain.grounded.overlap import weight_held
from core.knowledge.documents import Query, Quote
from core.retrieval.question import Term, content, leans

_NOT = "(?:不是|并非|没有|不|非|无|未)"
_NEGATED = re.compile(_NOT + r"([\u4e00-\u9fff]{2,8})")
_CLAUSES = re.compile(r"[^；;。]+[；;。]?")
_WORDS = re.compile(r"[A-Za-z]+")
_MARGIN = 0.5
"""How much more of what was said one case must hold than the others to be the person's own."""


def passage(quotes: list[Quote], query: Query) -> str:
    """An exact piece of the document of ``quotes[0]``, the best one."""
    joined, others = _joined(quotes)
    cases = [clause for clause in _CLAUSES.findall(joined) if clause.strip()] + others
    chosen = _own_case(cases, query) if len(cases) > 1 else None
    return joined if chosen is None else chosen


def _joined(quotes: list[Quote]) -> tuple[str, list[str]]:
    """The best quote with the pieces that continue it without a gap, and cases beside it with one."""
    best = quotes[0]
    start, end, text = best.start, best.end, best.text
    beside: list[str] = []
    for other in sorted(quotes[1:3], key=lambda quote: quote.start):
        if (other.document, other.version) != (best.document, best.version):
            continue
        if other.start == end and _contrast(text, other.text):
            text, end = text + other.text, other.end
        elif other.end == start and _contrast(other.text, text):
            text, start = other.text + text, other.start
        elif (0 < other.start - end <= 2 or 0 < start - other.end <= 2) and _contrast(text, other.text):
            beside.append(other.text)
    return text, beside


def _contrast(first: str, second: str) -> bool:
    """Whether two neighbours are cases of one rule: tied by a semicolon, opposed, or begun alike."""
    if first.rstrip().endswith(("；", ";")) or _denied_cases([first, second]):
        return True
    return (
        [w.lower() for w in _WORDS.findall(first)[:2]]
        == [w.lower() for w in _WORDS.findall(second)[:2]]
        != []
    )


def _own_case(cases: list[str], query: Query) -> str | None:
    """The one case that what was said selects: by denial where cases deny each other, else by its words."""
    said = "。".join((*query.context, query.text))
    denials = _denied_cases(cases)
    for case in denials:
        if case in said:
            denied = re.search(rf"{_NOT}(?:因为|由于|是|有|什么)*{re.escape(case)}", said) is not None
            fitting = [clause for clause in cases if case in clause and _denies(clause, case) == denied]
            if len(fitting) == 1:
                return fitting[0]
    return None if denials else _by_words(cases, query)


def _by_words(cases: list[str], query: Query) -> str | None:
    """The question's own words decide, then what was said before it, newest first; the other way round
    when the question leans on what was said, or when whole sentences are the cases (When… When…).

    What was said before is held against a case's condition only, the part before its comma.
    """
    whole = not any(case.rstrip().endswith(("；", ";")) for case in cases)
    by_question = _told_apart(query.text, cases, query.spoken)
    conditions = [re.split("[，,]", case, maxsplit=1)[0] for case in cases]
    by_past = next(
        (
            at
            for said in reversed(query.context)
            if (at := _told_apart(said, conditions, query.spoken)) is not None
        ),
        None,
    )
    leaning = whole or leans(query.text, content(query.text))
    chosen = [at for at in ((by_past, by_question) if leaning else (by_question, by_past)) if at is not None]
    return cases[chosen[0]] if chosen else None


def _told_apart(said: str, cases: list[str], spoken: bool) -> int | None:
    """The index of the case that holds clearly more of what tells the cases apart than every other."""
    telling = [term for term in content(said) if 0 < _holding(term, cases, spoken) < len(cases)]
    held = [(weight_held(telling, case, spoken=spoken), -at) for at, case in enumerate(cases)]
    best, second = sorted(held, reverse=True)[:2]
    return -best[1] if best[0] - second[0] >= _MARGIN else None


def _holding(term: Term, cases: list[str], spoken: bool) -> int:
    return sum(weight_held([term], case, spoken=spoken) > 0 for case in cases)


def _denied_cases(clauses: list[str]) -> list[str]:
    """What one clause denies and another affirms: 质量问题 in 质量问题由…；不是质量问题的…"""
    found = []
    for clause in clauses:
        others = [other for other in clauses if other is not clause]
        for denial in _NEGATED.finditer(clause):
            case = _shared(denial.group(1), others)
            if case is not None:
                found.append(case)
    return found


def _shared(words: str, others: list[str]) -> str | None:
    """The longest beginning of ``words``, two characters or more, that another clause affirms."""
    for size in range(len(words), 1, -1):
        if any(words[:size] in other and not _denies(other, words[:size]) for other in others):
            return words[:size]
    return None


def _denies(clause: str, case: str) -> bool:
    return re.search(rf"{_NOT}{re.escape(case)}", clause) is not None

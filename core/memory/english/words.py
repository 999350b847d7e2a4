"""Lower case that keeps every offset, keys that do not change with inflection, objects without trimmings."""

from __future__ import annotations

import itertools
import re
from typing import Final

from core.retrieval.bigrams import stem


def one_of(words: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(words.split())


_HEAD: Final = re.compile(
    r"^(?:(?:eating|drinking|watching|listening to|playing|reading|doing|having|to (?:eat|drink|watch|"
    r"listen to|play|"
    r"read|do|go|have|hear|see)|going to|going|hearing|seeing|the|an?|some|my|our|his|her|their|anything|"
    r"any|all|"
    r"all kinds of|all sorts of|a (?:bit|glass|cup|plate|slice|piece|drop|spot|bowl|good|nice|game|pint|"
    r"tin|pot|round|"
    r"hand) of|(?:bit|glass|cup|plate|slice|piece|drop|spot|bowl|game|pint|pot|round|hand) of|nice|good|"
    r"lovely|"
    r"proper|decent|really|those|these|both|"
    r"a good|a nice|a lovely|of|with|in)\s+)+"
)
_TAIL: Final = re.compile(
    r"\s+(?:any ?more|now|nowadays|these days|very much|a lot|so much|at all|too|either|anyway|you know|"
    r"though|really|"
    r"most of all|best(?: of all)?|more than anything|instead|as well|myself|himself|herself|always have|"
    r"for that matter|"
    r"i must say|to be honest|to bits|to pieces|dearly|even|much|again|of an? \w+|in the (?:morning|"
    r"evening)s?|"
    r"with a passion|all my life|ever since|dear|love|neither|just|all the time|the most|still)$"
)
_EMPTY: Final = one_of(
    "it that this them him her me you us one ones those these they he she i we something anything nothing "
    "everything "
    "things thing stuff people someone anyone everyone what how when where who why if to be there here "
    "much lot bit "
    "so very more less idea way sort kind both all fuss"
)


def lower(text: str) -> str:
    """``text`` in lower case with plain apostrophes, every character where it was."""
    return "".join(_one(character) for character in text)


def _one(character: str) -> str:
    if character in "’‘`´":
        return "'"
    if character.isspace():
        return " "
    small = character.lower()
    return small if len(small) == 1 else character


def key(words: str) -> str:
    """Stems of the words, for facts that answer the same question."""
    return " ".join(stem(word) for word in re.findall(r"[^\W_]+(?:'[^\W_]+)*", words.lower()))


def thing(words: str) -> str:
    """What is left of an object without articles, verbs of having it and trailing adverbs."""
    before = ""
    found = words.strip(" ,-")
    while found != before:
        before = found
        found = _HEAD.sub("", _TAIL.sub("", found)).strip(" ,-")
    return found


def is_thing(words: str) -> bool:
    """Whether an object names something, so that it can be kept without its sentence."""
    first = re.match(r"[^\s']+", words)
    return (
        first is not None
        and words not in _EMPTY
        and first[0] not in _EMPTY - {"all", "both", "one"}
        and len(words) > 1
    )


def frames(pattern: str) -> re.Pattern[str]:
    """A pattern whose alternatives may each name what they are about as the group ``what`` (``what_x``)."""
    numbers = itertools.count()
    return re.compile(re.sub(r"\(\?P<what\w*>", lambda _: f"(?P<what{next(numbers)}>", pattern))


def what(found: re.Match[str]) -> str:
    """The object in the alternative of a :func:`frames` pattern that matched; empty when it names none."""
    return next(
        (found[name].strip() for name in found.re.groupindex if name.startswith("what") and found[name]), ""
    )


def what_at(found: re.Match[str]) -> int:
    """Where that object begins; where the match does when it names none."""
    return next(
        (found.start(name) for name in found.re.groupindex if name.startswith("what") and found[name]),
        found.start(),
    )

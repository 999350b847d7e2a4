"""What somebody likes and does not like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.memory.clauses import SELF
from core.memory.english import tastes as said
from core.memory.english.telling import Found, Told
from core.memory.english.words import is_thing, key, thing, what, what_at


def preferences(told: Told) -> Iterator[Found]:
    """Likings and dislikings of a clause, one for each thing named."""
    if told.fleeting and "could" not in told.low:
        return
    yield from _once(_told(told))


def _told(told: Told) -> Iterator[Found]:
    if not told.over:
        yield from _whoever(told)
    if not told.about or "used to" in told.low:
        return
    if told.spoken_of and (found := said.ELLIPSIS.match(told.low)):
        negated = bool(re.search(r"n't|not|neither|nor|hate", found.group()))
        yield from _each(told.spoken_of, negated, told)
    elif not told.over and (found := said.TAKES_IT.search(told.low)):
        yield from _each(found["what"], False, told)
    elif found := said.DISLIKING.search(told.low):
        if not told.over or said.STILL_DISLIKED.search(found.group()):
            yield from _each(what(found), True, told)
    elif not told.over or said.STILL_LIKED.search(told.low):
        yield from _liked(told)


def _whoever(told: Told) -> Iterator[Found]:
    """Frames that say by themselves whose taste it is, whatever their subject: tripe turns my stomach."""
    if found := said.DISLIKED.match(told.low):
        yield from _each(what(found), True, told, SELF)
    if found := said.UNBEATEN.search(told.low):
        yield from _each(what(found), False, told, SELF)
    elif found := said.CLEFT.match(told.low) or said.THATS_WHAT.match(told.low):
        groups = found.groupdict()
        verb = groups.get("verb") or groups.get("verb_b") or ""
        negated = bool(said.DISLIKING_VERB.search(verb)) and "can't resist" not in verb
        yield from _each(what(found), negated, told, told.about or SELF)


def _liked(told: Told) -> Iterator[Found]:
    low = told.low
    if found := said.FAVOURITE.search(low) or said.LIKING.search(low):
        yield from _each(what(found), False, told)
    elif found := said.DIET.search(low) or said.SUPPORT.search(low):
        yield from _each(what(found), bool(re.search(r"\bnot\b", low[: what_at(found)])), told)
    elif (found := said.PERSON.search(low)) and not said.NO_PERSON.match(what(found)):
        yield from _each(what(found), bool(re.search(r"\bnot\b|n't", low[: what_at(found)])), told)
    elif verb := next(
        (found for found in said.VERB.finditer(low) if _is_liking(found, low[: found.start()])), None
    ):
        yield from _each(what(verb) or told.spoken_of, False, told)


def _is_liking(found: re.Match[str], before: str) -> bool:
    """Whether a verb of liking is somebody's own finite verb, and no wish, question or likeness."""
    if said.SPOILT.search(before) or (found["verb"].endswith("ed") and not said.PERFECT.search(before)):
        return False
    return bool((said.BEFORE_VERBS if found["verb"].endswith("s") else said.BEFORE_VERB).search(before))


def closed(told: Told) -> Iterator[tuple[str, str]]:
    """Likings and habits that the clause says are over."""
    if not told.own:
        return
    if found := said.USED.search(told.low):
        for one in _things(what(found)):
            yield "preference", key(one)
            if re.search(r"used to (?:\w+ )?(?:play|do|go|watch|collect|listen|be a)\b", told.low):
                yield "routine", key(one)
    elif found := said.NO_MORE.search(told.low):
        ends = re.search(
            r"\b(?:any ?more|no longer|stopped|gave up|given up|packed in|gone off|went off|retired|"
            r"finished|done|sold|now)\b",
            told.low,
        )
        if ends:
            for one in _things(what(found)):
                yield "preference", key(one)
                yield "routine", key(one)
                yield "goal", key(one)


def object_of(told: Told) -> str:
    """The thing a clause speaks of, for "it" in the next one; empty when it names none."""
    low = told.low
    if found := said.AS_FOR.search(low) or said.NOT_FOR_ME.search(low):
        return (_things(found["what"]) or [""])[0]
    if re.match(r"(?:[^\W\d_]+ ?){1,3}$", low) and is_thing(named := thing(low)):
        return named
    for pattern in (said.USED, said.DISLIKING, said.FAVOURITE, said.LIKING, said.TAKEN_UP):
        if (found := pattern.search(low)) and (things := _things(what(found))):
            return things[0]
    for found in said.VERB.finditer(low):
        if (
            what(found)
            and not re.search(r"\b(?:would|i'd|like) $", low[: found.start()])
            and (things := _things(what(found)))
        ):
            return things[0]
    return ""


def _each(named: str, negated: bool, told: Told, about: str = "") -> Iterator[Found]:
    for one in _things(named, told.spoken_of):
        yield Found("preference", f"preference:{key(one)}", one, negated, about)


def _things(named: str, spoken_of: str = "") -> list[str]:
    words = named.strip()
    if said.PRONOUN.match(words):
        return [spoken_of] if spoken_of else []
    parts = [words] if said.PAIRS.search(words) else said.PARTS.split(words)
    found = [
        one
        for part in parts
        if (one := thing(_without_rival(part))) and is_thing(one) and not said.KIN_THING.match(one)
    ]
    return list(dict.fromkeys(found))


def _without_rival(named: str) -> str:
    """Tea of "tea to coffee", "tea over coffee", "tea rather than coffee"; without how often."""
    words = said.WHEN.sub("", named)
    return (
        re.sub(
            r"\s+(?:rather than|more than|instead of|over|than|to (?!the\b|my\b)[^\W\d_]+$|but|so|not)\b.*$",
            "",
            words,
        )
        if " " in words.strip()
        else words
    )


def _once(found: Iterator[Found]) -> Iterator[Found]:
    seen: set[str] = set()
    for one in found:
        if one.key not in seen:
            seen.add(one.key)
            yield one

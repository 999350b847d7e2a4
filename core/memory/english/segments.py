"""Cutting speech into clauses where a subject, a shared subject's next verb or a request begins.

Recognisers leave out the commas, and people chain facts; so what counts is that somebody begins to do
something. A list ("tea, coffee and cake") stays whole. What leads up to a subject (and, because, if, every
morning) goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.memory.english import boundaries as said
from core.memory.english.lexicon import KIN_WORD
from core.memory.english.words import lower


@dataclass(frozen=True, slots=True)
class Segment:
    """A clause by its offsets. marks: what leads up to it (and, but, if, that, do, …). first: a sentence
    begins here. asked: it ends in a question mark."""

    start: int
    end: int
    marks: frozenset[str]
    first: bool
    asked: bool


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    word: str


def segments(text: str) -> tuple[str, list[Segment]]:
    """``text`` in lower case at the same offsets, and its clauses in order."""
    low = lower(text)
    tokens = [_Token(m.start(), m.end(), m.group()) for m in said.TOKEN.finditer(low)]
    fronted = {found.end(): found.start() for found in said.FRONTED.finditer(low)}
    starts = sorted(set(_starts(text, low, tokens, fronted)))
    return low, list(_between(tokens, starts))


def _starts(text: str, low: str, tokens: list[_Token], fronted: dict[int, int]) -> Iterator[int]:
    """Indices of the tokens clauses begin with."""
    last = 0
    at = {token.start: index for index, token in enumerate(tokens)}
    for index, token in enumerate(tokens):
        before = tokens[index - 1].word if index else "."
        if index == 0 or before in said.HARD:
            last = index
            yield index
            continue
        begins = _begins(text, low, tokens, index, before)
        if (
            begins
            and token.word in said.NOMINATIVE
            and said.ASKED.search(low[tokens[last].start : tokens[index - 1].end])
        ):
            continue
        if not begins and not _continues(low, tokens, index, last):
            continue
        if begins and _belongs(low, tokens, index, last):
            continue
        first = _led(tokens, index, last, fronted, at) if begins else index
        if first > last:
            last = first
            yield first


def _belongs(low: str, tokens: list[_Token], index: int, last: int) -> bool:
    """Whether a subject is inside the clause before it: Southport's where I live, that's what I like."""
    so_far = low[tokens[last].start : tokens[index].start].rstrip(" ,")
    if said.IS_WHAT.search(so_far) or said.ASKS_WHETHER.search(so_far):
        return True
    if said.OPENS.match(so_far) and not said.VERBS_BEFORE.search(so_far) and len(so_far.split()) <= 8:
        return True
    return (
        bool(said.THATS.match(low, tokens[index].start))
        and len(so_far.split()) <= 7
        and not said.VERBS_BEFORE.search(so_far)
    )


def _begins(text: str, low: str, tokens: list[_Token], index: int, before: str) -> bool:
    """Whether a subject or a request begins here."""
    start, word = tokens[index].start, tokens[index].word
    if word in said.NOMINATIVE:
        return _speaks(low, tokens, index, before)
    if word in said.DETERMINERS:
        return _names_somebody(low, start, word, before)
    if word.startswith("you"):
        return before not in said.NO_YOU_AFTER and bool(said.YOU.match(low, start))
    if found := said.PRONOUN.match(low, start):
        return bool(said.IT.match(low, start) or said.OTHERS.match(low, start) or found["who"])
    if said.REPAIR.match(low, start) or said.REQUEST.match(low, start):
        calls = low.startswith("call me", start) and before not in ("to", "they", "people")
        asked = calls or before in said.CONJUNCTIONS | said.FILLERS | {",", "that", "you", "can"}
        return asked or bool(said.REPAIR.match(low, start))
    unnamed = before in said.NO_NAME_AFTER or KIN_WORD.fullmatch(before)
    return text[start].isupper() and not unnamed and bool(said.NAMED_DOES.match(low, start))


def _speaks(low: str, tokens: list[_Token], index: int, before: str) -> bool:
    """Whether a pronoun begins a clause of its own: not in "the thing I like", "when I get up"."""
    word = tokens[index].word
    if word in said.SPEAKING and said.CLEFT.match(
        low[tokens[_sentence(tokens, index)].start : tokens[index].start]
    ):
        return False
    if before in said.ATTACHED and index >= 2:
        return tokens[index - 2].word in said.CONJUNCTIONS | said.FILLERS | said.HARD | {","}
    related = word in ("i", "i've", "i'm") and before in said.RELATIVE_HEADS
    return not related and not (word == "i'd" and before == "than")


def _names_somebody(low: str, start: int, word: str, before: str) -> bool:
    """Whether a noun here is a subject: somebody who does something, or something of one's own that is so."""
    if said.MINE.match(low, start) or said.AN_OTHER.match(low, start):
        return True
    if said.PERSON.match(low, start):
        return not (said.POSSESSIVE.match(low, start) and before not in said.LEAD | {","})
    if word in ("this", "that"):
        return bool(said.IT.match(low, start))
    if word == "our" and said.OURS.match(low, start):
        return True
    led = before in said.CONJUNCTIONS | said.FILLERS | said.SUBORDINATORS or before == ","
    return led and bool(said.KIN_HERE.match(low, start)) and not said.VERBLESS.search(low[:start].rstrip())


def _sentence(tokens: list[_Token], index: int) -> int:
    """The token the sentence of a token begins with."""
    while index > 0 and tokens[index - 1].word not in said.HARD:
        index -= 1
    return index


def _continues(low: str, tokens: list[_Token], index: int, last: int) -> bool:
    """Whether the subject of the clause before goes on to do something else."""
    if tokens[index].word not in ("and", "but", "or", "then", "so", ","):
        return False
    if tokens[index].word == "," and not (
        index + 1 < len(tokens) and tokens[index + 1].word in ("don't", "can't", "never")
    ):
        return False
    following = tokens[index + 1].start if index + 1 < len(tokens) else len(low)
    found = said.NEXT_VERB.match(low, following)
    if not found:
        return False
    so_far = low[tokens[last].start : tokens[index].start]
    return not (said.INFINITIVE.search(so_far) and found.group() in said.BASE)


def _led(tokens: list[_Token], index: int, last: int, fronted: dict[int, int], at: dict[int, int]) -> int:
    """Where what leads up to the subject at ``index`` begins."""
    first = index
    while first - 1 >= last:
        before = tokens[first - 1]
        if before.word in said.HARD:
            break
        span = fronted.get(before.end)
        if span is not None and span in at and at[span] >= last:
            ahead = tokens[at[span] - 1].word if at[span] else "."
            if (
                at[span] == 0
                or tokens[at[span] - 1].end in fronted
                or ahead in said.CONJUNCTIONS | said.FILLERS | {"that"}
                or ahead in ",.!?;:"
            ):
                first = at[span]
                continue
        if before.word == ",":
            first -= 1
            continue
        if before.word not in said.LEAD:
            break
        if before.word in said.AUXILIARIES and not (
            first == index and tokens[index].word in said.INVERTED and not _subject_at(tokens, first - 2)
        ):
            break
        if before.word in ("me", "love", "not", "just", "right", "mind", "see", "look", "dear") and not (
            first >= 2 and tokens[first - 2].word in said.CONJUNCTIONS | said.FILLERS | {","}
        ):
            break
        first -= 1
    return first


def _subject_at(tokens: list[_Token], index: int) -> bool:
    return index >= 0 and tokens[index].word in said.NOMINATIVE | {"you", "it", "to", "everyone", "everybody"}


def _between(tokens: list[_Token], starts: list[int]) -> Iterator[Segment]:
    for number, index in enumerate(starts):
        stop = starts[number + 1] if number + 1 < len(starts) else len(tokens)
        own = tokens[index:stop]
        while own and own[0].word == ",":
            own = own[1:]
        ends = [token.word for token in own if token.word in said.HARD]
        while own and not own[-1].word[0].isalnum() and own[-1].word not in "')\"":
            own = own[:-1]
        if not own:
            continue
        marks = []
        for token in own:
            if token.word not in said.LEAD:
                break
            marks.append(token.word)
        first = index == 0 or tokens[index - 1].word in said.HARD
        yield Segment(own[0].start, own[-1].end, frozenset(marks), first, "?" in ends)

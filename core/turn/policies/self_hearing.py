"""Are these words its own? A transcript is laid over what was playing: by characters and by sound. Pure.

A recogniser spells an echo as it likes, 退货 as 退伙 and seven as 7, and leaves a word out now and then;
a person who quotes two words of the answer goes on with words of his own. So what counts is how much of
the transcript is no part of what was played, and whether it stands together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.speech.wake.sounding import consonants, syllables
from core.text import Language, is_cjk, language_of, normalise
from core.turn.policies.completeness import classify

STRANGE = 0.3
"""The share of an echo's words that a recogniser may have got wrong."""
OWN_RUN = 3
"""So many strange words together were said by somebody."""
ECHO_RUN = 4
"""So many words together, at either end, were played; fewer may be a quotation."""
_LONGEST = 80
"""Tokens at either end of a transcript that are looked at: no echo is longer than what was playing."""

_TOKEN = re.compile(r"[㐀-䶿一-鿿豈-﫿]|[0-9]|[^\W\d_㐀-䶿一-鿿豈-﫿]+(?:['’][^\W\d_㐀-䶿一-鿿豈-﫿]+)*")
_CLAUSE = re.compile(r"[，。！？、；,.!?;]+")
_DIGITS = dict(zip("0123456789", "零一二三四五六七八九", strict=True))
_NUMBERS = dict(
    zip(
        "0123456789",
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
        strict=True,
    )
)
_MARKS = " \t\r\n，。！？、；：,.!?;:…—-~"


@dataclass(frozen=True, slots=True)
class Token:
    """A Han character, a digit or a word, and where it stands."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    return [Token(found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text)]


def is_echo(heard: str, played: str) -> bool:
    """Whether ``heard`` is nothing but a part of ``played``, as a recogniser may have heard it."""
    mask = _played(tokens(heard), tokens(played))
    strange = mask.count(False)
    return bool(mask) and strange <= int(STRANGE * len(mask)) and _longest_run(mask) < OWN_RUN


def own_words(heard: str, played: str) -> str:
    """``heard`` without what of ``played`` it begins or ends with; empty when nothing else is in it.

    Takes a long quotation for an echo, so it is for where an echo is to be expected.
    """
    if is_echo(heard, played):
        return ""
    said = tokens(heard)
    mask = _played(said, tokens(played))
    first = _echo_run(mask)
    last = len(mask) - _echo_run(mask[first:][::-1])
    if first >= last:
        return ""
    begin = said[first].start if first else 0
    end = said[last - 1].end if last < len(said) else len(heard)
    return heard[begin:end].strip(_MARKS) if first or last < len(said) else heard


def somebody_goes_on(heard: str, played: str) -> bool:
    """Whether the last that was heard is no echo: somebody is speaking, or just was."""
    mask = _believed(_played(tokens(heard), tokens(played)))
    return len(mask) >= OWN_RUN and not any(mask[-OWN_RUN:])


def strange_words(heard: str, played: str) -> str:
    """What of ``heard`` was not played, wherever it stands."""
    said = tokens(heard)
    runs = _strange_runs(_believed(_played(said, tokens(played))))
    return " ".join(heard[said[first].start : said[last].end] for first, last in runs)


def stop_in(heard: str, language: Language, played: str) -> str | None:
    """Words in ``heard`` that were not just played and begin by asking for silence; None without any."""
    said = tokens(heard)
    for first, last in _strange_runs(_believed(_played(said, tokens(played)))):
        run = heard[said[first].start : said[last].end]
        clause = next(part for part in _CLAUSE.split(run) if part)
        if classify(clause, language_of(clause, language)) == "stop":
            return run
    return None


def says(name: str, played: str) -> bool:
    """Whether a name, or what tells it from others, its last word, may have been heard in ``played``."""
    wanted, sounding = tokens(name.replace("_", " "))[-1:], tokens(played)
    return any(_alike(wanted[0].text, token.text) for token in sounding) if wanted else False


def _played(heard: Sequence[Token], played: Sequence[Token]) -> list[bool]:
    """Which of the tokens heard are a part of the best matching stretch of what was played: the
    alignment of least edit distance, with both ends of what was played free (Sellers 1980)."""
    if not heard or not played:
        return [False] * len(heard)
    if len(heard) > 2 * _LONGEST:
        middle = [False] * (len(heard) - 2 * _LONGEST)
        return [*_played(heard[:_LONGEST], played), *middle, *_played(heard[-_LONGEST:], played)]
    width = len(played) + 1
    costs = [[0] * width]
    for row, token in enumerate(heard, 1):
        above, line = costs[-1], [row]
        for column, other in enumerate(played, 1):
            same = above[column - 1] + (not _alike(token.text, other.text))
            line.append(min(same, above[column] + 1, line[column - 1] + 1))
        costs.append(line)
    mask = [False] * len(heard)
    row, column = len(heard), min(range(width), key=costs[-1].__getitem__)
    while row and column:
        alike = _alike(heard[row - 1].text, played[column - 1].text)
        if alike and costs[row][column] == costs[row - 1][column - 1]:
            mask[row - 1] = True
            row, column = row - 1, column - 1
        elif costs[row][column] == costs[row - 1][column] + 1:
            row -= 1
        elif costs[row][column] == costs[row - 1][column - 1] + 1:
            row, column = row - 1, column - 1
        else:
            column -= 1
    return mask


def _believed(mask: list[bool]) -> list[bool]:
    """One word that sounds like one of the answer's, amid others that do not, is no echo."""
    around = [False, *mask, False]
    alone = [not before and not after for before, after in zip(around, around[2:], strict=False)]
    return [same and (len(mask) == 1 or not single) for same, single in zip(mask, alone, strict=True)]


def _alike(one: str, other: str) -> bool:
    return one == other or not _sounds(one).isdisjoint(_sounds(other))


@lru_cache(maxsize=4_000)
def _sounds(token: str) -> frozenset[str]:
    """How it is written or said, whatever a recogniser makes of it."""
    if token in _DIGITS:
        return frozenset((token, _NUMBERS[token], syllables(_DIGITS[token])[0]))
    if is_cjk(token):
        return frozenset(syllables(token)[:1])
    word = normalise(token).casefold().replace("’", "'")
    skeleton = consonants(word)
    return frozenset((word, f"/{skeleton}/")) if len(skeleton) >= 3 else frozenset((word,))


def _echo_run(mask: Sequence[bool]) -> int:
    """The length of the longest beginning that is an echo."""
    longest = matched = 0
    for length, same in enumerate(mask, 1):
        matched += same
        if same and length >= ECHO_RUN and length - matched <= STRANGE * length:
            longest = length
        if _longest_run(mask[max(0, length - OWN_RUN) : length]) >= OWN_RUN:
            break
    return longest


def _strange_runs(mask: Sequence[bool]) -> list[tuple[int, int]]:
    """First and last indices of what stands together and was not played."""
    runs: list[tuple[int, int]] = []
    for at, same in enumerate(mask):
        if same:
            continue
        if runs and runs[-1][1] == at - 1:
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return runs


def _longest_run(mask: Sequence[bool]) -> int:
    return max((last - first + 1 for first, last in _strange_runs(mask)), default=0)

"""Index tokens that find Chinese: overlapping bigrams of Han runs, stems of Latin words, numbers.

FTS5's own tokenisers find almost no Chinese (``unicode61``) or no two-character word (``trigram``);
cutting the text here and letting ``unicode61`` split at spaces finds both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Final

_HAN: Final = "㐀-䶿一-鿿豈-﫿"
_WORD: Final = rf"[^\W\d_{_HAN}]+"
# Letters then digits stay together, E4 is a name; digits then letters part, 12cm is 12 cm.
_PIECE = re.compile(rf"[{_HAN}]+|[0-9]+(?:[.:][0-9]+|,[0-9]{{3}})*|{_WORD}(?:['’]{_WORD})*[0-9]*")
_HAN_START = re.compile(f"[{_HAN}]")
_MARKS: Final = frozenset({"Mn", "Cf"})


def tokens(text: str) -> list[str]:
    """The tokens of a text or a question, in order: ``退货期`` is 退货, 货期; ``药`` alone is 药."""
    return _cut(text, tails=False)


def index_tokens(text: str) -> list[str]:
    """As :func:`tokens`, with the last character of every Han run once more by itself.

    A question of one character is asked as a prefix (:func:`match_any`): every character of the text
    then begins some token.
    """
    return _cut(text, tails=True)


def pieces(text: str) -> list[str]:
    """Runs of Han, words and numbers, folded to one width and case; punctuation parts them."""
    return _PIECE.findall(fold(text))


def fold(text: str) -> str:
    """NFKC, lower case, without accents: for matching only, offsets are not kept."""
    folded = unicodedata.normalize("NFKC", text).lower()
    if folded.isascii():
        return folded
    return "".join(c for c in unicodedata.normalize("NFD", folded) if unicodedata.category(c) not in _MARKS)


def is_han(token: str) -> bool:
    """Whether a token came from a Han run."""
    return bool(_HAN_START.match(token))


def match_any(words: Iterable[str]) -> str:
    """An FTS5 query for any of the tokens, each quoted; empty when there is none.

    Quoting makes every token a plain string, so nothing a person says is read as FTS5's syntax.
    """
    terms: dict[str, None] = {}
    for word in words:
        quoted = '"' + word.replace('"', '""') + '"'
        terms[quoted + " *" if len(word) == 1 and is_han(word) else quoted] = None
    return " OR ".join(terms)


def _cut(text: str, *, tails: bool) -> list[str]:
    found: list[str] = []
    for piece in pieces(text):
        if is_han(piece):
            if len(piece) == 1:
                found.append(piece)
                continue
            found.extend(piece[i : i + 2] for i in range(len(piece) - 1))
            if tails:
                found.append(piece[-1])
        elif piece[0].isdigit():
            found.append(number(piece))
        else:
            found.append(stem(piece))
    return found


def number(piece: str) -> str:
    """One token for a number, however FTS5 would split it: 8:30 is 830, 3.5 is 3p5, 5,000 is 5000."""
    return piece.replace(":", "").replace(",", "").replace(".", "p")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The English stem of a lower-case word; words of other alphabets mostly pass unchanged."""
    plain = word.replace("'", "").replace("’", "")
    return str(_stemmer().stemWord(plain)) if plain.isascii() else plain


@cache
def _stemmer() -> Any:  # noqa: ANN401 (untyped library)
    import snowballstemmer

    return snowballstemmer.stemmer("english")

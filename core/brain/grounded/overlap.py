"""How much of what is asked another text speaks of: by character, and by sound when it was heard."""

from __future__ import annotations

from core.retrieval.bigrams import fold, is_han, tokens
from core.retrieval.question import Term, content
from core.retrieval.sound import sound_tokens


def coverage(asked: str, other: str, *, spoken: bool = False) -> float:
    """The share of the content of ``asked``, by weight, that ``other`` holds; 0 when nothing is asked."""
    return covered(content(asked), other, spoken=spoken)


def covered(terms: list[Term], other: str, *, spoken: bool = False) -> float:
    """As :func:`coverage`, for terms that were weighed already."""
    total = sum(term.weight for term in terms)
    return weight_held(terms, other, spoken=spoken) / total if total else 0.0


def weight_held(terms: list[Term], other: str, *, spoken: bool = False) -> float:
    """The weight of those terms that ``other`` holds."""
    folded, words = fold(other), set(tokens(other))
    missing = [t for t in terms if not (t.word in folded if is_han(t.word) else t.word in words)]
    held = sum(term.weight for term in terms) - sum(term.weight for term in missing)
    if spoken and missing:
        sounds = set(sound_tokens(other))
        held += sum(term.weight for term in missing if term.sound in sounds)
    return held


def sounds_within(word: str, text: str) -> bool:
    """Whether a Han word is heard in ``text``: its syllable pairs follow each other there."""
    wanted, heard = sound_tokens(word), sound_tokens(text)
    size = len(wanted)
    return len(word) > 1 and any(heard[i : i + size] == wanted for i in range(len(heard) - size + 1))

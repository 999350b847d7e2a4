"""What an utterance was taken to tell, for the tables of sentences in both languages."""

from __future__ import annotations

from collections.abc import Iterable

from core.memory.extract import extract
from core.memory.facts import Candidate

Told = tuple[str, str, str, bool]
"""kind, whom it is about, words of it, negated"""


def told(text: str, kind: str, about: str, words: str) -> list[Candidate]:
    """The facts of one kind and person with these words, in Chinese; 女儿 is 大女儿."""
    return [
        fact
        for fact in extract(text, "zh").facts
        if fact.kind == kind
        and (fact.about == about or about in fact.about)
        and words in fact.text + fact.value
    ]


def assert_tells(text: str, expected: Iterable[Told]) -> None:
    """The English sentence tells each of these, and nothing else about self."""
    left = list(extract(text, "en").facts)
    for kind, about, words, negated in expected:
        found = [
            fact
            for fact in left
            if (fact.kind, fact.about, fact.negated) == (kind, about, negated)
            and words.lower() in f"{fact.text}\n{fact.value}".lower()
        ]
        assert found, (kind, about, words)
        left.remove(found[0])
    assert [fact for fact in left if fact.about == "self"] == []

"""What speaks for a sentence as the answer to a question: words, sounds, meanings, and its form."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.knowledge.answers import Wanted
from core.knowledge.chunks import Span
from core.knowledge.contradiction import names_another, names_nobody_asked
from core.knowledge.outline import Sentence
from core.knowledge.polarity import is_negated
from core.retrieval.bigrams import fold, index_tokens, is_han
from core.retrieval.embed import Embedder, EmbedsWords
from core.retrieval.likeness import likeness, plain_words
from core.retrieval.question import Term
from core.retrieval.sound import sound_tokens
from core.retrieval.synonyms import meanings

HEARD_ALIKE: Final = 0.85
"""What a word is worth that only sounds the same, against one that is the same."""
ENOUGH_WORDS: Final = 6
"""Pairs of characters or words from which a sentence says something; a signature has fewer."""
CLEAR: Final = 0.99
"""The weight of a term that is content and nothing else."""
SAME_MEANING: Final = 0.8
"""What one is worth that people use for it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk on its way to being quoted."""

    chunk: int
    document: str
    title: str
    version: int
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, read once. idf: by word, for all terms. replies: what was answered before, when the
    question leans on it; own: the words it has itself then, beside those of what was said before."""

    text: str
    terms: Sequence[Term]
    idf: Mapping[str, float]
    wanted: Wanted
    negated: bool
    spoken: bool
    replies: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All between 0 and 1 unless said.

    named, around: share of the question's words, by rarity, that stand in the sentence with what it is said
    under, and in its passage. soft, soft_named, soft_near, soft_around: the same with words that mean the
    same or nearly; of the sentence, with what it is said under, with the one before as well, of the passage.
    least, weakest: the worst of the clear words in the passage; the worst run of them near the sentence.
    characters: single Han characters. dense, titled: cosines of the question with the sentence alone and
    under its title. fit: -1 where an answer of the wanted form would show and does not, 1 where it does.
    polarity: both deny something, or neither. another: it names another of a kind than the question.
    nobody: an English name of the question is not there. elsewhere: share of words that the passage has, but
    not near the sentence. said: share of the last answer's words that its passage has. told: it stood in
    that answer. asked, meant: of a follow-up, the share of its own words that stand in the sentence, and of
    the words of what it leans on. size: whether it is long enough to say something.
    """

    coverage: float
    named: float
    around: float
    soft: float
    soft_named: float
    soft_near: float
    soft_around: float
    least: float
    characters: float
    dense: float
    titled: float
    fit: float
    polarity: float
    another: float
    nobody: float
    elsewhere: float
    weakest: float
    said: float
    told: float
    asked: float
    meant: float
    size: float


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence that may be quoted, where it stands, and its cosines."""

    passage: Passage
    sentence: Sentence
    dense: float
    titled: float

    @property
    def span(self) -> Span:
        """Offsets in the document."""
        start = self.passage.start
        return Span(start + self.sentence.span.start, start + self.sentence.span.end)


@dataclass(frozen=True, slots=True)
class Held:
    """What a text holds, in every way it is matched."""

    words: frozenset[str]
    sounds: frozenset[str]
    letters: frozenset[str]
    meanings: frozenset[int]
    plain: tuple[str, ...]


def hold(text: str, spoken: bool) -> Held:
    return Held(
        frozenset(index_tokens(text)),
        frozenset(sound_tokens(text)) if spoken else frozenset(),
        frozenset(fold(text)),
        frozenset(meanings(text)),
        tuple(plain_words(text)),
    )


def weigh(question: Question, read: Sequence[Read], embedder: Embedder | None) -> list[Evidence]:
    """The evidence for each sentence. Those of one passage stand together."""
    if not read:
        return []
    texts = list(
        dict.fromkeys(
            [one.sentence.text for one in read]
            + [one.sentence.lead for one in read]
            + [one.passage.title for one in read]
        )
    )
    held = {text: hold(text, question.spoken) for text in texts}
    terms = question.terms
    near = _near(question, [held[text] for text in texts], embedder)
    column = {text: [row[at] for row in near] for at, text in enumerate(texts)}
    rarity = _rarity(question, [column[one.sentence.text] for one in read])
    hard = [term.weight * question.idf[term.word] for term in terms]
    runs = _runs(terms)
    letters = _letters(terms, [held[one.sentence.text] for one in read])
    around = _around(read, column)
    said = _said(question.replies, read, held)
    itself = [at for at, term in enumerate(terms) if term.word in question.own]
    leant = [at for at in range(len(terms)) if question.own and at not in itself]
    answered = [_bare(reply) for reply in question.replies[-1:]]
    found = []
    before: Read | None = None
    for one in read:
        own, lead, title = (
            column[one.sentence.text], column[one.sentence.lead], column[one.passage.title],
        )  # fmt: skip
        named = [max(values) for values in zip(own, lead, title, strict=True)]
        passage = around[one.passage.chunk]
        # A follow-up asks for one of several things side by side: the one before it is another answer.
        continued = before is not None and before.passage.chunk == one.passage.chunk and not question.own
        near_by = (
            [max(values) for values in zip(named, column[before.sentence.text], strict=True)]
            if before is not None and continued
            else named
        )
        said_before = before.sentence.text if before is not None and continued else ""
        before = one
        text = one.sentence.text
        found.append(
            Evidence(
                coverage=_share(hard, [_exact(value) for value in own]),
                named=_share(hard, [_exact(value) for value in named]),
                around=_share(hard, [_exact(value) for value in passage]),
                soft=_share(rarity, own),
                soft_named=_share(rarity, named),
                soft_near=_share(rarity, near_by),
                soft_around=_share(rarity, passage),
                least=_least(question, passage),
                characters=_share(list(letters.values()), [float(c in held[text].letters) for c in letters]),
                dense=max(0.0, one.dense),
                titled=max(0.0, one.titled),
                fit=2 * question.wanted.fit(text, one.sentence.lead) - 1 if question.wanted.has_form else 0.0,
                polarity=float(is_negated(text) == question.negated),
                another=float(names_another(question.text, text, f"{one.sentence.lead} {one.passage.title}")),
                nobody=float(
                    names_nobody_asked(
                        question.text, " ".join((text, one.sentence.lead, one.passage.title, said_before))
                    )
                ),
                elsewhere=_share(
                    hard, [max(0.0, _exact(p) - _exact(n)) for p, n in zip(passage, near_by, strict=True)]
                ),
                weakest=_weakest(runs, near_by),
                said=said[one.passage.chunk],
                told=float(any(_bare(text)[:TOLD_BY] in told for told in answered)),
                asked=_share([hard[at] for at in itself], [own[at] for at in itself]),
                meant=_share([hard[at] for at in leant], [own[at] for at in leant]),
                size=min(1.0, len(held[text].plain) / ENOUGH_WORDS),
            )
        )
    return found


def _near(question: Question, texts: Sequence[Held], embedder: Embedder | None) -> list[list[float]]:
    """For each term, how well each text holds it."""
    terms = question.terms
    said = [term.said or term.word for term in terms]
    lines = meanings(question.text)
    asked = [
        {line for line, words in lines.items() if any(word in of or of in word for of in words)}
        for word in said
    ]
    soft = (
        likeness(said, [text.plain for text in texts], embedder).tolist()
        if isinstance(embedder, EmbedsWords)
        else None
    )
    rows = []
    for at, term in enumerate(terms):
        row = []
        for place, text in enumerate(texts):
            if term.word in text.words:
                row.append(1.0)
                continue
            value = soft[at][place] if soft is not None else 0.0
            if asked[at] & text.meanings:
                value = max(value, SAME_MEANING)
            if term.sound in text.sounds:
                value = max(value, HEARD_ALIKE)
            row.append(min(value, 0.99))
        rows.append(row)
    return rows


def _exact(value: float) -> float:
    """Only the same or what sounds the same."""
    return value if value in {1.0, HEARD_ALIKE} else 0.0


def _rarity(question: Question, columns: Sequence[Sequence[float]]) -> list[float]:
    """The weight of each term: a word that many of the sentences hold, or nearly, says little."""
    held = [sum(values) for values in zip(*([v**4 for v in column] for column in columns), strict=True)]
    return [
        term.weight * math.log(1 + (len(columns) + 1) / (many + 0.5))
        for term, many in zip(question.terms, held, strict=True)
    ]


def _share(weights: Sequence[float], values: Sequence[float]) -> float:
    total = sum(weights)
    return sum(w * v for w, v in zip(weights, values, strict=True)) / total if total else 0.0


def _around(read: Sequence[Read], column: Mapping[str, Sequence[float]]) -> dict[int, list[float]]:
    """By chunk, for each term, the best that the passage and its title hold."""
    found: dict[int, list[float]] = {}
    for one in read:
        best = found.setdefault(one.passage.chunk, list(column[one.passage.title]))
        for text in (one.sentence.text, one.sentence.lead):
            best[:] = [max(values) for values in zip(best, column[text], strict=True)]
    return found


def _least(question: Question, passage: Sequence[float]) -> float:
    """How well the passage holds the word it holds worst, among those that clearly are content."""
    clear = [value for term, value in zip(question.terms, passage, strict=True) if term.weight >= CLEAR]
    return min(clear, default=1.0)


def _runs(terms: Sequence[Term]) -> list[list[int]]:
    """The terms of clear content, pairs of one run of characters together."""
    runs: list[list[int]] = []
    for at, term in enumerate(terms):
        if term.weight < CLEAR:
            continue
        before = runs[-1][-1] if runs else -2
        if before == at - 1 and is_han(term.word) and terms[before].word[1:] == term.word[:1]:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _weakest(runs: Sequence[Sequence[int]], held: Sequence[float]) -> float:
    return min((sum(held[at] for at in run) / len(run) for run in runs), default=1.0)


def _letters(terms: Sequence[Term], sentences: Sequence[Held]) -> dict[str, float]:
    """Single Han characters of the question, rarer ones weighing more: 补钙 and 钙片 share one."""
    asked: dict[str, float] = {}
    for term in terms:
        if is_han(term.word):
            for character in term.word:
                asked[character] = max(asked.get(character, 0.0), term.weight)
    of = len(sentences) + 1
    return {c: w * math.log(of / (sum(c in s.letters for s in sentences) + 0.5)) for c, w in asked.items()}


TOLD_BY: Final = 10
"""Characters at its beginning by which a sentence is known in an answer that was cut."""


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _said(replies: Sequence[str], read: Sequence[Read], held: Mapping[str, Held]) -> dict[int, float]:
    """By chunk, the share of the last answer's words that it holds: a follow-up stays where that was."""
    if not replies:
        return {one.passage.chunk: 0.0 for one in read}
    wanted = frozenset(index_tokens(replies[-1]))
    words: dict[int, set[str]] = {}
    for one in read:
        words.setdefault(one.passage.chunk, set()).update(
            held[one.sentence.text].words, held[one.passage.title].words
        )
    return {chunk: len(wanted & of) / (len(wanted) or 1) for chunk, of in words.items()}

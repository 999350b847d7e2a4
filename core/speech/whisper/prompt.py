"""What Whisper is told before it listens: language, task, how to write, and the household's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from core.text import Language

SIMPLIFIED = "以下是普通话的句子。"
"""As if said before: makes Whisper write simplified characters, with punctuation."""
MAX_HOT_WORD_TOKENS = 120
"""Of the 224 tokens a prompt may have; more would cost time and tempt the model to recite them."""

_CONTROL = re.compile(r"<\||\|>|[\x00-\x1f\x7f]")


class Vocabulary(Protocol):
    """The tokenizer's part in this."""

    def ids(self, text: str) -> list[int]:
        """Tokens of plain text."""
        ...

    def special(self, token: str) -> int:
        """The number of one special token."""
        ...


def prompt_for(vocabulary: Vocabulary, language: Language, words: Sequence[str]) -> list[int]:
    """``<|startofprev|> words, sentence <|startoftranscript|><|zh|><|transcribe|><|notimestamps|>``.

    The place of the words is the one faster-whisper gives ``hotwords``.
    """
    before = hot_words(vocabulary, words)
    if language == "zh":
        before += vocabulary.ids(SIMPLIFIED)
    start = [
        vocabulary.special(token)
        for token in ("<|startoftranscript|>", f"<|{language}|>", "<|transcribe|>", "<|notimestamps|>")
    ]
    return [vocabulary.special("<|startofprev|>"), *before, *start] if before else start


def hot_words(vocabulary: Vocabulary, words: Sequence[str]) -> list[int]:
    """Tokens of as many words, in their order, as there is room for. The words come from people's
    documents: what could be read as a control token is taken out."""
    tokens: list[int] = []
    seen: set[str] = set()
    for word in words:
        plain = " ".join(_CONTROL.sub(" ", word).split())
        if not plain or plain in seen:
            continue
        seen.add(plain)
        more = vocabulary.ids(f", {plain}" if tokens else f" {plain}")
        if len(tokens) + len(more) > MAX_HOT_WORD_TOKENS:
            break
        tokens += more
    return tokens

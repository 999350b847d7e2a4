"""The sounds of Chinese characters: words by jieba, pinyin by pypinyin, phonemes by misaki."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Protocol


class Mandarin(Protocol):
    """words: cuts Han characters into words. syllables: the phonemes of each character of a word."""

    def words(self, han: str) -> list[str]: ...

    def syllables(self, word: str) -> list[str]: ...


class MisakiMandarin:
    """What ``misaki.zh.ZHG2P`` of Kokoro 1.0 does, kept apart by character. Loading takes about 2 s.

    jieba's own start-up reads and writes a cache of ``marshal`` in the shared temporary folder, which
    anyone on the machine may have prepared; here its dictionary is read from the package every time.
    """

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # jieba 0.42 has escapes that newer Pythons warn about, and asks pkg_resources.
            warnings.simplefilter("ignore")
            import jieba  # type: ignore[import-untyped]
            from misaki.zh import ZHG2P
            from pypinyin import Style, lazy_pinyin
        tokenizer = jieba.Tokenizer()
        tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
        tokenizer.initialized = True
        self._cut: Callable[[str], list[str]] = tokenizer.lcut
        self._ipa: Callable[[str], str] = lru_cache(maxsize=4096)(ZHG2P.py2ipa)
        self._pinyin: Callable[[str], list[str]] = partial(
            lazy_pinyin, style=Style.TONE3, neutral_tone_with_five=True
        )

    def words(self, han: str) -> list[str]:
        return self._cut(han)

    def syllables(self, word: str) -> list[str]:
        """One string a character; empty for a character without a known reading."""
        pinyin = self._pinyin(word)
        if len(pinyin) != len(word):
            pinyin = [self._pinyin(character)[0] for character in word]
        return [self._phonemes(syllable) for syllable in pinyin]

    def _phonemes(self, syllable: str) -> str:
        if not syllable.isascii() and not any(c in "üê" for c in syllable):
            return ""
        try:
            said = self._ipa(syllable)
        except (AssertionError, ValueError, IndexError, KeyError, TypeError):
            return ""  # an interjection pinyin has no phonemes for
        return said.replace("\u032f", "").replace("\u0329", "")


@lru_cache(maxsize=1)
def mandarin() -> MisakiMandarin:
    """The one instance of a process."""
    return MisakiMandarin()

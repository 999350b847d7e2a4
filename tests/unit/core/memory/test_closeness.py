"""How near facts are to a question is measured, for those that have a vector of the model."""

from __future__ import annotations

import pytest

from core.memory import store
from core.memory.closeness import closeness
from core.memory.recall import embed_missing
from core.retrieval.embed import default_embedder
from tests.unit.core.retrieval.plain import ELDER, PlainFile


def test_other_words_for_the_same_are_nearer_than_other_things(file: PlainFile) -> None:
    embedder = default_embedder()
    if embedder is None:
        pytest.skip("no embedder installed")
    walk, home = (store.add(file.tx, ELDER, text) for text in ("每天早上六点去公园散步", "我住在南京"))
    embed_missing(file.tx, embedder)
    near = closeness(file.tx, "早上我一般去哪里锻炼？", (walk, home), embedder)
    assert near[walk.id] > near[home.id]
    unmarked = closeness(file.tx, "早上我一般去哪里锻炼", (walk,), embedder)[walk.id]
    assert unmarked == pytest.approx(near[walk.id], abs=1e-4), "a question mark changes nothing"


def test_without_a_model_or_vectors_nothing_is_measured(file: PlainFile) -> None:
    fact = store.add(file.tx, ELDER, "我住在南京")
    assert closeness(file.tx, "我住哪里", (fact,), None) == {}
    embedder = default_embedder()
    assert embedder is None or closeness(file.tx, "我住哪里", (fact,), embedder) == {}

"""Vectors are made in the background and compared with the question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.knowledge import store, vectors
from core.knowledge.documents import Query
from core.knowledge.retrieve import retrieve
from tests.unit.core.retrieval.plain import BOOK, ELDER, PlainFile

TOPICS = (("邮费", "运费", "快递"), ("药", "粒"), ("水",))


class TopicEmbedder:
    """An honest small embedder: one dimension a topic, another for everything else."""

    name = "topics-1"

    def queries(self, texts: Sequence[str]):
        return self.passages(texts)

    def passages(self, texts: Sequence[str]):
        rows = [[float(any(w in text for w in topic)) for topic in TOPICS] + [0.1] for text in texts]
        matrix = np.asarray(rows or np.zeros((0, 4)), dtype=np.float32)
        return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-6)


def test_a_question_in_other_words_is_found_by_meaning(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。早饭后一粒。")
    store.bind(file.tx, document.id, "companion")
    embedder = TopicEmbedder()
    assert retrieve(file.tx, "companion", Query("寄回去邮费谁出"), embedder).state == "not_in_material"
    assert vectors.embed_missing(file.tx, embedder) == 1
    assert vectors.embed_missing(file.tx, embedder) == 0
    found = retrieve(file.tx, "companion", Query("寄回去邮费谁出"), embedder)
    assert [quote.text for quote in found.quotes[:1]] == ["质量问题由商店承担运费。"]


def test_vectors_of_unbound_documents_and_other_models_are_not_compared(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。")
    embedder = TopicEmbedder()
    vectors.embed_missing(file.tx, embedder)
    assert vectors.similar(file.tx, "companion", Query("邮费"), embedder) == {}
    store.bind(file.tx, document.id, "companion")
    assert len(vectors.similar(file.tx, "companion", Query("邮费"), embedder)) == 1
    embedder.name = "topics-2"
    assert vectors.similar(file.tx, "companion", Query("邮费"), embedder) == {}


def test_vectors_go_with_their_document(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。")
    vectors.embed_missing(file.tx, TopicEmbedder())
    store.remove(file.tx, ELDER, document.id, BOOK)
    assert file.tx.rows("SELECT * FROM knowledge_vectors") == []


def test_embedding_comes_to_an_end_on_chunks_without_a_sentence(file: PlainFile) -> None:
    store.add(file.tx, ELDER, "空白", "paste", "一句话。" + "\u3000\n" * 2000 + "# 标题")
    rounds = 0
    while vectors.embed_missing(file.tx, TopicEmbedder(), 2):
        rounds += 1
        assert rounds < 50

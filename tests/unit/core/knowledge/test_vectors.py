"""Vectors are made in the background and compared with the question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.knowledge import store, vectors
from core.knowledge.documents import Query
from core.knowledge.retrieve import retrieve
from tests.unit.core.retrieval.plain import BOOK, ELDER, PlainFile

CHUNKS = "SELECT id FROM knowledge_chunks"
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


def embed_missing(file: PlainFile, embedder: TopicEmbedder) -> int:
    """How many chunks got vectors."""
    pieces = vectors.missing(file.tx, embedder.name, 0, 100)
    return vectors.keep(file.tx, embedder.name, vectors.embedded(pieces, embedder))


def test_a_question_in_other_words_is_found_by_meaning(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。早饭后一粒。")
    store.bind(file.tx, document.id, "companion")
    embedder = TopicEmbedder()
    assert retrieve(file.tx, "companion", Query("寄回去邮费谁出"), embedder).state == "not_in_material"
    assert embed_missing(file, embedder) == 1
    assert embed_missing(file, embedder) == 0
    found = retrieve(file.tx, "companion", Query("寄回去邮费谁出"), embedder)
    assert [quote.text for quote in found.quotes[:1]] == ["质量问题由商店承担运费。"]


def test_vectors_of_unbound_documents_and_other_models_are_not_compared(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。")
    embedder = TopicEmbedder()
    embed_missing(file, embedder)
    assert vectors.similar(file.tx, "companion", Query("邮费"), embedder) == {}
    store.bind(file.tx, document.id, "companion")
    assert len(vectors.similar(file.tx, "companion", Query("邮费"), embedder)) == 1
    embedder.name = "topics-2"
    assert vectors.similar(file.tx, "companion", Query("邮费"), embedder) == {}


def test_vectors_go_with_their_document(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。")
    embed_missing(file, TopicEmbedder())
    store.remove(file.tx, ELDER, document.id, BOOK)
    assert file.tx.rows("SELECT * FROM knowledge_vectors") == []


def test_embedding_comes_to_an_end_on_chunks_without_a_sentence(file: PlainFile) -> None:
    store.add(file.tx, ELDER, "空白", "paste", "一句话。" + "\u3000\n" * 2000 + "# 标题")
    assert vectors.count_missing(file.tx, "topics-1") == embed_missing(file, TopicEmbedder()) > 1
    assert vectors.count_missing(file.tx, "topics-1") == 0


def test_a_chunk_replaced_while_it_was_embedded_keeps_nothing_of_what_it_said(file: PlainFile) -> None:
    store.add(file.tx, ELDER, "说明", "paste", "早饭后一粒。")
    made = vectors.embedded(vectors.missing(file.tx, "topics-1", 0, 100), TopicEmbedder())
    store.add(file.tx, ELDER, "说明", "paste", "质量问题由商店承担运费。")
    assert [one.piece.chunk for one in made] == [row["id"] for row in file.tx.rows(CHUNKS)], "not the case"
    assert vectors.keep(file.tx, "topics-1", made) == 0
    assert file.tx.rows("SELECT * FROM knowledge_vectors") == []
    assert vectors.count_missing(file.tx, "topics-1") == 1


def test_a_chunk_removed_while_it_was_embedded_leaves_nothing(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "paste", "早饭后一粒。")
    made = vectors.embedded(vectors.missing(file.tx, "topics-1", 0, 100), TopicEmbedder())
    store.remove(file.tx, ELDER, document.id, BOOK)
    assert vectors.keep(file.tx, "topics-1", made) == 0
    assert file.tx.rows("SELECT * FROM knowledge_vectors") == []


def test_vectors_made_twice_are_kept_once(file: PlainFile) -> None:
    store.add(file.tx, ELDER, "说明", "paste", "早饭后一粒。质量问题由商店承担运费。")
    made = vectors.embedded(vectors.missing(file.tx, "topics-1", 0, 100), TopicEmbedder())
    assert vectors.keep(file.tx, "topics-1", made) == vectors.keep(file.tx, "topics-1", made) == 1
    assert len(file.tx.rows("SELECT * FROM knowledge_vectors")) == 4, "two of each sentence"

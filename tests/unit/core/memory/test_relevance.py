"""What ranks memories: words, sound where it was heard, meaning, of whom and when; asked twice, embedded once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.memory import embedding, store
from core.memory.asked import Asked
from core.memory.facts import Fact
from core.memory.recall import Weights, ranked, recall
from core.memory.wording import shares
from core.retrieval.embed import UniversalSentenceEncoder, default_embedder
from tests.unit.core.retrieval.plain import BOOK, ELDER, PlainFile


class Topics:
    """Vectors by topic: the first whose word is in the text. asked: every text that was embedded as one."""

    name = "topics"
    TOPICS = ("散步", "锻炼"), ("越剧", "戏"), ("药", "过敏")

    def __init__(self) -> None:
        self.asked: list[str] = []

    def queries(self, texts: Sequence[str]):  # type: ignore[no-untyped-def]
        self.asked.extend(texts)
        return self.passages(texts)

    def passages(self, texts: Sequence[str]):  # type: ignore[no-untyped-def]
        vectors = np.zeros((len(texts), len(self.TOPICS) + 1), dtype=np.float32)
        for row, text in enumerate(texts):
            held = [at for at, words in enumerate(self.TOPICS) if any(word in text for word in words)]
            vectors[row, held or [len(self.TOPICS)]] = 1.0
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def told(file: PlainFile, *texts: str) -> list[Fact]:
    return [store.add(file.later(minutes=1), ELDER, text) for text in texts]


def embed(file: PlainFile, embedder: Topics | UniversalSentenceEncoder) -> None:
    pieces = embedding.missing(file.tx, embedder.name, 0, 100)
    embedding.keep(file.tx, embedder.name, embedding.embedded(pieces, embedder))


def first(file: PlainFile, asked: Asked, embedder: Topics | None = None) -> str:
    return recall(file.tx, ELDER, asked, embedder).facts[0].text


def test_other_words_find_what_is_meant(file: PlainFile) -> None:
    walk, _ = told(file, "每天六点去公园散步", "我住在南京")
    embed(file, topics := Topics())
    found = recall(file.tx, ELDER, Asked("早上去哪儿锻炼？"), topics)
    assert found.facts == (walk,)
    assert found.closeness == {walk.id: pytest.approx(1.0, abs=1e-3)}


def test_a_question_is_embedded_once_without_its_mark_and_once_with_what_was_said_before(
    file: PlainFile,
) -> None:
    told(file, "我喜欢听越剧")
    embed(file, topics := Topics())
    recall(file.tx, ELDER, Asked("那个好听吗？", ("昨天看了戏。", "真热闹！")), topics)
    assert topics.asked == ["那个好听吗", "昨天看了戏。真热闹。那个好听吗"]


def test_the_last_thing_said_counts_more_than_what_was_said_before(file: PlainFile) -> None:
    told(file, "我喜欢听越剧", "我对青霉素过敏", "每天六点去公园散步")
    embed(file, topics := Topics())
    found = recall(file.tx, ELDER, Asked("我能吃这个药吗", ("昨天看了一出戏",)), topics)
    assert [fact.text for fact in found.facts] == ["我对青霉素过敏", "我喜欢听越剧"]


def test_words_of_the_question_decide_between_memories_of_one_meaning(file: PlainFile) -> None:
    told(file, "每天六点去公园散步", "下雨天在走廊散步")
    embed(file, topics := Topics())
    assert first(file, Asked("下雨天去哪儿锻炼"), topics) == "下雨天在走廊散步"


def test_one_common_word_does_not_outweigh_the_meaning(file: PlainFile) -> None:
    told(file, "每天六点去公园散步", "我每天早上喝粥")
    embed(file, topics := Topics())
    assert first(file, Asked("每天锻炼身体在哪儿"), topics) == "每天六点去公园散步"


def test_what_has_no_vector_yet_is_found_by_its_words_beside_those_that_have_one(file: PlainFile) -> None:
    told(file, "我喜欢听越剧")
    embed(file, topics := Topics())
    told(file, "我孙女叫小荷")
    assert first(file, Asked("我孙女叫什么"), topics) == "我孙女叫小荷"
    assert recall(file.tx, ELDER, Asked("我孙女叫什么"), topics).closeness == {}


def test_what_is_misheard_is_found_by_its_sound_only_when_it_was_heard(file: PlainFile) -> None:
    told(file, "我喜欢听越剧", "我对青霉素过敏")
    assert first(file, Asked("月剧", spoken=True)) == "我喜欢听越剧"
    assert recall(file.tx, ELDER, Asked("月剧")).facts == ()


def test_what_sounds_alike_counts_less_than_what_is_spelled_alike(file: PlainFile) -> None:
    told(file, "我喜欢听越剧")
    (spelled,) = shares(file.tx, ELDER, "越剧", spoken=True).values()
    (alike,) = shares(file.tx, ELDER, "月剧", spoken=True).values()
    assert spelled == pytest.approx(1.0)
    assert alike == pytest.approx(0.8)


def test_the_rarer_word_counts_more(file: PlainFile) -> None:
    told(file, "我喜欢听越剧", "我喜欢听京剧", "我喜欢听评弹", "我喜欢吃豆腐", "我怕打针")
    said = shares(file.tx, ELDER, "喜欢打针")
    rare = max(said, key=lambda number: said[number])
    assert "打针" in file.tx.rows("SELECT text FROM memories WHERE number = ?", (rare,))[0]["text"]


def test_the_relative_who_is_named_in_other_words_comes_first(file: PlainFile) -> None:
    told(file, "我儿子喜欢吃鱼", "我女儿喜欢吃虾")
    assert first(file, Asked("我闺女喜欢吃什么")) == "我女儿喜欢吃虾"


def test_of_two_equals_the_one_told_when_the_question_says_comes_first(file: PlainFile) -> None:
    old = told(file, "我去杭州看了西湖")[0]
    file.later(days=400)
    new = told(file, "我去杭州看了灵隐寺")[0]
    file.later(days=1)
    assert first(file, Asked("去年去杭州看了什么")) == old.text
    assert first(file, Asked("昨天去杭州看了什么")) == new.text


def test_nothing_is_recalled_by_chance(file: PlainFile) -> None:
    told(file, "我喜欢听越剧", "我对青霉素过敏")
    embed(file, topics := Topics())
    assert recall(file.tx, ELDER, Asked("天气如何"), topics).facts == ()


def test_the_memories_of_others_and_of_other_roles_are_not_ranked(file: PlainFile) -> None:
    told(file, "我喜欢听越剧")
    embed(file, topics := Topics())
    for scope in (type(ELDER)("x", "other", "companion"), type(ELDER)("elder", "elder", "shop")):
        assert ranked(file.tx, scope, Asked("我喜欢听什么戏"), topics).numbers == ()


def test_weights_can_be_measured_one_by_one(file: PlainFile) -> None:
    told(file, "下雨天在走廊散步", "每天六点去公园散步", "我对青霉素过敏")
    embed(file, topics := Topics())
    asked = Asked("我对下雨天锻炼没兴趣")
    by_meaning = ranked(file.tx, ELDER, asked, topics, Weights(words=0.0))
    by_words = ranked(file.tx, ELDER, asked, topics, Weights(words=5.0))
    assert by_meaning.numbers[:2] == (1, 2)
    assert by_words.numbers[0] == 1


def test_only_what_still_says_what_was_embedded_keeps_a_vector(file: PlainFile) -> None:
    topics = Topics()
    walk, opera, _ = told(file, "每天六点去公园散步", "我喜欢听越剧", "我对青霉素过敏")
    pieces = embedding.missing(file.tx, topics.name, 0, 10)
    made = embedding.embedded(pieces, topics)
    store.edit(file.later(minutes=1), ELDER, walk.id, walk.revision, "每天七点打太极", BOOK)
    store.delete(file.later(minutes=1), ELDER, opera.id, BOOK)
    assert embedding.keep(file.tx, topics.name, made) == 1
    assert [piece.text for piece in embedding.missing(file.tx, topics.name, 0, 10)] == ["每天七点打太极"]
    assert embedding.count_missing(file.tx, topics.name) == 1


def test_an_edited_fact_loses_its_vector_and_lacks_one_again(file: PlainFile) -> None:
    (walk,) = told(file, "每天六点去公园散步")
    embed(file, topics := Topics())
    assert embedding.count_missing(file.tx, topics.name) == 0
    store.edit(file.later(minutes=1), ELDER, walk.id, walk.revision, "我喜欢听越剧", BOOK)
    assert embedding.count_missing(file.tx, topics.name) == 1


def test_what_is_set_aside_gets_no_vector_until_it_is_used_again(file: PlainFile) -> None:
    (walk,) = told(file, "每天六点去公园散步")
    store.disable(file.tx, ELDER, walk.id)
    assert embedding.count_missing(file.tx, "topics") == 0
    store.enable(file.tx, ELDER, walk.id)
    assert embedding.count_missing(file.tx, "topics") == 1


def test_the_real_model_means_the_same_with_and_without_a_question_mark(file: PlainFile) -> None:
    embedder = default_embedder()
    if embedder is None:
        pytest.skip("no embedder installed")
    walk, home = told(file, "每天早上六点去公园散步", "我住在南京")
    pieces = embedding.missing(file.tx, embedder.name, 0, 10)
    embedding.keep(file.tx, embedder.name, embedding.embedded(pieces, embedder))
    marked = recall(file.tx, ELDER, Asked("早上我一般去哪里锻炼？"), embedder).closeness
    plain = recall(file.tx, ELDER, Asked("早上我一般去哪里锻炼"), embedder).closeness
    assert marked[walk.id] > marked.get(home.id, 0.0)
    assert plain[walk.id] == pytest.approx(marked[walk.id], abs=1e-4)

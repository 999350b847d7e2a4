"""Grounded answers about the person from their own words: remembered ones, and those of this conversation."""

from __future__ import annotations

import pytest

from core.brain.grounded.person import second_person
from core.memory.extract import extract
from tests.unit.core.brain.scenes import banyan, candidate, fact, found, grounded, quote, user

MINE = (
    fact("我的目标是学会日语", "goal", "学会日语"),
    fact("我不吃香菜", value="香菜", negated=True),
    fact("我喜欢喝浓茶", value="浓茶"),
    fact("我女儿叫小梅", "relationship", "小梅", about="女儿"),
    fact("我的生日是三月十五号", "birthday", "03-15"),
    fact("我住在成都", "home_city", "成都"),
    fact("我对青霉素过敏", "health", "青霉素"),
    fact("我每天早上六点去公园遛弯", "routine", "遛弯"),
)
HERS = (
    fact("my goal is to learn Japanese", "goal", "learn Japanese"),
    fact("I hate coffee", value="coffee", negated=True),
    fact("my daughter is called May", "relationship", "May", about="daughter"),
    fact("I live in Leeds", "home_city", "Leeds"),
    fact("I'm allergic to penicillin", "health", "penicillin"),
)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("我的目标是什么", "您说过：您的目标是学会日语。"), ("我的木标是什么", "您说过：您的目标是学会日语。"),
        ("我的目標是什麼", "您说过：您的目标是学会日语。"), ("嗯你还记得我的目标吗", "您说过：您的目标是学会日语。"),
        ("我女儿叫什么名字", "您说过：您女儿叫小梅。"), ("我住在哪里", "您说过：您住在成都。"),
        ("我生日是哪天", "您说过：您的生日是三月十五号。"), ("我喜欢喝什么", "您说过：您喜欢喝浓茶。"),
        ("我不吃什么", "您说过：您不吃香菜。"), ("我对什么过敏", "您说过：您对青霉素过敏。"),
        ("我每天早上几点去公园", "您说过：您每天早上六点去公园遛弯。"),
    ],
)  # fmt: skip
async def test_what_was_told_is_told_back_in_the_second_person(asked: str, answer: str) -> None:
    assert await grounded(asked, memories=MINE) == answer


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("what is my goal", "You told me: your goal is to learn Japanese."),
        ("do you remember my goal", "You told me: your goal is to learn Japanese."),
        ("what do I hate", "You told me: you hate coffee."), ("where do I live", "You told me: you live in Leeds."),
        ("what am i allergic to", "You told me: you are allergic to penicillin."),
        ("what is my daughter called", "You told me: your daughter is called May."),
    ],
)  # fmt: skip
async def test_what_was_told_in_english_is_told_back_in_english(asked: str, answer: str) -> None:
    assert await grounded(asked, "en", memories=HERS) == answer


@pytest.mark.parametrize("asked", ["我喜欢打什么", "我儿子叫什么", "我喜欢喝什么酒"])
async def test_a_memory_beside_the_point_is_no_answer(asked: str) -> None:
    assert "没有找到您说过" in await grounded(asked, memories=MINE)


def near(**cosines: float) -> dict[str, float]:
    """closeness: 0.2 for every memory of MINE and HERS but those whose value is named."""
    return {of.id: cosines.get(of.value.replace(" ", "_"), 0.2) for of in MINE + HERS}


@pytest.mark.parametrize(
    ("asked", "language", "cosines", "answer"),
    [
        ("早上我一般去哪里锻炼", "zh", {"遛弯": 0.39}, "您说过：您每天早上六点去公园遛弯。"),
        ("我平时爱来点什么饮料", "zh", {"浓茶": 0.45}, "您说过：您喜欢喝浓茶。"),
        ("what food must I stay away from", "en", {"penicillin": 0.34}, "You told me: you are allergic to penicillin; you hate coffee."),
    ],
)  # fmt: skip
async def test_a_memory_that_means_what_is_asked_answers_without_its_words(
    asked: str, language: str, cosines: dict[str, float], answer: str
) -> None:
    memories = MINE if language == "zh" else HERS
    assert await grounded(asked, language, memories=memories, closeness=near(**cosines)) == answer


@pytest.mark.parametrize(
    ("asked", "cosines"),
    [
        ("我喜欢什么颜色", {"浓茶": 0.31, "香菜": 0.29}),  # the same kind, and not near enough
        ("我喜欢吃什么蔬菜", {"香菜": 0.5}),  # near, and what she does not like
        ("我儿子几点睡觉", {"遛弯": 0.5}),  # hers, not his
    ],
)  # fmt: skip
async def test_being_near_in_meaning_is_not_enough(asked: str, cosines: dict[str, float]) -> None:
    assert "没有找到您说过" in await grounded(asked, memories=MINE, closeness=near(**cosines))


async def test_a_text_that_is_only_near_in_meaning_does_not_stand_in_for_what_nobody_told() -> None:
    washer = found(quote("过滤网每个月清一次，清之前先放掉余水。", "洗衣机"))
    assert "没有找到您说过" in await grounded("我喜欢喝什么", knowledge=washer)
    assert "每个月" in await grounded("我家洗衣机的过滤网几个月清一次", knowledge=washer)


async def test_without_a_memory_nothing_is_invented() -> None:
    assert "没有找到您说过" in await grounded("我的目标是什么")
    assert "没有打开记忆" in await grounded("我的目标是什么", memory_on=False)
    assert "can't find that you told me" in await grounded("what is my goal", "en")


async def test_the_overview_lists_a_few_memories_or_says_there_are_none() -> None:
    assert (await grounded("你都记得我什么", memories=MINE)).count("；") == 2
    assert "还没有记下" in await grounded("你都记得我什么")
    assert "没有打开记忆" in await grounded("你都记得我什么", memory_on=False)


async def test_memory_comes_before_the_documents_for_my_own_things_and_after_them_for_others() -> None:
    rule = found(quote("签收后七天内可以申请退货。"))
    assert "日语" in await grounded("我的目标是什么", memories=MINE, knowledge=rule)
    assert "七天" in await grounded("退货期限是几天", memories=MINE, knowledge=rule)
    assert "七天" in await grounded("我几天之内可以退货", memories=MINE, knowledge=rule)


@pytest.mark.parametrize(
    ("words", "language", "turned"),
    [
        ("我喜欢我女儿做的饭", "zh", "您喜欢您女儿做的饭"), ("我们家住三楼", "zh", None), ("她说我太瘦", "zh", None),
        ("我说：“我不去”", "zh", None), ("你知道我怕冷", "zh", None), ("学会日语", "zh", None), ("大家叫我老王", "zh", "大家叫您老王"),
        ("I'm proud of my garden", "en", "you are proud of your garden"), ("she said I am late", "en", None),
        ("I miss you", "en", None), ("the garden is mine", "en", "the garden is yours"), ("I was a teacher", "en", "you were a teacher"),
    ],
)  # fmt: skip
def test_only_a_persons_own_first_person_is_turned(words: str, language: str, turned: str | None) -> None:
    assert second_person(words, language) == turned


async def test_words_that_cannot_be_turned_are_quoted() -> None:
    told = (fact("她说我的目标是学会日语", "goal"),)
    assert await grounded("我的目标是什么", memories=told) == "您说过：“她说我的目标是学会日语”。"


PAST = (
    user("我的目标是学会日语"),
    banyan("好的，我知道了。"),
    user("退货期限是几天"),
    banyan("《退货说明》里写着：“签收后七天内可以申请退货”。"),
)


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("再说一遍", "《退货说明》里写着：“签收后七天内可以申请退货”。"), ("没听清", "七天"), ("你刚才说什么", "七天"), ("请你再说一次好吗", "七天"),
        ("我刚才说了什么", "您刚才说：“退货期限是几天”。"), ("我刚才问了什么", "退货期限是几天"), ("我刚才说什么来着", "退货期限是几天"),
        ("我第一句说的是什么", "我的目标是学会日语"), ("我们刚才聊了什么", "“我的目标是学会日语”、“退货期限是几天”"),
        ("我的目标是什么", "您刚才说过：您的目标是学会日语。"),
    ],
)  # fmt: skip
async def test_the_conversation_so_far_is_answered_from_the_conversation(asked: str, holds: str) -> None:
    assert holds in await grounded(asked, turns=PAST)


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("say that again please", "It is 9:05 am."), ("sorry what did you say", "It is 9:05 am."), ("I didn't catch that", "It is 9:05 am."),
        ("what did I just say", "what time is it"), ("what were we talking about", "what time is it"),
    ],
)  # fmt: skip
async def test_the_conversation_so_far_in_english(asked: str, holds: str) -> None:
    assert holds in await grounded(asked, "en", turns=(user("what time is it"), banyan("It is 9:05 am.")))


async def test_a_new_conversation_has_nothing_to_repeat() -> None:
    assert "还没说过" in await grounded("我刚才说了什么")
    assert "还没说什么" in await grounded("再说一遍")


async def test_what_was_told_a_moment_ago_answers_even_when_memory_is_off() -> None:
    answer = await grounded("我的目标是什么", turns=PAST, memory_on=False)
    assert answer == "您刚才说过：您的目标是学会日语。"


@pytest.mark.parametrize(
    ("said", "more", "answer"),
    [
        ("我的目标是学会日语", {"learned": (candidate("我的目标是学会日语"),)}, "好的，您的目标是学会日语，我记住了。"),
        ("我的目标是学会日语", {"learned": (candidate("她说我要学日语"),)}, "好的，我记住了。"),
        ("我的目标是学会日语", {"learned": ()}, "好的，我知道了，您的目标是学会日语。"),
        ("我的目标是学会日语", {"memory_on": False}, "好的，我知道了，您的目标是学会日语。"),
        ("我是因为商品质量问题退货。", {}, "好的，我知道了，您是因为商品质量问题退货。"),
        ("请记住我的身份证号是一一零零零零", {"learned": ()}, "好的，我听到了，不过这句话没有记进长期记忆。"),
        ("请记住我爱喝茶", {"memory_on": False}, "好的，我听到了。现在没有打开记忆，我只在这次谈话里记得。"),
        ("他说我太胖了", {}, "好的，我知道了。"), ("外面下雨了", {}, "嗯，我听着呢。"),
        ("今天真高兴我孙子考上大学了", {}, "真好，我也替您高兴。"),
        ("忘掉我的生日", {"memory_on": False}, "要删掉记住的事，请在记忆页面里删除，我自己不能删。"),
    ],
)  # fmt: skip
async def test_a_statement_gets_a_fitting_sentence_and_no_false_promise(
    said: str, more: dict[str, object], answer: str
) -> None:
    assert await grounded(said, **more) == answer


async def test_what_memory_lets_go_of_is_said_to_be_let_go_of() -> None:
    assert extract("把我的生日忘了", "zh").forgets
    assert (
        await grounded("把我的生日忘了") == "好的，这件事我不再记着了。要连记录一起删掉，请在记忆页面里删除。"
    )


async def test_the_name_is_given_without_ado_and_the_same_fact_is_told_once() -> None:
    named = (fact("你可以叫我老王", "name", "老王"),)
    assert await grounded("我叫什么", memories=named) == "您是老王。"
    twice = (
        fact("我女儿叫小梅她住在杭州", "relationship", "小梅", about="女儿"),
        fact("我女儿叫小梅她住在杭州", "home_city", "杭州", about="女儿"),
    )
    assert await grounded("我女儿叫什么", memories=twice) == "您说过：您女儿叫小梅她住在杭州。"


async def test_a_statement_is_acknowledged_even_when_a_document_speaks_of_it() -> None:
    rule = found(quote("质量问题由商店承担来回运费；"))
    assert (await grounded("我是因为商品质量问题退货。", knowledge=rule)).startswith("好的")
    assert "remember" in await grounded(
        "my goal is to learn Japanese", "en", learned=(candidate("my goal is to learn Japanese"),)
    )

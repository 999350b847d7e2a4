"""Who says who they are goes on in a conversation of their own; nobody's history tells that they said so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.introductions import Introductions, introduced
from app.live import Live
from core.household.household import Household
from core.people import persons
from core.people.persons import Person
from core.text import Language
from core.turn.ports import Delivery
from tests.unit.core.conversation.living import Living, settle, spoken

NAMES = ("王奶奶", "李爷爷", "Martha Lee")


@pytest.mark.parametrize(
    ("text", "language", "who"),
    [
        ("我是李爷爷。", "zh", "李爷爷"),
        ("你好，我是李爷爷", "zh", "李爷爷"),
        ("伴言，我是李爷爷。", "zh", "李爷爷"),
        ("是我，王奶奶", "zh", "王奶奶"),
        ("我是李叶叶", "zh", "李爷爷"),
        ("It's Martha Lee.", "en", "Martha Lee"),
        ("Hello, I'm Martha Lee", "en", "Martha Lee"),
        ("我是李爷爷的儿子", "zh", None),
        ("我是来问问退货的", "zh", None),
        ("李爷爷去哪儿了", "zh", None),
        ("我是谁", "zh", None),
        ("It's raining", "en", None),
        ("I'm Martha Lee's daughter", "en", None),
        ("", "zh", None),
    ],
)
def test_only_a_turn_that_says_nothing_else_introduces(
    text: str, language: Language, who: str | None
) -> None:
    assert introduced(text, "伴言", NAMES, language) == who


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


async def introductions(
    living: Living, *, fixed: bool = False, agreed: bool = True, by: Person | None = None
) -> Introductions:
    async def allowed(_: Person) -> bool:
        return agreed

    household = Household(living.equipment)
    conversation = await living.begin(by)
    return Introductions(household, conversation, await household.people.all(), allowed, fixed=fixed)


async def turn(live: Live, who: Introductions, number: int, text: str) -> list[str]:
    """One turn as the engine has it: drafted, committed, heard."""
    said = spoken(number, text)
    sentences = [str(sentence) async for sentence in who.reply(said)]
    await live.user_spoke(said)
    for index, sentence in enumerate(sentences):
        await live.assistant_spoke(number, index, sentence, len(sentence), "measured", "finished")
    await live.answer_ended(number, "finished", None)
    return sentences


async def test_what_follows_is_theirs_and_the_words_between_are_nobodys(living: Living) -> None:
    await living.decide(living.li, "transcript", granted=True)
    who = await introductions(living)
    live, before = Live("quiet", who, "zh"), who.conversation
    await turn(live, who, 1, "今天天气很好")
    assert await turn(live, who, 2, "我是李爷爷") == ["好的，李爷爷，我听着呢。"]
    await turn(live, who, 3, "退货期限是几天")
    after = who.conversation
    assert (before.person.name, after.person.name) == ("王奶奶", "李爷爷")
    assert [row.body.text for row in await living.rows(before) if row.kind == "user_spoke" and row.body] == [
        "今天天气很好"
    ]
    assert (await living.kinds(before))[-1] == "session_ended"
    kept = await Household(living.equipment).history.transcript(after.thread, living.li)
    assert kept[0].text == "退货期限是几天"
    assert "我是李爷爷".encode() not in living.on_disk()


async def test_a_draft_that_is_dropped_changes_nothing(living: Living) -> None:
    who = await introductions(living)
    assert [s async for s in who.reply(spoken(1, "我是李爷爷"))]
    assert who.conversation.person.name == "王奶奶"


async def test_who_has_not_agreed_to_servers_is_told_so_and_nothing_changes(living: Living) -> None:
    who = await introductions(living, agreed=False)
    live = Live("quiet", who, "zh")
    (sentence,) = await turn(live, who, 1, "我是李爷爷")
    assert "同意" in sentence
    assert who.conversation.person.name == "王奶奶"


async def test_where_it_was_said_who_speaks_a_name_is_only_a_name(living: Living) -> None:
    who = await introductions(living, fixed=True)
    await turn(Live("quiet", who, "zh"), who, 1, "我是李爷爷")
    assert who.conversation.person.name == "王奶奶"
    assert "user_spoke" in await living.kinds(who.conversation)


async def test_of_a_guest_nothing_is_learned_until_they_say_who_they_are(living: Living) -> None:
    who = await introductions(living, by=persons.guest("客人", "zh"))
    assert await who.known() is None
    await who.wished(Delivery(speed=0.8))
    await who.paused([0.5])
    await turn(Live("quiet", who, "zh"), who, 1, "我是王奶奶")
    await who.wished(Delivery(speed=0.7))
    manner = await who.known()
    assert manner is not None
    assert manner.speed == 0.7

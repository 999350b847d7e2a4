"""Consents given and taken back aloud: asked back, confirmed with a plain yes, carried out at once."""

from __future__ import annotations

import pytest

from core.conversation import consent_phrases
from core.people import consent
from core.people.consent import PURPOSES, Decision
from core.people.persons import guest
from core.people.spoken_consent import Wish
from core.text import count_han
from tests.unit.core.conversation.living import Living, Watched, ask, spoken

STOP = "以后不要再保存我说的话了。"


async def decisions(living: Living) -> list[Decision]:
    return await living.vault.read(lambda tx: consent.history(tx, living.scope()))


async def test_it_asks_back_and_a_yes_carries_it_out(living: Living) -> None:
    model = Watched()
    living.thinking(model)
    conversation = await living.begin()
    assert await ask(conversation, STOP) == ["您是说，从现在起不再保存您说的话，对吗？"]
    assert (await decisions(living))[-1].how == "screen", "nothing is changed by asking"
    (done,) = await ask(conversation, "是的。")
    assert done.startswith("好的，从现在起不再保存您说的话。")
    assert "删" in done, "what was kept is offered for deletion"
    last = (await decisions(living))[-1]
    assert (last.purpose, last.granted, last.by, last.how) == ("transcript", False, living.wang.id, "voice")
    assert not conversation.journal.session.kept
    kept = len(await living.rows(conversation))
    assert await ask(conversation, "今天天气怎么样？") == ["好的。"]
    assert len(await living.rows(conversation)) == kept
    assert len(model.asked) == 1, "no model is asked about consents"


async def test_no_leaves_everything_as_it_was(living: Living) -> None:
    conversation = await living.begin()
    before = await decisions(living)
    await ask(conversation, STOP)
    assert await ask(conversation, "算了") == ["好的，那就和以前一样。"]
    assert await decisions(living) == before
    assert "和以前一样" not in "".join(await ask(conversation, "算了")), "it was asked once"


async def test_whatever_else_is_said_lets_the_question_go(living: Living) -> None:
    living.thinking(Watched())
    conversation = await living.begin()
    before = await decisions(living)
    await ask(conversation, STOP)
    assert await ask(conversation, "退货期限是几天？") == ["好的。"]
    assert await ask(conversation, "是的") == ["好的。"], "a yes to nothing"
    assert await decisions(living) == before


async def test_a_draft_changes_nothing(living: Living) -> None:
    conversation = await living.begin()
    recorder, responder = conversation.recorder, conversation.responder
    first, yes = spoken(1, STOP), spoken(2, "对")
    assert responder.without_model(first) == responder.without_model(first)
    await recorder.user_spoke(first)
    before = await decisions(living)
    drafted = responder.without_model(yes)
    assert drafted is not None
    assert await decisions(living) == before
    assert responder.without_model(spoken(2, "对面是谁")) is None, "the draft was thrown away"
    await recorder.user_spoke(yes)
    assert responder.without_model(yes) == drafted, "said to the committed turn as to its draft"
    assert len(await decisions(living)) == len(before) + 1


async def test_memory_is_given_back_in_english(living: Living) -> None:
    await living.decide(living.wang, "memory", granted=False)
    conversation = await living.begin()
    assert await ask(conversation, "You may remember things about me.") == [
        "Do you mean that from now on I may remember things about you?"
    ]
    assert await ask(conversation, "Yes, please.") == [
        "All right, from now on I may remember things about you."
    ]
    await ask(conversation, "我喜欢喝绿茶。")
    assert await living.facts()


async def test_words_about_consents_are_no_facts(living: Living) -> None:
    conversation = await living.begin()
    await ask(conversation, "不要再记我的事了")
    await ask(conversation, "对")
    assert not await living.facts()
    assert conversation.recorder.learning == "off"


async def test_a_guest_is_answered_and_nothing_is_written(living: Living) -> None:
    conversation = await living.begin(guest("客人", "zh"))
    await ask(conversation, STOP)
    assert await ask(conversation, "是的")
    rows = await living.vault.read(lambda tx: tx.rows("SELECT * FROM consents WHERE how = 'voice'"))
    assert not rows
    assert not await living.vault.read(lambda tx: tx.rows("SELECT * FROM access_log"))


@pytest.mark.parametrize("granted", [True, False])
@pytest.mark.parametrize("purpose", PURPOSES)
def test_every_purpose_has_its_words_in_both_languages(purpose: consent.Purpose, granted: bool) -> None:
    about = Wish(purposes=(purpose,), granted=granted)
    for made in (consent_phrases.question, consent_phrases.done):
        assert count_han(made(about, "zh")) > 5
        assert not count_han(made(about, "en"))

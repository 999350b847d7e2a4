"""How long a spoken turn took stays with the person whose turn it was, and only with consent to keep words."""

from __future__ import annotations

from core.household.household import Household
from core.people import persons
from tests.unit.core.conversation.living import Living, spoken

STAGES = {"speech end to endpoint": 0.9004, "draft recognition": -0.25}


async def test_the_stages_of_a_turn_are_kept_in_milliseconds(living: Living) -> None:
    conversation = await living.begin()
    await conversation.recorder.user_spoke(spoken(1, "今天天气很好"))
    await conversation.recorder.timed(1, "zh", STAGES)
    (timing,) = await Household(living.equipment).history.timings(living.wang, 10)
    assert timing.stages == {"speech end to endpoint": 900, "draft recognition": -250}
    assert (timing.language, timing.session) == ("zh", conversation.journal.session.id)


async def test_without_consent_to_keep_words_no_time_is_kept(living: Living) -> None:
    conversation = await living.begin(living.li)
    await conversation.recorder.user_spoke(spoken(1, "今天天气很好"))
    await conversation.recorder.timed(1, "zh", STAGES)
    assert await Household(living.equipment).history.timings(living.li, 10) == []


async def test_a_turn_that_was_never_written_has_no_time(living: Living) -> None:
    conversation = await living.begin()
    await conversation.recorder.timed(7, "zh", STAGES)
    assert await Household(living.equipment).history.timings(living.wang, 10) == []


async def test_of_a_guest_nothing_is_kept_or_remembered(living: Living) -> None:
    conversation = await living.begin(persons.guest("客人", "zh"))
    await conversation.recorder.user_spoke(spoken(1, "我叫张三丰，我喜欢喝龙井茶"))
    await conversation.recorder.timed(1, "zh", STAGES)
    assert not conversation.journal.session.kept
    assert conversation.recorder.learned == ()
    await conversation.end()
    assert "龙井".encode() not in living.on_disk()
    assert await living.kinds(conversation) == ["session_begun", "session_ended"]
    assert conversation.scope.person not in {person.id for person in await living.vault.read(persons.all)}

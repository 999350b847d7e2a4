"""Each consent withdrawn at each moment of a conversation: its door closes at once, and the log says so."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import Refused
from core.household.household import Household
from core.journal import recordings
from core.people.consent import PURPOSES, Purpose
from tests.unit.core.conversation.consenting import HOST, MOMENTS, Driven, Moment, driven, nothing

TASTE = "我喜欢喝绿茶。"
CITY = "我住在杭州。"


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Driven]:
    made = await driven(tmp_path)
    yield made
    await made.living.vault.close()


class Withdrawn:
    """Takes ``purpose`` back at one moment, and remembers what there was then."""

    def __init__(self, talk: Driven, purpose: Purpose, at: Moment) -> None:
        self.talk, self.purpose, self.at = talk, purpose, at
        self.rows = self.facts = self.sounds = self.sent = -1

    async def __call__(self, moment: Moment) -> None:
        if moment != self.at:
            return
        living = self.talk.living
        await living.decide(living.wang, self.purpose, granted=False)
        self.rows = len(await living.rows(self.talk.conversation))
        self.facts, self.sounds = len(await living.facts()), len(await sounds(self.talk))
        self.sent = len(self.talk.sent.by)


async def sounds(talk: Driven) -> list[recordings.Recording]:
    return await talk.living.vault.read(lambda tx: recordings.all(tx, talk.conversation.scope))


@pytest.mark.parametrize("moment", MOMENTS)
async def test_words_are_kept_no_more(talk: Driven, moment: Moment) -> None:
    taken = Withdrawn(talk, "transcript", moment)
    await talk.turn(TASTE, taken)
    assert len(await talk.turn(CITY, nothing)) == 2, "it goes on answering"
    assert len(await talk.living.rows(talk.conversation)) == taken.rows
    assert not talk.conversation.journal.session.kept
    assert "transcript" in await talk.refused()
    said = [turn.text for turn in talk.chat.asked[-1].turns if turn.by == "user"]
    assert said == [TASTE], "what was said is known as long as the conversation lasts"
    await talk.conversation.end()
    assert (await talk.living.kinds(talk.conversation))[taken.rows :] == ["session_ended"]


@pytest.mark.parametrize("moment", MOMENTS)
async def test_nothing_is_learned_or_used_any_more(talk: Driven, moment: Moment) -> None:
    taken = Withdrawn(talk, "memory", moment)
    await talk.turn(TASTE, taken)
    await talk.turn(CITY, nothing)
    assert len(await talk.living.facts()) == taken.facts
    assert not talk.chat.asked[-1].memories
    assert not talk.chat.asked[-1].memory_on
    assert "memory" in await talk.refused()


@pytest.mark.parametrize("moment", MOMENTS)
async def test_nothing_leaves_the_machine_any_more(talk: Driven, moment: Moment) -> None:
    taken = Withdrawn(talk, "cloud_models", moment)
    said = await talk.turn(TASTE, taken)
    again = await talk.turn(CITY, nothing)
    assert len(talk.sent.by) == taken.sent
    assert {"chat", "recogniser"} <= await talk.refused()
    assert "同意" in again[-1]
    if moment == "answering":
        assert talk.sent.cut == ["chat"], "what was on its way is cut off"
        assert said[-1] != "第二句。"
    assert len(await talk.living.kinds(talk.conversation)) > 4, "words are still kept"


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_voice_is_kept_no_more(talk: Driven, moment: Moment) -> None:
    taken = Withdrawn(talk, "audio", moment)
    await talk.turn(TASTE, taken)
    await talk.turn(CITY, nothing)
    assert len(await sounds(talk)) == taken.sounds
    assert "audio" in await talk.refused()


@pytest.mark.parametrize("moment", MOMENTS)
async def test_others_look_no_more(talk: Driven, moment: Moment) -> None:
    taken = Withdrawn(talk, "family_view", moment)
    living = talk.living
    history, memory = Household(living.equipment).history, Household(living.equipment).memory
    assert await history.threads(living.wang, by=living.li)
    await talk.turn(TASTE, taken)
    thread = talk.conversation.thread
    for look in (
        history.threads(living.wang, by=living.li),
        history.transcript(thread, living.wang, by=living.li),
        memory.all(living.wang, living.companion, by=living.li),
        memory.recall(living.wang, living.companion, TASTE, by=living.li),
        memory.add(living.wang, living.companion, TASTE, by=living.li),
    ):
        with pytest.raises(Refused, match=r"people\.not_shared"):
            await look
    theirs = [(line.act, line.door) for line in await talk.log() if line.actor == living.li.id]
    assert theirs == [("read", "history"), *[("refused", "history")] * 2, *[("refused", "memory")] * 3]
    assert await history.transcript(thread, living.wang)


@pytest.mark.parametrize("purpose", ["cloud_sync", "cloud_memory"])
async def test_what_no_room_does_yet_changes_nothing_of_a_conversation(
    talk: Driven, purpose: Purpose
) -> None:
    await talk.turn(TASTE, Withdrawn(talk, purpose, "answering"))
    assert len(await talk.turn(CITY, nothing)) == 2
    assert await talk.refused() == set()


async def test_the_log_says_what_was_sent_where_and_how_much_and_none_of_it(talk: Driven) -> None:
    await talk.turn(TASTE, nothing)
    sent = [line for line in await talk.log() if line.act == "sent"]
    assert [line.door for line in sent] == ["recogniser", "recogniser", "chat", "voice", "voice"]
    assert {(line.target, line.about) for line in sent} == {(HOST, talk.conversation.journal.session.id)}
    assert [(line.amount, line.unit) for line in sent if line.door != "chat"] == [
        (0.1, "seconds"), (0.1, "seconds"), (4, "characters"), (4, "characters"),
    ]  # fmt: skip
    assert "绿茶" not in "".join(map(str, await talk.log()))


async def test_what_is_remembered_does_not_go_along_when_memory_is_withdrawn_behind_a_draft(
    talk: Driven,
) -> None:
    await talk.living.remember("我的目标是学会日语。")
    await talk.turn("我的目标是什么？", nothing)
    assert talk.chat.asked[-1].memories
    await talk.turn("我的目标是什么？", Withdrawn(talk, "memory", "drafted"))
    assert not talk.chat.asked[-1].memories


@pytest.mark.parametrize("moment", ["before", "drafted"])
async def test_where_there_is_an_offline_model_it_answers_instead(tmp_path: Path, moment: Moment) -> None:
    talk = await driven(tmp_path, offline=True)
    said = await talk.turn("你好。", Withdrawn(talk, "cloud_models", moment))
    assert said
    assert "同意" not in "".join(said)
    assert "chat" not in talk.sent.by
    assert "chat" in await talk.refused()
    assert "answer_failed" not in await talk.living.kinds(talk.conversation)
    await talk.living.vault.close()


async def test_what_was_deleted_from_under_a_conversation_does_not_end_it(talk: Driven) -> None:
    household = Household(talk.living.equipment)
    await talk.turn(TASTE, nothing)
    await talk.living.decide(talk.living.wang, "transcript", granted=False)
    await household.deletions.kept("transcript", of=talk.living.wang, by=talk.living.wang)
    assert len(await talk.turn(CITY, nothing)) == 2
    await talk.conversation.end()
    assert await household.history.threads(talk.living.wang) == []
    assert ("deleted", "history") in [(line.act, line.door) for line in await talk.log()]


class Life:
    """Random decisions at random moments; at each, what must not have grown since the last is compared."""

    def __init__(self, talk: Driven, seed: int) -> None:
        self._talk, self._random = talk, random.Random(seed)
        self._seen: tuple[frozenset[Purpose], tuple[int, int, int, int]] | None = None

    async def __call__(self, moment: Moment) -> None:
        now = await self._counts()
        if self._seen is not None:
            granted, before = self._seen
            doors = ("transcript", "memory", "audio", "cloud_models")
            for door, was, is_ in zip(doors, before, now, strict=True):
                assert door in granted or is_ == was, f"{door} went on without consent, at {moment}"
        if self._random.random() < 0.4:
            purpose = self._random.choice(PURPOSES)
            living = self._talk.living
            await living.decide(living.wang, purpose, granted=self._random.random() < 0.5)
        self._seen = await self._talk.granted(), await self._counts()

    async def _counts(self) -> tuple[int, int, int, int]:
        talk = self._talk
        return (
            len(await talk.living.rows(talk.conversation)),
            len(await talk.living.facts()),
            len(await sounds(talk)),
            len(talk.sent.by),
        )


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10_000),
    texts=st.lists(st.sampled_from([TASTE, CITY, "你好。"]), min_size=1, max_size=3),
)
async def test_nothing_is_kept_or_sent_at_a_moment_without_consent(
    tmp_path_factory: pytest.TempPathFactory, seed: int, texts: list[str]
) -> None:
    talk = await driven(tmp_path_factory.mktemp("life"))
    life = Life(talk, seed)
    for text in texts:
        assert await talk.turn(text, life), "the companion keeps working in every combination"
    await talk.living.vault.close()

"""Who answers by ear, as the settings say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from app.realtime import ByEar
from app.settings import Realtime
from core.clock import SystemClock
from core.conversation.conversation import Conversation
from core.errors import Refused, UserFacing
from core.people.consent import Consents
from core.turn.ports import Turn
from tests.support.realtime_server import Say, realtime_server
from tests.unit.core.conversation.living import Living, settle


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


def by_ear(chosen: Realtime) -> ByEar:
    return ByEar(chosen, SystemClock(), lambda _: None)


async def answer(ear: ByEar, conversation: Conversation, text: str) -> None:
    responder = ear.of(conversation)
    turn = Turn(1, text, "zh", 0.9, sound=(np.full(16_000, 2_000, np.int16),))
    await conversation.recorder.user_spoke(turn)
    turn.committed.set()
    assert [part async for part in responder.reply(turn)]


def test_without_an_address_it_says_what_to_do() -> None:
    with pytest.raises(UserFacing) as error:
        by_ear(Realtime())
    assert error.value.message_id == "app.realtime_not_set"


def test_a_voice_never_goes_unprotected() -> None:
    with pytest.raises(Refused) as error:
        by_ear(Realtime(address="ws://example.org/v1/realtime"))
    assert error.value.message_id == "brain.plain_realtime"


def test_a_cloud_wants_consent_and_this_machine_does_not() -> None:
    agreed = Consents(granted=frozenset({"cloud_models"}))
    cloud = by_ear(Realtime(address="wss://example.org/v1/realtime"))
    refusal = cloud.refusal(Consents(), "王奶奶")
    assert refusal is not None
    assert refusal.message_id == "app.realtime_stays"
    assert cloud.refusal(agreed, "王奶奶") is None
    assert by_ear(Realtime(address="ws://localhost:9/v1")).refusal(Consents(), "王奶奶") is None
    relay = by_ear(Realtime(address="ws://localhost:9/v1", relays=True))
    assert relay.refusal(Consents(), "王奶奶") is not None


async def test_the_key_comes_from_its_file(living: Living, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("word-of-ours\n")
    async with realtime_server(Say("好。")) as server:
        ear = by_ear(Realtime(address=server.url, key_file=str(file), dialect="beta"))
        await answer(ear, await living.begin(), "你好吗")
        await ear.aclose()
        assert server.headers[0]["Authorization"] == "Bearer word-of-ours"
        assert "OpenAI-Beta" in server.headers[0]


async def test_it_can_connect_ahead_and_then_only_the_role_is_known(living: Living) -> None:
    async with realtime_server(Say("好。")) as server:
        ear = by_ear(Realtime(address=server.url))
        hers = await living.begin()
        await ear.prepare(hers)
        assert [event["type"] for event in server.received] == ["session.update"]
        await answer(ear, hers, "你好吗")
        await ear.aclose()
        assert len(server.connections) == 1
    missing = by_ear(Realtime(address=server.url))
    await missing.prepare(hers)
    await missing.aclose()


async def test_what_one_person_said_is_not_told_to_the_next(living: Living) -> None:
    async with realtime_server(Say("好。"), Say("好。"), Say("好。")) as server:
        ear = by_ear(Realtime(address=server.url))
        hers = await living.begin(living.wang)
        await answer(ear, hers, "我有一个秘密")
        assert ear.of(hers) is ear.of(hers)
        his = await living.begin(living.li)
        await answer(ear, his, "你好吗")
        await ear.aclose()
        assert len(server.connections) == 2
        assert server.messages() == []

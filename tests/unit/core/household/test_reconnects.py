"""A face that lost its line comes back with a token that works once, for its own session, for a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.conversation.conversation import Conversation
from core.errors import Refused
from core.household.household import Household
from core.journal.reconnect import HOURS
from core.secret import Secret
from tests.unit.core.conversation.living import GOAL, Living, ask, settle


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


@pytest.fixture
def household(living: Living) -> Household:
    return Household(living.equipment)


async def talking(living: Living, household: Household) -> tuple[Conversation, str]:
    conversation = await household.begin(living.wang, living.companion)
    await ask(conversation, GOAL)
    return conversation, (await living.rows(conversation))[0].session


async def test_who_comes_back_is_told_what_was_missed_and_gets_the_next_token(
    living: Living, household: Household
) -> None:
    conversation, session = await talking(living, household)
    token = await household.reconnects.issue(session, living.wang)
    rows = await living.rows(conversation)
    back = await household.reconnects.reconnect(session, living.wang, token, rows[0].seq)
    assert back.missed == rows[1:]
    again = await household.reconnects.reconnect(session, living.wang, back.token, rows[-1].seq)
    assert again.missed == []


async def test_a_token_works_once(living: Living, household: Household) -> None:
    _, session = await talking(living, household)
    token = await household.reconnects.issue(session, living.wang)
    await household.reconnects.reconnect(session, living.wang, token, -1)
    with pytest.raises(Refused, match=r"journal\.token_used"):
        await household.reconnects.reconnect(session, living.wang, token, -1)
    older = await household.reconnects.issue(session, living.wang)
    await household.reconnects.issue(session, living.wang)
    with pytest.raises(Refused, match=r"journal\.token_used"):
        await household.reconnects.reconnect(session, living.wang, older, -1)


async def test_the_file_knows_only_its_hash(living: Living, household: Household) -> None:
    _, session = await talking(living, household)
    token = await household.reconnects.issue(session, living.wang)
    assert token.reveal() not in living.on_disk()
    assert token.reveal().decode() not in repr(token)


async def test_it_expires_and_the_refusal_says_so(living: Living, household: Household) -> None:
    _, session = await talking(living, household)
    token = await household.reconnects.issue(session, living.wang)
    living.clock.advance(HOURS * 3600 + 1)
    with pytest.raises(Refused, match=r"journal\.token_expired"):
        await household.reconnects.reconnect(session, living.wang, token, -1)


async def test_it_opens_no_other_session_nobody_elses_and_nothing_by_guessing(
    living: Living, household: Household
) -> None:
    (_, first), (_, second) = await talking(living, household), await talking(living, household)
    token = await household.reconnects.issue(first, living.wang)
    with pytest.raises(Refused, match=r"journal\.token_elsewhere"):
        await household.reconnects.reconnect(second, living.wang, token, -1)
    with pytest.raises(Refused, match=r"journal\.other_person"):
        await household.reconnects.reconnect(first, living.li, token, -1)
    with pytest.raises(Refused, match=r"journal\.token_unknown"):
        await household.reconnects.reconnect(first, living.wang, Secret.from_text("A" * 43), -1)
    assert (await household.reconnects.reconnect(first, living.wang, token, -1)).missed, (
        "none of it used it up"
    )

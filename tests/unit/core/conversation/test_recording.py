"""The sound of a turn is kept when that is consented to, after the answer, and never in its way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.conversation import opening
from core.conversation.conversation import Conversation
from core.journal import recordings
from core.journal.events import UserSpoke
from tests.unit.core.conversation.living import Living, settle, spoken

SOUND = (np.arange(1600, dtype=np.int16), np.arange(800, dtype=np.int16))


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    household.equipment = replace(household.equipment, recordings=tmp_path / "recordings")
    yield household
    await household.vault.close()


async def turn(conversation: Conversation) -> None:
    said = replace(spoken(1, "听得见吗"), sound=SOUND)
    await conversation.recorder.user_spoke(said)
    await conversation.recorder.assistant_spoke(1, 0, "听得见。", 4, "measured", "finished")
    await conversation.recorder.answer_ended(1, "finished", None)


async def kept(living: Living) -> list[recordings.Recording]:
    return await living.vault.read(lambda tx: recordings.all(tx, living.scope()))


async def test_with_consent_the_utterance_can_be_heard_again(living: Living) -> None:
    await living.decide(living.wang, "audio", granted=True)
    conversation = await living.begin()
    await turn(conversation)
    (recording,) = await kept(living)
    folder = living.equipment.recordings
    assert folder is not None
    pcm = await living.vault.read(lambda tx: recordings.sound(tx, living.scope(), folder, recording.id))
    assert pcm == b"".join(piece.tobytes() for piece in SOUND)
    (said,) = [row.body for row in await living.rows(conversation) if isinstance(row.body, UserSpoke)]
    assert (said.audio, said.pending) == (recording.id, False), "nobody answers by ear, the text stands"


async def test_without_consent_or_when_it_was_just_withdrawn_nothing_is_kept(living: Living) -> None:
    await turn(await living.begin())
    await living.decide(living.wang, "audio", granted=True)
    conversation = await living.begin()
    await conversation.recorder.user_spoke(replace(spoken(1, "听得见吗"), sound=SOUND))
    await living.decide(living.wang, "audio", granted=False)
    await conversation.recorder.answer_ended(1, "finished", None)
    assert await kept(living) == []


async def test_words_that_are_not_kept_have_no_recording(living: Living) -> None:
    await living.decide(living.wang, "transcript", granted=False)
    await living.decide(living.wang, "audio", granted=True)
    await turn(await living.begin())
    assert await kept(living) == []


async def test_a_disk_that_takes_no_sound_does_not_end_the_conversation(
    living: Living, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.errors import Unavailable

    def full(path: Path, content: bytes) -> None:
        raise Unavailable("vault.disk_full")

    monkeypatch.setattr(recordings, "replace_private_file", full)
    await living.decide(living.wang, "audio", granted=True)
    conversation = await opening.begin(living.equipment, living.wang, living.companion)
    await turn(conversation)
    assert [one.text for one in await conversation.journal.turns()] == ["听得见吗", "听得见。"]

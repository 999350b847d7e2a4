"""A conversation over a speech-to-speech model: what leaves the machine, what is written down, what survives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.audio.frames import OUTPUT_RATE
from core.conversation.soundings import Soundings
from core.journal.events import UserSpeechRevised, UserSpoke
from core.memory import store as memory
from core.turn.attention import Attention
from core.turn.engine_contract import ANSWER, NEXT, NEXT_ANSWER, QUESTION, Scene
from tests.support.engine_rigs import RealtimeRig, realtime_rig
from tests.support.realtime_server import Answer, Call, Raw, Say, Write
from tests.unit.core.turn.stage import SYLLABLE

OPEN = Scene((), cloud=True, consented=True)


async def asked(whole: RealtimeRig, text: str, ends: int = 1) -> None:
    whole.rig.say(text)
    await whole.rig.until(lambda: len(whole.rig.ended()) == ends)


async def user_rows(whole: RealtimeRig) -> list[UserSpoke | UserSpeechRevised]:
    rows = await whole.rig.living.rows(whole.rig.conversation)
    return [row.body for row in rows if isinstance(row.body, UserSpoke | UserSpeechRevised)]


async def test_the_words_are_pending_until_the_service_has_written_them_down(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER),)) as whole:
        whole.server.transcripts.append("退货要多久才能到账？")
        await asked(whole, QUESTION)
        await whole.responder.written()
        first, revised = await user_rows(whole)
        assert isinstance(first, UserSpoke)
        assert (first.text, first.pending) == (QUESTION, True)
        assert first.audio
        assert isinstance(revised, UserSpeechRevised)
        assert (await whole.rig.said())[0] == ("user", "退货要多久才能到账？")


async def test_memory_learns_from_the_last_reading_only(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say("好。"),)) as whole:
        whole.server.transcripts.append("我女儿住在杭州，我喜欢喝龙井茶。")
        await asked(whole, "我喜欢喝龙虾茶")
        await whole.responder.written()
        scope = whole.rig.conversation.scope
        facts = await whole.rig.living.vault.read(lambda tx: memory.all(tx, scope))
    texts = [fact.text for fact in facts]
    assert any("龙井" in text for text in texts)
    assert not any("龙虾" in text for text in texts)


async def test_without_a_transcript_the_first_reading_stands(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say("好。"),)) as whole:
        whole.server.transcripts.append(None)
        await asked(whole, "我喜欢喝龙井茶")
        await whole.responder.written()
        assert len(await user_rows(whole)) == 1
        assert (await whole.rig.said())[0] == ("user", "我喜欢喝龙井茶")


async def test_only_the_sound_of_a_committed_turn_leaves(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER),)) as whole:
        whole.rig.say(QUESTION)
        await whole.rig.until(lambda: whole.rig.sounded() > 0.4)
        whole.rig.say("嗯嗯")
        await whole.rig.until(lambda: bool(whole.rig.ended()))
        assert len(whole.server.heard) == 1
        sound = whole.server.heard[0]
        voiced = np.count_nonzero(np.abs(sound.astype(np.int32)) > 900) / OUTPUT_RATE
        assert voiced == pytest.approx(SYLLABLE * len(QUESTION), abs=0.05)
        # The level of every character is still the one it was spoken with.
        first = sound[np.abs(sound.astype(np.int32)) > 900][600:2400]
        assert int(np.median(first)) == pytest.approx(whole.rig.alphabet.number(QUESTION[0]), abs=2)
        kinds = {event["type"] for event in whole.server.received}
        assert "input_audio_buffer.append" in kinds
        assert whole.server.refused == []


async def test_nothing_that_is_said_asleep_leaves(tmp_path: Path) -> None:
    attention = Attention(20.0, ("小榕",))
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER),), attention=attention) as whole:
        for talk in ("今天的菜很贵", "隔壁老王说的"):
            whole.rig.say(talk)
            await whole.rig.until(_frames(150))
        assert whole.rig.sent() == 0
        await asked(whole, "小榕" + QUESTION)
        assert len(whole.server.heard) == 1
        assert len(whole.server.heard[0]) < (len(QUESTION) + 2) * SYLLABLE * OUTPUT_RATE + 3 * OUTPUT_RATE


def _frames(count: int) -> Callable[[], bool]:
    looks = iter(range(count))
    return lambda: next(looks, None) is None


async def test_in_danger_no_model_is_asked(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say("多喝水。"),)) as whole:
        await asked(whole, "我胸口疼喘不上气")
        assert whole.rig.sent() == 0
        (_, (who, sentence)) = await whole.rig.said()
        assert who == "assistant"
        assert "120" in sentence or "家" in sentence


async def test_danger_that_only_the_service_understood_is_answered_in_our_words(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say("多喝水。"),)) as whole:
        alarms: list[str] = []
        whole.rig.conversation.recorder.on_urgent = lambda urgent, _: alarms.append(urgent.kind)
        whole.server.transcripts.append("我胸口疼喘不上气")
        await asked(whole, "我兄口腾船不上起")
        await whole.responder.written()
        said = await whole.rig.said()
        assert said[0] == ("user", "我胸口疼喘不上气")
        assert "多喝水" not in "".join(text for _, text in said)
        assert "120" in said[1][1] or "家" in said[1][1]
        assert alarms == ["urgent"]


async def test_a_lost_connection_is_made_anew_and_told_what_was_heard(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER), Say(NEXT_ANSWER))) as whole:
        await asked(whole, QUESTION)
        await whole.server.drop()
        await whole.rig.until(lambda: not whole.model.connected)
        await asked(whole, NEXT, 2)
        assert [outcome for _, outcome, _ in whole.rig.ended()] == ["finished", "finished"]
        assert whole.server.messages() == [("user", QUESTION), ("assistant", ANSWER)]
        assert whole.notices == ["brain.realtime_again"]
        assert len(whole.server.connections) == 2


async def test_a_turn_whose_answer_never_began_is_put_to_the_new_connection(tmp_path: Path) -> None:
    lost = Say(ANSWER, stop_after=0, drop=True, words_first=False)
    async with realtime_rig(tmp_path, OPEN, answers=(lost, Say(ANSWER))) as whole:
        await asked(whole, QUESTION)
        assert whole.rig.ended() == [(1, "finished", None)]
        assert await whole.rig.said() == [("user", QUESTION), ("assistant", ANSWER)]
        assert whole.notices == ["brain.realtime_lost", "brain.realtime_again"]
        assert len(whole.server.heard) == 2


async def test_an_answer_that_broke_off_is_reported_and_never_repeated(tmp_path: Path) -> None:
    lost = Say(ANSWER, stop_after=8, drop=True)
    async with realtime_rig(tmp_path, OPEN, answers=(lost, Say(ANSWER))) as whole:
        await asked(whole, QUESTION)
        assert whole.rig.ended() == [(1, "failed", "brain.answer_broke_off")]
        ((_, _), (_, heard)) = await whole.rig.said()
        assert ANSWER.startswith(heard)
        assert 1 <= len(heard) <= 8
        assert len(whole.server.heard) == 1


async def test_a_service_that_stays_away_is_given_up(tmp_path: Path) -> None:
    lost = Say(ANSWER, stop_after=0, drop=True, words_first=False)
    async with realtime_rig(tmp_path, OPEN, answers=(lost,) * 9) as whole:
        await asked(whole, QUESTION)
        assert whole.rig.ended() == [(1, "failed", "brain.answer_broke_off")]
        assert len(whole.server.connections) == 4


async def test_a_tool_is_never_run_again_because_the_connection_was_lost(tmp_path: Path) -> None:
    scene = Scene((), cloud=True, consented=True, allowed=frozenset({"clock"}))
    lost = Say(ANSWER, stop_after=0, drop=True, words_first=False)
    answers: tuple[Answer, ...] = (Call("clock"), lost, Call("clock"), Say(ANSWER))
    async with realtime_rig(tmp_path, scene, answers=answers) as whole:
        await asked(whole, QUESTION)
        assert [outcome for _, outcome, _ in whole.rig.ended()] == ["failed"]
        assert len(await whole.rig.results()) == 1


async def test_withdrawn_consent_ends_the_connection(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER), Say(NEXT_ANSWER))) as whole:
        await asked(whole, QUESTION)
        with whole.rig.duplex.hold():
            person = whole.rig.living.wang
            await whole.rig.living.decide(person, "cloud_models", granted=False)
        sent = whole.rig.sent()
        await asked(whole, NEXT, 2)
        assert whole.rig.ended()[1] == (2, "failed", "brain.no_cloud_consent")
        assert whole.rig.sent() == sent
        assert not whole.model.connected


async def test_words_may_come_behind_their_sound(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER, words_first=False),)) as whole:
        await asked(whole, QUESTION)
        assert await whole.rig.said() == [("user", QUESTION), ("assistant", ANSWER)]


async def test_an_answer_in_writing_is_spoken_by_our_own_voice(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Write(ANSWER),)) as whole:
        await asked(whole, QUESTION)
        assert await whole.rig.said() == [("user", QUESTION), ("assistant", ANSWER)]
        assert whole.rig.sounded() == pytest.approx(0.1 * len(ANSWER), abs=0.05)


async def test_a_wish_about_the_voice_is_obeyed_here_and_told_there(tmp_path: Path) -> None:
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER),)) as whole:
        await asked(whole, "说慢一点")
        assert whole.rig.sent() == 0
        await asked(whole, QUESTION, 2)
        assert whole.server.messages()[0] == ("user", "说慢一点")


async def test_events_that_are_none_end_an_answer_and_no_more(tmp_path: Path) -> None:
    nonsense = Raw(('["response.done"]',))
    async with realtime_rig(tmp_path, OPEN, answers=(nonsense, Say(NEXT_ANSWER))) as whole:
        await asked(whole, QUESTION)
        assert whole.rig.ended() == [(1, "failed", "brain.garbage_answer")]
        await asked(whole, NEXT, 2)
        assert whole.rig.ended()[1] == (2, "finished", None)


async def test_an_answer_without_an_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Soundings, "ROOM", OUTPUT_RATE)
    async with realtime_rig(tmp_path, OPEN, answers=(Say(ANSWER * 3),)) as whole:
        await asked(whole, QUESTION)
        assert whole.rig.ended() == [(1, "failed", "brain.realtime_too_long")]
        ((_, _), (_, heard)) = await whole.rig.said()
        assert 0 < len(heard) <= 10

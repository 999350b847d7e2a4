"""The driver, end to end in virtual time."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from core.audio.frames import OUTPUT_RATE
from core.turn import captions
from core.turn.policies.patience import BRISK, ELDER
from core.turn.states import Settings
from tests.unit.core.turn.stage import Stage

QUESTION = "退货要多久才能到账？"
ANSWER = ["退货期限是签收后七天内。", "到账要三个工作日。"]


async def test_a_question_is_answered_and_written_down_in_order() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    await stage.play(9.0)
    assert stage.notebook.rows == [
        ("user", 1, QUESTION),
        ("assistant", 1, 0, ANSWER[0], "measured", "finished"),
        ("assistant", 1, 1, ANSWER[1], "measured", "finished"),
        ("ended", 1, "finished", None),
    ]
    assert stage.heard_seconds() == pytest.approx(0.1 * len("".join(ANSWER)), abs=0.05)


async def test_nothing_sounds_before_the_turn_is_durable() -> None:
    stage = Stage({QUESTION: ANSWER}, Settings(patience=BRISK))
    stage.notebook.takes = 3.0
    stage.say(0.5, QUESTION)
    await stage.play(12.0)
    assert stage.notebook.of("user")
    assert stage.notebook.sounded_before_user == 0
    assert stage.notebook.of("ended") == [("ended", 1, "finished", None)]


async def test_a_draft_hides_the_thinking_behind_the_patience() -> None:
    stage = Stage({QUESTION: ANSWER}, Settings(patience=ELDER))
    over = stage.say(0.5, QUESTION)
    await stage.play(9.0)
    timeline = stage.engine.timelines[0]
    assert timeline.speech_end == pytest.approx(over, abs=0.05)
    assert timeline.first_chunk is not None
    assert timeline.committed is not None
    assert timeline.first_chunk < timeline.committed
    first_audio = timeline.between("speech_end", "first_audio")
    assert first_audio is not None
    assert ELDER.floor <= first_audio < ELDER.floor + 0.15


async def test_a_slow_speaker_with_pauses_makes_one_turn() -> None:
    whole = "我想问一下然后那个我女儿住在杭州"
    stage = Stage({whole: ["好的。"]})
    over = stage.say(0.5, "我想问一下然后")
    over = stage.say(over + 2.0, "那个我女儿住在")
    stage.say(over + 2.0, "杭州")
    await stage.play(15.0)
    assert stage.notebook.of("user") == [("user", 1, whole)]
    assert stage.notebook.of("ended") == [("ended", 1, "finished", None)]


async def test_a_discarded_draft_leaves_no_trace() -> None:
    """The speaker pauses after something that could be the end, and goes on."""
    stage = Stage({QUESTION: ["错了。"], QUESTION + "我急用": ["别着急。"]})
    over = stage.say(0.5, QUESTION)
    stage.say(over + 0.75, "我急用")
    await stage.play(9.0)
    assert stage.responder.asked == [QUESTION, QUESTION + "我急用"]
    assert stage.voice.asked == ["错了。", "别着急。"]
    assert stage.responder.closed == 2
    assert [row[2] for row in stage.notebook.of("user")] == [QUESTION + "我急用"]
    assert [row[3] for row in stage.notebook.of("assistant")] == ["别着急。"]
    assert stage.heard_seconds() == pytest.approx(0.1 * len("别着急。"), abs=0.03)
    assert list(stage.engine.pauses) == [pytest.approx(0.75, abs=0.07)]


async def test_a_barge_in_stops_within_a_block_and_records_exactly_what_was_heard() -> None:
    interruption = "那运费谁来承担"
    stage = Stage({QUESTION: ANSWER, interruption: ["商家承担。"]})
    stage.say(0.5, QUESTION)
    await_audio = asyncio.Event()

    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > 0.62)
        began = stage.duplex.now()
        stage.say(began, interruption)
        await stage.duplex.run(lambda: len(stage.notebook.of("ended")) == 1)
        sounded = stage.heard_seconds()
        await stage.duplex.run(lambda: len(stage.notebook.of("ended")) == 2)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert not await_audio.is_set()

    # 160 ms of voice, at most one VAD chunk and one tick later: still.
    assert sounded - 0.62 < 0.16 + 0.032 + 0.04
    (_, turn, index, text, boundary, outcome) = stage.notebook.of("assistant")[0]
    assert (turn, index, boundary, outcome) == (1, 0, "measured", "interrupted")
    assert text == ANSWER[0][: int(sounded / 0.1 + 1e-6)]
    assert stage.notebook.rows[2] == ("ended", 1, "interrupted", None)
    # The first syllable reached the recogniser.
    assert stage.notebook.of("user")[1] == ("user", 2, interruption)
    silence = stage.engine.timelines[0].between("voice_over", "silence")
    assert silence is not None
    assert silence < 0.25


async def test_a_murmur_over_the_answer_does_not_end_it() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > 0.4)
        stage.say(stage.duplex.now(), "嗯嗯")
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert [row[3] for row in stage.notebook.of("assistant")] == ANSWER
    assert len(stage.notebook.of("user")) == 1
    played = stage.duplex.heard
    assert np.max(np.abs(played)) == 5_000
    assert np.count_nonzero(played == 5_000) > 1.5 * OUTPUT_RATE


async def test_a_stop_word_stops_it_and_wants_no_answer() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > 0.4)
        stage.say(stage.duplex.now(), "别说了")
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        await stage.duplex.run(stage.duplex.now() + 5)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert stage.notebook.of("ended") == [("ended", 1, "interrupted", None)]
    assert len(stage.notebook.of("user")) == 1


async def test_a_failing_responder_is_said_aloud_and_the_next_turn_works() -> None:
    stage = Stage({QUESTION: ANSWER})
    over = stage.say(0.5, "今天股票涨了没有")
    stage.say(over + 5.0, QUESTION)
    await stage.play(16.0)
    assert stage.voice.asked[0] == "抱歉，我没有想出来。"
    assert stage.notebook.of("ended") == [
        ("ended", 1, "failed", "brain.server_down"),
        ("ended", 2, "finished", None),
    ]
    assert stage.heard_seconds() > 0.1 * len("抱歉，我没有想出来。")
    assert "抱歉，我没有想出来。" not in [row[3] for row in stage.notebook.of("assistant")]
    apologies = [c for c in stage.captions if isinstance(c, captions.AssistantSentence) and c.apology]
    assert len(apologies) == 1


async def test_a_failing_voice_is_reported_and_the_next_turn_works() -> None:
    stage = Stage({QUESTION: ANSWER, "现在几点": ["三点。"]})
    stage.voice.broken = True
    over = stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.voice.broken = False
        stage.say(max(over, stage.duplex.now()) + 0.5, "现在几点")
        await stage.duplex.run(lambda: len(stage.notebook.of("ended")) == 2, limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert stage.notebook.of("ended") == [
        ("ended", 1, "failed", "turn.voice_failed"),
        ("ended", 2, "finished", None),
    ]


async def test_a_failing_recogniser_is_reported_and_nobody_goes_deaf() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.recognizer.broken = True
    stage.say(0.5, "听得见吗听得见吗")
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(7.0)
        assert captions.Noticed("turn.recogniser_failed") in stage.captions
        stage.recognizer.broken = False
        stage.say(7.5, QUESTION)
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert stage.notebook.of("user") == [("user", 1, QUESTION)]


async def test_a_turn_that_cannot_be_written_down_is_not_answered() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.notebook.broken = True
    stage.say(0.5, QUESTION)
    await stage.play(9.0)
    assert stage.notebook.rows == []
    assert stage.heard_seconds() == pytest.approx(0.1 * len("抱歉，我没有想出来。"), abs=0.03)
    assert captions.Noticed("vault.disk_full") in stage.captions


async def test_two_recognitions_never_run_at_once_and_a_sure_draft_is_not_repeated() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    await stage.play(9.0)
    assert stage.recognizer.calls == [("draft", QUESTION)]
    unsure = Stage({QUESTION: ANSWER})
    unsure.recognizer.confidence = 0.4
    unsure.say(0.5, QUESTION)
    await unsure.play(9.0)
    assert unsure.recognizer.calls == [("draft", QUESTION), ("final", QUESTION)]
    assert unsure.recognizer.most == 1
    assert unsure.notebook.of("ended") == [("ended", 1, "finished", None)]


async def test_a_lost_microphone_holds_and_says_so() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    stage.duplex.lose_device(3.3)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(6.0)
        assert stage.engine.state == "suspended"
        assert captions.Noticed("turn.microphone_lost") in stage.captions
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert len(stage.notebook.of("ended")) == 1
    assert stage.notebook.of("ended")[0][2] == "interrupted"


async def test_muted_it_hears_nothing_and_unmuted_it_hears_again() -> None:
    stage = Stage({QUESTION: ANSWER})
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(0.2)
        stage.engine.mute()
        over = stage.say(0.5, "这句话不该听见")
        await stage.duplex.run(over + 4)
        assert stage.recognizer.calls == []
        stage.engine.unmute()
        stage.say(stage.duplex.now() + 0.2, QUESTION)
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert stage.notebook.of("user") == [("user", 1, QUESTION)]


async def test_push_to_talk_ends_the_turn_at_once() -> None:
    stage = Stage({QUESTION: ANSWER}, trust=1.1)
    over = stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(over + 0.05)
        stage.engine.explicit_end()
        await stage.duplex.run(lambda: bool(stage.notebook.of("user")), limit=2)
        assert stage.duplex.now() < over + 0.6
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert stage.notebook.of("user") == [("user", 1, QUESTION)]


async def test_the_end_of_the_input_lets_the_last_answer_finish() -> None:
    stage = Stage({QUESTION: ANSWER})
    over = stage.say(0.5, QUESTION)
    stage.duplex.end_input(over)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(running.done, limit=30)
        await running
    assert stage.notebook.of("ended") == [("ended", 1, "finished", None)]


async def test_cancelling_is_silent_writes_down_what_was_heard_and_leaves_no_task() -> None:
    stage = Stage({QUESTION: ANSWER})
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > 0.45)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        sounded = stage.heard_seconds()
        await stage.duplex.run(stage.duplex.now() + 2)
        assert stage.heard_seconds() == pytest.approx(sounded, abs=0.011)
    assert stage.notebook.of("assistant")[0][3] == ANSWER[0][: int(sounded / 0.1 + 1e-6)]
    assert stage.notebook.of("ended") == [("ended", 1, "interrupted", None)]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_monologue_keeps_little_in_memory_and_loses_nothing() -> None:
    part = "我年轻的时候在乡下教书每天要走十里山路因为没有车"
    stage = Stage({}, Settings())
    at, whole = 0.5, ""
    for _ in range(30):
        at = stage.say(at, part) + 0.6
        whole += part
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        longest = 0
        while not stage.notebook.of("user"):
            await stage.duplex.run(stage.duplex.now() + 0.5)
            longest = max(longest, len(stage.engine._ears.utterance()))
            assert stage.duplex.now() < at + 20
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    assert longest <= 29 * 16_000
    assert stage.notebook.of("user") == [("user", 1, whole)]


async def test_pauses_inside_a_turn_are_handed_on_when_it_was_answered() -> None:
    whole = "我想问一下然后杭州"
    stage = Stage({whole: ["好的。"]})
    over = stage.say(0.5, "我想问一下然后")
    stage.say(over + 1.5, "杭州")
    await stage.play(9.0)
    assert stage.habits.pauses == [(pytest.approx(1.5, abs=0.07),)]


@pytest.mark.parametrize("after", [0.42, 0.47, 0.95])
async def test_after_a_murmur_the_answer_goes_on_from_the_word_that_was_cut(after: float) -> None:
    """What is heard twice is a part of one word; every sentence after it still sounds once and whole."""
    stage = Stage({QUESTION: [*ANSWER, "请放心。"]})
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        await stage.duplex.run(lambda: stage.heard_seconds() > after)
        stage.say(stage.duplex.now(), "嗯嗯")
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")), limit=30)
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    rows = stage.notebook.of("assistant")
    assert [(row[3], row[5]) for row in rows] == [(text, "finished") for text in (*ANSWER, "请放心。")]
    once = 0.1 * len("".join((*ANSWER, "请放心。")))
    assert once <= stage.heard_seconds() + 0.01
    assert stage.heard_seconds() < once + 0.1
    progress = [c.heard for c in stage.captions if isinstance(c, captions.AssistantHeard) and c.index == 0]
    assert progress == sorted(progress)


async def test_after_two_murmurs_a_stop_records_what_was_heard_and_no_more() -> None:
    long = "退货期限是签收后七天内到账要三个工作日运费由商家承担请您放心。"
    stage = Stage({QUESTION: [long]})
    stage.say(0.5, QUESTION)
    async with stage.duplex:
        running = asyncio.create_task(stage.engine.run())
        for already in (0.25, 0.65):
            await stage.duplex.run(lambda already=already: stage.heard_seconds() > already)
            over = stage.say(stage.duplex.now(), "嗯嗯")
            await stage.duplex.run(over + 1.5)
        assert stage.engine.state == "speaking"
        before = [c.heard for c in stage.captions if isinstance(c, captions.AssistantHeard)]
        stage.engine.stop_speaking()
        await stage.duplex.run(lambda: bool(stage.notebook.of("ended")))
        stage.engine.close()
        await stage.duplex.run(running.done)
        await running
    (row,) = stage.notebook.of("assistant")
    assert 10 < before[-1] <= len(row[3]) <= before[-1] + 1 < len(long)
    assert len(row[3]) * 0.1 <= stage.heard_seconds() < len(row[3]) * 0.1 + 0.3
    assert row[5] == "interrupted"

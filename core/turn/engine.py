"""The driver: hears frames, asks the coordinator, does what it says. The only part that waits."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import cast

from core.audio.duplex import Duplex
from core.audio.echo import EchoState
from core.audio.frames import FRAME_SAMPLES, INPUT_RATE, OUTPUT_RATE, Frame
from core.clock import Clock
from core.turn import captions, listening
from core.turn import events as ev
from core.turn.attention import Attention
from core.turn.coordinator import Coordinator
from core.turn.ears import Ears
from core.turn.etiquette import Etiquette
from core.turn.hindsight import Hindsight
from core.turn.microphone import Microphone
from core.turn.models import Listener, Speaker
from core.turn.mouth import Mouth
from core.turn.ports import Delivery, Habits, Recorder, Responder, Turn
from core.turn.recognition import Recognition
from core.turn.reply import Reply
from core.turn.scribe import Scribe
from core.turn.self_awareness import SelfAwareness
from core.turn.sleeper import Sleeper
from core.turn.states import Deciding, Idle, Settings, Suspended
from core.turn.stopwatch import Stopwatch
from core.turn.timeline import TurnTimeline

__all__ = ["Engine", "Listener", "Speaker"]

_TICK = FRAME_SAMPLES / INPUT_RATE
_PAUSES_KEPT = 200


class Engine:
    """A spoken conversation over one duplex that someone else opens and closes.

    ``clock`` is the duplex's own. ``on_change`` is called on the core loop and must return at once.
    Everything is called on that loop. :meth:`run` returns when the input has ended and the last
    answer was heard, or after :meth:`close`; cancelling it stops the sound, writes down what was
    heard, and leaves no task behind.
    """

    def __init__(
        self,
        duplex: Duplex,
        listener: Listener,
        speaker: Speaker,
        responder: Responder,
        recorder: Recorder,
        *,
        clock: Clock,
        settings: Settings | None = None,
        on_change: Callable[[captions.Caption], None] | None = None,
        habits: Habits | None = None,
        delivery: Delivery | None = None,
        attention: Attention | None = None,
    ) -> None:
        self._duplex = duplex
        self._clock = clock
        self._speaker = speaker
        self._responder = responder
        self._settings = settings or Settings()
        self._show = on_change or (lambda _: None)
        self._coordinator = Coordinator(self._settings)
        self._ears = Ears(listener.vad, listener.hysteresis)
        self._scribe = Scribe(recorder, lambda message: self._show(captions.Noticed(message)))
        self._ids = itertools.count(1)
        self._etiquette = Etiquette(
            duplex,
            speaker,
            self._settings,
            delivery or Delivery(),
            spawn=self._spawn,
            ids=self._ids,
            scribe=self._scribe,
            habits=habits,
            show=self._show,
        )
        self._mouth = Mouth(
            duplex,
            self._scribe,
            post=self._post,
            show=self._show,
            begins=self._etiquette.aside.over,
            ids=self._ids,
        )
        self._mouth.volume = self._etiquette.volume
        self._recognition = Recognition(
            listener.recognizer,
            listener.end_of_turn,
            post=self._post,
            spawn=self._spawn,
            hints=listener.hints,
            trust=listener.trust,
            keeps_sound=listener.keeps_sound,
        )
        self._self = SelfAwareness(
            duplex, self._etiquette.aside, listener.wake, clock, post=self._post, show=self._show
        )
        self._sleeper = Sleeper(
            attention or Attention(), self._ears, self._recognition, post=self._post, show=self._show
        )
        self._microphone = Microphone(
            duplex,
            self._ears,
            clock,
            post=self._post,
            voice=self._sleeper.voice,
            segment=self._recognition.settle,
            frame=self._look_for_call,
        )
        self._hindsight = Hindsight(
            lambda: self._microphone.reached, lambda: self._ears.setting_in, self._decide
        )
        self._stopwatch = Stopwatch()
        self._group: asyncio.TaskGroup | None = None
        self._replies: dict[int, Reply] = {}
        self._waiting: deque[ev.Event] = deque()
        self._deciding = False
        self._shown: str = ""
        self._weighed: captions.Weighed | None = None
        self._closing = asyncio.Event()
        self._habits = habits
        self._paused: list[float] = []
        self.pauses: deque[float] = deque(maxlen=_PAUSES_KEPT)
        """Seconds the speaker paused inside turns, for a learned patience."""

    @property
    def timelines(self) -> tuple[TurnTimeline, ...]:
        """One per committed turn, oldest first."""
        return self._stopwatch.timelines

    @property
    def state(self) -> captions.StateName:
        return cast("captions.StateName", type(self._coordinator.state).__name__.lower())

    @property
    def asleep(self) -> bool:
        """Whether what is said is dropped, because nobody asked for attention."""
        return self._sleeper.asleep

    def wake(self) -> None:
        """Attend: touched, push-to-talk pressed, called by a wake word. What it is saying gives way."""
        if self.state in ("speaking", "overlap") or self._etiquette.aside.sounding:
            self.stop_speaking()
        self._sleeper.wake(self._clock.monotonic())

    def stop_speaking(self) -> None:
        self._post(ev.StopSpeaking())

    def explicit_end(self) -> None:
        """The turn is over: push-to-talk released."""
        self._post(ev.ExplicitEnd())

    def mute(self) -> None:
        """Hear nothing; an answer goes on."""
        self._microphone.muted = True
        self._ears.deafen()
        self._post(ev.Muted())

    def unmute(self) -> None:
        self._microphone.muted = False
        self._post(ev.Unmuted())

    def close(self) -> None:
        """End the conversation now: silence, what was heard is written down, run() returns."""
        self._closing.set()

    async def run(self) -> None:
        """Raises what a broken responder port or duplex raises outside its contract, and
        RuntimeError when it runs already."""
        if self._group is not None:
            raise RuntimeError("this engine runs already")
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                background = [
                    group.create_task(self._tick()),
                    group.create_task(self._scribe.run()),
                    group.create_task(self._etiquette.rehearse(self._when_idle)),
                ]
                listening = group.create_task(self._listen())
                closing = group.create_task(self._closed())
                await asyncio.wait((listening, closing), return_when=asyncio.FIRST_COMPLETED)
                self.stop_speaking()
                await self._scribe.drained()
                for task in (*background, listening, closing):
                    task.cancel()
                self._etiquette.aside.hush()
                self._drop_replies()
        finally:
            self.stop_speaking()
            self._drop_replies()
            await self._scribe.finish()
            self._group = None

    async def _closed(self) -> None:
        await self._closing.wait()

    def _drop_replies(self) -> None:
        for reply in self._replies.values():
            reply.cancel()
        self._replies.clear()

    async def _listen(self) -> None:
        """Until the input has ended and nothing is under way."""
        await self._microphone.listen()
        while not isinstance(self._coordinator.state, Idle | Suspended):
            await self._clock.sleep_until(self._clock.monotonic() + _TICK)

    @property
    def echo(self) -> EchoState:
        """How its own voice is kept out of the microphone."""
        return self._self.echo

    def _look_for_call(self, frame: Frame) -> None:
        if self._self.called(frame, self._coordinator.voice):
            self.wake()

    async def _when_idle(self) -> None:
        while not isinstance(self._coordinator.state, Idle):
            await self._clock.sleep_until(self._clock.monotonic() + _TICK)

    async def _tick(self) -> None:
        while True:
            now = self._clock.monotonic()
            samples = self._mouth.follow()
            self._self.look()
            if samples:
                self._stopwatch.mark("first_audio", now - samples / OUTPUT_RATE)
            self._hindsight.tick(now, listening=self.state in ("listening", "deciding"))
            if self.state in ("thinking", "speaking"):
                self._etiquette.acknowledge(now)
            idle = isinstance(self._coordinator.state, Idle | Suspended)
            self._sleeper.tick(now, busy=not idle or self._etiquette.aside.sounding)
            if self._microphone.stalled(now):
                self._show(captions.Noticed("turn.microphone_silent"))
            await self._clock.sleep_until(now + _TICK)

    # Deciding

    def _post(self, event: ev.Event) -> None:
        state = self._coordinator.state
        may_end = isinstance(state, Deciding) and not state.hearing.explicit
        if not (may_end and self._hindsight.holds(event, self._clock.monotonic())):
            self._decide(event)

    def _decide(self, event: ev.Event) -> None:
        """Decide, and do it, at once; what that brings about is decided after it."""
        self._waiting.append(event)
        if self._deciding:
            return
        self._deciding = True
        try:
            while self._waiting:
                event, now = self._waiting.popleft(), self._clock.monotonic()
                if isinstance(event, ev.StopSpeaking) or (
                    isinstance(event, ev.VoiceStarted) and not self._coordinator.half_duplex
                ):
                    self._etiquette.aside.hush()
                self._stopwatch.before(event, now)
                if isinstance(event, ev.Partial) and event.text and not self._coordinator.is_own(event, now):
                    self._show(captions.UserPartial(event.text, event.language))
                for action in self._coordinator.on(event, now):
                    self._stopwatch.after(action, now)
                    self._do(action)
                self._stopwatch.state(self._coordinator.state, now)
                self._show_evidence()
                if self.state != self._shown:
                    self._shown = self.state
                    self._show(captions.StateChanged(self.state))
        finally:
            self._deciding = False

    def _show_evidence(self) -> None:
        state = self._coordinator.state
        weighed = listening.weighed(state.hearing, self._settings) if isinstance(state, Deciding) else None
        if weighed is not None and weighed != self._weighed:
            self._show(weighed)
        self._weighed = weighed

    def _do(self, action: ev.Action) -> None:  # noqa: C901, PLR0912 - one line a word of the vocabulary
        match action:
            case ev.WakeAt():
                self._hindsight.remember(action)
            case ev.AskEnd(ask):
                self._recognition.ask(ask, self._ears.utterance())
            case ev.Finalize(ask):
                self._recognition.finalize(ask, self._ears.utterance())
            case ev.Forget(keep) if keep:
                self._ears.keep(keep)
                self._recognition.forget()
            case ev.Forget(restart=restart):
                self._forget(restart=restart)
            case ev.Decline():
                self._forget()
            case ev.Missed():
                self._etiquette.missed()
            case ev.Draft():
                self._draft(action)
            case ev.Discard(answer):
                self._replies.pop(answer).cancel()
            case ev.Commit():
                self._commit(action)
            case ev.Speak(answer, utterance):
                self._mouth.allow(self._replies[answer], utterance)
            case ev.Apologise(answer, error):
                self._replies[answer].apologise(error)
            case ev.Pause():
                self._duplex.pause()
            case ev.Resume():
                self._mouth.resume()
            case ev.Duck():
                self._duplex.duck(self._settings.interruption.duck_gain)
            case ev.Unduck():
                self._duplex.duck(1.0)
            case ev.Stop():
                self._mouth.stop()
                self._etiquette.aside.silenced()
            case ev.Record(turn, answer, outcome, error):
                reply = self._replies.pop(answer)
                reply.cancel()
                self._etiquette.ended(reply, outcome)
                self._ears.attend()
                self._scribe.answer_ended(turn, outcome, error)
                self._show(captions.AnswerEnded(turn, outcome))
                self._keep_pauses()
            case ev.Learned(pause):
                self.pauses.append(pause)
                self._paused.append(pause)
            case ev.Notice(message):
                self._show(captions.Noticed(message))

    def _draft(self, action: ev.Draft) -> None:
        sound = self._recognition.sound(self._ears.utterance())
        turn = Turn(action.turn, action.text, action.language, action.confidence, sound=sound)
        responder, style, obedience = self._etiquette.plan(turn, self._responder)
        reply = Reply(
            action.answer,
            turn,
            responder=responder,
            voice=self._speaker.voice,
            style=style,
            ids=self._ids,
            post=self._post,
            changed=self._sound_made,
        )
        reply.obedience = obedience
        self._replies[action.answer] = reply
        reply.start(self._spawn)

    def _sound_made(self) -> None:
        self._stopwatch.mark("first_chunk", self._clock.monotonic())
        self._mouth.flush()

    def _commit(self, action: ev.Commit) -> None:
        reply = self._replies[action.answer]
        turn = replace(reply.turn, text=action.text, language=action.language, confidence=action.confidence)
        reply.turn = turn
        self._forget(restart=True)
        self._show(captions.UserFinal(turn.id, turn.text, turn.language))
        self._etiquette.committed(reply, self._clock.monotonic())
        self._mouth.volume = self._etiquette.volume

        def written() -> None:
            turn.committed.set()
            reply.release()
            self._mouth.flush()

        def lost(message: str) -> None:
            reply.withhold()
            reply.release()
            self._post(ev.ReplyFailed(reply.answer, message))

        self._scribe.user_spoke(turn, written, lost)

    def _keep_pauses(self) -> None:
        if self._habits is not None and self._paused:
            self._scribe.paused(self._habits, tuple(self._paused))
        self._paused.clear()

    def _forget(self, *, restart: bool = False) -> None:
        self._ears.forget(restart=restart)
        self._recognition.forget()

    def _spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        assert self._group is not None, "the engine is running"
        return self._group.create_task(work)

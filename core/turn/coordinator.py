"""The pure heart: an event and the time in, actions out. No I/O, no clock, no randomness.

States and who moves them: ``listening`` (Idle, Listening, Deciding), ``speaking`` (Thinking,
Speaking), ``overlap`` (Overlap); muting and a lost microphone (Suspended) are here.
"""

from __future__ import annotations

from dataclasses import replace

from core.turn import echoes, listening, overlap, speaking
from core.turn import events as ev
from core.turn.policies.own_voice import OwnVoice
from core.turn.states import (
    Deafness,
    Deciding,
    Idle,
    Listening,
    Mind,
    Next,
    Overlap,
    Settings,
    Speaking,
    State,
    Suspended,
    Thinking,
)


class Coordinator:
    """Decides who has the floor. ``state`` is a value, to be looked at and not touched."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._mind = Mind()
        self._timer = 0
        self._due: float | None = None

    @property
    def state(self) -> State:
        return self._mind.state

    @property
    def voice(self) -> OwnVoice:
        """What it has said lately."""
        return self._mind.voice

    def is_own(self, event: ev.Partial, now: float) -> bool:
        """Whether the words are nothing but its own, come back."""
        return echoes.heard_itself(self._mind, event, now)

    @property
    def half_duplex(self) -> bool:
        """Whether a voice that is heard while it speaks may be its own."""
        return self._mind.half_duplex

    @property
    def wake_at(self) -> float | None:
        """The wake-up it holds; None only while a person alone can go on."""
        return self._due

    def on(self, event: ev.Event, now: float) -> tuple[ev.Action, ...]:
        """``now``: seconds, never less than before. The actions are to be taken in order."""
        if isinstance(event, ev.Woke):
            if event.timer != self._timer or self._due is None:
                return ()
            early, self._due = now < self._due, None
            self._mind, actions = (self._mind, ()) if early else _woke(self._mind, now, self.settings)
        else:
            self._mind, actions = _step(self._mind, event, now, self.settings)
        self._mind = echoes.silenced(self._mind, actions, now)
        due = _due(self._mind.state, self.settings)
        if due == self._due:
            return actions
        self._due, self._timer = due, self._timer + 1
        return (*actions, ev.WakeAt(self._timer, due))


def _step(mind: Mind, event: ev.Event, now: float, settings: Settings) -> Next:  # noqa: C901, PLR0911
    mind = echoes.spoke(mind, event, now)
    match event:
        case ev.ReplySentence() | ev.ReplyEnded() | ev.ReplyFailed():
            return speaking.reply(mind, event, now)
        case ev.Played() | ev.PlaybackEnded():
            return speaking.playback(mind, event, now)
        case ev.Muted():
            return _muted(_deafened(mind, "muted"), now)
        case ev.MicLost():
            return _lost(_deafened(mind, "lost"), now, settings)
        case ev.Unmuted():
            return _restored(mind, "muted", now)
        case ev.MicBack():
            return _restored(mind, "lost", now)
        case ev.StopSpeaking():
            return _stop_speaking(mind, now, settings)
        case ev.EchoChanged():
            return echoes.changed(mind, event)
        case ev.Remarking():
            return echoes.remarked(mind, event, now, settings)
        case ev.HearingFailed() if not isinstance(mind.state, Overlap):
            return listening.hearing_failed(mind, event, now, settings)
    return (mind, ()) if mind.deaf else _heard(mind, event, now, settings)


def _heard(mind: Mind, event: ev.Event, now: float, settings: Settings) -> Next:  # noqa: C901, PLR0911
    """Events about the user's voice."""
    over = isinstance(mind.state, Thinking | Speaking | Overlap)
    match event:
        case ev.VoiceStarted():
            if over:
                return overlap.voice_started(mind, event, now, settings)
            return listening.voice_started(mind, event)
        case ev.VoiceStopped():
            if over:
                return overlap.voice_stopped(mind, event, now, settings)
            return listening.voice_stopped(mind, event)
        case ev.Partial() if over:
            return overlap.heard(mind, event, now, settings)
        case ev.EndScore() if over:
            return overlap.scored(mind, event)
        case ev.Partial() | ev.Final():
            return echoes.evidence(mind, event, now, settings)
        case ev.EndScore():
            return listening.evidence(mind, event, now, settings)
        case ev.HearingFailed():
            return overlap.hearing_failed(mind, event, now)
        case ev.ExplicitEnd():
            return _explicit_end(mind, now, settings)
    return mind, ()


def _woke(mind: Mind, now: float, settings: Settings) -> Next:
    match mind.state:
        case Listening() | Deciding():
            return listening.woke(mind, now, settings)
        case Thinking() | Speaking():
            return speaking.woke(mind, now)
        case Overlap():
            return overlap.woke(mind, now, settings)
        case Suspended(answer=answer):
            return _still_lost(mind, now, settings, answer is not None)
    return mind, ()


def _due(state: State, settings: Settings) -> float | None:
    match state:
        case Listening(hearing):
            return hearing.began + settings.longest_turn
        case Deciding(hearing):
            return listening.due(hearing, settings)
        case Thinking(answer) | Speaking(answer):
            return speaking.due(answer, settings)
        case Overlap() | Suspended():
            return state.check
    return None


def _explicit_end(mind: Mind, now: float, settings: Settings) -> Next:
    if not isinstance(mind.state, Overlap):
        return listening.explicit_end(mind, now, settings)
    mind, actions = overlap.interrupted(mind, mind.state, now, settings)
    mind, more = listening.explicit_end(mind, now, settings)
    return mind, (*actions, *more)


def _stop_speaking(mind: Mind, now: float, settings: Settings) -> Next:
    match mind.state:
        case Thinking(answer) | Speaking(answer):
            return speaking.stopped(mind, answer)
        case Overlap():
            return overlap.stopped(mind, mind.state, now, settings)
    return mind, ()


def _deafened(mind: Mind, why: Deafness) -> Mind:
    return replace(mind, deaf=mind.deaf | {why})


def _muted(mind: Mind, now: float) -> Next:
    """Unfinished speech is forgotten, for muting means not to be heard; an answer goes on."""
    match mind.state:
        case Idle():
            return mind.resting(), ()
        case Listening(hearing) | Deciding(hearing):
            discard = (ev.Discard(hearing.draft.id),) if hearing.draft else ()
            return mind.resting(), (*discard, ev.Forget())
        case Overlap():
            return overlap.resumed(mind, mind.state, now)
        case Suspended(hearing=hearing) if hearing is not None:
            return mind.at(replace(mind.state, hearing=None)), (ev.Forget(),)
    return mind, ()


def _lost(mind: Mind, now: float, settings: Settings) -> Next:
    """Hold what can be held. What was queued at the speaker went with the device."""
    check = now + settings.remind_after
    notice = ev.Notice("turn.microphone_lost")
    match mind.state:
        case Idle():
            return mind.at(Suspended(check=check)), (notice,)
        case Listening(hearing) | Deciding(hearing):
            discard = (ev.Discard(hearing.draft.id),) if hearing.draft else ()
            ended = now if hearing.ended is None else hearing.ended
            kept = hearing.again(hearing.since).silent(ended)
            return mind.at(Suspended(hearing=kept, check=check)), (*discard, notice)
        case Thinking(answer):
            return mind.at(Suspended(answer=answer, check=check)), (notice,)
        case Speaking(answer):
            _, actions = speaking.stopped(mind, answer)
            return mind.at(Suspended(check=check)), (*actions, notice)
        case Overlap(answer=answer, hearing=hearing):
            _, actions = speaking.stopped(mind, answer)
            kept = hearing if hearing.ended is not None else hearing.silent(now)
            return mind.at(Suspended(hearing=kept, check=check)), (*actions, notice)
        case Suspended():
            return mind.at(replace(mind.state, check=check)), (notice,)


def _restored(mind: Mind, why: Deafness, now: float) -> Next:
    """Go on where it was held; the pause counts anew."""
    mind = replace(mind, deaf=mind.deaf - {why})
    if "lost" in mind.deaf or not isinstance(mind.state, Suspended):
        return mind, ()
    hearing, answer = mind.state.hearing, mind.state.answer
    if answer is not None:
        return speaking.begin(mind, answer, now)
    if hearing is not None and not mind.deaf:
        return mind.at(Deciding(hearing.again(hearing.since).silent(now))), ()
    return mind.resting(), ()


def _still_lost(mind: Mind, now: float, settings: Settings, owes_answer: bool) -> Next:
    """Say so again; an answer that was held in vain is given up."""
    state = mind.state
    assert isinstance(state, Suspended)
    check = now + settings.remind_after if "lost" in mind.deaf else None
    actions: tuple[ev.Action, ...] = (ev.Notice("turn.microphone_lost"),) if check is not None else ()
    if owes_answer and state.answer is not None:
        _, stopped = speaking.stopped(mind, state.answer)
        actions = (*stopped, *actions)
    return mind.at(replace(state, answer=None, check=check)), actions

"""While an answer has the floor: Thinking, Speaking."""

from __future__ import annotations

from dataclasses import replace

from core.turn import events as ev
from core.turn.states import (
    Answer,
    Deciding,
    Listening,
    Mind,
    Next,
    Overlap,
    Settings,
    Speaking,
    State,
    Thinking,
    committed_answer,
    drafted_answer,
    with_answer,
)


def begin(mind: Mind, answer: Answer, now: float) -> Next:
    """A turn was committed: what its draft already offers may sound."""
    return release(replace(mind, caught=0).at(Thinking(replace(answer, progress=now))))


def release(mind: Mind) -> Next:
    """Let sound what may, say a failure aloud, and end an answer that has come to its end."""
    state = mind.state
    if not isinstance(state, Thinking | Speaking):
        return mind, ()
    answer, actions = _let_sound(state.answer)
    if answer.exhausted:
        return mind.resting(), (*actions, recorded(answer))
    sounding = isinstance(state, Speaking) or answer.queued
    return mind.at(Speaking(answer) if sounding else Thinking(answer)), actions


def _let_sound(answer: Answer) -> tuple[Answer, tuple[ev.Action, ...]]:
    actions: tuple[ev.Action, ...] = tuple(ev.Speak(answer.id, utterance) for utterance in answer.pending)
    answer = replace(answer, pending=(), queued=answer.queued + answer.pending)
    if answer.error is not None and not answer.apologised:
        actions = (*actions, ev.Apologise(answer.id, answer.error))
        answer = replace(answer, apologised=True)
    return answer, actions


def reply(mind: Mind, event: ev.ReplySentence | ev.ReplyEnded | ev.ReplyFailed, now: float) -> Next:
    """Something came of an answer; of a discarded or stopped one it counts for nothing."""
    committed = committed_answer(mind.state)
    answer = committed or drafted_answer(mind.state)
    if answer is None or answer.id != event.answer:
        return mind, ()
    answer = replace(answer, progress=now)
    match event:
        case ev.ReplySentence(_, utterance):
            if utterance not in answer.pending + answer.queued and not answer.ended:
                answer = replace(answer, pending=(*answer.pending, utterance))
        case ev.ReplyEnded():
            answer = replace(answer, ended=True)
        case ev.ReplyFailed(_, error):
            answer = failed(answer, error)
    return release_or_part(mind.at(with_answer(mind.state, answer)))


def playback(mind: Mind, event: ev.Played | ev.PlaybackEnded, now: float) -> Next:
    answer = committed_answer(mind.state)
    if answer is None:
        return mind, ()
    match event:
        case ev.Played(utterance, samples):
            answer = answer.played(utterance, samples, now)
        case ev.PlaybackEnded(utterance):
            answer = answer.finished(utterance, now)
    return release_or_part(mind.at(with_answer(mind.state, answer)))


def release_or_part(mind: Mind) -> Next:
    """As :func:`release`; an answer that goes on under a voice goes on, one that ends leaves the floor
    to it."""
    state = mind.state
    if not isinstance(state, Overlap):
        return release(mind)
    actions: tuple[ev.Action, ...] = ()
    if state.sounding and not state.paused:
        answer, actions = _let_sound(state.answer)
        state = replace(state, answer=answer)
    if not state.answer.exhausted:
        return mind.at(state), actions
    return mind.at(user_has_floor(state)), (*actions, recorded(state.answer), *sounding_again(state))


def sounding_again(state: Overlap) -> tuple[ev.Action, ...]:
    """Undo what a voice over the answer did to its sound."""
    resume = (ev.Resume(),) if state.sounding and state.paused else ()
    return (*resume, *((ev.Unduck(),) if state.sounding and state.ducked else ()))


def user_has_floor(state: Overlap) -> State:
    """What is being said over the answer becomes a turn of its own."""
    hearing = state.hearing
    if hearing.ended is None:
        return Listening(hearing)
    # A question put before the voice's last stretch does not cover it.
    return Deciding(hearing if state.asked else replace(hearing, ask=None, words=None))


def failed(answer: Answer, error: str) -> Answer:
    """A first failure is said aloud; when that fails too, the answer is over."""
    if answer.error is None:
        return replace(answer, error=error, ended=False)
    return replace(answer, ended=True)


def woke(mind: Mind, now: float) -> Next:
    """Nothing moved for too long."""
    state = mind.state
    if not isinstance(state, Thinking | Speaking):
        return mind, ()
    answer = state.answer
    if answer.waiting and answer.error is None:
        return release(mind.at(with_answer(state, replace(failed(answer, "turn.no_answer"), progress=now))))
    error = answer.error or "turn.playback_stalled"
    return stopped(mind, replace(answer, error=error))


def stopped(mind: Mind, answer: Answer) -> Next:
    """Fall silent for good."""
    return mind.resting(), (silence(answer), recorded(answer, "interrupted"))


def due(answer: Answer, settings: Settings) -> float:
    return answer.progress + (settings.reply_limit if answer.waiting else settings.stall_limit)


def silence(answer: Answer) -> ev.Stop:
    return ev.Stop(answer.id, answer.utterance, answer.heard)


def recorded(answer: Answer, outcome: ev.Outcome = "finished") -> ev.Record:
    return ev.Record(answer.turn, answer.id, "failed" if answer.error else outcome, answer.error)

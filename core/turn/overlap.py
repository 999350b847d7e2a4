"""While a voice sounds over an answer: duck at once, pause, then decide by what was said."""

from __future__ import annotations

from dataclasses import replace

from core.turn import events as ev
from core.turn import listening, speaking
from core.turn.policies.interrupt import meaning
from core.turn.states import Deciding, Hearing, Mind, Next, Overlap, Settings, Speaking, Thinking


def voice_started(mind: Mind, event: ev.VoiceStarted, now: float, settings: Settings) -> Next:
    rule = settings.interruption
    match mind.state:
        case Thinking(answer) | Speaking(answer):
            sounding = isinstance(mind.state, Speaking)
            state = Overlap(
                answer=answer,
                hearing=Hearing(began=event.began, since=event.began),
                sounding=sounding,
                paused=not sounding,
                check=max(now, event.began + (rule.min_speech if sounding else rule.probe_after)),
                give_up=now + rule.words_within,
            )
            return mind.at(state), (ev.Duck(),) if sounding else ()
        case Overlap(hearing=hearing) if hearing.ended is not None:
            # The question already asked stays good: words are words, whatever follows them.
            hearing = replace(hearing, since=event.began, ended=None)
            check = min(now + rule.probe_after, mind.state.give_up)
            return mind.at(replace(mind.state, hearing=hearing, check=check, asked=False)), ()
    return mind, ()


def voice_stopped(mind: Mind, event: ev.VoiceStopped, now: float, settings: Settings) -> Next:
    state = mind.state
    if not isinstance(state, Overlap) or state.hearing.ended is not None:
        return mind, ()
    rule = settings.interruption
    hearing = replace(state.hearing.silent(event.ended), ask=state.hearing.ask)
    state = replace(state, hearing=hearing)
    if hearing.voiced < rule.min_speech:
        return resumed(mind, state, now)
    pause = () if state.paused else (ev.Pause(),)
    latest = hearing.began + 3 * rule.words_within
    state = replace(
        state,
        paused=True,
        asked=False,
        check=max(now, event.ended + settings.ask_after),
        give_up=max(state.give_up, min(latest, event.ended + rule.words_within)),
    )
    return mind.at(state), pause


def woke(mind: Mind, now: float, settings: Settings) -> Next:
    state = mind.state
    assert isinstance(state, Overlap)
    if not state.paused:
        check = max(now, state.hearing.since + settings.interruption.probe_after)
        return mind.at(replace(state, paused=True, check=check)), (ev.Pause(),)
    if state.asked or now >= state.give_up:
        return resumed(mind, state, now)
    ask = mind.asks + 1
    state = replace(state, hearing=replace(state.hearing, ask=ask), asked=True, check=state.give_up)
    return replace(mind, asks=ask, state=state), (ev.AskEnd(ask),)


def heard(mind: Mind, event: ev.Partial, now: float, settings: Settings) -> Next:
    """What was said decides. While the voice goes on, or went on after the question, only words
    that cannot be a murmur count."""
    state = mind.state
    if not isinstance(state, Overlap) or state.hearing.ask != event.ask:
        return mind, ()
    words = listening.words_of(event)
    if meaning(words.text, words.label) in ("turn", "stop"):
        state = replace(state, hearing=replace(state.hearing, words=words))
        return interrupted(mind, state, now, settings)
    if not state.asked:
        return mind, ()
    if state.hearing.ended is not None:
        return resumed(mind, state, now)
    check = min(now + settings.interruption.probe_after, state.give_up)
    return mind.at(replace(state, asked=False, check=check)), ()


def scored(mind: Mind, event: ev.EndScore) -> Next:
    state = mind.state
    if not isinstance(state, Overlap) or state.hearing.ask != event.ask:
        return mind, ()
    return mind.at(replace(state, hearing=replace(state.hearing, p_end=event.p_end))), ()


def hearing_failed(mind: Mind, event: ev.HearingFailed, now: float) -> Next:
    state = mind.state
    notice = (ev.Notice(event.error),)
    if not isinstance(state, Overlap) or state.hearing.ask != event.ask or state.hearing.ended is None:
        return mind, notice
    mind, actions = resumed(mind, state, now)
    return mind, (*notice, *actions)


def interrupted(mind: Mind, state: Overlap, now: float, settings: Settings) -> Next:
    """The answer gives way; what is being said is the next turn."""
    actions = (speaking.silence(state.answer), speaking.recorded(state.answer, "interrupted"))
    mind = mind.at(speaking.user_has_floor(state))
    if isinstance(mind.state, Deciding) and mind.state.hearing.ask is not None:
        mind, more = listening.weigh(mind, now, settings)
        return mind, (*actions, *more)
    return mind, actions


def resumed(mind: Mind, state: Overlap, now: float) -> Next:
    """It was no interruption: go on where it stopped."""
    actions: tuple[ev.Action, ...] = (ev.Forget(),)
    if state.sounding:
        actions = (*actions, *((ev.Resume(),) if state.paused else ()), ev.Unduck())
    answer = replace(state.answer, progress=now)
    mind, more = speaking.release(mind.at(Speaking(answer) if state.sounding else Thinking(answer)))
    return mind, (*actions, *more)

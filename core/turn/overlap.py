"""While a voice sounds over an answer: duck at once, pause, then decide by what was said.

In half-duplex the voice may be its own: the answer goes on, and only what asks for silence counts.
"""

from __future__ import annotations

from dataclasses import replace

from core.turn import echoes, listening, speaking
from core.turn import events as ev
from core.turn.policies import barely_heard
from core.turn.policies.completeness import classify
from core.turn.policies.interrupt import meaning
from core.turn.policies.self_hearing import is_echo, somebody_goes_on, stop_in, strange_words
from core.turn.states import Deciding, Hearing, Mind, Next, Overlap, Settings, Speaking, Thinking


def voice_started(mind: Mind, event: ev.VoiceStarted, now: float, settings: Settings) -> Next:
    rule = settings.interruption
    match mind.state:
        case Thinking(answer) | Speaking(answer):
            sounding = isinstance(mind.state, Speaking)
            at_once = sounding and not echoes.over_answer(mind)
            state = Overlap(
                answer=answer,
                hearing=Hearing(began=event.began, since=event.began),
                sounding=sounding,
                paused=not sounding,
                check=max(now, event.began + (rule.min_speech if at_once else rule.probe_after)),
                give_up=now + rule.words_within,
                ducked=at_once,
            )
            return mind.at(state), (ev.Duck(),) if at_once else ()
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
    goes_on = state.paused or _goes_on(mind, state)
    pause = () if goes_on else (ev.Pause(),)
    latest = hearing.began + 3 * rule.words_within
    state = replace(
        state,
        paused=state.paused or not goes_on,
        asked=False,
        check=max(now, event.ended + settings.ask_after),
        give_up=max(state.give_up, min(latest, event.ended + rule.words_within)),
    )
    return mind.at(state), pause


def woke(mind: Mind, now: float, settings: Settings) -> Next:
    state = mind.state
    assert isinstance(state, Overlap)
    if not state.paused and _goes_on(mind, state):
        return _listened(mind, state, now, settings)
    if not state.paused:
        check = max(now, state.hearing.since + settings.interruption.probe_after)
        return mind.at(replace(state, paused=True, check=check)), (ev.Pause(),)
    if state.asked or now >= state.give_up:
        return resumed(mind, state, now)
    ask = mind.asks + 1
    asks = (*state.asks, ask)[-2:]
    hearing = replace(state.hearing, ask=ask)
    state = replace(state, hearing=hearing, asks=asks, asked=True, check=state.give_up)
    return replace(mind, asks=ask, state=state), (ev.AskEnd(ask),)


def _listened(mind: Mind, state: Overlap, now: float, settings: Settings) -> Next:
    """Half-duplex: the answer goes on, and the voice over it is read again and again."""
    due = speaking.due(state.answer, settings)
    if now >= due:
        mind, actions = speaking.woke(mind.at(Speaking(state.answer)), now)
        return mind, (ev.Forget(), *actions)
    if state.asked and state.hearing.ended is not None:
        return resumed(mind, state, now)
    check = min(now + settings.interruption.words_within, due)
    ask = mind.asks + 1
    state = replace(state, hearing=replace(state.hearing, ask=ask), asked=True, check=check)
    return replace(mind, asks=ask, state=state), (ev.AskEnd(ask),)


def _goes_on(mind: Mind, state: Overlap) -> bool:
    return state.sounding and echoes.only_explicit(mind, sounding=True)


def heard(mind: Mind, event: ev.Partial, now: float, settings: Settings) -> Next:
    """What was said decides, unless it is an echo. While the voice goes on, or went on after the
    question, only words that cannot be a murmur count. A stop counts whenever it was heard: read again with
    more silence it may be lost."""
    state = mind.state
    if not isinstance(state, Overlap):
        return mind, ()
    words = listening.words_of(event)
    if state.hearing.ask != event.ask and not (words.label == "stop" and event.ask in state.asks):
        return mind, ()
    played = echoes.played_during(mind, state, now)
    explicit = echoes.only_explicit(mind, sounding=state.sounding)
    stop = stop_in(words.text, words.language, played) if explicit or played else None
    if stop is not None:
        return _told_to_stop(
            mind, replace(state, hearing=replace(state.hearing, words=words)), stop, now, settings
        )
    strange = strange_words(words.text, played)
    label = classify(strange, words.language) if strange != words.text else words.label
    own = not is_echo(words.text, played) and meaning(strange, label) in ("turn", "stop")
    clear = barely_heard.counts(strange, label, words.confidence, state.hearing.lasted(now))
    if own and clear and not explicit:
        state = replace(state, hearing=replace(state.hearing, words=words))
        return interrupted(mind, state, now, settings)
    state = replace(state, own=somebody_goes_on(words.text, played))
    if not state.asked:
        return mind, ()
    after, actions = _heard_nobody(mind, state, now, settings)
    caught = state.paused and state.sounding and is_echo(words.text, played)
    return echoes.caught(after, actions) if caught else (after, actions)


def _heard_nobody(mind: Mind, state: Overlap, now: float, settings: Settings) -> Next:
    """Nothing that counts: look again, if the voice goes on. Who is speaking when the answer ends has
    begun a turn, and all of it is kept."""
    if state.hearing.ended is not None:
        return resumed(mind, state, now)
    check = now + settings.interruption.probe_after
    state = replace(state, asked=False, check=min(check, state.give_up) if state.paused else check)
    if state.paused or state.own:
        return mind.at(state), ()
    recent = max(state.hearing.began, now - echoes.KEPT)
    hearing = replace(state.hearing, began=recent, since=max(recent, state.hearing.since), ask=None)
    return mind.at(replace(state, hearing=hearing)), (ev.Forget(keep=echoes.KEPT),)


def _told_to_stop(mind: Mind, state: Overlap, stop: str, now: float, settings: Settings) -> Next:
    """Words that ask for nothing else are no turn, and what sounds on beside them was an echo."""
    language = state.hearing.words.language if state.hearing.words else settings.language
    if classify(stop, language) != "stop":
        return interrupted(mind, state, now, settings)
    mind, actions = speaking.stopped(mind, state.answer)
    return mind, (*actions, ev.Decline(stop, "stop"), ev.Forget())


def scored(mind: Mind, event: ev.EndScore) -> Next:
    state = mind.state
    if not isinstance(state, Overlap) or state.hearing.ask != event.ask:
        return mind, ()
    return mind.at(replace(state, hearing=replace(state.hearing, p_end=event.p_end))), ()


def hearing_failed(mind: Mind, event: ev.HearingFailed, now: float) -> Next:
    state = mind.state
    expected = not isinstance(state, Overlap) or not _goes_on(mind, state)
    notice = (ev.Notice(event.error),) if expected else ()
    if not isinstance(state, Overlap) or state.hearing.ask != event.ask or state.hearing.ended is None:
        return mind, notice
    mind, actions = resumed(mind, state, now)
    return mind, (*notice, *actions)


def stopped(mind: Mind, state: Overlap, now: float, settings: Settings) -> Next:
    """A button, a wake word. In half-duplex the voice was an echo, or begins anew."""
    if state.own or not _goes_on(mind, state):
        return interrupted(mind, state, now, settings)
    mind, actions = speaking.stopped(mind, state.answer)
    return mind, (*actions, ev.Forget(restart=True))


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
    actions = (ev.Forget(), *speaking.sounding_again(state))
    held = state.paused or not state.sounding
    answer = replace(state.answer, progress=now) if held else state.answer
    mind, more = speaking.release(mind.at(Speaking(answer) if state.sounding else Thinking(answer)))
    return mind, (*actions, *more)

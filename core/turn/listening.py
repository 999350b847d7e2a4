"""While the user has the floor: Idle, Listening, Deciding."""

from __future__ import annotations

import math
from dataclasses import replace

from core.turn import events as ev
from core.turn import speaking
from core.turn.captions import Weighed
from core.turn.policies.completeness import breaks_off, classify, has_stop, is_loose, same_words
from core.turn.policies.endpoint import Evidence, Verdict, arbitrate
from core.turn.policies.wishes import wishes
from core.turn.states import (
    Answer,
    Deciding,
    Hearing,
    Idle,
    Listening,
    Mind,
    Next,
    Settings,
    Words,
)

_UNSTOPPED = 6
"""Readings without a stop after which a recogniser is taken for one that sets none."""


def voice_started(mind: Mind, event: ev.VoiceStarted) -> Next:
    match mind.state:
        case Idle():
            return mind.at(Listening(Hearing(began=event.began, since=event.began))), ()
        case Deciding(hearing):
            return mind.at(Listening(hearing.again(event.began))), (
                *_learned(hearing, event.began),
                *_discarded(hearing),
            )
    return mind, ()


def voice_stopped(mind: Mind, event: ev.VoiceStopped) -> Next:
    if isinstance(mind.state, Listening):
        return mind.at(Deciding(mind.state.hearing.silent(event.ended))), ()
    return mind, ()


def evidence(mind: Mind, event: ev.Partial | ev.EndScore | ev.Final, now: float, settings: Settings) -> Next:
    """A result about the present silence; of an earlier one it counts for nothing."""
    if not isinstance(mind.state, Deciding) or mind.state.hearing.ask != event.ask:
        return mind, ()
    hearing = mind.state.hearing
    actions: tuple[ev.Action, ...] = ()
    match event:
        case ev.EndScore():
            hearing = replace(hearing, p_end=event.p_end)
        case ev.Partial():
            mind, words = _read(mind, event)
            hearing = replace(hearing, words=words)
        case ev.Final():
            mind, words = _read(mind, event)
            hearing = replace(hearing, final=words)
            if hearing.draft is not None and not same_words(hearing.draft.text, event.text):
                actions, hearing = _discarded(hearing), replace(hearing, draft=None)
    return _after(weigh(mind.at(Deciding(hearing)), now, settings), actions)


def hearing_failed(mind: Mind, event: ev.HearingFailed, now: float, settings: Settings) -> Next:
    """The quick text is waited for no longer than the ceiling; without a final one it stands in."""
    notice = (ev.Notice(event.error),)
    if not isinstance(mind.state, Deciding) or mind.state.hearing.ask != event.ask or not event.final:
        return mind, notice
    hearing = mind.state.hearing
    if hearing.words is None or not hearing.words.text:
        return _drop(mind, hearing, notice)
    mind = mind.at(Deciding(replace(hearing, final=hearing.words)))
    return _after(weigh(mind, now, settings), notice)


def woke(mind: Mind, now: float, settings: Settings) -> Next:
    match mind.state:
        case Listening():
            return explicit_end(mind, now, settings)
        case Deciding(hearing) if hearing.ask is None and hearing.decided is None:
            ask = mind.asks + 1
            mind = replace(mind, asks=ask, state=Deciding(replace(hearing, ask=ask)))
            return _after(weigh(mind, now, settings), (ev.AskEnd(ask),))
        case Deciding():
            return weigh(mind, now, settings)
    return mind, ()


def explicit_end(mind: Mind, now: float, settings: Settings) -> Next:
    """The turn is over because someone said so."""
    if not isinstance(mind.state, Listening | Deciding):
        return mind, ()
    hearing = mind.state.hearing
    if hearing.ended is None:
        hearing = hearing.silent(now)
    if hearing.ask is None:
        mind = replace(mind, asks=mind.asks + 1)
        hearing = replace(hearing, ask=mind.asks)
    return weigh(mind.at(Deciding(replace(hearing, explicit=True))), now, settings)


def due(hearing: Hearing, settings: Settings) -> float:
    """When a pause must be looked at again."""
    assert hearing.ended is not None, "a pause has a beginning"
    if hearing.decided is not None:
        return hearing.decided + _final_limit(hearing, settings)
    if hearing.ask is None:
        return hearing.ended + settings.ask_after
    return hearing.ended + verdict_on(hearing, settings).wait


def weigh(mind: Mind, now: float, settings: Settings) -> Next:
    """Prepare an answer when the end is likely; commit, decline or drop when it is decided."""
    assert isinstance(mind.state, Deciding), "only a pause is weighed"
    hearing = mind.state.hearing
    ended = hearing.ended
    assert ended is not None, "a pause has a beginning"
    verdict = verdict_on(hearing, settings)
    actions: tuple[ev.Action, ...] = ()
    if (verdict.likely or verdict.look_again) and _newest(hearing) is not None:
        mind, actions = _prepare(mind, hearing, now, settings, draft=verdict.likely)
        assert isinstance(mind.state, Deciding)
        hearing = mind.state.hearing
    if now < ended + verdict.wait:
        # A final text may show that the endpoint was decided too soon.
        return mind.at(Deciding(replace(hearing, decided=None))), actions
    return _after(_decide(mind, hearing, now, settings), actions)


def weighed(hearing: Hearing, settings: Settings) -> Weighed:
    """The evidence and what it comes to, for an inspector."""
    words = _newest(hearing)
    label = words.label if words and words.text else None
    return Weighed(label, hearing.p_end, verdict_on(hearing, settings).wait)


def verdict_on(hearing: Hearing, settings: Settings) -> Verdict:
    words = _newest(hearing)
    return arbitrate(
        Evidence(
            label=words.label if words and words.text else None,
            language=words.language if words else "zh",
            heard_nothing=words is not None and not words.text,
            p_end=hearing.p_end,
            explicit=hearing.explicit,
            confidence=words.confidence if words else 1.0,
            settled=hearing.final is not None,
            loose=words is not None and words.loose,
            open=words is not None and words.open,
        ),
        settings.patience,
        settings.hold_limit,
    )


def words_of(event: ev.Partial | ev.Final) -> Words:
    text = event.text.strip()
    if wishes(text, event.language):
        return Words(text, event.language, event.confidence, "complete")
    label = classify(text, event.language)
    if label == "complete" and breaks_off(text):
        label = "incomplete"
    loose = label == "complete" and is_loose(text, event.language)
    return Words(text, event.language, event.confidence, label, loose)


def _read(mind: Mind, event: ev.Partial | ev.Final) -> tuple[Mind, Words]:
    """The words, with what a missing stop means from this recogniser."""
    words = words_of(event)
    unstopped = 0 if has_stop(words.text) else mind.unstopped + bool(words.text)
    is_open = words.loose and 0 < unstopped <= _UNSTOPPED
    return replace(mind, unstopped=unstopped), replace(words, open=is_open)


def _decide(mind: Mind, hearing: Hearing, now: float, settings: Settings) -> Next:
    words = _newest(hearing)
    if words is not None and words.text and words.label in ("stop", "hold") and not hearing.explicit:
        declined = ev.Decline(words.text, "stop" if words.label == "stop" else "hold")
        return _drop(mind, hearing, (declined,))
    overdue = hearing.decided is not None and now >= hearing.decided + _final_limit(hearing, settings)
    final = hearing.final or (hearing.words if overdue else None)
    if final is not None and final.text:
        return _commit(mind, replace(hearing, final=final), now)
    nothing = words is not None and not words.text and hearing.voiced < settings.least_voice
    if final is not None or nothing or overdue:
        missed = (ev.Missed(),) if hearing.voiced >= settings.least_voice else ()
        return _drop(mind, hearing, (*missed, *((ev.Notice("turn.not_heard"),) if overdue else ())))
    actions: tuple[ev.Action, ...] = ()
    if not hearing.finalizing:
        assert hearing.ask is not None, "asked before anything is decided"
        actions = (ev.Finalize(hearing.ask),)
    decided = hearing.decided if hearing.decided is not None else now
    return mind.at(Deciding(replace(hearing, decided=decided, finalizing=True))), actions


def _prepare(mind: Mind, hearing: Hearing, now: float, settings: Settings, *, draft: bool) -> Next:
    """Ask for the final text, and begin an answer to the newest one where a draft is worth it."""
    actions: list[ev.Action] = []
    if not hearing.finalizing and hearing.final is None:
        assert hearing.ask is not None, "words come of a question"
        actions.append(ev.Finalize(hearing.ask))
        hearing = replace(hearing, finalizing=True)
    words = _newest(hearing)
    if draft and settings.draft_early and words is not None and words.text:
        mind, hearing, drafted = _draft(mind, hearing, words, now)
        actions += drafted
    return mind.at(Deciding(hearing)), tuple(actions)


def _draft(
    mind: Mind, hearing: Hearing, words: Words, now: float
) -> tuple[Mind, Hearing, tuple[ev.Action, ...]]:
    """The draft for these words: the one there is, or a new one instead of it."""
    if hearing.draft is not None and same_words(hearing.draft.text, words.text):
        return mind, hearing, ()
    answer = Answer(id=mind.answers + 1, turn=mind.turn, text=words.text, progress=now)
    draft = ev.Draft(answer.id, mind.turn, words.text, words.language, words.confidence)
    return (
        replace(mind, answers=answer.id),
        replace(hearing, draft=answer),
        (*_discarded(hearing), draft),
    )


def _commit(mind: Mind, hearing: Hearing, now: float) -> Next:
    words = hearing.final
    assert words is not None, "a turn is committed with its final text"
    mind, hearing, drafted = _draft(mind, hearing, words, now)
    answer = hearing.draft
    assert answer is not None, "drafted above"
    commit = ev.Commit(answer.id, mind.turn, words.text, words.language, words.confidence)
    mind = replace(mind, turn=mind.turn + 1)
    return _after(speaking.begin(mind, answer, now), (*drafted, commit))


def _drop(mind: Mind, hearing: Hearing, actions: tuple[ev.Action, ...]) -> Next:
    return mind.resting(), (*_discarded(hearing), *actions, ev.Forget())


def _final_limit(hearing: Hearing, settings: Settings) -> float:
    """How long a careful text is waited for; less when there is a quick one."""
    usable = hearing.words is not None and hearing.words.text
    return settings.draft_stands_in if usable else settings.final_limit


def _newest(hearing: Hearing) -> Words | None:
    return hearing.final or hearing.words


def _discarded(hearing: Hearing) -> tuple[ev.Action, ...]:
    return (ev.Discard(hearing.draft.id),) if hearing.draft else ()


def _learned(hearing: Hearing, began: float) -> tuple[ev.Action, ...]:
    """Only pauses between words count: not a cough's, and not one that was asked for."""
    words = _newest(hearing)
    if words is None or not words.text or words.label == "hold" or hearing.ended is None:
        return ()
    pause = began - hearing.ended
    return (ev.Learned(pause),) if math.isfinite(pause) and pause > 0 else ()


def _after(following: Next, actions: tuple[ev.Action, ...]) -> Next:
    """The same outcome with these actions first."""
    mind, more = following
    return mind, (*actions, *more)

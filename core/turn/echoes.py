"""Its own voice, as far as the coordinator's rules go: half-duplex, what was an echo, what was not."""

from __future__ import annotations

from dataclasses import replace

from core.turn import events as ev
from core.turn import listening
from core.turn.policies.self_hearing import is_echo, own_words
from core.turn.states import Deciding, Mind, Next, Overlap, Settings, Speaking, Thinking

KEPT = 1.5
"""Seconds of a voice over the answer that are kept when nobody was found in it: longer than a word that
stops it, so that none is cut in two."""


def spoke(mind: Mind, event: ev.Event, now: float) -> Mind:
    """Keep what it says, for as long as somebody may hear it come back."""
    match event:
        case ev.ReplySentence(_, utterance, text):
            return replace(mind, voice=mind.voice.offers(utterance, text))
        case ev.Played(utterance, _, characters):
            return replace(mind, voice=mind.voice.plays(utterance, characters, now))
        case ev.PlaybackEnded():
            return replace(mind, voice=mind.voice.silent(now))
    return mind


def silenced(mind: Mind, actions: tuple[ev.Action, ...], now: float) -> Mind:
    """A stop ends whatever sounded."""
    stopped = any(isinstance(action, ev.Stop) for action in actions)
    return replace(mind, voice=mind.voice.silent(now)) if stopped else mind


def remarked(mind: Mind, event: ev.Remarking, now: float, settings: Settings) -> Next:
    mind = replace(mind, remarking=event.text is not None, voice=mind.voice.remarks(event.text, now))
    state = mind.state
    if isinstance(state, Overlap) and not state.sounding and not mind.remarking:
        # From now on the voice is somebody's: it gets the time that any voice gets.
        give_up = max(state.give_up, now + settings.interruption.words_within)
        mind = mind.at(replace(state, give_up=give_up))
    return mind, ()


def changed(mind: Mind, event: ev.EchoChanged) -> Next:
    """People are told when speaking over an answer stops counting, and when it counts again: not before it
    lasts, for a canceller wavers when somebody talks over the end of its warm-up."""
    mind = replace(mind, echo=event.state, caught=mind.caught if event.lasting else 0)
    failing = event.state in ("none", "failing")
    warned = failing or (mind.warned and mind.half_duplex)
    if warned == mind.warned or not event.lasting:
        return mind, ()
    return replace(mind, warned=warned), (ev.Notice("turn.half_duplex" if warned else "turn.full_duplex"),)


def caught(mind: Mind, actions: tuple[ev.Action, ...]) -> Next:
    """It paused for its own voice."""
    mind = replace(mind, caught=mind.caught + 1)
    if mind.warned or not mind.half_duplex:
        return mind, actions
    return replace(mind, warned=True), (*actions, ev.Notice("turn.half_duplex"))


def only_explicit(mind: Mind, *, sounding: bool) -> bool:
    """Whether a voice that is heard now counts only when it asks for silence."""
    return mind.half_duplex and (sounding or mind.remarking)


def over_answer(mind: Mind) -> bool:
    """The same of a voice that begins now, over an answer."""
    assert isinstance(mind.state, Thinking | Speaking), "an answer has the floor"
    return only_explicit(mind, sounding=isinstance(mind.state, Speaking))


def played_during(mind: Mind, state: Overlap | Deciding, now: float) -> str:
    """What of its own voice may be in the sound of this hearing."""
    hearing = state.hearing
    return mind.voice.between(hearing.began, now if hearing.ended is None else hearing.ended)


def heard_itself(mind: Mind, event: ev.Partial, now: float) -> bool:
    """Whether what was read in this hearing is an echo and nothing else."""
    state = mind.state
    if not isinstance(state, Overlap | Deciding):
        return False
    return is_echo(event.text, played_during(mind, state, now))


def evidence(mind: Mind, event: ev.Partial | ev.Final, now: float, settings: Settings) -> Next:
    """As listening has it, without an echo: the tail of an answer is no turn and no pause in one."""
    state = mind.state
    played = ""
    if isinstance(state, Deciding) and state.hearing.ask == event.ask and mind.echo != "absent":
        played = played_during(mind, state, now)
    if not played:
        return listening.evidence(mind, event, now, settings)
    assert isinstance(state, Deciding), "looked at above"
    silent = mind.half_duplex and not event.text.strip()
    if silent or is_echo(event.text, played):
        draft = state.hearing.draft
        return mind.resting(), (*((ev.Discard(draft.id),) if draft else ()), ev.Forget())
    if mind.half_duplex:
        event = replace(event, text=own_words(event.text, played))
    return listening.evidence(mind, event, now, settings)

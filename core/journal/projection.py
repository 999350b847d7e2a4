"""What was said, as it was heard: the view that history pages, context and search are built on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec

from core.journal.events import AssistantSpoke, Event, UserSpeechRevised, UserSpoke

ERASED = "[erased]"


class SpokenTurn(msgspec.Struct, frozen=True, kw_only=True):
    """One person's or the companion's turn. session, seq: where it begins in the journal.

    text: the user's newest transcript, or the assistant's words as far as they were heard.
    cut: the assistant was interrupted, or failed, before everything was heard.
    """

    by: Literal["user", "assistant"]
    text: str
    session: str
    seq: int
    at: datetime
    cut: bool = False


def spoken_turns(events: Iterable[Event]) -> tuple[SpokenTurn, ...]:
    """The turns of ``events`` (of one thread, in order). Deterministic; any cut of a history works.

    An answer stands right after the utterance it answers, also when the interruption that cut it
    was written first. Sentences of which nothing was heard do not appear.
    """
    by_session: dict[str, list[Event]] = {}
    for event in events:
        by_session.setdefault(event.session, []).append(event)
    return tuple(turn for session in by_session.values() for turn in _turns_of_session(session))


def _turns_of_session(events: list[Event]) -> list[SpokenTurn]:
    revised: dict[int, str] = {}
    for event in events:
        if isinstance(event.body, UserSpeechRevised):
            revised[event.body.of] = event.body.text
    users = {event.seq for event in events if event.kind == "user_spoke"}
    placed = [((event.seq, 0), _user_turn(event, revised)) for event in events if event.seq in users]
    for anchor, sentences in _answers(events).items():
        turn = _assistant_turn(sentences)
        if turn is not None:
            place = (anchor, 1) if anchor in users else (sentences[0].seq, 0)
            placed.append((place, turn))
    return [turn for _, turn in sorted(placed, key=lambda one: one[0])]


def _user_turn(event: Event, revised: dict[int, str]) -> SpokenTurn:
    text = ERASED
    if isinstance(event.body, UserSpoke):
        text = revised.get(event.seq, event.body.text)
    return SpokenTurn(by="user", text=text, session=event.session, seq=event.seq, at=event.at)


def _answers(events: list[Event]) -> dict[int, list[Event]]:
    """The assistant's sentences by what they answer. An erased one no longer says; it belongs to the
    answer written before it, else to the utterance before it."""
    answers: dict[int, list[Event]] = {}
    current = -1
    for event in events:
        if event.kind == "user_spoke":
            current = event.seq
        elif event.kind == "assistant_spoke":
            if isinstance(event.body, AssistantSpoke):
                current = event.body.answers
            answers.setdefault(current, []).append(event)
    return answers


def _assistant_turn(events: list[Event]) -> SpokenTurn | None:
    """The sentences joined in their order; None when nothing of them was heard."""
    text, cut = "", False
    for event in events:
        if isinstance(event.body, AssistantSpoke):
            text = _joined(text, event.body.text[: max(0, event.body.heard)])
            cut = cut or event.body.heard < len(event.body.text) or event.body.outcome != "finished"
        elif not text.endswith(ERASED):
            text = _joined(text, ERASED)
    if not text.strip():
        return None
    first = events[0]
    return SpokenTurn(by="assistant", text=text, session=first.session, seq=first.seq, at=first.at, cut=cut)


def _joined(before: str, after: str) -> str:
    """With a space between Latin words and none between Han characters."""
    if before and after and before[-1].isascii() and after[0].isascii() and not before[-1].isspace():
        return f"{before} {after}"
    return before + after

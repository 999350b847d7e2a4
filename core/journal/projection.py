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
    revised = Revised()
    for event in events:
        by_session.setdefault(event.session, []).append(event)
        revised.add(event)
    revised.order(by_session)
    return tuple(turn for session in by_session.values() for turn in _turns_of_session(session, revised))


class Revised:
    """The newest words of utterances that were corrected, whichever session the correction stands in.

    Newest by the order of the thread's sessions, not by when it was read; a person's before a machine's.
    """

    def __init__(self) -> None:
        self._words: dict[tuple[str, int], dict[str, UserSpeechRevised]] = {}
        self._order: dict[str, int] = {}

    def order(self, sessions: Iterable[str]) -> None:
        """How the thread's sessions follow one another."""
        self._order = {session: index for index, session in enumerate(sessions)}

    def add(self, event: Event) -> tuple[str, int] | None:
        """Take an event in, in its session's order; which utterance (session, seq) it corrects, if any."""
        body = event.body
        if not isinstance(body, UserSpeechRevised):
            return None
        place = (body.session or event.session, body.of)
        found = self._words.setdefault(place, {})
        before = found.get(event.session)
        if before is None or body.by == "person" or before.by != "person":
            found[event.session] = body
        return place

    def words(self, session: str, seq: int) -> str | None:
        """What replaces the words as they were first written down; None when nothing does."""
        found = self._words.get((session, seq))
        if found is None:
            return None
        newest = max(found, key=lambda one: (found[one].by == "person", self._order.get(one, -1)))
        return found[newest].text


def _turns_of_session(events: list[Event], revised: Revised) -> list[SpokenTurn]:
    users = {event.seq for event in events if event.kind == "user_spoke"}
    placed = [((event.seq, 0), user_turn(event, revised)) for event in events if event.seq in users]
    for anchor, sentences in _answers(events).items():
        turn = assistant_turn(sentences)
        if turn is not None:
            place = (anchor, 1) if anchor in users else (sentences[0].seq, 0)
            placed.append((place, turn))
    return [turn for _, turn in sorted(placed, key=lambda one: one[0])]


def user_turn(event: Event, revised: Revised) -> SpokenTurn:
    """The turn of a ``user_spoke`` event."""
    text = ERASED
    if isinstance(event.body, UserSpoke):
        newest = revised.words(event.session, event.seq)
        text = event.body.text if newest is None else newest
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


def assistant_turn(events: list[Event]) -> SpokenTurn | None:
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

"""Summaries as checked events: what one stands for, whether that is still so, and where to go on reading."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from core.journal.events import Event, SummaryMade, UserSpeechRevised
from core.journal.projection import SpokenTurn
from core.journal.summarising import METHOD, RULES, lines_of, parsed, summarise

_SAID = ("user_spoke", "user_speech_revised", "assistant_spoke")


def source_hash(events: Sequence[Event], end: int) -> str:
    """SHA-256 of everything the first ``end`` events of a thread say: their chain's hashes, which of them
    were erased, and every correction of them, wherever in ``events`` it stands."""
    covered = {(event.session, event.seq) for event in events[:end]}
    digest = hashlib.sha256(b"banyan summary source 1\n")
    for index, event in enumerate(events):
        if index < end:
            counts = event.kind in _SAID
        else:
            body = event.body
            counts = (
                isinstance(body, UserSpeechRevised) and (body.session or event.session, body.of) in covered
            )
        if counts:
            told = "erased" if event.body is None else event.content_hash
            digest.update(f"{event.session} {event.seq} {told}\n".encode())
    return digest.hexdigest()


def make(
    events: Sequence[Event],
    turns: Sequence[SpokenTurn],
    first_kept: SpokenTurn,
    before: SummaryMade | None,
    room: int,
    cost: Callable[[str], int],
) -> SummaryMade | None:
    """A summary of everything in a thread before the turn ``first_kept``; None when there is nothing.

    before: a summary that is still right, of a shorter beginning: then only what came after it is read, and
    its sentences, which are the turns' own, stand for the rest. room: what the text may cost.
    """
    said = turns[: turns.index(first_kept)]
    end = _index_of(events, first_kept.session, first_kept.seq)
    if not said or end is None:
        return None
    while events[end - 1].session != said[-1].session:  # a new session's beginning is no part of it
        end -= 1
    lines = lines_of(said if before is None else rest(said, before))
    text = summarise([*(parsed(before.text) if before else ()), *lines], room, cost)
    if not text:
        return None
    return SummaryMade(
        first=events[0].seq,
        last=events[end - 1].seq,
        first_session=events[0].session,
        last_session=events[end - 1].session,
        source_hash=source_hash(events, end),
        method=METHOD,
        prompt=RULES,
        text=text,
    )


def rest(turns: Sequence[SpokenTurn], summary: SummaryMade) -> list[SpokenTurn]:
    """The turns that ``summary`` does not stand for."""
    for index in range(len(turns) - 1, -1, -1):
        if turns[index].session == summary.last_session and turns[index].seq <= summary.last:
            return list(turns[index + 1 :])
    return list(turns)


class Summaries:
    """The newest summary of a growing thread that is right, found again at the cost of what is new."""

    def __init__(self) -> None:
        self._seen = 0
        self._first: Event | None = None
        self._last: Event | None = None
        self._right: SummaryMade | None = None

    def current(self, events: Sequence[Event]) -> SummaryMade | None:
        """events: the whole thread, as its log hands it out. None when there is none, or its source was
        changed or erased: then one is to be made."""
        grown = (
            0 < self._seen <= len(events)
            and events[0] is self._first
            and events[self._seen - 1] is self._last
        )
        new = events[self._seen if grown else 0 :]
        if not grown or any(isinstance(event.body, SummaryMade | UserSpeechRevised) for event in new):
            self._right = _newest_right(events)
        if events:
            self._seen, self._first, self._last = len(events), events[0], events[-1]
        return self._right


def is_right(events: Sequence[Event], summary: SummaryMade) -> bool:
    """Whether its source is what it was, and it was made by the rules of this version."""
    if (summary.method, summary.prompt) != (METHOD, RULES) or not events:
        return False
    if (events[0].session, events[0].seq) != (summary.first_session, summary.first):
        return False
    end = _index_of(events, summary.last_session, summary.last)
    return end is not None and source_hash(events, end + 1) == summary.source_hash


def _newest_right(events: Sequence[Event]) -> SummaryMade | None:
    made = (event.body for event in reversed(events) if isinstance(event.body, SummaryMade))
    return next((body for body in made if is_right(events, body)), None)


def _index_of(events: Sequence[Event], session: str, seq: int) -> int | None:
    for index in range(len(events) - 1, -1, -1):
        if events[index].session == session and events[index].seq == seq:
            return index
    return None

"""The projection kept up to date while a thread grows: every new event costs what it changes, not the thread.

What it shows is always what ``spoken_turns`` shows of the same events; a property test compares them.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

from core.journal.events import AssistantSpoke, Event
from core.journal.projection import Revised, SpokenTurn, assistant_turn, user_turn

Place = tuple[int, int]
"""Where a turn stands in its session: the utterance's seq, and 0 for its words, 1 for the answer."""


class RunningProjection:
    """Takes events in, in each session's order. Something erased is not taken back: begin anew then."""

    def __init__(self) -> None:
        self._sessions: dict[str, _SessionTurns] = {}
        self._revised = Revised()

    def add(self, event: Event) -> None:
        """One more event of any of the thread's sessions."""
        self._of(event.session).add(event)
        changed = self._revised.add(event)
        if changed is not None:
            self._of(changed[0]).touch(changed[1])

    def turns(self, sessions: Sequence[str]) -> tuple[SpokenTurn, ...]:
        """The turns of the thread whose sessions follow one another like this."""
        self._revised.order(sessions)
        found: list[SpokenTurn] = []
        for session in sessions:
            if session in self._sessions:
                found += self._sessions[session].turns(self._revised)
        return tuple(found)

    def _of(self, session: str) -> _SessionTurns:
        return self._sessions.setdefault(session, _SessionTurns())


class _SessionTurns:
    """places: in order; turns: beside them, None where nothing was heard."""

    def __init__(self) -> None:
        self._users: dict[int, Event] = {}
        self._answers: dict[int, list[Event]] = {}
        self._answering = -1
        self._places: list[Place] = []
        self._turns: list[SpokenTurn | None] = []
        self._stale: dict[Place, int] = {}

    def add(self, event: Event) -> None:
        if event.kind == "user_spoke":
            self._answering = event.seq
            self._users[event.seq] = event
            self._place((event.seq, 0), event.seq)
            if event.seq in self._answers:  # answered before it was written: the answer moves behind it
                self._leave((self._answers[event.seq][0].seq, 0))
                self._place((event.seq, 1), event.seq)
        elif event.kind == "assistant_spoke":
            if isinstance(event.body, AssistantSpoke):
                self._answering = event.body.answers
            sentences = self._answers.setdefault(self._answering, [])
            sentences.append(event)
            told = self._answering in self._users
            self._place((self._answering, 1) if told else (sentences[0].seq, 0), self._answering)

    def touch(self, seq: int) -> None:
        """The words of an utterance changed."""
        if seq in self._users:
            self._stale[(seq, 0)] = seq

    def turns(self, revised: Revised) -> list[SpokenTurn]:
        for place, anchor in self._stale.items():
            index = bisect_left(self._places, place)
            self._turns[index] = self._turn(place, anchor, revised)
        self._stale.clear()
        return [turn for turn in self._turns if turn is not None]

    def _turn(self, place: Place, anchor: int, revised: Revised) -> SpokenTurn | None:
        if place[1] == 0 and place[0] in self._users:
            return user_turn(self._users[place[0]], revised)
        return assistant_turn(self._answers[anchor])

    def _place(self, place: Place, anchor: int) -> None:
        index = bisect_left(self._places, place)
        if index == len(self._places) or self._places[index] != place:
            insort(self._places, place)
            self._turns.insert(index, None)
        self._stale[place] = anchor

    def _leave(self, place: Place) -> None:
        index = bisect_left(self._places, place)
        del self._places[index], self._turns[index]
        self._stale.pop(place, None)

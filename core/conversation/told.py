"""Which turns of the journal a speech-to-speech service knows, so that it is told the others. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from core.brain.model import Said
from core.journal.projection import SpokenTurn


class Told:
    """One connection's: it begins knowing nothing. A user's turn that was heard there covers its answer."""

    def __init__(self) -> None:
        self._heard: set[tuple[str, int]] = set()

    def heard(self, session: str, seq: int) -> None:
        """This turn is being answered there, by ear."""
        self._heard.add((session, seq))

    def untold(self, turns: Iterable[SpokenTurn]) -> list[Said]:
        """What must be told of ``turns`` (oldest first), as it was heard; from now on it is known."""
        missing: list[Said] = []
        known = False
        for turn in turns:
            if turn.by == "user":
                known = (turn.session, turn.seq) in self._heard
            if not known:
                missing.append(Said(by=turn.by, text=turn.text))
            if turn.by == "user":
                self._heard.add((turn.session, turn.seq))
        return missing

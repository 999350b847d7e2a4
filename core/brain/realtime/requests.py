"""Which of our requests a response answers, and which of our turns an item of theirs is. Pure."""

from __future__ import annotations

from collections import deque

from core.brain.realtime import server_events as told
from core.brain.realtime.setup import REQUEST


class Requests:
    """Responses that were asked for, by our event ids, oldest first.

    A response says which request it answers; from servers that do not echo it, they come in order. One
    that was stopped may end without having begun.
    """

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._begun: deque[str] = deque(maxlen=16)

    def asked(self, request: str) -> None:
        self._waiting.append(request)

    def refused(self, request: str) -> None:
        if request in self._waiting:
            self._waiting.remove(request)

    def began(self, response: told.ResponseBody) -> str | None:
        """The request it answers."""
        self._begun.append(response.id)
        request = (response.metadata or {}).get(REQUEST)
        if isinstance(request, str) and request in self._waiting:
            self._waiting.remove(request)
            return request
        return self._waiting.popleft() if request is None and self._waiting else None

    def ended(self, response: told.ResponseBody) -> None:
        if response.id not in self._begun:
            self.began(response)


class Commits:
    """Turns whose sound was committed: their items are named in the same order."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, str]] = deque()
        self._turns: dict[str, str] = {}

    def asked(self, request: str, reference: str) -> None:
        self._waiting.append((request, reference))

    def refused(self, request: str) -> None:
        self._waiting = deque(commit for commit in self._waiting if commit[0] != request)

    def committed(self, item: str) -> None:
        if self._waiting:
            self._turns[item] = self._waiting.popleft()[1]

    def transcribed(self, item: str) -> str | None:
        """Whose transcript this is; asked once an item."""
        return self._turns.pop(item, None)

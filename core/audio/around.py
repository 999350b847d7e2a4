"""A duplex around another one: everything as the inner one does it, for whoever changes a part of that."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Generic, Self, TypeVar

from core.audio.duplex import Duplex
from core.audio.frames import Frame, Health, Position, Samples

D = TypeVar("D", bound=Duplex)


class DuplexAround(Generic[D]):
    """Hands every call of the port on to ``self._duplex``; opening and closing it too."""

    def __init__(self, duplex: D) -> None:
        self._duplex = duplex

    async def __aenter__(self) -> Self:
        await self._duplex.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._duplex.__aexit__(*exc)

    def frames(self) -> AsyncIterator[Frame]:
        return self._duplex.frames()

    def write(self, utterance: int, pcm: Samples) -> None:
        self._duplex.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        self._duplex.end(utterance)

    def position(self) -> Position | None:
        return self._duplex.position()

    def pause(self) -> None:
        self._duplex.pause()

    def resume(self) -> None:
        self._duplex.resume()

    def duck(self, gain: float) -> None:
        self._duplex.duck(gain)

    def stop(self) -> Position | None:
        return self._duplex.stop()

    def health(self) -> Health:
        return self._duplex.health()

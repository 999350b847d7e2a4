"""Push-to-talk: a key opens the microphone and closes it again; closed, nothing is heard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import numpy as np

from core.audio.duplex import Duplex
from core.audio.frames import Frame, Health, Position, Samples
from core.turn import captions
from core.turn.engine import Engine
from core.turn.policies.patience import Profile

PATIENCE = Profile(floor=60.0, ceiling=60.0)
"""The key says when a turn is over; a pause, however long, does not."""
_PRESSED = frozenset(" \r\n")


class ClosedMicrophone:
    """A duplex whose microphone gives silence unless it is open. Everything else is the pair's own."""

    def __init__(self, pair: Duplex) -> None:
        self._pair = pair
        self.open = False

    async def __aenter__(self) -> ClosedMicrophone:
        await self._pair.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._pair.__aexit__(*exc)

    async def frames(self) -> AsyncIterator[Frame]:
        async for frame in self._pair.frames():
            yield frame if self.open else replace(frame, pcm=np.zeros_like(frame.pcm))

    def write(self, utterance: int, pcm: Samples) -> None:
        self._pair.write(utterance, pcm)

    def end(self, utterance: int) -> None:
        self._pair.end(utterance)

    def position(self) -> Position | None:
        return self._pair.position()

    def pause(self) -> None:
        self._pair.pause()

    def resume(self) -> None:
        self._pair.resume()

    def duck(self, gain: float) -> None:
        self._pair.duck(gain)

    def stop(self) -> Position | None:
        return self._pair.stop()

    def health(self) -> Health:
        return self._pair.health()


class Button:
    """Pressed once it opens the microphone and silences an answer, pressed again the turn is over.

    shown: told whether it is open, at the beginning and whenever that changes.
    """

    def __init__(self, microphone: ClosedMicrophone, shown: Callable[[bool], None]) -> None:
        self._microphone = microphone
        self._shown = shown
        self._engine: Engine | None = None

    def watch(self, engine: Engine) -> None:
        self._engine = engine
        self._shown(self._microphone.open)

    def on_key(self, key: str) -> None:
        """Space or Enter; other keys do nothing."""
        if key not in _PRESSED or self._engine is None:
            return
        self._microphone.open = not self._microphone.open
        self._shown(self._microphone.open)
        if self._microphone.open:
            self._engine.stop_speaking()
            self._engine.wake()
        else:
            self._engine.explicit_end()

    def on_change(self, caption: captions.Caption) -> None:
        """A word said so shortly before closing that it was noticed only after is a turn as well."""
        late = isinstance(caption, captions.StateChanged) and caption.state == "listening"
        if late and not self._microphone.open and self._engine is not None:
            self._engine.explicit_end()

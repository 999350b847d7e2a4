"""What wakes the companion at this device: nothing (it always attends), its name, a wake word, a plug-in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from core.clock import Clock
from core.errors import Refused, UserFacing
from core.speech.ports import Samples
from core.speech.wake import Called, WakeWord
from core.turn.attention import Attention
from core.turn.plugins import Shelf, Surroundings, chosen

_PLUGIN = "plugin:"


def awaits_name(word: str) -> bool:
    """Whether what is said asleep is read, to find the name in it. A wake word needs no reading; a plug-in
    that breaks must leave the name as a way in."""
    return word == "name" or word.startswith(_PLUGIN)


def attention(word: str, follow_up: float, name: str) -> Attention:
    """word: as ``settings.Wake.word``. follow_up: seconds. name: the companion's."""
    if word == "none":
        return Attention(None, (name,))
    return Attention(follow_up, (name,) if awaits_name(word) else ())


def known(word: str) -> None:
    """Raises Refused for a word or a plug-in there is none of; no model is loaded."""
    from core.speech.wake.micro import WORDS

    if word.startswith(_PLUGIN):
        chosen(Shelf.installed().named(word.removeprefix(_PLUGIN)), "WakeWord")
    elif word not in ("none", "name") and _as_model(word) not in WORDS:
        raise Refused("wake.unknown_word", word=word, words=", ".join(("none", "name", *WORDS)))


@contextmanager
def wake_word(word: str, clock: Clock, on_fault: Callable[[UserFacing], None]) -> Iterator[WakeWord | None]:
    """What listens for a wake word, closed at the end; None where none is wanted. Raises Refused for a word
    or a plug-in that is not known, Unavailable when a library is not installed."""
    if word in ("none", "name"):
        yield None
        return
    with ThreadPoolExecutor(1, "wake") as executor:
        detector = _detector(word, Surroundings(executor, clock), on_fault)
        try:
            yield detector
        finally:
            detector.close()


def _detector(word: str, around: Surroundings, on_fault: Callable[[UserFacing], None]) -> WakeWord:
    if word.startswith(_PLUGIN):
        nobody: WakeWord = NobodyCalls()
        return Shelf.installed(on_fault).adapter("WakeWord", word.removeprefix(_PLUGIN), around, nobody)
    from core.speech.wake.micro import MicroWakeWord

    return MicroWakeWord((_as_model(word),))


def _as_model(word: str) -> str:
    """``okay nabu`` is the model okay_nabu."""
    return word.strip().lower().replace(" ", "_")


class NobodyCalls:
    """A WakeWord that hears nothing: what stands in for a broken plug-in, while the name still wakes."""

    def feed(self, pcm: Samples) -> tuple[Called, ...]:
        del pcm
        return ()

    def mute(self) -> None: ...

    def unmute(self) -> None: ...

    def reset(self) -> None: ...

    def close(self) -> None: ...

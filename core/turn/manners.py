"""How to behave between answers: obey wishes about the voice, repeat, think aloud, admit to not hearing.

Values in, sentences out; the engine does the speaking.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from core.text import Language
from core.turn.policies.wishes import Wish, wishes
from core.turn.ports import Delivery, Responder, Turn

_STEP_SPEED = 1.2
_STEP_VOLUME = 1.5
SLOWEST, FASTEST = 0.6, 1.5
QUIETEST, LOUDEST = 0.3, 3.0

THINKING: dict[Language, tuple[str, ...]] = {
    "zh": ("嗯，我想一想。", "好，让我想想。", "请稍等，我看一看。"),
    "en": ("Let me think.", "Hm, one moment.", "Let me see."),
}
NOT_UNDERSTOOD: dict[Language, str] = {
    "zh": "对不起，我没有听清楚。您可以再说一遍，也可以在屏幕上告诉我。",
    "en": "I'm sorry, I could not make that out. Please say it again, or use the screen.",
}
_DONE: dict[Wish, dict[Language, str]] = {
    "slower": {"zh": "好的，我说慢一点。", "en": "All right, more slowly."},
    "faster": {"zh": "好的，我说快一点。", "en": "All right, a little faster."},
    "louder": {"zh": "好的，我大声一点。", "en": "All right, louder."},
    "quieter": {"zh": "好的，我小声一点。", "en": "All right, more quietly."},
}
_AT_THE_END: dict[Wish, dict[Language, str]] = {
    "slower": {"zh": "我已经说得最慢了。", "en": "I cannot speak any slower."},
    "faster": {"zh": "我已经说得最快了。", "en": "I cannot speak any faster."},
    "louder": {"zh": "我的声音已经最大了。", "en": "I cannot speak any louder."},
    "quieter": {"zh": "我的声音已经最小了。", "en": "I cannot speak any more quietly."},
}
_NOTHING_SAID: dict[Language, str] = {
    "zh": "我还没有说过什么。",
    "en": "I have not said anything yet.",
}


@dataclass(frozen=True, slots=True)
class Obedience:
    """What a wish comes to: the delivery from now on, and what is said."""

    delivery: Delivery
    sentences: tuple[str, ...]


class Saying:
    """A ``Responder`` of fixed sentences; its failures are worded by ``behind``."""

    def __init__(self, sentences: Sequence[str], behind: Responder) -> None:
        self._sentences = sentences
        self._behind = behind

    async def reply(self, turn: Turn) -> AsyncIterator[str]:  # noqa: ARG002 - whatever was asked
        for sentence in self._sentences:
            yield sentence

    def failure(self, turn: Turn, error: Exception) -> str:
        return self._behind.failure(turn, error)


class Manners:
    """One conversation's. delivery: how the person is spoken to now."""

    def __init__(self, delivery: Delivery | None = None, language: Language = "zh") -> None:
        self.delivery = delivery or Delivery()
        self.language = language
        self._heard: tuple[str, ...] = ()
        self._unheard: tuple[str, ...] = ()
        self._thoughts = 0
        self._missed = 0

    def obedience(self, text: str, language: Language) -> Obedience | None:
        """None when the words are no wish about the voice. Changes nothing: it may be a draft's.

        A wish that cut an answer off is followed by the rest of it, from the sentence that was cut:
        who says "louder" wants to hear it.
        """
        asked = wishes(text, language)
        if not asked:
            return None
        delivery, said = self.delivery, []
        for wish in asked:
            if wish == "again":
                continue
            moved = _moved(delivery, wish)
            said.append((_DONE if moved != delivery else _AT_THE_END)[wish][language])
            delivery = moved
        if "again" in asked:
            said += self._heard or (_NOTHING_SAID[language],)
        else:
            said += self._unheard
        return Obedience(delivery, tuple(said))

    def obey(self, obedience: Obedience) -> None:
        self.delivery = obedience.delivery

    def committed(self, language: Language) -> None:
        self.language, self._missed = language, 0

    def answered(self, sentences: Sequence[tuple[str, int]], *, interrupted: bool) -> None:
        """An answer of the model's is over: its sentences and how many characters of each were heard."""
        heard = tuple(text[:count].strip() for text, count in sentences if text[:count].strip())
        self._heard = heard or self._heard
        unheard = tuple(text for text, count in sentences if count < len(text))
        self._unheard = unheard if interrupted else ()

    def repeated(self) -> None:
        """An answer to a wish is over: what can be said again stays, what was left over has been said."""
        self._unheard = ()

    def thought(self) -> str:
        """The next acknowledgement in turn."""
        phrases = THINKING[self.language]
        self._thoughts += 1
        return phrases[(self._thoughts - 1) % len(phrases)]

    def missed(self) -> str | None:
        """A turn without a word in it; what to say about it, if it is the second in a row."""
        self._missed += 1
        if self._missed < 2:
            return None
        self._missed = 0
        return NOT_UNDERSTOOD[self.language]


def _moved(delivery: Delivery, wish: Wish) -> Delivery:
    speed, volume = delivery.speed, delivery.volume
    match wish:
        case "slower":
            speed = max(SLOWEST, speed / _STEP_SPEED)
        case "faster":
            speed = min(FASTEST, speed * _STEP_SPEED)
        case "louder":
            volume = min(LOUDEST, volume * _STEP_VOLUME)
        case "quieter":
            volume = max(QUIETEST, volume / _STEP_VOLUME)
        case "again":
            pass
    return replace(delivery, speed=round(speed, 3), volume=round(volume, 3))

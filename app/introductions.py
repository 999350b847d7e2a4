"""Who is speaking, said by themselves: "我是李爷爷", "It's Grandpa Li". Nobody is known by their voice."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from typing import cast

from core.conversation.conversation import Conversation
from core.household.household import Household
from core.people.manner import Manner
from core.people.persons import Person
from core.speech.wake import addressed
from core.text import Language
from core.turn.ports import Delivery, Responder, Turn
from core.turn.sounding import Sounding

_OPENING = re.compile(r"^(?:我是|这是|是我[,，、]?|i'm|i am|it's|it is|this is)\s*", re.IGNORECASE)
_GREETING = re.compile(r"^(?:你好|您好|喂|嗨|hi|hello|hey)[,，。.!！、\s]*", re.IGNORECASE)
_WELCOME: dict[Language, str] = {"zh": "好的，{name}，我听着呢。", "en": "All right, {name}. I am listening."}
_NOT_AGREED: dict[Language, str] = {
    "zh": "对不起，{name}，要先征得您的同意，我才能这样听您说话。请家里人在设置里帮您看看。",
    "en": "I am sorry, {name}. I may not listen to you this way before you have agreed to it. "
    "Please ask your family to look at the settings.",
}


def introduced(text: str, companion: str, names: Sequence[str], language: Language) -> str | None:
    """Which of ``names`` a turn introduces, when it says nothing else. Names are compared by their sound,
    because recognisers spell them as they like. companion: may be called first."""
    called = _GREETING.sub("", text.strip())
    said = _GREETING.sub("", addressed(called, (companion,), language) or called)
    opening = _OPENING.match(said)
    if opening is None:
        return None
    rest = said[opening.end() :]
    return next((name for name in names if addressed(rest, (name,), language) == ""), None)


class Introductions:
    """A device that several people use: who says who they are goes on in a conversation of their own. The
    words that say so belong to nobody's history.

    A ``Responder`` and a ``Habits`` of whoever is speaking. conversation: the one being held. begin: opens
    one for somebody. allowed: whether they agreed to how this device hears and speaks.
    """

    def __init__(
        self,
        household: Household,
        conversation: Conversation,
        people: Iterable[Person],
        allowed: Callable[[Person], Awaitable[bool]],
        *,
        fixed: bool,
        answers: Callable[[Conversation], Responder] = lambda conversation: conversation.responder,
    ) -> None:
        """people: the household's. fixed: it was said who speaks, and nobody else is listened for. answers:
        who answers in a conversation."""
        self.conversation = conversation
        self._household = household
        self._people = {person.name: person for person in people}
        self._allowed = allowed
        self._fixed = fixed
        self._answers = answers

    async def reply(self, turn: Turn) -> AsyncIterator[str | Sounding]:
        person = self.newcomer(turn)
        if person is not None:
            words = _WELCOME if await self._allowed(person) else _NOT_AGREED
            yield words[turn.language].format(name=person.name)
            return
        answer = cast("AsyncGenerator[str | Sounding, None]", self._answers(self.conversation).reply(turn))
        async with aclosing(answer) as sentences:
            async for sentence in sentences:
                yield sentence

    def failure(self, turn: Turn, error: Exception) -> str:
        return self.conversation.responder.failure(turn, error)

    def newcomer(self, turn: Turn) -> Person | None:
        """Who introduces themselves in this turn, if it is somebody else than the one who is speaking."""
        if self._fixed:
            return None
        name = introduced(turn.text, self.conversation.role.name, tuple(self._people), turn.language)
        person = self._people[name] if name is not None else None
        return None if person is None or person.id == self.conversation.person.id else person

    async def greet(self, person: Person) -> bool:
        """From now on it is theirs, if they agreed; the conversation before is ended."""
        if not await self._allowed(person):
            return False
        before = self.conversation
        self.conversation = await self._household.begin(person, before.role)
        await before.end()
        return True

    async def known(self) -> Manner | None:
        """How the one who speaks pauses and likes to be spoken with; None of a guest."""
        return None if self._guest else await self._household.habits(self.conversation).known()

    async def paused(self, pauses: Sequence[float]) -> None:
        if not self._guest:
            await self._household.habits(self.conversation).paused(pauses)

    async def wished(self, delivery: Delivery) -> None:
        if not self._guest:
            await self._household.habits(self.conversation).wished(delivery)

    @property
    def _guest(self) -> bool:
        """Of somebody who is not of the household nothing is learned."""
        return self.conversation.person.id not in {person.id for person in self._people.values()}

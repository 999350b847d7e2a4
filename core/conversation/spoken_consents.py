"""Consents given and taken back aloud: asked back first, carried out when the next turn says yes."""

from __future__ import annotations

from core.conversation import consent_phrases as phrases
from core.people import consent, persons
from core.people.spoken_consent import Wish, answer, wish
from core.turn.ports import Turn
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction


class SpokenConsents:
    """One conversation's. What is said to a turn depends on the turns committed before it alone, so that a
    draft may be answered and thrown away; only a committed turn changes anything."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database = database
        self._scope = Scope(actor=scope.actor, person=scope.person)
        self._asked: Wish | None = None
        self._said: dict[int, str | None] = {}

    def sentence(self, turn: Turn) -> str | None:
        """What is said to this turn; None when it is not about consents."""
        return self._said[turn.id] if turn.id in self._said else self._reply(turn)[0]

    async def committed(self, turn: Turn) -> bool:
        """Carry out what was confirmed, before the words that confirm it are written down. Whether the turn
        was about consents: then there is nothing in it to remember."""
        sentence, decided = self._reply(turn)
        asked, self._asked = self._asked, None
        if decided is not None:
            try:
                await self._database.write(lambda tx: self._decide(tx, decided))
            except BaseException:
                self._asked = asked  # nothing was changed, so the question still stands
                raise
        elif sentence is not None:
            self._asked = wish(turn.text, turn.language)
        self._said = {turn.id: sentence}
        return sentence is not None

    def _reply(self, turn: Turn) -> tuple[str | None, Wish | None]:
        """What is said, and what is carried out with it."""
        asked = self._asked
        if asked is not None and (said := answer(turn.text, turn.language)) is not None:
            if said == "no":
                return phrases.UNCHANGED[turn.language], None
            return phrases.done(asked, turn.language), asked
        new = wish(turn.text, turn.language)
        return (None if new is None else phrases.question(new, turn.language)), None

    def _decide(self, tx: Transaction, decided: Wish) -> None:
        if not any(person.id == self._scope.person for person in persons.all(tx)):
            return  # a guest: nothing of theirs is kept anyhow
        for purpose in decided.purposes:
            consent.record(tx, self._scope, purpose, decided.granted, self._scope.actor, "voice")

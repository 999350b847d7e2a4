"""The one place where consent decides. Pure: what was agreed to comes in as a value, a ruling goes out.

Stores never ask. The facades and the conversation do, at every door, in the transaction of the act.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from core.people.consent import Consents, Purpose

Reason = Literal["own", "granted", "not_granted"]


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """Whether ``actor`` may do with what is ``person``'s what ``purpose`` names.

    purpose: the one that decided. reason: ``own`` where nobody has to agree, because it is a person's look
    at what is theirs. version: of the consents it was decided by.
    """

    purpose: Purpose
    reason: Reason
    actor: str
    person: str
    version: int

    @property
    def allowed(self) -> bool:
        return self.reason != "not_granted"


def decide(purpose: Purpose, consents: Consents, actor: str, person: str) -> Ruling:
    """``consents`` are those of ``person``; ``actor`` and ``person`` are ids.

    Somebody else needs ``family_view``, whatever they want: that the companion may remember is no leave for
    a relative to read.
    """
    asked: Purpose = purpose if actor == person else "family_view"
    if asked == "family_view" and actor == person:
        reason: Reason = "own"
    else:
        reason = "granted" if consents.allows(asked) else "not_granted"
    return Ruling(purpose=asked, reason=reason, actor=actor, person=person, version=consents.version)

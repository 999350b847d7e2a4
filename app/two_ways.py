"""Two ways into the household before the first conversation is kept: no single lost key takes the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app import messages, show
from app.here import Here
from core.errors import Refused
from core.vault import header

if TYPE_CHECKING:
    from core.household.household import Household
    from core.people.persons import Person

ENOUGH = 2


async def wanted(here: Here, household: Household, person: Person) -> None:
    """Raise Refused("vault.one_way") before the first kept conversation of ``person``; with conversations
    there already nobody is shut out, and it is only said.

    Whom nothing is kept of needs no second way.
    """
    if len(header.read_copies(here.places.vault)[0].header.slots) >= ENOUGH:
        return
    if not (await household.people.consents(person)).allows("transcript"):
        return
    if not await household.history.threads(person):
        raise Refused("vault.one_way")
    show.note(messages.text("vault.one_slot", here.language))

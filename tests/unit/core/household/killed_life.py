"""Started by test_kills.py: a household's life for ever, saying what it begins and what it has done.

``doing KIND``, then ``alive``, ``gone`` or ``backup`` and what it is about, once it is acknowledged.
``importing FIRST LAST`` names the words (by number) of records that stand or fall together.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from datetime import UTC
from pathlib import Path

from core.brain.grounded import Grounded
from core.clock import SystemClock
from core.conversation.equipment import Equipment
from core.household.household import MIGRATIONS, Household
from core.journal import indexing
from core.people import persons, roles
from core.vault import Scope, Vault, backup
from tests.unit.core.household.lives import Life
from tests.unit.core.vault.small import passphrase

KINDS = (
    "talk", "write down", "import", "edit", "delete fact", "delete said", "delete conversation", "delete document",
    "comes", "leaves", "records", "index", "talk", "records",
)  # fmt: skip
RECORDS = 12
APART = 1000
"""Words of one round at the most: every round has numbers of its own."""


def word(number: int) -> str:
    """Four rare characters of which no two neighbours stand beside each other in the word of another number."""
    high, low = divmod(number, APART)
    return "".join(chr(0x3400 + place * 1600 + digit) for place, digit in enumerate((high, low, high, low)))


class Numbered(Life):
    """A life with more words than one process needs."""

    def _word(self) -> str:
        made = word(self._words)
        self._words += 1
        self.alive.add(made)
        return made


async def main(folder: Path, first: int) -> None:
    clock = SystemClock()
    vault = Vault.open(folder, passphrase(), MIGRATIONS, clock)
    (wang, *_), (role, *_) = await vault.read(persons.all), await vault.read(roles.all)
    equipment = Equipment(vault=vault, model=Grounded(), clock=clock, zone=UTC, machine="desk")
    life = Numbered(Household(equipment), equipment, role, wang, random.Random(first), _words=first)

    async def records() -> None:
        numbers = life._words, life._words + RECORDS - 1
        lines = [json.dumps({"role": "user", "text": f"从前说过{life._word()}"}) for _ in range(RECORDS)]
        print("importing", *numbers, flush=True)
        await life.household.imports.add(wang, "conversation.jsonl", "\n".join(lines).encode())

    async def index() -> None:
        scope = Scope(actor=wang.id, person=wang.id)
        while await vault.write(lambda tx: indexing.catch_up(tx, scope)):
            pass

    own = {"records": records, "index": index}
    alive, gone = set[str](), set[str]()
    number = 0
    while True:
        kind = KINDS[number % len(KINDS)] if number < len(KINDS) else life.chance.choice(KINDS)
        print("doing", kind, flush=True)
        await (own[kind]() if kind in own else life.live(kind))
        for word in sorted(life.alive - alive):
            print("alive", word, flush=True)
        for word in sorted(life.gone - gone):
            print("gone", word, flush=True)
        alive, gone = set(life.alive), set(life.gone)
        number += 1
        if number % 9 == 0:
            print("doing", "backup", flush=True)
            made = await backup.make(vault, folder.parent / "stick", clock)
            print("backup", Path(made.path).name, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))

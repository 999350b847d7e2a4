"""kill -9 while a household talks, imports, deletes and backs up: nothing acknowledged is lost, nothing
deleted returns, from whichever backup. ``BANYAN_KILLS`` is how often (in full: 300)."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path

import pytest

from core.brain.grounded import Grounded
from core.clock import ManualClock
from core.conversation.equipment import Equipment
from core.household.household import MIGRATIONS, Household
from core.household.restoring import ERASERS
from core.people import persons, roles
from core.vault import Vault, restoring
from core.vault import receipts as stored
from tests.unit.core.household.killed_life import APART, word
from tests.unit.core.household.test_lives import decrypted, in_bytes, in_terms, new_vault, terms
from tests.unit.core.vault.small import passphrase

ROOT = Path(__file__).parents[4]
KILLS = int(os.environ.get("BANYAN_KILLS", "4"))
RESTORED = 3 if KILLS < 50 else 20


@dataclass(slots=True)
class Acknowledged:
    """What all rounds said. doing: what the last one was at when it was killed. importing: words of an
    import that may have been cut off."""

    alive: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    backups: list[str] = field(default_factory=list)
    doing: str = ""
    importing: set[str] = field(default_factory=set)
    done: list[str] = field(default_factory=list)

    def hear(self, line: str) -> None:
        what, _, which = line.strip().partition(" ")
        if what == "doing":
            if self.doing:
                self.done.append(self.doing)
            self.doing, self.importing = which, set()
        elif what == "importing":
            first, last = map(int, which.split())
            self.importing = {word(number) for number in range(first, last + 1)}
        elif what == "backup":
            self.backups.append(which)
        else:
            self.alive -= {which}
            (self.alive if what == "alive" else self.gone).add(which)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
@pytest.mark.timeout(60 + 15 * KILLS)
async def test_killed_at_any_moment_a_household_keeps_and_forgets_what_it_said(tmp_path: Path) -> None:
    folder = tmp_path / "household"
    vault = new_vault(folder)
    await vault.write(lambda tx: persons.add(tx, "王奶奶"))
    await vault.write(lambda tx: roles.add(tx, roles.draft("伴言")))
    await vault.close()
    heard, chance = Acknowledged(), random.Random(5)
    for attempt in range(KILLS):
        heard.doing = ""
        live_until_killed(folder, attempt * APART, chance, heard)
        await is_whole(folder, heard)
    assert {"records", "delete said", "delete document", "talk"} <= set(heard.done)
    assert len(heard.gone) > KILLS
    assert heard.backups
    chance.shuffle(heard.backups)
    for name in heard.backups[:RESTORED]:
        source = restoring.unlock(tmp_path / "stick" / name, passphrase())
        restoring.over(folder, passphrase(), source, ERASERS, MIGRATIONS, ManualClock())
        vault = Vault.open(folder, passphrase(), MIGRATIONS, ManualClock())
        assert in_bytes(heard.gone, await decrypted(vault)) == set()
        assert in_terms(heard.gone, await vault.read(terms)) == set()
        await vault.close()


async def is_whole(folder: Path, heard: Acknowledged) -> None:
    """It opens undamaged and has what was acknowledged; what was cut off is done or not done."""
    vault = Vault.open(folder, passphrase(), MIGRATIONS, ManualClock())
    await vault.check()
    household = Household(
        Equipment(vault=vault, model=Grounded(), clock=ManualClock(), zone=UTC, machine="desk")
    )
    swept = await household.deletions.sweep()
    assert swept.settled, dict(swept.left)
    content = await decrypted(vault)
    assert in_bytes(heard.gone, content) == set(), "deleted and there again"
    lost = heard.alive - in_bytes(heard.alive, content)
    assert not lost or heard.doing.startswith(("delete", "leaves")), f"lost while doing {heard.doing}"
    heard.alive -= lost
    heard.gone |= lost
    assert in_terms(heard.gone, await vault.read(terms)) == set()
    receipts = await vault.read(stored.all)
    assert len(receipts) >= sum(kind.startswith("delete") for kind in heard.done) // 2
    assert all(one.swept for one in receipts)
    taken = in_bytes(heard.importing, content)
    assert taken in (set(), heard.importing), "half of an import"
    await vault.close()


def live_until_killed(folder: Path, first: int, chance: random.Random, heard: Acknowledged) -> None:
    """Start a life, and kill it a moment after it has said so many things; hear all that it said."""
    program = [sys.executable, "-m", "tests.unit.core.household.killed_life", str(folder), str(first)]
    wanted = chance.randint(1, 90)
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=ROOT) as life:
        assert life.stdout is not None
        for number, line in enumerate(life.stdout):
            if line.endswith("\n"):
                heard.hear(line)
            if number == wanted:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    life.wait(chance.uniform(0, 0.03))
                life.send_signal(signal.SIGKILL)
        assert life.wait() == -signal.SIGKILL

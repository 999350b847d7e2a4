"""The projection that grows equals the one that is rebuilt, whatever happens to the thread."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

from core.clock import ManualClock
from core.journal import erasing, reading, resume, revising, store
from core.journal.events import Session, UserSpeechRevised
from core.journal.growing import GrowingThread
from core.journal.projection import SpokenTurn, spoken_turns
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Transaction
from tests.unit.core.journal.said import GRANDMOTHER, answered, asked

STEPS = int(os.environ.get("BANYAN_RANDOM_STEPS", "1500"))
"""Ten thousand in the evidence of the issue; fewer in every run."""


class Life:
    """Two machines that talk, answer, correct and erase in one thread, in one transaction after another."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.said: list[tuple[str, int]] = []
        self.open: dict[str, Session] = {}
        self.thread = ""

    def begin(self, tx: Transaction) -> None:
        machine = self.chance.choice(["kitchen", "bedroom"])
        if not self.thread:
            session = store.begin_session(tx, GRANDMOTHER, machine)
            self.thread = session.thread
        else:
            session = resume.continue_thread(tx, GRANDMOTHER, self.thread, machine)
        self.open[machine] = session

    def say(self, tx: Transaction) -> None:
        session = self.chance.choice(list(self.open.values()))
        event = store.append(tx, GRANDMOTHER, session.id, asked(f"第{len(self.said)}句话"))
        self.said.append((session.id, event.seq))

    def answer(self, tx: Transaction) -> None:
        session, seq = self.chance.choice(self.said[-4:])
        if session in {one.id for one in self.open.values()}:
            text = "好的，我记下了。"
            heard = self.chance.randrange(len(text) + 1)
            store.append(tx, GRANDMOTHER, session, answered(seq, text, heard))

    def correct(self, tx: Transaction) -> None:
        session, seq = self.chance.choice(self.said)
        spoken = reading.one_event(tx, session, seq)
        assert spoken is not None
        if spoken.body is not None:
            text = f"改成{self.chance.randrange(10**6)}"
            by = self.chance.choice(["recogniser", "engine", "person"])
            machine = self.chance.choice(["kitchen", "bedroom"])
            revising.revise(tx, GRANDMOTHER, session, seq, text, by, machine)  # type: ignore[arg-type]

    def erase(self, tx: Transaction) -> None:
        session, seq = self.chance.choice(self.said)
        spoken = reading.one_event(tx, session, seq)
        assert spoken is not None
        if spoken.body is not None:
            erasing.erase(tx, GRANDMOTHER, session, seq, session, "receipt")

    def step(self) -> Callable[[Transaction], None]:
        if not self.open or self.chance.random() < 0.01:
            return self.begin
        if not self.said:
            return self.say
        ways = [self.say, self.answer, self.correct, self.erase]
        return self.chance.choices(ways, (50, 40, 8, 2))[0]


async def test_it_equals_the_rebuilt_one_after_random_operations(database: SqliteFile) -> None:
    life = Life(seed=20260105)
    growing: GrowingThread | None = None

    def compare(tx: Transaction) -> tuple[tuple[SpokenTurn, ...], tuple[SpokenTurn, ...]]:
        assert growing is not None
        return growing.turns(tx), spoken_turns(reading.events(tx, GRANDMOTHER, life.thread))

    for block in range(0, STEPS, 50):
        steps = min(50, STEPS - block)

        def job(tx: Transaction, steps: int = steps) -> None:
            for _ in range(steps):
                life.step()(tx)

        await database.write(job)
        growing = growing or GrowingThread(GRANDMOTHER, life.thread)
        running, rebuilt = await database.read(compare)
        assert running == rebuilt
    assert len({session for session, _ in life.said}) > 2, "several sessions interleaved"
    await database.read(lambda tx: erasing.verify(tx, GRANDMOTHER, life.thread))


async def test_a_turn_that_did_not_change_is_not_made_again(database: SqliteFile, clock: ManualClock) -> None:
    session = await database.write(lambda tx: store.begin_session(tx, GRANDMOTHER, "kitchen"))
    growing = GrowingThread(GRANDMOTHER, session.thread)
    for text in ("一", "二"):
        await database.write(lambda tx, text=text: store.append(tx, GRANDMOTHER, session.id, asked(text)))
    before = await database.read(growing.turns)
    revised = UserSpeechRevised(of=2, text="三")
    await database.write(lambda tx: store.append(tx, GRANDMOTHER, session.id, revised))
    after = await database.read(growing.turns)
    assert before[0] is after[0]
    assert [turn.text for turn in after] == ["一", "三"]

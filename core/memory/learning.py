"""Learning from what a person said: in order, late, again, and with better words than the first time.

Whatever the order in which utterances arrive (a late transcript, an import, another machine), what is active
afterwards is what was said last.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from core.memory import closings, limits, rows, writing
from core.memory.clauses import Extraction
from core.memory.facts import LIVE, Candidate, Fact, Moment
from core.memory.supersede import LAST, Closing, after, ends, place, same_subject
from core.vault.receipts import ReceiptBook, utterance
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def learn(
    tx: Transaction,
    scope: Scope,
    session: str,
    seq: int,
    found: Extraction,
    book: ReceiptBook,
    said: datetime | None = None,
) -> tuple[Fact, ...]:
    """Store what one final user utterance states; the facts that changed, ended ones included.

    said: the utterance's time in the journal; None for one that is being said now. The caller has checked
    consent and the role's switch. Read again with other words (a late correction), an utterance's facts
    follow its words; when one of them was deleted or edited, those left may only be put better, and none is
    made or ended.
    """
    moment = Moment(said or tx.now, session, seq)
    blocked = not may_learn(tx, scope, session, seq, book)
    own = [fact for fact in rows.told(tx, session, seq) if fact.person == scope.person]
    if blocked:
        return tuple(_better_words(tx, scope, own, found.facts)[0])
    learned = _Learning(tx, scope, moment)
    if own or closings.said_in(tx, session, seq):
        learned.again(own, found)
    else:
        learned.first(found)
    return (*learned.changed, *limits.propose(tx, scope))


def propose(
    tx: Transaction,
    scope: Scope,
    session: str,
    seq: int,
    proposed: Sequence[Candidate],
    book: ReceiptBook,
    said: datetime,
) -> tuple[Fact, ...]:
    """Store what a model proposed of an utterance, checked by ``core.memory.proposals``; the facts that
    changed. It never takes the place of what a rule or a person told. The caller as of :func:`learn`."""
    if not may_learn(tx, scope, session, seq, book):
        return ()
    learned = _Learning(tx, scope, Moment(said, session, seq))
    for candidate in proposed:
        rivals = rows.rivals(tx, scope, candidate, said)
        if all(fact.origin == "model" or fact.status not in LIVE for fact in rivals):
            learned.state(candidate)
    return (*learned.changed, *limits.propose(tx, scope))


def may_learn(tx: Transaction, scope: Scope, session: str, seq: int, book: ReceiptBook) -> bool:
    """The door: whether new facts may be made out of an utterance. Not when it was deleted, nor when one
    of its facts was deleted or edited; saying it anew is another utterance."""
    closed_before_receipts = tx.one(
        "SELECT 1 AS yes FROM memory_blocked_sources WHERE person = ? AND session = ? AND seq = ?",
        (scope.person, session, seq),
    )
    source = utterance(session, seq)
    return closed_before_receipts is None and not book.blocks(tx, scope.person, scope.role or "", source)


class _Learning:
    """One utterance at work in one transaction. changed: the facts it changed, as they are now."""

    def __init__(self, tx: Transaction, scope: Scope, said: Moment) -> None:
        self._tx = tx
        self._scope = scope
        self._said = said
        self._source = utterance(said.session, said.seq)
        self.changed: list[Fact] = []

    def first(self, found: Extraction) -> None:
        """What it takes back is taken back before what it states holds: the two may be of one thing."""
        self._take_back(found)
        for candidate in (*found.facts, *self._amended(found)):
            self.state(candidate)

    def _amended(self, found: Extraction) -> list[Candidate]:
        """What only says how a fact should have been ("no, the fifteenth"), with whose and which it is: the
        last one of its kind. Nothing where none is known."""
        told = []
        for candidate in found.amends:
            known = [
                fact
                for fact in rows.of_status(self._tx, self._scope, "active")
                if fact.kind == candidate.kind and not self._said.precedes(fact.last_said)
            ]
            if known:
                last = max(known, key=lambda fact: (fact.last_said.at, fact.last_said.seq))
                told.append(msgspec.structs.replace(candidate, about=last.about, fact_key=last.fact_key))
        return told

    def again(self, own: Sequence[Fact], found: Extraction) -> None:
        """Its words are others now: what they no longer say is undone, what they say better is put so."""
        self._take_back_again(own, found)
        told = (*found.facts, *self._amended(found))
        better, unsaid, unheard = _better_words(self._tx, self._scope, own, told)
        self._change(better)
        gone = {fact.id for fact in unsaid}
        undone = [fact.id for fact in own if fact.superseded_by == self._source and fact.id not in gone]
        self._change(writing.reopen(self._tx, self._scope, [rows.found(self._tx, one)[0] for one in undone]))
        for fact in unsaid:
            twin = _only(unheard, fact) if _alone(unsaid, fact) else None
            if twin is not None and fact.status != "disabled":
                unheard.remove(twin)
                self._reword(fact, twin)
            elif fact.status in LIVE:
                self._change(writing.end(self._tx, self._scope, [fact], fact.valid_from, self._source))
        for candidate in unheard:
            self.state(candidate)

    def _take_back_again(self, own: Sequence[Fact], found: Extraction) -> None:
        """What it took back by its first words holds again, unless it takes it back by these too."""
        now = closings.of(found, self._said)
        told = {fact.id for fact in own}
        taken = [
            fact
            for fact in rows.ended_by(self._tx, self._scope, self._source)
            if fact.id not in told and not any(one.kind == LAST or ends(one, fact) for one in now)
        ]
        closings.drop(self._tx, self._said.session, self._said.seq)
        self._change(writing.reopen(self._tx, self._scope, taken))
        self._take_back(found)

    def state(self, candidate: Candidate) -> None:
        placed = place(rows.rivals(self._tx, self._scope, candidate, self._said.at), candidate, self._said)
        if placed.verdict == "known" and placed.again is not None:
            self._repeat(placed.again)
        elif placed.verdict in ("add", "past"):
            fact = writing.store(
                self._tx, self._scope, candidate, self._said, until=placed.until, by=placed.by
            )
            self._change(writing.end(self._tx, self._scope, placed.ends, self._said.at, fact.id))
            self._change([self._as_taken_back(fact)])
        if placed.verdict != "held":
            self._was_the_last()

    def _repeat(self, known: Fact) -> None:
        """What is said once more is in use again, if it waited to be reviewed."""
        if not self._said.precedes(known.last_said):
            rows.said_again(self._tx, known, self._said)
            known = msgspec.structs.replace(known, last=self._said)
        if known.status == "review":
            self._change(writing.reopen(self._tx, self._scope, [known]))

    def _as_taken_back(self, fact: Fact) -> Fact:
        """A fact that arrives after something from after it took it back."""
        if fact.status not in LIVE:
            return fact
        for closing in closings.since(self._tx, self._scope, self._said):
            if ends(closing, fact):
                by = utterance(closing.said.session, closing.said.seq)
                return writing.end(self._tx, self._scope, [fact], closing.said.at, by)[0]
        return fact

    def _was_the_last(self) -> None:
        """A request to forget what was said last, known already, meant this one if nothing lay between."""
        for closing in closings.since(self._tx, self._scope, self._said):
            if closing.kind != LAST or (closing.reached is not None and closing.reached >= self._said.at):
                continue
            source = utterance(closing.said.session, closing.said.seq)
            if closing.reached != self._said.at:
                self._change(
                    writing.reopen(self._tx, self._scope, rows.ended_by(self._tx, self._scope, source))
                )
            self._end_what_was_said(closing, self._said.at)
            closings.keep(self._tx, self._scope, [msgspec.structs.replace(closing, reached=self._said.at)])

    def _end_what_was_said(self, closing: Closing, at: datetime) -> None:
        meant = [
            fact
            for fact in rows.told_last(self._tx, self._scope, closing.said)
            if fact.last_said.at == at and fact.origin != "human" and fact.status in LIVE
        ]
        source = utterance(closing.said.session, closing.said.seq)
        self._change(writing.end(self._tx, self._scope, meant, closing.said.at, source))

    def _take_back(self, found: Extraction) -> None:
        for closing in closings.of(found, self._said):
            kept = closing
            if closing.kind == LAST:
                meant = rows.told_last(self._tx, self._scope, self._said)
                if meant:
                    kept = msgspec.structs.replace(closing, reached=meant[0].last_said.at)
                    self._end_what_was_said(kept, meant[0].last_said.at)
            else:
                known = [
                    fact
                    for status in LIVE
                    for fact in rows.of_status(self._tx, self._scope, status)
                    if not after(fact, self._said) and ends(closing, fact)
                ]
                self._change(writing.end(self._tx, self._scope, known, self._said.at, self._source))
            closings.keep(self._tx, self._scope, [kept])

    def _reword(self, fact: Fact, told: Candidate) -> None:
        """The utterance said something else of the same kind than was understood: 栗子, not 橘子."""
        others = [
            other for other in rows.rivals(self._tx, self._scope, told, self._said.at) if other.id != fact.id
        ]
        placed = place(others, told, self._said)
        if placed.verdict not in ("add", "past"):
            if fact.status in LIVE:
                self._change(writing.end(self._tx, self._scope, [fact], fact.valid_from, self._source))
            return
        held = placed.verdict == "add"
        put = msgspec.structs.replace(
            fact,
            fact_key=told.fact_key,
            text=told.text,
            value=told.value,
            negated=told.negated,
            source_span=told.span,
            status="active" if held else "superseded",
            valid_to=placed.until,
            superseded_by=placed.by,
            revision=fact.revision + 1,
        )
        rows.replace(self._tx, fact, put, self._scope.actor)
        self._change(writing.end(self._tx, self._scope, placed.ends, self._said.at, fact.id))
        self._change([self._as_taken_back(put)])

    def _change(self, facts: Sequence[Fact]) -> None:
        ids = {fact.id for fact in facts}
        self.changed = [*(fact for fact in self.changed if fact.id not in ids), *facts]


def _better_words(
    tx: Transaction, scope: Scope, own: Sequence[Fact], told: Sequence[Candidate]
) -> tuple[list[Fact], list[Fact], list[Candidate]]:
    """Better words for facts that an utterance told and nobody edited: those changed, those that it no
    longer tells, and what it tells that is none of them. What a person disabled keeps its words."""
    unheard, unsaid, changed = list(told), [], []
    for before in own:
        better = next((candidate for candidate in unheard if same_subject(before, candidate)), None)
        if better is None:
            unsaid.append(before)
            continue
        unheard.remove(better)
        same = (better.text, better.value, better.negated) == (before.text, before.value, before.negated)
        if same or before.status == "disabled":
            continue
        put = msgspec.structs.replace(
            before,
            text=better.text,
            value=better.value,
            negated=better.negated,
            source_span=better.span,
            revision=before.revision + 1,
        )
        rows.replace(tx, before, put, scope.actor)
        changed.append(put)
    return changed, unsaid, unheard


def _alone(facts: Sequence[Fact], fact: Fact) -> bool:
    return sum((other.kind, other.about) == (fact.kind, fact.about) for other in facts) == 1


def _only(told: Sequence[Candidate], fact: Fact) -> Candidate | None:
    fits = [one for one in told if (one.kind, one.about) == (fact.kind, fact.about)]
    return fits[0] if len(fits) == 1 else None

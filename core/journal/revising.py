"""Correcting what the recogniser made of an utterance: a later event that points at the first one.

Nothing is overwritten. A correction from another machine stands in a session of that machine's own.
"""

from __future__ import annotations

from core.errors import Refused
from core.journal import store
from core.journal.events import Event, Reviser, UserSpeechRevised, UserSpoke
from core.journal.hashing import Link
from core.journal.projection import Revised, user_turn
from core.journal.reading import one_event, to_event
from core.vault.scope import Scope
from core.vault.transaction import Transaction

LONGEST = 20_000
"""Characters of one utterance; more is not a correction of anything anybody said."""

_OF = (
    "SELECT * FROM events WHERE kind = 'user_speech_revised' AND body IS NOT NULL"
    " AND coalesce(json_extract(CAST(body AS TEXT), '$.session'), session) = ?"
    " AND json_extract(CAST(body AS TEXT), '$.of') = ?"
)


def revise(
    tx: Transaction, scope: Scope, session: str, seq: int, text: str, by: Reviser, machine: str
) -> Event | None:
    """Better words for the utterance at ``seq`` of ``session``, also long after it ended.

    machine: the id of this machine. Returns None when that is what it says already, or when a person
    corrected it and ``by`` is a machine. Raises Refused: ``journal.not_an_utterance``,
    ``journal.nothing_to_correct`` (erased), ``journal.empty_correction``, ``journal.correction_too_long``,
    and what the scope forbids.
    """
    text = text.strip()
    if not text:
        raise Refused("journal.empty_correction")
    if len(text) > LONGEST:
        raise Refused("journal.correction_too_long", most=LONGEST)
    held = store.session(tx, scope, session)
    spoken = one_event(tx, session, seq)
    if spoken is None or spoken.kind != "user_spoke":
        raise Refused("journal.not_an_utterance")
    if not isinstance(spoken.body, UserSpoke):
        raise Refused("journal.nothing_to_correct")
    known = corrections(tx, session, seq)
    settled = any(isinstance(one.body, UserSpeechRevised) and one.body.by == "person" for one in known)
    if words(spoken, known) == text or (settled and by != "person"):
        return None
    if held.machine == machine:
        return store.append(tx, scope, session, UserSpeechRevised(of=seq, text=text, by=by))
    whose = Scope(scope.actor, held.person, held.role)
    beside = store.begin_session(tx, whose, machine, held.thread)
    revised = store.append(tx, whose, beside.id, UserSpeechRevised(of=seq, text=text, session=session, by=by))
    store.end(tx, whose, beside.id, "corrected")
    return revised


def corrections(tx: Transaction, session: str, seq: int) -> list[Event]:
    """Every later transcript of one utterance that was not erased, in whichever session, in the thread's
    order. The caller has checked whose it is."""
    rows = tx.rows(_OF, (session, seq))
    if not rows:
        return []
    order = {
        row["id"]: (row["position"], row["id"])
        for row in tx.rows(
            "SELECT id, position FROM sessions WHERE id IN (SELECT session FROM (" + _OF + "))",  # noqa: S608
            (session, seq),
        )
    }
    return sorted(
        (to_event(Link(**row)) for row in rows), key=lambda event: (order[event.session], event.seq)
    )


def words(spoken: Event, known: list[Event]) -> str:
    """What the utterance says after its corrections."""
    revised = Revised()
    for event in known:
        revised.add(event)
    revised.order(dict.fromkeys(event.session for event in known))
    return user_turn(spoken, revised).text

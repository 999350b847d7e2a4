"""A person's history: one thread as long as they may get, and as many utterances as are searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.journal import indexing, store
from core.journal.events import AnyBody, AssistantSpoke, KnowledgeCited, Session, SessionEnded, UserSpoke
from core.vault import Database, Scope, Transaction, Vault
from tests.bench.material import Material

SCOPE = Scope(actor="elder", person="elder", role="companion")
SESSIONS = 10
_BATCH = 5000


async def talked(
    vault: Vault, events: int, material: Material, sessions: int = SESSIONS
) -> tuple[str, list[str]]:
    """A thread of ``events`` events, and beside it another, so that there are as many utterances in all.

    In the thread a question has an answer of two sentences and a citation. Returns its id and every text.
    """
    texts: list[str] = []
    thread = await _thread(vault, events, sessions, material, texts, cited=True)
    await _thread(vault, events - len(texts), sessions, material, texts, cited=False)
    return thread, texts


async def indexed(database: Database) -> None:
    """Everything that was said brought into the index, as the first search does."""
    while await database.write(lambda tx: indexing.catch_up(tx, SCOPE)):
        pass


async def _thread(
    vault: Vault, events: int, sessions: int, material: Material, texts: list[str], *, cited: bool
) -> str:
    thread: str | None = None
    for number in range(sessions):
        session = await vault.write(_begun(thread))
        thread = session.thread
        wanted = events * (number + 1) // sessions - events * number // sessions - 2 * cited
        for first in range(0, wanted, _BATCH):
            seqs = range(first, min(first + _BATCH, wanted))
            bodies = [_body(seq, material, texts, cited=cited) for seq in seqs]
            await vault.write(_said(session.id, bodies))
        await vault.write(_said(session.id, [SessionEnded(reason="goodbye")]))
    assert thread is not None
    return thread


def _begun(thread: str | None) -> Callable[[Transaction], Session]:
    return lambda tx: store.begin_session(tx, SCOPE, "bench", thread)


def _said(session: str, bodies: Sequence[AnyBody]) -> Callable[[Transaction], None]:
    def job(tx: Transaction) -> None:
        for body in bodies:
            store.append(tx, SCOPE, session, body)

    return job


def _body(number: int, material: Material, texts: list[str], *, cited: bool) -> AnyBody:
    """number: of the event in its session, after the one that begins it."""
    place = number % (4 if cited else 2)
    asked = number - place + 1
    if place == 3:
        return KnowledgeCited(answers=asked, document="bench", version=1, start=number, end=number + 40)
    text = material.sentence()
    texts.append(text)
    if place == 0:
        return UserSpoke(text=text, language="zh", spoken=True)
    return AssistantSpoke(
        answers=asked, index=place - 1, text=text, heard=len(text), boundary="measured", outcome="finished"
    )

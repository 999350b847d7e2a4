"""The access log is only added to, holds no content, and goes with its person."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import pytest

from app import messages
from core.people import access, consent, persons
from core.people.consent import PURPOSES, WORDINGS, Consents, Purpose
from core.people.gate import decide
from core.people.persons import guest
from core.text import Language
from core.vault.scope import Scope
from core.vault.sqlite_file import SqliteFile
from core.vault.transaction import Transaction

SHOWN: dict[Purpose, tuple[int, int]] = {
    "transcript": (1, 3858796601),
    "memory": (1, 4080858650),
    "audio": (1, 2097829223),
    "cloud_sync": (1, 2344822107),
    "cloud_memory": (1, 2555699805),
    "cloud_models": (1, 1344873625),
    "family_view": (1, 3381532986),
}
"""By purpose: the number of its text, and a sum over it."""


@dataclass
class Someone:
    id: str

    @property
    def scope(self) -> Scope:
        return Scope(actor=self.id, person=self.id)


@pytest.fixture
async def wang(database: SqliteFile) -> Someone:
    return Someone((await database.write(lambda tx: persons.add(tx, "王奶奶"))).id)


REFUSED = decide("cloud_models", Consents(version=3), "", "")


async def test_newest_lines_come_first_and_older_ones_by_their_number(
    database: SqliteFile, wang: Someone
) -> None:
    def job(tx: Transaction) -> None:
        for number in range(5):
            access.note(tx, wang.scope, "sent", "chat", amount=number, unit="characters")

    await database.write(job)
    newest = await database.read(lambda tx: access.entries(tx, wang.scope, 2))
    older = await database.read(lambda tx: access.entries(tx, wang.scope, 9, newest[-1].number))
    assert [line.amount for line in newest] == [4, 3]
    assert [line.amount for line in older] == [2, 1, 0]


async def test_the_same_refusal_in_one_conversation_is_written_once_for_each_version(
    database: SqliteFile, wang: Someone
) -> None:
    def job(tx: Transaction) -> None:
        for version in (3, 3, 4):
            ruling = decide("cloud_models", Consents(version=version), wang.id, wang.id)
            access.note_refusal(tx, wang.scope, "chat", ruling, about="session")
        access.note_refusal(tx, wang.scope, "voice", REFUSED, about="session")
        access.note_refusal(tx, wang.scope, "chat", REFUSED, about="another")

    await database.write(job)
    lines = await database.read(lambda tx: access.entries(tx, wang.scope))
    assert [(line.door, line.about, line.consents) for line in lines[::-1]] == [
        ("chat", "session", 3), ("chat", "session", 4), ("voice", "session", 3), ("chat", "another", 3),
    ]  # fmt: skip


async def test_no_line_can_be_changed(database: SqliteFile, wang: Someone) -> None:
    await database.write(lambda tx: access.note(tx, wang.scope, "sent", "chat"))
    with pytest.raises(Exception, match="only added to"):
        await database.write(lambda tx: tx.execute("UPDATE access_log SET act = 'read'"))


async def test_of_a_guest_nothing_is_written(database: SqliteFile) -> None:
    who = Someone(guest("客人", "zh").id)
    await database.write(lambda tx: access.note(tx, who.scope, "sent", "chat"))
    assert await database.read(lambda tx: access.entries(tx, who.scope)) == []


async def test_it_goes_with_its_person(database: SqliteFile, wang: Someone) -> None:
    await database.write(lambda tx: access.note(tx, wang.scope, "sent", "chat"))
    await database.write(lambda tx: persons.erase(tx, wang.id))
    assert await database.read(lambda tx: tx.rows("SELECT * FROM access_log")) == []


async def test_every_version_says_which_text_was_shown(database: SqliteFile, wang: Someone) -> None:
    await database.write(lambda tx: consent.record(tx, wang.scope, "memory", True, wang.id, "screen"))
    (decision,) = await database.read(lambda tx: consent.history(tx, wang.scope))
    assert decision.wording == WORDINGS["memory"]


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_text_that_changes_gets_a_new_number(purpose: Purpose) -> None:
    """Changed the text of a purpose? If its meaning changed, raise WORDINGS; then put the new sum here."""
    languages: tuple[Language, ...] = ("en", "zh")
    words = "\n".join(messages.text(f"consent.{purpose}", language) for language in languages)
    assert (WORDINGS[purpose], zlib.crc32(words.encode())) == SHOWN[purpose]

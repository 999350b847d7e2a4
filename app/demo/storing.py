"""Checks of what is really on the disk: ciphertext, and nothing of what was deleted."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.demo.checks import Check
from app.demo.evidence import PLAIN_HEADER, encodings, entropy, occurrences
from app.demo.stage import Stage
from core.clock import SystemClock
from core.household.household import MIGRATIONS
from core.journal import store as journal
from core.journal.erasing import erase
from core.journal.events import UserSpoke
from core.knowledge import store as knowledge
from core.memory import rows as facts
from core.memory import store as memory
from core.people import persons, roles
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction
from core.vault.twin import open_plain

TWIN = "twin.db"


async def ciphertext(stage: Stage) -> Check:
    """Nothing the household said or owns stands readable in any of its files; in an unkeyed twin it does."""
    name = "ciphertext_on_disk"
    script, folder = stage.script, stage.places.data
    needles = {
        text: text.encode() for text in (script.period_answer, script.goal_answer, script.first_person)
    }
    if stage.breaks(name):
        leak = await _twin(folder / "household", secure_delete=True)
        await leak.write(lambda tx: _live(tx, stage, script.document))
        await leak.close()
    found = await asyncio.to_thread(occurrences, folder, needles)
    with tempfile.TemporaryDirectory() as elsewhere:
        control_db = await _twin(Path(elsewhere), secure_delete=True)
        await control_db.write(lambda tx: _live(tx, stage, script.document))
        await control_db.close()
        control = await asyncio.to_thread(occurrences, Path(elsewhere), needles)
    files = [_describe(path) for path in sorted(folder.rglob("*.db*")) if path.is_file()]
    plain = [file["file"] for file in files if file["plain_sqlite"]]
    ok = not found and not plain and bool(files) and bool(control)
    return Check(
        name=name,
        ok=ok,
        evidence={
            "searched_for": list(needles),
            "files": files,
            "found": found[:5],
            "control_unkeyed_found": len(control),
            "control_first": control[:2],
        },
    )


async def deletion(stage: Stage) -> Check:
    """A deleted document, memory and utterance leave no byte, in rows, index, free pages or log."""
    name = "deletion_leaves_no_trace"
    canary = stage.script.canary
    needles = encodings(canary)
    with tempfile.TemporaryDirectory() as folder:
        kept, cleaned, control = Path(folder, "kept"), Path(folder, "cleaned"), Path(folder, "control")
        await _live_and_forget(stage, kept, canary, forget=False, secure_delete=True)
        await _live_and_forget(stage, cleaned, canary, forget=True, secure_delete=not stage.breaks(name))
        await _live_and_forget(stage, control, canary, forget=True, secure_delete=False)
        before = await asyncio.to_thread(occurrences, kept, needles)
        left = await asyncio.to_thread(occurrences, cleaned, needles)
        leaking = await asyncio.to_thread(occurrences, control, needles)
        sizes = await asyncio.to_thread(_sizes, cleaned)
    found_in_vault = await _in_vault(stage, canary)
    whole = f"utf-8:{canary}"
    ok = (
        not left
        and any(hit["what"] == whole for hit in before)
        and any(hit["what"] == whole for hit in leaking)
        and any(hit["what"].startswith("index:") for hit in before)
        and not found_in_vault
    )
    return Check(
        name=name,
        ok=ok,
        evidence={
            "canary": canary,
            "searched_for": list(needles),
            "before_deleting": {"hits": len(before), "first": before[:2]},
            "after_deleting": {"hits": len(left), "first": left[:2], "files": sizes},
            "control_without_secure_delete": {"hits": len(leaking), "first": leaking[:2]},
            "found_through_the_vault": found_in_vault,
        },
    )


async def _in_vault(stage: Stage, canary: str) -> list[str]:
    """The same through the household's own doors: what its searches still find after deleting."""
    household = stage.household
    document = await household.knowledge.add("+", "canary.txt", canary, by=stage.first, roles=(stage.shop,))
    fact = await household.memory.add(stage.first, stage.companion, canary)
    found_alive = (await household.knowledge.search(stage.shop, canary)).state
    assert found_alive == "found", "a document that is there is found"
    await household.deletions.document(document.id, by=stage.first)
    await household.deletions.fact(fact.id, of=stage.first, by=stage.first)
    answer = await household.knowledge.search(stage.shop, canary)
    recalled = await household.memory.recall(stage.first, stage.companion, canary)
    return [quote.text for quote in answer.quotes if canary in quote.text] + [
        fact.text for fact in recalled if canary in fact.text
    ]


async def _live_and_forget(
    stage: Stage, folder: Path, canary: str, *, forget: bool, secure_delete: bool
) -> None:
    """A small life in an unkeyed twin, with the canary in every store; then, perhaps, deleted."""
    twin = await _twin(folder, secure_delete=secure_delete)
    forgetting = await twin.write(lambda tx: _live(tx, stage, canary))
    if forget:
        await twin.write(forgetting)
    await twin.close()


def _live(tx: Transaction, stage: Stage, text: str) -> Callable[[Transaction], None]:
    """Write ``text`` as document, memory and utterance; returns the job that deletes all three."""
    person = persons.add(tx, stage.script.first_person, stage.script.language)
    role = roles.add(tx, roles.draft(stage.script.companion, language=stage.script.language))
    scope = Scope(actor=person.id, person=person.id, role=role.id)
    document = knowledge.add(tx, scope, stage.script.title, "demo.txt", f"{stage.script.document}\n{text}")
    knowledge.bind(tx, document.id, role.id)
    fact = memory.add(tx, scope, text[:200])
    session = journal.begin_session(tx, scope, "demo")
    spoken = UserSpoke(text=text, language=stage.script.language, spoken=False)
    event = journal.append(tx, scope, session.id, spoken)

    def forget(later: Transaction) -> None:
        knowledge.erase(later, document.id)
        facts.erase(later, fact.id)
        erase(later, scope, session.id, event.seq, session.id, receipt="demo")

    return forget


async def _twin(folder: Path, *, secure_delete: bool) -> Database:
    def make() -> Database:
        folder.mkdir(exist_ok=True)
        return open_plain(folder / TWIN, MIGRATIONS, SystemClock(), secure_delete=secure_delete)

    return await asyncio.to_thread(make)


def _sizes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in sorted(folder.iterdir())}


def _describe(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    return {
        "file": path.name,
        "bytes": len(content),
        "first_16": content[:16].hex(" "),
        "plain_sqlite": content.startswith(PLAIN_HEADER),
        "entropy": round(entropy(content), 3) if content else 0.0,
    }

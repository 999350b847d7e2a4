"""What a readable copy of the household holds of one person, in words and in rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from core.household.family import acted, scope_of
from core.journal import reading
from core.journal.projection import spoken_turns
from core.knowledge import store as knowledge
from core.memory import store as memory
from core.people import access, consent, roles
from core.people.persons import Person
from core.text import Language
from core.vault.export import Section, escaped
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

Rows = Sequence[Mapping[str, Any]]

_TITLES: Mapping[str, Mapping[Language, str]] = {
    "conversations": {"en": "Conversations", "zh": "对话"},
    "memories": {"en": "Memories", "zh": "记忆"},
    "documents": {"en": "Documents", "zh": "资料"},
    "consents": {"en": "Consents", "zh": "同意记录"},
}
_ALL = 1_000_000


def sections(tx: Transaction, person: Person, language: Language) -> list[Section]:
    """Everything kept of ``person``, and the household's documents, in the order a reader wants it."""
    scope = Scope(actor=person.id, person=person.id)
    names = roles.names(tx)
    conversations = _conversations(tx, scope, person, names)
    memories = [
        _builtin(fact) | {"role_name": names.get(fact.role, fact.role)} for fact in memory.all(tx, scope)
    ]
    documents = [
        _builtin(document) | {"text": knowledge.text_of(tx, document.id)} for document in knowledge.all(tx)
    ]
    consents = [_builtin(decision) for decision in consent.history(tx, scope)]
    return [
        Section("conversations", conversations, _page("conversations", language, _conversation)),
        Section("memories", memories, _page("memories", language, _memory)),
        Section("documents", documents, _page("documents", language, _document)),
        Section("consents", consents, _page("consents", language, _consent)),
    ]


async def exported(vault: Database, person: Person, language: Language, by: Person | None) -> list[Section]:
    """The same for somebody to take away, which is in the person's log. by: who, if somebody else does.

    Raises Refused("people.not_shared") where they did not agree to that.
    """
    scope = scope_of(person, by)

    def job(tx: Transaction) -> list[Section]:
        made = sections(tx, person, language)
        if scope.actor == person.id:
            access.note(tx, scope, "exported", "export")
        return made

    return await acted(vault, scope, "export", "exported", job)


def _conversations(tx: Transaction, scope: Scope, person: Person, names: Mapping[str, str]) -> Rows:
    rows: list[Mapping[str, Any]] = []
    for summary in reading.threads(tx, scope, _ALL):
        turns = [
            _builtin(turn) | {"who": person.name if turn.by == "user" else names.get(summary.role, "")}
            for turn in spoken_turns(reading.events(tx, scope, summary.thread))
        ]
        rows.append(_builtin(summary) | {"role_name": names.get(summary.role, ""), "turns": turns})
    return rows


def _page(name: str, language: Language, line: Callable[[Mapping[str, Any]], str]) -> Callable[[Rows], str]:
    def written(rows: Rows) -> str:
        return "\n".join([f"# {_TITLES[name][language]}", "", *(line(row) for row in rows)])

    return written


def _conversation(row: Mapping[str, Any]) -> str:
    head = f"## {escaped(str(row['latest'])[:16])} · {escaped(str(row['role_name']))}\n"
    said = [f"**{escaped(turn['who'])}**: {escaped(str(turn['text']))}\n" for turn in row["turns"]]
    return "\n".join([head, *said])


def _memory(row: Mapping[str, Any]) -> str:
    return f"- {escaped(row['text'])} ({row['kind']}, {row['status']})"


def _document(row: Mapping[str, Any]) -> str:
    paragraphs = [escaped(line) for line in str(row["text"]).splitlines()]
    return "\n".join([f"## {escaped(row['title'])}", "", *(f"{line}\n" for line in paragraphs if line)])


def _consent(row: Mapping[str, Any]) -> str:
    return f"- {escaped(str(row['at'])[:16])} {row['purpose']}: {'✓' if row['granted'] else '✗'}"


def _builtin(value: object) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value, str_keys=True)
    return plain

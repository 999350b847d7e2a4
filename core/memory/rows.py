"""Facts as rows: one place that knows the columns and keeps the channels in step with them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from core.memory.facts import Candidate, Fact, Moment, Status
from core.memory.schema import SOUNDS, WORDS
from core.retrieval.bigrams import index_tokens
from core.retrieval.sound import sound_tokens
from core.vault.receipts import utterance
from core.vault.scope import Scope
from core.vault.times import from_text, to_text
from core.vault.transaction import Row, Transaction

KIND_WORDS: Final = {
    "preference": "喜欢 爱好 口味 爱吃 不喜欢 like love favourite prefer hate eat enjoy",
    "goal": "目标 打算 计划 愿望 想学 想做 goal plan dream aim",
    "correction": "纠正 记错 correct",
    "relationship": "家人 名字 叫什么 关系 name called family",
    "birthday": "生日 哪天 几月 几号 出生 birthday born date",
    "home_city": "住 住在 哪里 哪儿 城市 家 搬家 live home city town where",
    "name": "名字 叫什么 称呼 怎么叫 姓名 name call who",
    "health": "身体 健康 病 毛病 过敏 忌口 药 health ill illness allergy allergic condition",
    "routine": "每天 习惯 平时 几点 作息 routine usually every day when",
    "event": "安排 日子 什么时候 哪天 要去 event plan when happening",
}
"""How people ask for a fact of a kind: indexed with it, so that 我住在哪里 finds 我搬到重庆了."""

_OF_UTTERANCES: Final = ("memory_closings", "memory_extractions")
"""Tables that hold something of an utterance beside its facts, by ``session``, ``seq`` and ``person``."""

_COLUMNS: Final = (
    "id, person, role, kind, about, fact_key, text, value, negated, status, revision, origin, confidence,"
    " valid_from, valid_to, source_session, source_seq, span_start, span_end, superseded_by, last_said,"
    " last_session, last_seq, kept, words, sounds"
)


def insert(tx: Transaction, fact: Fact) -> None:
    words, sounds = _tokens(fact)
    newest = tx.one("SELECT coalesce(max(number), 0) AS number FROM memories")
    number = (newest["number"] if newest is not None else 0) + 1
    values = (number, *_values(fact), words, sounds)
    marks = ",".join("?" * len(values))
    tx.execute(f"INSERT INTO memories (number, {_COLUMNS}) VALUES ({marks})", values)  # noqa: S608
    WORDS.insert(tx, [(number, words)])
    SOUNDS.insert(tx, [(number, sounds)])


def replace(tx: Transaction, before: Fact, after: Fact, actor: str) -> None:
    """Write the next revision of a fact and keep the one before it as a version."""
    row = _row(tx, before.id)
    tx.execute(
        "INSERT INTO memory_versions (memory, revision, text, value, negated, status, until, actor, source)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            before.id, before.revision, before.text, before.value, int(before.negated), before.status,
            tx.now.isoformat(), actor, source_of(before) or None,
        ),
    )  # fmt: skip
    words, sounds = _tokens(after)
    assigned = ", ".join(f"{name} = ?" for name in _COLUMNS.replace("\n", " ").split(", "))
    tx.execute(
        f"UPDATE memories SET {assigned} WHERE id = ?",  # noqa: S608
        (*_values(after), words, sounds, after.id),
    )
    if (words, sounds) != (row["words"], row["sounds"]):
        _forget_tokens(tx, row)
        WORDS.insert(tx, [(row["number"], words)])
        SOUNDS.insert(tx, [(row["number"], sounds)])


def said_again(tx: Transaction, fact: Fact, last: Moment) -> None:
    """Note that a fact was said once more; that makes no revision of it."""
    tx.execute(
        "UPDATE memories SET last_said = ?, last_session = ?, last_seq = ? WHERE id = ?",
        (to_text(last.at), last.session or None, last.seq if last.session else None, fact.id),
    )


def count_use(tx: Transaction, fact: str) -> None:
    """Note that an answer was made with a fact; that makes no revision of it."""
    tx.execute("UPDATE memories SET uses = uses + 1, used = ? WHERE id = ?", (to_text(tx.now), fact))


def of_status(tx: Transaction, scope: Scope, status: Status) -> list[Fact]:
    """The facts of the scope's person and role that stand so, the oldest row first."""
    return facts(
        tx.rows(
            "SELECT * FROM memories WHERE person = ? AND role = ? AND status = ? ORDER BY number",
            (scope.person, scope.role, status),
        )
    )


def rivals(tx: Transaction, scope: Scope, candidate: Candidate | Fact, at: datetime) -> list[Fact]:
    """The facts of the scope's person and role that answer the same question, without those that were over
    before ``at``: somebody who moved a thousand times lives in one place."""
    when = to_text(at)
    return facts(
        tx.rows(
            "SELECT * FROM memories WHERE person = ? AND role = ? AND fact_key = ? AND about = ? AND kind = ?"
            " AND (status != 'superseded' OR last_said >= ? OR valid_to > ?) ORDER BY number",
            (scope.person, scope.role, candidate.fact_key, candidate.about, candidate.kind, when, when),
        )
    )


def told_last(tx: Transaction, scope: Scope, before: Moment) -> list[Fact]:
    """The facts of the last utterance before a moment that told, or repeated, any."""
    found = facts(
        tx.rows(
            "SELECT * FROM memories WHERE person = ? AND role = ? AND last_session IS NOT NULL"
            " AND last_said <= ? ORDER BY last_said DESC, last_seq DESC LIMIT 50",
            (scope.person, scope.role, to_text(before.at)),
        )
    )
    earlier = [fact for fact in found if not before.precedes(fact.last_said) and fact.last_said != before]
    return [fact for fact in earlier if fact.last_said == earlier[0].last_said]


def ended_by(tx: Transaction, scope: Scope, what: str) -> list[Fact]:
    """The facts of the scope's person and role that something ended."""
    return facts(
        tx.rows(
            "SELECT * FROM memories WHERE person = ? AND role = ? AND superseded_by = ?",
            (scope.person, scope.role, what),
        )
    )


def erase(tx: Transaction, fact: str) -> None:
    """Remove a fact's row, versions, vectors and tokens."""
    row = _row(tx, fact)
    _forget_tokens(tx, row)
    tx.execute("DELETE FROM memory_versions WHERE memory = ?", (fact,))
    tx.execute("DELETE FROM memories WHERE id = ?", (fact,))


def erase_told(tx: Transaction, session: str, seq: int | None = None) -> None:
    """Remove every fact whose words are those of an utterance (of a whole session without ``seq``), and
    earlier versions of them in facts that were edited since. Whose they are was checked above."""
    for fact in told(tx, session, seq):
        erase(tx, fact.id)
    if seq is None:
        tx.execute("DELETE FROM memory_versions WHERE source GLOB ?", (utterance(session, 0)[:-1] + "*",))
    else:
        tx.execute("DELETE FROM memory_versions WHERE source = ?", (utterance(session, seq),))
    for table in _OF_UTTERANCES:
        tx.execute(f"DELETE FROM {table} WHERE session = ? AND (? IS NULL OR seq = ?)", (session, seq, seq))  # noqa: S608


def told(tx: Transaction, session: str, seq: int | None = None) -> list[Fact]:
    """The facts that came from an utterance, or from a session, and were not edited since."""
    return facts(
        tx.rows(
            "SELECT * FROM memories WHERE source_session = ? AND (? IS NULL OR source_seq = ?)",
            (session, seq, seq),
        )
    )


def found(tx: Transaction, fact: str) -> list[Fact]:
    """The fact of that id, whoever's it is; none when it is gone."""
    return facts(tx.rows("SELECT * FROM memories WHERE id = ?", (fact,)))


def erase_person(tx: Transaction, person: str) -> None:
    """Remove everything that is remembered of a person."""
    for row in tx.rows("SELECT id FROM memories WHERE person = ?", (person,)):
        erase(tx, row["id"])
    for table in ("memory_blocked_sources", *_OF_UTTERANCES):
        tx.execute(f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608


def source_of(fact: Fact) -> str:
    """The utterance a fact came from, as receipts know it; empty when it was written by hand."""
    if fact.source_session is None or fact.source_seq is None:
        return ""
    return utterance(fact.source_session, fact.source_seq)


def facts(rows: Iterable[Row]) -> list[Fact]:
    return [_fact(row) for row in rows]


def _forget_tokens(tx: Transaction, row: Row) -> None:
    WORDS.delete(tx, [(row["number"], row["words"])])
    SOUNDS.delete(tx, [(row["number"], row["sounds"])])
    tx.execute("DELETE FROM memory_vectors WHERE memory = ?", (row["number"],))


def _row(tx: Transaction, fact: str) -> Row:
    row = tx.one("SELECT number, words, sounds FROM memories WHERE id = ?", (fact,))
    if row is None:
        raise LookupError("a fact that was just read is gone")
    return row


def _tokens(fact: Fact) -> tuple[str, str]:
    about = "" if fact.about == "self" else fact.about
    told = f"{about}\n{fact.text}\n{fact.value}"
    return " ".join(index_tokens(f"{told}\n{KIND_WORDS[fact.kind]}")), " ".join(sound_tokens(told))


def _values(fact: Fact) -> tuple[object, ...]:
    start, end = fact.source_span if fact.source_span is not None else (None, None)
    last = fact.last_said
    return (
        fact.id, fact.person, fact.role, fact.kind, fact.about, fact.fact_key, fact.text, fact.value,
        int(fact.negated), fact.status, fact.revision, fact.origin, fact.confidence,
        fact.valid_from.isoformat(), None if fact.valid_to is None else fact.valid_to.isoformat(),
        fact.source_session, fact.source_seq, start, end, fact.superseded_by,
        to_text(last.at), last.session or None, last.seq if last.session else None,
        None if fact.kept is None else to_text(fact.kept),
    )  # fmt: skip


def _fact(row: Row) -> Fact:
    return Fact(
        id=row["id"],
        person=row["person"],
        role=row["role"],
        kind=row["kind"],
        about=row["about"],
        fact_key=row["fact_key"],
        text=row["text"],
        value=row["value"],
        negated=bool(row["negated"]),
        status=row["status"],
        revision=row["revision"],
        origin=row["origin"],
        confidence=row["confidence"],
        valid_from=datetime.fromisoformat(row["valid_from"]),
        valid_to=None if row["valid_to"] is None else datetime.fromisoformat(row["valid_to"]),
        source_session=row["source_session"],
        source_seq=row["source_seq"],
        source_span=None if row["span_start"] is None else (row["span_start"], row["span_end"]),
        superseded_by=row["superseded_by"],
        last=Moment(from_text(row["last_said"]), row["last_session"] or "", row["last_seq"] or 0),
        uses=row["uses"],
        used=None if row["used"] is None else from_text(row["used"]),
        kept=None if row["kept"] is None else from_text(row["kept"]),
    )

"""Reading other programs' records: OpenRealtime's ``memories.json`` and ``conversation.jsonl``. Pure.

No two versions of such files agree, so every usual name of a field is taken, the OpenAI Realtime events
and items among them, and what is not understood is counted rather than guessed. A file is somebody else's
text: its size, depth and shape are checked before any of it counts, and nothing of it is ever a path.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from core.errors import Refused

Kind = Literal["memories", "conversation"]
SaidBy = Literal["user", "assistant", "record"]

MOST_BYTES = 20 * 1024 * 1024
MOST_RECORDS = 20_000
LONGEST = 4_000
"""Characters of one record; a longer one is left out, never cut."""

_DEEPEST = 40
_TEXTS = ("text", "content", "memory", "fact", "summary", "value", "transcript", "message", "utterance")
_TIMES = ("at", "timestamp", "time", "ts", "created_at", "createdAt", "created", "date", "updated_at")
_ROLES = ("role", "speaker", "by", "from", "who", "source", "author")
_LISTS = ("memories", "items", "facts", "entries", "records", "data")
_ENVELOPES = ("event", "message", "item", "payload")
_USERS = frozenset({"user", "human", "speaker", "client", "me", "用户"})
_ASSISTANTS = frozenset({"assistant", "ai", "bot", "model", "agent", "companion", "助手"})
_EVENTS: Mapping[str, SaidBy] = {
    "conversation.item.input_audio_transcription.completed": "user",
    "response.output_audio_transcript.done": "assistant",
    "response.audio_transcript.done": "assistant",
    "response.output_text.done": "assistant",
    "response.text.done": "assistant",
}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was said or remembered elsewhere. at: when, as far as the file says."""

    said_by: SaidBy
    text: str
    at: datetime | None = None


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """What of a file was not taken: not understood, empty, over ``LONGEST``, beyond ``MOST_RECORDS``."""

    unreadable: int = 0
    empty: int = 0
    too_long: int = 0
    beyond: int = 0


class Foreign(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was understood. content_hash: SHA-256 of its bytes; the same file is the same import."""

    kind: Kind
    content_hash: str
    records: tuple[Record, ...]
    left_out: LeftOut


def read(content: bytes) -> Foreign:
    """What is in a file of either kind.

    Raises Refused: ``journal.import_too_large``, ``journal.import_not_text``, ``journal.import_too_deep``,
    or ``journal.import_foreign`` when not one record of it is understood.
    """
    if len(content) > MOST_BYTES:
        raise Refused("journal.import_too_large", most=MOST_BYTES // 1024 // 1024)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("journal.import_not_text") from error
    if "\0" in text:
        raise Refused("journal.import_not_text")
    kind, rows, unreadable = _rows(text)
    records: list[Record] = []
    empty = too_long = beyond = 0
    for row in rows:
        record = _record(row, kind)
        if record is None:
            unreadable += 1
        elif not record.text:
            empty += 1
        elif len(record.text) > LONGEST:
            too_long += 1
        elif len(records) == MOST_RECORDS:
            beyond += 1
        else:
            records.append(record)
    if not records:
        raise Refused("journal.import_foreign")
    return Foreign(
        kind=kind,
        content_hash=hashlib.sha256(content).hexdigest(),
        records=tuple(records),
        left_out=LeftOut(unreadable=unreadable, empty=empty, too_long=too_long, beyond=beyond),
    )


def _rows(text: str) -> tuple[Kind, Iterable[Any], int]:
    """The kind of file, its rows, and how many lines were not JSON."""
    try:
        whole = _parsed(text)
    except ValueError:
        rows, unreadable = [], 0
        for line in filter(str.strip, text.split("\n")):
            try:
                rows.append(_parsed(line))
            except ValueError:
                unreadable += 1
        return "conversation", rows, unreadable
    if isinstance(whole, Mapping):
        for name in ("messages", "turns", "conversation", "history"):
            if isinstance(whole.get(name), Sequence) and not isinstance(whole[name], str):
                return "conversation", whole[name], 0
        for name in _LISTS:
            if isinstance(whole.get(name), list | dict):
                return "memories", _listed(whole[name]), 0
        if _talks(whole):
            return "conversation", [whole], 0
        return "memories", _listed(whole), 0
    rows = list(whole) if isinstance(whole, list) else []
    talk = any(_talks(row) for row in rows[:50] if isinstance(row, Mapping))
    return ("conversation" if talk else "memories"), rows, 0


def _talks(row: Mapping[str, Any]) -> bool:
    return (isinstance(row.get("type"), str) and row["type"] in _EVENTS) or _said_by(row) in (
        "user",
        "assistant",
    )


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - JSON of any shape
    """A list, or the values of an object that maps names to facts."""
    if isinstance(value, list):
        return value
    named = [(name, one) for name, one in value.items() if isinstance(one, str | Mapping)]
    return [f"{name}: {one}" if isinstance(one, str) else one for name, one in named]


def _parsed(text: str) -> Any:  # noqa: ANN401
    """Raises ValueError when it is no JSON, Refused when it is nested too deep to be a record."""
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError as error:
        raise Refused("journal.import_too_deep") from error
    if _depth(value) > _DEEPEST:
        raise Refused("journal.import_too_deep")
    return value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _depth(value: Any) -> int:  # noqa: ANN401
    depth, level = 0, [value]
    while level and depth <= _DEEPEST:
        depth += 1
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        level = inner
    return depth


def _record(row: Any, kind: Kind) -> Record | None:  # noqa: ANN401
    if isinstance(row, str) and kind == "memories":
        return Record(said_by="record", text=_clean(row))
    if not isinstance(row, Mapping):
        return None
    text = _text(row)
    if str(row.get("type")) in _EVENTS:
        return _event(row)
    if text is None:
        return _enveloped(row, kind)
    said_by: SaidBy = "record" if kind == "memories" else _said_by(row)
    if kind == "conversation" and said_by == "record":
        return None  # instructions and tools are nobody's words
    return Record(said_by=said_by, text=_clean(text), at=_time(row))


def _enveloped(row: Mapping[str, Any], kind: Kind) -> Record | None:
    """The record inside a wrapper that tells when, or nothing."""
    inner = next((row[name] for name in _ENVELOPES if isinstance(row.get(name), Mapping)), None)
    found = None if inner is None else _record(inner, kind)
    if found is None or found.at is not None:
        return found
    return msgspec.structs.replace(found, at=_time(row))


def _event(row: Mapping[str, Any]) -> Record | None:
    said_by = _EVENTS.get(str(row.get("type")))
    text = row.get("transcript", row.get("text"))
    if said_by is None or not isinstance(text, str):
        return None
    return Record(said_by=said_by, text=_clean(text), at=_time(row))


def _text(row: Mapping[str, Any]) -> str | None:
    for name in _TEXTS:
        value = row.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            parts = [part if isinstance(part, str) else _part(part) for part in value]
            return "".join(part for part in parts if part)
    return None


def _part(part: Any) -> str:  # noqa: ANN401
    if not isinstance(part, Mapping):
        return ""
    return next((part[name] for name in ("text", "transcript") if isinstance(part.get(name), str)), "")


def _said_by(row: Mapping[str, Any]) -> SaidBy:
    for name in _ROLES:
        value = row.get(name)
        if isinstance(value, str):
            if value.casefold() in _USERS:
                return "user"
            if value.casefold() in _ASSISTANTS:
                return "assistant"
    return "record"


def _time(row: Mapping[str, Any]) -> datetime | None:
    """ISO 8601 or seconds or milliseconds since 1970; None for anything else, and for nonsense."""
    value = next((row[name] for name in _TIMES if name in row), None)
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            moment = datetime.fromtimestamp(value / 1000 if abs(value) > 1e11 else value, UTC)
        else:
            return None
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return aware.astimezone(UTC) if 1970 < aware.year < 9999 else None
    except (ValueError, OverflowError, OSError):
        return None


def _clean(text: str) -> str:
    """Without what is invisible or would steer a terminal."""
    kept = (c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Co", "Cs", "Cn"})
    return "".join(kept).strip()

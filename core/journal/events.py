"""The vocabulary of the one history. Bodies hold what was said; citations hold ids and offsets only."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from core.text import Language

Boundary = Literal["measured", "estimated"]
Outcome = Literal["finished", "interrupted", "failed"]
Reviser = Literal["recogniser", "engine", "person"]
"""Who found the better words: a more careful recogniser, the engine that answered by ear, or a person."""


class Body(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of all event bodies."""


class SessionBegun(Body, tag="session_begun", frozen=True, kw_only=True):
    """continues: the session of the same thread that came before, if any."""

    continues: str | None = None


class SessionEnded(Body, tag="session_ended", frozen=True, kw_only=True):
    reason: str


class UserSpoke(Body, tag="user_spoke", frozen=True, kw_only=True):
    """A final utterance, durable before it is answered. spoken: by voice, or typed.

    pending: the text is a first reading; who answered by ear may send a better one, as a revision.
    audio: the id its sound goes by, then and in a recording if one is kept.
    """

    text: str
    language: Language
    spoken: bool
    confidence: float = 1.0
    pending: bool = False
    audio: str | None = None


class UserSpeechRevised(Body, tag="user_speech_revised", frozen=True, kw_only=True):
    """A better transcript of the utterance at ``of`` (its seq in ``session``; None: in this session).

    A correction made on another machine stands in that machine's own session. What a person wrote is
    never overridden by what a machine hears later.
    """

    of: int
    text: str
    session: str | None = None
    by: Reviser = "engine"


class AssistantSpoke(Body, tag="assistant_spoke", frozen=True, kw_only=True):
    """One sentence of the answer to ``answers`` (a seq), written as it has been played.

    heard: how many characters of ``text`` were heard. The rest never re-enters a model's context
    as if it had been said.
    """

    answers: int
    index: int
    text: str
    heard: int
    boundary: Boundary
    outcome: Outcome


class AnswerFailed(Body, tag="answer_failed", frozen=True, kw_only=True):
    """No (complete) answer to ``answers``. error: a message id, never a text from outside."""

    answers: int
    error: str


class ToolCalled(Body, tag="tool_called", frozen=True, kw_only=True):
    answers: int
    call: str
    tool: str
    arguments: str


class ToolReturned(Body, tag="tool_returned", frozen=True, kw_only=True):
    answers: int
    call: str
    ok: bool
    result: str


class KnowledgeCited(Body, tag="knowledge_cited", frozen=True, kw_only=True):
    """Offsets into that version of the document; the text is rendered by projection."""

    answers: int
    document: str
    version: int
    start: int
    end: int


class MemoryUsed(Body, tag="memory_used", frozen=True, kw_only=True):
    answers: int
    memory: str
    revision: int


class RecordQuoted(Body, tag="record_quoted", frozen=True, kw_only=True):
    """A record of an import was shown to the model because the user asked for it."""

    answers: int
    source: str
    position: int


class SummaryMade(Body, tag="summary_made", frozen=True, kw_only=True):
    """What stands for the beginning of a thread. It counts only while its source is what it was.

    first, last: seqs of the first and last event of the source, in the sessions ``first_session`` and
    ``last_session``. source_hash: of the chain's hashes in that range (``summaries.py``). method: how it
    was made. prompt: the version of the instructions or rules it was made by.
    """

    first: int
    last: int
    source_hash: str
    method: str
    text: str
    first_session: str = ""
    last_session: str = ""
    prompt: str = ""


class Erased(Body, tag="erased", frozen=True, kw_only=True):
    """Body and salt of event ``seq`` of ``session`` were removed; its hash stays in the chain."""

    session: str
    seq: int
    receipt: str


AnyBody = (
    SessionBegun
    | SessionEnded
    | UserSpoke
    | UserSpeechRevised
    | AssistantSpoke
    | AnswerFailed
    | ToolCalled
    | ToolReturned
    | KnowledgeCited
    | MemoryUsed
    | RecordQuoted
    | SummaryMade
    | Erased
)


def kind_of(body: AnyBody) -> str:
    """The kind a body is stored under."""
    return str(type(body).__struct_config__.tag)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a session's chain. body is None when it was erased; its kind stays."""

    session: str
    seq: int
    at: datetime
    body: AnyBody | None
    content_hash: str
    prev_hash: str
    kind: str = ""

    def __post_init__(self) -> None:
        if self.body is not None and not self.kind:
            msgspec.structs.force_setattr(self, "kind", kind_of(self.body))


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of conversation on one machine. A thread is an ordered list of them.

    kept: whether its words are stored; without consent it lives in memory only.
    """

    id: str
    thread: str
    person: str
    role: str
    machine: str
    begun: datetime
    kept: bool = True

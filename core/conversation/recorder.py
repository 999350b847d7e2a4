"""Writes a conversation into its journal, and lets memory learn from what the user said."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from core.audio.frames import Samples
from core.brain.urgent import Urgency, urgency
from core.conversation.doors import Doors
from core.conversation.proposing import Proposing, Utterance
from core.conversation.spoken_consents import SpokenConsents
from core.errors import Refused, UserFacing
from core.ids import new_id
from core.journal import recordings, timings
from core.journal.events import (
    AnswerFailed,
    AnyBody,
    AssistantSpoke,
    Boundary,
    Event,
    MemoryUsed,
    Outcome,
    SummaryMade,
    UserSpeechRevised,
    UserSpoke,
)
from core.journal.log import SessionLog
from core.memory import extractions
from core.memory import store as memories
from core.memory.clauses import Extraction
from core.memory.extract import extract
from core.memory.facts import Fact
from core.people.access import Door
from core.people.roles import Role
from core.text import Language
from core.turn.ports import Turn
from core.vault.scope import Scope
from core.vault.transaction import Database, Transaction

log = logging.getLogger(__name__)

Learning = Literal["off", "done", "failed"]


_TURNS_KEPT = 256
"""Turns whose place in the session is known; answers and late transcripts are about one of the last few."""


class _RulesFailed(Exception):
    """The rules of extraction broke on an utterance."""


class JournalRecorder:
    """The engine's ``Recorder`` over one session.

    learning: the state of the last extraction, for the faces; failing never fails the conversation.
    learned: the facts that the last utterance changed. on_learned: called when there are any, to make their
    vectors; returns at once.
    proposing: asks a model, after the turn, what else may be remembered; None where none is to be asked.
    by_ear: whoever answers is given the sound, so that a turn with sound has its text only pending.
    on_urgent: told of danger in a committed turn, spoken or typed, before anything is written: a full
    disk must not keep anyone from being called. Returns at once.
    """

    def __init__(
        self,
        vault: Database,
        journal: SessionLog,
        scope: Scope,
        role: Role,
        doors: Doors,
        recordings: Path | None = None,
    ) -> None:
        self.consents = SpokenConsents(vault, scope)
        self._doors = doors
        self._vault = vault
        self._journal = journal
        self._scope = scope
        self._role = role
        self._seq: dict[int, int] = {}
        self._pending: dict[int, Turn] = {}
        self._said: dict[int, datetime] = {}
        self._audio: dict[int, str] = {}
        self._used: dict[int, list[AnyBody]] = {}
        self._closed: dict[int, Door] = {}
        self._recordings = recordings
        self._sounds: dict[int, tuple[Samples, ...]] = {}
        self.by_ear = False
        self.proposing: Proposing | None = None
        self._read: tuple[tuple[str, Language], Extraction | None] | None = None
        self.on_urgent: Callable[[Urgency, Turn], None] | None = None
        self.learning: Learning = "off"
        self.learned: tuple[Fact, ...] = ()
        self.on_learned: Callable[[], None] | None = None

    def seq(self, turn: int) -> int | None:
        """Where the words of a committed turn stand in the session; None before it is durable."""
        return self._seq.get(turn)

    def use(self, turn: int, bodies: Sequence[AnyBody]) -> None:
        """What the answer to ``turn`` was made from; written with its first sentence."""
        self._used.setdefault(turn, []).extend(bodies)

    def forget(self, turn: int) -> None:
        """A draft was dropped: nothing it used was used."""
        self._used.pop(turn, None)
        self._closed.pop(turn, None)

    def closed(self, turn: int, door: Door) -> None:
        """A cloud was not asked for the answer to ``turn``; written into the access log with the answer."""
        self._closed[turn] = door

    def extracted(self, turn: Turn) -> Extraction | None:
        """What the words of a turn state about their speaker, read once for its answer and for memory alike.
        None when the rules failed on them: then nothing is learned, and the answer promises nothing."""
        words = (turn.text, turn.language)
        if self._read is None or self._read[0] != words:
            self._read = (words, _guarded(*words))
        return self._read[1]

    async def user_spoke(self, turn: Turn) -> None:
        self._raise_alarm(turn)
        if self.proposing is not None:
            self.proposing.turn_began()
        about_consent = await self.consents.committed(turn)
        audio = new_id() if turn.sound else None
        pending = self.by_ear and audio is not None
        event = await self._journal.append(
            UserSpoke(
                text=turn.text,
                language=turn.language,
                spoken=turn.spoken,
                confidence=turn.confidence,
                pending=pending,
                audio=audio,
            ),
            also=None if about_consent else self._expects_to_learn,
        )
        self._seq[turn.id] = event.seq
        _keep_newest(self._seq)
        if turn.sound and self._recordings is not None:
            self._sounds[turn.id] = turn.sound
        if about_consent:
            self.learning, self.learned = "off", ()
        elif not pending or audio is None:
            await self._learn(turn, event.seq, event.at)
        else:
            self._pending[turn.id] = replace(turn, sound=())
            self._said[turn.id] = event.at
            _keep_newest(self._said)
            self._audio[turn.id] = audio
            _keep_newest(self._audio)

    def audio(self, turn: int) -> str | None:
        """The id by which the journal knows the sound of a turn whose text is still a first reading."""
        return self._audio.get(turn)

    async def settle(self, turn: int, text: str | None) -> None:
        """The last word on a pending turn: a better text, or None, the first reading stands. Only now does
        memory learn from it. Once; for a turn that is not pending it does nothing."""
        first, seq = self._pending.pop(turn, None), self._seq.get(turn)
        if first is None or seq is None:
            return
        final = first
        if text is not None and text.strip() and text.strip() != first.text:
            final = replace(first, text=text.strip())
            if urgency(first.text, first.language, spoken=first.spoken) is None:
                self._raise_alarm(final)
            try:
                await self._journal.append(UserSpeechRevised(of=seq, text=final.text))
            except Refused:
                return  # deleted meanwhile: a late transcript brings back neither the words nor a fact
        await self._learn(final, seq, self._said.pop(turn, None))

    async def assistant_spoke(
        self, turn: int, index: int, text: str, heard: int, boundary: Boundary, outcome: Outcome
    ) -> None:
        await self._write_used(turn)
        await self._journal.append(
            AssistantSpoke(
                answers=self._seq[turn],
                index=index,
                text=text,
                heard=heard,
                boundary=boundary,
                outcome=outcome,
            )
        )

    async def answer_ended(self, turn: int, outcome: Outcome, error: str | None) -> None:
        await self._write_used(turn)
        await self._record(turn)
        if self.proposing is not None:
            self.proposing.turn_over()
        if outcome == "failed":
            await self._journal.append(
                AnswerFailed(answers=self._seq[turn], error=error or "conversation.failed")
            )

    async def timed(self, turn: int, language: Language, stages: Mapping[str, float]) -> None:
        """How long the stages of an ended turn took, in seconds; kept only where its words are."""
        seq = self._seq.get(turn)
        if seq is None or not self._journal.session.kept:
            return
        session, spans = self._journal.session.id, {name: round(1000 * s) for name, s in stages.items()}

        def job(tx: Transaction) -> None:
            if self._doors.open(tx, "transcript", "transcript"):
                timings.keep(tx, self._scope, session, seq, language, spans)

        await self._vault.write(job)

    async def _write_used(self, turn: int) -> None:
        door = self._closed.pop(turn, None)
        if door is not None:
            await self._vault.write(lambda tx: self._doors.open(tx, "cloud_models", door))
        for body in self._used.pop(turn, []):
            placed = body
            if not isinstance(body, SummaryMade):
                placed = msgspec.structs.replace(body, answers=self._seq[turn])
            await self._journal.append(placed, also=_counted if isinstance(body, MemoryUsed) else None)

    async def _record(self, turn: int) -> None:
        """Keep the sound of a turn that is over, where its words are kept and that is consented to now. That
        it cannot be kept is no reason to stop talking."""
        sound, seq, folder = self._sounds.pop(turn, ()), self._seq.get(turn), self._recordings
        if not sound or seq is None or folder is None or not self._journal.session.kept:
            return
        pcm, session = b"".join(piece.tobytes() for piece in sound), self._journal.session.id

        def job(tx: Transaction) -> None:
            kept = self._doors.open(tx, "transcript", "transcript")
            if kept and self._doors.open(tx, "audio", "audio"):
                recordings.keep(tx, self._scope, folder, session, seq, pcm, consented=True)

        try:
            await self._vault.write(job)
        except UserFacing as error:
            log.warning("recording: %s", error.message_id)

    def _raise_alarm(self, turn: Turn) -> None:
        pressing = urgency(turn.text, turn.language, spoken=turn.spoken)
        if pressing is None or self.on_urgent is None:
            return
        try:
            self.on_urgent(pressing, turn)
        except Exception as error:  # noqa: BLE001 - whoever fails to call, the words must still be said
            log.warning("urgent: could not be passed on: %s", type(error).__name__)

    def _expects_to_learn(self, tx: Transaction, event: Event) -> None:
        """Stands with the utterance until something was learned from it: what a crash leaves is read at the
        next start."""
        if self._role.memory and self._doors.may(tx, "memory"):
            extractions.expect(tx, self._scope, event.session, event.seq)

    async def _learn(self, turn: Turn, seq: int, said: datetime | None) -> None:
        """Facts from one final utterance, under the switch and the consent of this moment."""

        def job(tx: Transaction) -> tuple[Fact, ...] | None:
            session = self._journal.session.id
            if not (self._role.memory and self._doors.open(tx, "memory", "memory")):
                extractions.done(tx, session, seq)
                return None
            found = self.extracted(turn)
            if found is None:
                raise _RulesFailed
            book = self._vault.receipts
            if book.has(tx, "conversation", self._journal.session.thread):
                return None  # deleted meanwhile
            learned = memories.learn(tx, self._scope, session, seq, found, book, said)
            extractions.done(tx, session, seq)
            return learned

        try:
            learned = await self._vault.write(job)
        except Exception as error:  # noqa: BLE001 - what was said is safe; the faces show that a fact is missing
            log.warning("extraction failed: %s", type(error).__name__)
            self.learning, self.learned = "failed", ()
            await self._note_failed(seq)
            return
        self.learning = "off" if learned is None else "done"
        self.learned = learned or ()
        if self.learned and self.on_learned is not None:
            self.on_learned()
        if self.proposing is not None and learned is not None and said is not None:
            found = self.extracted(turn)
            self.proposing.heard(
                Utterance(
                    session=self._journal.session.id,
                    seq=seq,
                    said=said,
                    text=turn.text,
                    language=turn.language,
                    found=() if found is None else found.facts,
                )
            )

    async def _note_failed(self, seq: int) -> None:
        session = self._journal.session.id
        try:
            await self._vault.write(lambda tx: extractions.failed(tx, session, seq))
        except UserFacing as error:
            log.warning("extraction: stays pending: %s", error.message_id)


def _counted(tx: Transaction, event: Event) -> None:
    if isinstance(event.body, MemoryUsed):
        memories.count_use(tx, event.body.memory)


def _guarded(text: str, language: Language) -> Extraction | None:
    try:
        return extract(text, language)
    except Exception as error:  # noqa: BLE001 - a rule that is wrong must not keep anyone from an answer
        log.warning("extraction failed: %s", type(error).__name__)
        return None


def _keep_newest(by_turn: dict[int, Any]) -> None:
    while len(by_turn) > _TURNS_KEPT:
        del by_turn[next(iter(by_turn))]

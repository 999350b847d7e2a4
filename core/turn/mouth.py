"""What is sounding: hands made sound to the speaker in order, and follows how far it was heard."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

from core.audio.duplex import Duplex
from core.audio.frames import OUTPUT_RATE, Position
from core.turn import captions
from core.turn.events import Event, Outcome, PlaybackEnded, Played
from core.turn.loudness import amplified, eased_in
from core.turn.reply import Reply, Utterance
from core.turn.scribe import Scribe
from core.turn.spoken import Heard, heard, word_began

_FARTHEST_BACK = OUTPUT_RATE
"""Samples; a second of speech is more than a word, and no place to go back to was known."""


class Mouth:
    """Writes an utterance only when the coordinator allowed it and its turn is durable.

    begins: called before the first sound of a sentence is written. volume: times the voice's level.
    """

    def __init__(
        self,
        duplex: Duplex,
        scribe: Scribe,
        *,
        post: Callable[[Event], None],
        show: Callable[[captions.Caption], None],
        begins: Callable[[], None],
        ids: Iterator[int],
    ) -> None:
        self._ids = ids
        self._newest = 0
        self.volume = 1.0
        self._begins = begins
        self._duplex = duplex
        self._scribe = scribe
        self._post = post
        self._show = show
        self._reply: Reply | None = None
        self._queue: deque[Utterance] = deque()

    def allow(self, reply: Reply, utterance: int) -> None:
        self._reply = reply
        allowed = reply.utterances[utterance]
        allowed.sound = self._number(allowed.id)
        self._queue.append(allowed)
        self.flush()

    def flush(self) -> None:
        """Write what may be written; a sentence follows only when the one before is whole."""
        if self._reply is None or not self._reply.released:
            return
        for utterance in self._queue:
            if utterance.chunks and not utterance.written:
                self._begins()
            self._write(utterance)
            if not utterance.complete:
                return
            if utterance.written and not utterance.ended:
                self._duplex.end(utterance.sound)
                utterance.ended = True

    def _number(self, own: int) -> int:
        """A sentence's own number, unless something written anew has got a later one."""
        self._newest = own if own > self._newest else next(self._ids)
        return self._newest

    def _write(self, utterance: Utterance) -> None:
        start = sum(len(chunk.pcm) for chunk in utterance.chunks[: utterance.written])
        for chunk in utterance.chunks[utterance.written :]:
            left_out = min(len(chunk.pcm), max(0, utterance.skipped - start))
            start += len(chunk.pcm)
            pcm = amplified(chunk.pcm[left_out:], self.volume)
            if len(pcm):
                self._duplex.write(utterance.sound, eased_in(pcm) if left_out else pcm)
        utterance.written = len(utterance.chunks)

    def follow(self) -> int | None:
        """Look how far it has come. Returns the samples heard of the sounding utterance."""
        return self._follow(self._duplex.position()) if self._queue else None

    def resume(self) -> None:
        """Go on from the beginning of the word that was cut: half a word is not understood."""
        utterance = self._queue[0] if self._queue else None
        position = self._duplex.position()
        self._follow(position)
        if utterance is None or position is None or position.utterance != utterance.sound:
            self._duplex.resume()
            return
        reached = utterance.skipped + position.samples
        back = word_began(utterance.text, utterance.chunks, reached)
        if position.finished or not 0 < reached - back <= _FARTHEST_BACK:
            self._duplex.resume()
            return
        self._duplex.stop()
        for later in self._queue:
            later.sound, later.written, later.ended = self._number(0), 0, False
        utterance.skipped = back
        self.flush()

    def stop(self) -> None:
        """Silent for good; what was heard of the sounding sentence is written down."""
        position = self._duplex.stop()
        self._duplex.resume()
        self._duplex.duck(1.0)
        self._follow(position)
        if self._queue and self._queue[0].samples:
            self._write_down(self._queue[0], "interrupted")
        self._queue.clear()
        self._reply = None

    def _follow(self, position: Position | None) -> int | None:
        while self._queue:
            utterance = self._queue[0]
            silent = utterance.complete and not utterance.chunks
            if silent and self._reply is not None and self._reply.released:
                self._finish(utterance)
                continue
            if position is None or position.utterance < utterance.sound:
                return None
            if position.utterance == utterance.sound:
                self._heard_of(utterance, utterance.skipped + position.samples)
                if not (position.finished and utterance.ended):
                    return utterance.samples
            else:
                self._heard_of(utterance, sum(len(chunk.pcm) for chunk in utterance.chunks))
            self._finish(utterance)
        return None

    def _heard_of(self, utterance: Utterance, samples: int) -> None:
        if samples <= 0:
            return
        self._show_sentence(utterance)
        if samples <= utterance.samples:
            return
        utterance.samples = samples
        reached = _prefix(utterance).characters
        self._post(Played(utterance.id, samples, reached))
        if reached > utterance.heard:
            utterance.heard = reached
            self._show(captions.AssistantHeard(utterance.turn, utterance.index, reached))

    def _show_sentence(self, utterance: Utterance, *, over: bool = False) -> None:
        """Once; one whose text follows its sound when the text is whole, or no more of it will come."""
        known = utterance.sounding is None or utterance.complete or over
        if utterance.shown or not known or not utterance.text:
            return
        utterance.shown = True
        self._show(
            captions.AssistantSentence(utterance.turn, utterance.index, utterance.text, utterance.apology)
        )

    def _finish(self, utterance: Utterance) -> None:
        self._queue.popleft()
        self._write_down(utterance, "failed" if utterance.broken else "finished")
        if self._reply is not None:
            self._reply.sounded()
        self._post(PlaybackEnded(utterance.id))

    def _write_down(self, utterance: Utterance, outcome: Outcome) -> None:
        if utterance.samples:
            self._show_sentence(utterance, over=True)
        if not utterance.apology and (utterance.samples or not utterance.broken):
            self._scribe.assistant_spoke(utterance, _prefix(utterance), outcome)


def _prefix(utterance: Utterance) -> Heard:
    complete = utterance.complete and not utterance.broken
    reached = heard(utterance.text, utterance.chunks, utterance.samples, complete=complete)
    # A text that came after its sound may show that a little less was heard; what was said stands.
    return replace(reached, characters=min(len(utterance.text), max(reached.characters, utterance.heard)))

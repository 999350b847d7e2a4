"""What it has said lately, word by word and when: what an echo can be an echo of. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from core.turn.policies.self_hearing import tokens

TAIL = 0.5
"""Seconds after which a room has fallen silent: 400 ms to the microphone at most, and its reverberation."""
BEFORE, AHEAD = 3, 4
"""Words by which the boundary of what has sounded may be wrong."""
_KEPT = 3
"""Sentences that have sounded."""
_OFFERED = 500
"""Sentences that have not."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """begun, last: when its sound first and last left the speaker; None and infinity: it has not, it still
    does. marks: by when how many of its characters had been heard, where that is known."""

    utterance: int
    text: str
    begun: float | None = None
    last: float = math.inf
    marks: tuple[tuple[float, int], ...] = ()

    def sounded(self, now: float, characters: int | None) -> Sentence:
        marks = self.marks
        if characters is not None and (not marks or characters > marks[-1][1]):
            marks = (*marks, (now, characters))
        return replace(self, begun=now if self.begun is None else self.begun, last=math.inf, marks=marks)

    def over(self, now: float) -> Sentence:
        return self if self.begun is None else replace(self, last=min(self.last, now))

    def between(self, since: float, until: float) -> str:
        """What of it may have been heard in that time."""
        if self.begun is None or self.begun > until or self.last < since:
            return ""
        if not self.marks:
            return self.text
        words = tokens(self.text)
        over = max((count for at, count in self.marks if at < since), default=0)
        reached = max((count for at, count in self.marks if at <= until), default=0)
        first = max(0, sum(word.end <= over for word in words) - BEFORE)
        last = min(len(words), sum(word.end <= reached for word in words) + AHEAD)
        return self.text[words[first].start : words[last - 1].end] if first < last else ""


@dataclass(frozen=True, slots=True)
class OwnVoice:
    """Sentences by their numbers, which grow; a remark beside the answers has none and is apart."""

    sentences: tuple[Sentence, ...] = ()
    remark: Sentence | None = None

    def offers(self, utterance: int, text: str) -> OwnVoice:
        """A sentence that may come to sound, or, of one that sounds already, its text."""
        known = any(one.utterance == utterance for one in self.sentences)
        if known:
            return replace(
                self,
                sentences=tuple(
                    replace(one, text=one.text or text) if one.utterance == utterance else one
                    for one in self.sentences
                ),
            )
        return replace(self, sentences=(*self.sentences, Sentence(utterance, text))[-_OFFERED:])

    def plays(self, utterance: int, characters: int | None, now: float) -> OwnVoice:
        """Sound of it has left the speaker; what was offered before it never will."""
        known = {one.utterance: one for one in self.sentences}
        sounding = known.get(utterance, Sentence(utterance, "")).sounded(now, characters)
        begun = [
            one.over(now) for one in self.sentences if one.begun is not None and one.utterance != utterance
        ]
        later = [one for one in self.sentences if one.begun is None and one.utterance > utterance]
        return replace(self, sentences=(*begun[1 - _KEPT :], sounding, *later))

    def silent(self, now: float) -> OwnVoice:
        """Nothing of it sounds any more."""
        return OwnVoice(
            tuple(one.over(now) for one in self.sentences), self.remark.over(now) if self.remark else None
        )

    def remarks(self, text: str | None, now: float) -> OwnVoice:
        """text: what is being said beside the answers; None: that is over."""
        if text is not None:
            return replace(self, remark=Sentence(0, text, begun=now))
        return replace(self, remark=self.remark.over(now) if self.remark else None)

    def between(self, since: float, until: float) -> str:
        """What of it a microphone may have heard in that time, as one text; empty for nothing."""
        said = (*self.sentences, *((self.remark,) if self.remark else ()))
        parts = [one.between(since - TAIL, until) for one in said]
        return " ".join(part for part in parts if part)

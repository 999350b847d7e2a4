"""Cutting a stream of text into sentences, each given away as soon as it is sure to be complete."""

from __future__ import annotations

from core.text import sentence_spans

_LONGEST = 300
"""Characters after which a sentence without an end is cut at its last comma or space."""
_PAUSES = "，、,：: "
_SURE_ENDS = "。！？；\n"
_OPENING, _CLOSING = '“‘（【「『《"', '”’）】」』》"'


class SentenceStream:
    """Feed deltas, take sentences; ``rest`` gives what is left when the stream has ended."""

    def __init__(self) -> None:
        self._buffer = ""

    def feed(self, delta: str) -> list[str]:
        """Complete sentences so far. A stop at the end of the buffer may still be the point of 3.5, so
        it waits; a Chinese mark waits only while a quotation or bracket is open."""
        self._buffer += delta
        spans = sentence_spans(self._buffer)
        done: list[str] = []
        kept_from = 0
        for index, (start, end) in enumerate(spans):
            if index == len(spans) - 1 and not _surely_ended(self._buffer[start:]):
                break
            done.append(self._buffer[start:end])
            kept_from = end
        self._buffer = self._buffer[kept_from:]
        if len(self._buffer) > _LONGEST:
            done += self._cut_long()
        return [sentence for sentence in done if _speakable(sentence)]

    def rest(self) -> list[str]:
        """The last sentence, ended or not."""
        last, self._buffer = self._buffer.strip(), ""
        return [last] if _speakable(last) else []

    def _cut_long(self) -> list[str]:
        cut = max(self._buffer.rfind(mark, 0, _LONGEST) for mark in _PAUSES) + 1 or _LONGEST
        head, self._buffer = self._buffer[:cut].strip(), self._buffer[cut:]
        return [head] if head else []


def _surely_ended(tail: str) -> bool:
    if tail.endswith("\n"):
        return True
    return tail[-1] in _SURE_ENDS and _balanced(tail)


def _balanced(text: str) -> bool:
    straight = text.count('"') % 2 == 0
    opened = sum(text.count(mark) for mark in _OPENING[:-1])
    closed = sum(text.count(mark) for mark in _CLOSING[:-1])
    return straight and opened <= closed


def _speakable(sentence: str) -> bool:
    return any(character.isalnum() for character in sentence)

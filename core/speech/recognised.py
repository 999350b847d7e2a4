"""What every recogniser on the other side of a wire does with the words that come back."""

from __future__ import annotations

import asyncio
import hashlib

from core.speech.ports import Samples, Transcript
from core.text import Language, language_of


async def recognised(text: str, default: Language, confidence: float) -> Transcript:
    """A service's words as a Transcript: marks alone are nothing said, Chinese is in simplified characters.
    default: the language where the words do not tell."""
    language = language_of(text, default)
    if not any(character.isalnum() for character in text):
        return Transcript("", language, 0.0)
    if language == "zh":
        from core.speech.whisper.script import as_written

        text = await asyncio.to_thread(as_written, text)  # its dictionaries are read at the first use
    return Transcript(text.strip(), language, confidence)


def fingerprint(audio: Samples, *asked: object) -> bytes:
    """The same for the same question about the same sound."""
    return hashlib.blake2b(audio.tobytes() + repr(asked).encode(), digest_size=16).digest()

"""A person's recordings as sound files that anybody can play, for a readable copy."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator
from pathlib import Path

from core.errors import Corrupt, Unavailable
from core.journal import recordings
from core.people.persons import Person
from core.vault.scope import Scope
from core.vault.transaction import Transaction


def sounds(tx: Transaction, person: Person, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and WAV of each recording in ``folder``, oldest first, one at a time in memory.

    Names begin with day and time, so that they sort as they were said. One whose file is missing or damaged
    is left out: what can be heard is taken along.
    """
    scope = Scope(actor=person.id, person=person.id)
    for one in recordings.all(tx, scope):
        try:
            pcm = recordings.sound(tx, scope, folder, one.id)
        except (Unavailable, Corrupt):
            continue
        yield f"{one.at.strftime('%Y%m%d-%H%M%S')}-{one.id[:8]}.wav", wav(pcm)


def wav(pcm: bytes) -> bytes:
    """A WAV file of int16, mono, 16 kHz."""
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(recordings.RATE)
        file.writeframes(pcm)
    return made.getvalue()

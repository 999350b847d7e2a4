"""The models an engine is handed: those that hear, and the one that speaks."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.speech.ports import EndOfTurn, Hints, Recognizer, Style, Voice, VoiceActivity
from core.speech.wake import WakeWord
from core.turn.ears import Hysteresis
from core.turn.policies.endpoint import HEARD_WELL


@dataclass(frozen=True, slots=True)
class Listener:
    """The models that hear. end_of_turn None: the words and the pause alone decide. wake: what wakes
    it besides its name. keeps_sound: whether a turn carries its sound, for who answers by ear."""

    vad: VoiceActivity
    recognizer: Recognizer
    end_of_turn: EndOfTurn | None = None
    hints: Hints = field(default_factory=Hints)
    trust: float = HEARD_WELL
    hysteresis: Hysteresis = field(default_factory=Hysteresis)
    wake: WakeWord | None = None
    keeps_sound: bool = False


@dataclass(frozen=True, slots=True)
class Speaker:
    """The model that speaks, and how."""

    voice: Voice
    style: Style = field(default_factory=Style)

"""What every conversation of a household is equipped with."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path

from core.brain.budget import Budget
from core.brain.calibration import Calibration
from core.brain.model import ChatModel
from core.clock import Clock
from core.retrieval.embed import Embedder
from core.vault.erasing import Sweepable


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """vault: open. zone: where the household lives. machine: this machine's id in the journal.
    recordings: the folder of recorded utterances; None where none can be kept.
    proposes: ``model`` is asked after a turn what is worth remembering of it; off unless somebody wants it.
    offline: answers where ``model`` is in a cloud that may not be asked. host: where ``model`` is reached.
    calibration: what was learned of the model's way of counting, by every conversation together."""

    vault: Sweepable
    model: ChatModel
    clock: Clock
    zone: tzinfo
    machine: str
    embedder: Embedder | None = None
    offline: ChatModel | None = None
    host: str = ""
    proposes: bool = False
    budget: Budget = field(default_factory=Budget)
    calibration: Calibration = field(default_factory=Calibration)
    recordings: Path | None = None

"""What one part of the benchmark found, kept in a file, so that parts may be measured on different days."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.bench.report import FOLDER, Figure
from tests.bench.store_set.taking import Compared
from tests.eval.intervals import wilson

KEPT = FOLDER / "knowledge"


class Share(msgspec.Struct, frozen=True):
    """``right`` of ``of`` questions of one kind, answered in one way. target: at least, for our own ways."""

    of_set: str
    kind: str
    way: str
    right: int
    of: int
    rival: bool = False
    target: float | None = None

    @property
    def share(self) -> float:
        return self.right / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, Wilson."""
        low, high = wilson(self.right, self.of) or (0.0, 1.0)
        return low, high


class Measured(msgspec.Struct, frozen=True):
    """spreads: the middle half of repeated measurements, by metric and by who."""

    shares: tuple[Share, ...] = ()
    figures: tuple[Figure, ...] = ()
    spreads: dict[str, dict[str, tuple[float, float]]] = {}
    notes: tuple[str, ...] = ()


def of(compared: Sequence[Compared], notes: Sequence[str] = ()) -> Measured:
    """Figures with their spreads."""
    return Measured(
        figures=tuple(one.figure for one in compared),
        spreads={one.figure.metric: dict(one.spread) for one in compared if one.spread},
        notes=tuple(notes),
    )


def joined(parts: Sequence[Measured]) -> Measured:
    """All of them as one, in order."""
    return Measured(
        shares=tuple(share for part in parts for share in part.shares),
        figures=tuple(figure for part in parts for figure in part.figures),
        spreads={metric: spread for part in parts for metric, spread in part.spreads.items()},
        notes=tuple(note for part in parts for note in part.notes),
    )


def keep(part: str, measured: Measured, folder: Path = KEPT) -> None:
    """As the newest measurement of this part."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{part}.json").write_bytes(msgspec.json.format(msgspec.json.encode(measured), indent=2))


def kept(part: str, folder: Path = KEPT) -> Measured | None:
    """What was measured last, None where nothing was."""
    path = folder / f"{part}.json"
    return msgspec.json.decode(path.read_bytes(), type=Measured) if path.exists() else None

"""What was measured so far, one JSON line a unit, so that a broken run goes on where it stopped.

A part that a run has finished is measured anew when it is asked for again; the parts that were not asked for
keep what was last found, so that a table can be put together from several quiet quarters of an hour. When
the set or the product's code is another one, everything is.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tests.support.tree import ROOT

_DECIDING = ("core/audio", "core/speech", "core/turn")


class Ledger:
    """path: the file. about: what every unit in it is of. parts: what will be measured; without any,
    whatever there is is kept."""

    def __init__(self, path: Path, about: str, parts: Collection[str], *, fresh: bool = False) -> None:
        self._path = path
        lines = _lines(path)
        same = bool(lines) and lines[0] == {"about": about}
        if lines and parts and (fresh or not same):
            path.replace(path.with_suffix(".old.jsonl"))
            print(f"begun anew: {'asked for' if fresh else 'the code or the set is another'}", flush=True)
            lines = []
        elif lines and not same:
            print("the code or the set has changed since this was measured", flush=True)
            about = lines[0].get("about", about)
        kept = lines[1:]
        finished = {name for line in kept for name in line.get("finished", ())} & set(parts)
        self._units = {
            (line["part"], line["unit"]): line["found"]
            for line in kept
            if "part" in line and line["part"] not in finished
        }
        self.finished = {name for line in kept for name in line.get("finished", ())} - finished
        """Parts that are whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            file.write(json.dumps({"about": about}) + "\n")
        self.loads = [
            line["load"] for line in kept if "load" in line and (line["part"], line["unit"]) in self._units
        ]
        """How busy the machine was after each unit, in processes: above the number of cores it was late."""
        for line in kept:
            if "part" in line and (line["part"], line["unit"]) in self._units:
                self._write(line)
        if self.finished:
            self._write({"finished": sorted(self.finished)})

    def has(self, part: str, unit: str) -> bool:
        return (part, unit) in self._units

    def put(self, part: str, unit: str, found: dict[str, Any]) -> None:
        self._units[part, unit] = found
        load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0
        self.loads.append(load)
        self._write({"part": part, "unit": unit, "found": found, "load": load})

    def of(self, part: str) -> dict[str, dict[str, Any]]:
        """What was found, by unit, in the order it was."""
        return {unit: found for (of, unit), found in self._units.items() if of == part}

    def finish(self, parts: Collection[str]) -> None:
        """These parts are whole."""
        self.finished |= set(parts)
        self._write({"finished": sorted(parts)})

    def _write(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def code() -> str:
    """A fingerprint of the code that is measured."""
    digest = hashlib.sha256()
    for folder in _DECIDING:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _lines(path: Path) -> list[dict[str, Any]]:
    """All whole lines; a run that was killed may have left half of one."""
    if not path.exists():
        return []
    found = []
    for line in path.read_text("utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found

"""Searching the bytes that are really on the disk."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

PLAIN_HEADER = b"SQLite format 3\x00"


def occurrences(folder: Path, needles: dict[str, bytes]) -> list[dict[str, Any]]:
    """Every place in every file under ``folder`` where one of the named byte strings stands."""
    found: list[dict[str, Any]] = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        content = path.read_bytes()
        for name, needle in needles.items():
            at = content.find(needle)
            while at >= 0:
                found.append({"file": path.name, "offset": at, "what": name})
                at = content.find(needle, at + 1)
    return found


def encodings(text: str) -> dict[str, bytes]:
    """The forms a text could take in a file, and its character pairs, which an index would hold."""
    letters = [c for c in text if not c.isspace()]
    pairs = {a + b for a, b in pairwise(letters)} if not text.isascii() else set(text.split())
    forms = {f"utf-8:{text}": text.encode(), f"utf-16:{text}": text.encode("utf-16-le")}
    return forms | {f"index:{pair}": pair.encode() for pair in sorted(pairs)}


def entropy(content: bytes) -> float:
    """Shannon entropy in bits per byte; encrypted bytes come close to 8."""
    counts = Counter(content)
    return -sum(n / len(content) * math.log2(n / len(content)) for n in counts.values())

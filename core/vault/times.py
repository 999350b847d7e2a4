"""Times in the database: UTC text of one fixed width, so that they sort as they happened."""

from __future__ import annotations

from datetime import UTC, datetime


def to_text(moment: datetime) -> str:
    """``2026-01-05T01:00:00.000000+00:00``. The moment must be timezone-aware."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def from_text(text: str) -> datetime:
    """The moment written by :func:`to_text`."""
    return datetime.fromisoformat(text)

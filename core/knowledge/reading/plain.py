"""Text and Markdown: as they are."""

from __future__ import annotations

from core.knowledge.reading.encoding import decoded


def read(data: bytes) -> str:
    """The text. Raises Unread("not_text")."""
    return decoded(data)

"""The one history: append-only events per session; every view of the past is a projection of them."""

from core.journal.schema import MIGRATIONS

__all__ = ["MIGRATIONS"]

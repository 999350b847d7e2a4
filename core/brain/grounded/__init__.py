"""The offline model: it says only what was quoted, remembered, said before, or read off the clock."""

from core.brain.grounded.model import Grounded

__all__ = ["Grounded"]

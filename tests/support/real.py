"""What a test does when something real it needs is missing: skipped on a desk, failed where it must run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest


def in_ci() -> bool:
    """True where nothing may be skipped: ``CI`` is set to anything but an empty word, 0 or false."""
    return os.environ.get("CI", "").strip().lower() not in {"", "0", "false", "no"}


def require(condition: object, reason: str) -> None:
    """Go on if `condition` holds; otherwise fail when ``CI`` is set, and skip elsewhere.

    For real components only: models on disk, an audio server, a compositor. Never for a bug.
    """
    if not condition:
        missing(reason)


def missing(reason: str) -> NoReturn:
    """Fail (``CI``) or skip (elsewhere) because something real is not here."""
    if in_ci():
        pytest.fail(f"missing, and CI allows no skips: {reason}", pytrace=False)
    pytest.skip(reason)


def models_folder() -> Path:
    """The folder the fetched models live in: ``BANYAN_MODELS``, else ``models`` at the project's root."""
    return Path(os.environ.get("BANYAN_MODELS") or Path(__file__).parents[2] / "models")


def evaluation_data(*parts: str) -> Path:
    """A path in the shared evaluation data (``BANYAN_EVAL_DATA``, else beside the project); skips when absent.

    The data are never part of the repository, so their absence is a skip everywhere, CI included.
    """
    root = Path(os.environ.get("BANYAN_EVAL_DATA") or Path(__file__).parents[3] / "shared" / "data")
    path = root.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the evaluation data are not here: {path.name}")
    return path

"""What can go wrong when a model is opened, said in the household's terms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import Corrupt, Unavailable


@contextmanager
def loading(model: str) -> Iterator[None]:
    """Around the opening of a model. Raises Unavailable ``speech.not_installed`` when its library
    is not there, Corrupt ``speech.model_damaged`` when the library cannot read the files."""
    try:
        yield
    except ImportError as error:
        raise Unavailable("speech.not_installed", library=error.name or model) from error
    except (RuntimeError, ValueError, OSError) as error:
        raise Corrupt("speech.model_damaged", model=model) from error

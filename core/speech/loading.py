"""What can go wrong when a model is opened, said in the household's terms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import BanyanError, Corrupt, Unavailable


@contextmanager
def loading(model: str) -> Iterator[None]:
    """Around the opening of a model. Raises Unavailable ``speech.not_installed`` when its library is
    not there, ``models.missing`` on FileNotFoundError, and Corrupt ``speech.model_damaged``."""
    try:
        yield
    except ImportError as error:
        raise Unavailable("speech.not_installed", library=error.name or model) from error
    except FileNotFoundError as error:
        raise Unavailable("models.missing", model=model) from error
    except (BanyanError, MemoryError):
        raise
    except (
        Exception
    ) as error:  # tokenizers and onnxruntime raise plain Exceptions over files they cannot read
        raise Corrupt("speech.model_damaged", model=model) from error

"""Asks the C library to give memory back to the system, where it can be asked: glibc, on Linux.

glibc keeps what was freed: an arena for every thread that ever allocated, and in each the pages between
two blocks still in use. Models come and go in blocks of megabytes from several threads, so most of what a
conversation once needed would stay (mallopt(3), malloc_trim(3)). Elsewhere these calls do nothing.
"""

from __future__ import annotations

import ctypes
import gc
import sys

_M_ARENA_MAX = -8
_ARENAS = 2
"""The main thread's and one for all others; inference allocates rarely enough to share it."""


def keep_few_arenas() -> bool:
    """From now on threads share few arenas. Call it before the first thread begins. Whether it was done."""
    library = _glibc()
    return library is not None and bool(library.mallopt(_M_ARENA_MAX, _ARENAS))


def give_back() -> bool:
    """Collect garbage, and return the pages nobody uses; some 20 ms. Whether any were returned."""
    gc.collect()
    library = _glibc()
    return library is not None and bool(library.malloc_trim(0))


def _glibc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None

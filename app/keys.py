"""Single keys from a terminal, as they are pressed."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from core.errors import UserFacing


def terminal() -> int:
    """The terminal keys come from. Raises UserFacing("app.no_keys") in a pipe, and where terminals have no
    single keys for us."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        raise UserFacing("app.no_keys")
    return sys.stdin.fileno()


@contextmanager
def keys(source: int, on_key: Callable[[str], None]) -> Iterator[None]:
    """Inside, ``on_key`` is called on the running loop for every key; nothing typed is shown. Ctrl-C stays
    what it is. However the block ends, the terminal is as it was."""
    import termios
    import tty

    def read() -> None:
        typed = os.read(source, 64)
        if not typed:  # the terminal was closed
            loop.remove_reader(source)
        for key in typed.decode(errors="ignore"):
            on_key(key)

    loop, before = asyncio.get_running_loop(), termios.tcgetattr(source)
    tty.setcbreak(source)
    loop.add_reader(source, read)
    try:
        yield
    finally:
        loop.remove_reader(source)
        termios.tcsetattr(source, termios.TCSADRAIN, before)

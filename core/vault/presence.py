"""Who else has the household open: shared among those who use it, alone for whoever replaces its file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import Unavailable
from core.vault.files import PRIVATE_FILE

FILE = "in-use"
_SEATS = 64  # Windows has no shared locks: everybody takes one byte, whoever wants to be alone takes all


class Presence:
    """One opener's place. The system gives it back when the process dies, however it dies."""

    def __init__(self, folder: Path) -> None:
        """Raises Unavailable("vault.busy") while somebody is replacing the file."""
        self._descriptor = os.open(folder / FILE, os.O_CREAT | os.O_RDWR, PRIVATE_FILE)
        try:
            _share(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            raise Unavailable("vault.busy") from error

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else has it open meanwhile. Raises Unavailable("vault.busy") when somebody has.

        What was read of the header before is not to be trusted inside: between giving up the shared
        place and being alone another program may have changed it.
        """
        _release(self._descriptor)
        try:
            _take_all(self._descriptor)
        except OSError as error:
            _share(self._descriptor)
            raise Unavailable("vault.busy") from error
        try:
            yield
        finally:
            _release(self._descriptor)
            _share(self._descriptor)

    def leave(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if sys.platform == "win32":
    import msvcrt

    def _share(descriptor: int) -> None:
        for seat in range(_SEATS):
            os.lseek(descriptor, seat, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                continue
            return
        raise OSError("every place is taken")

    def _take_all(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, _SEATS)

    def _release(descriptor: int) -> None:
        for start, length in ((0, _SEATS), *((seat, 1) for seat in range(_SEATS))):
            os.lseek(descriptor, start, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_UNLCK, length)
            except OSError:
                continue

else:
    import fcntl

    def _share(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def _take_all(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)

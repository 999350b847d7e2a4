"""Four mebibytes held back on the disk, given up when it is full so that deleting still works."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from core.ids import random_bytes
from core.vault.files import PRIVATE_FILE

FILE = "ballast"
SIZE = 4 * 1024 * 1024
_LEFT_FREE = 4 * SIZE  # a disk with less than this keeps what it has for words


def put_aside(folder: Path) -> bool:
    """Make the ballast when it is missing and the disk has room to spare; whether it is there."""
    path = folder / FILE
    if path.exists() and path.stat().st_size == SIZE:
        return True
    if shutil.disk_usage(folder).free < SIZE + _LEFT_FREE:
        return False
    try:
        _fill(path)
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        return False
    return True


def release(folder: Path) -> bool:
    """Give the room back; False when there was none to give."""
    try:
        (folder / FILE).unlink()
    except FileNotFoundError:
        return False
    return True


def _fill(path: Path) -> None:
    descriptor = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, SIZE)
        else:  # random, because zeros may take no room on a file system that compresses
            file.write(random_bytes(SIZE))

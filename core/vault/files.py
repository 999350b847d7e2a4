"""Small private files that are either the old ones or the new ones, never half of either."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path

from core.errors import Refused, Unavailable

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700

_ESCAPED = re.compile(r"\\([0-7]{3})")  # space, tab, line feed and backslash; Chinese stands as it is
_NETWORK_SYSTEMS = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs"})


def make_private_folder(folder: Path) -> None:
    """Create ``folder`` (and its parents) and keep everyone else out of it."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    folder.chmod(PRIVATE_FOLDER)


def create_private_file(path: Path) -> None:
    """An empty file that only its owner can read; SQLite gives its companions the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE_FILE))


def replace_private_file(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path`` atomically and durably: file and folder are flushed to the disk.

    Raises Unavailable when the disk is full; then the old file is still there.
    """
    try:
        _replace(path, content)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Unavailable("vault.disk_full") from error
        raise


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Make renames in ``folder`` survive a power cut, where the system lets a folder be opened."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_private(path: Path) -> bool:
    """Whether nobody but the owner has any right on ``path``. Windows keeps rights elsewhere: True."""
    return sys.platform == "win32" or path.stat().st_mode & 0o077 == 0


def refuse_network_folder(folder: Path, mounts: str | None = None) -> None:
    """Raise Refused when ``folder`` is on a network file system, whose locks SQLite cannot trust.

    mounts: the text of ``/proc/self/mountinfo`` (proc(5)); read when not given, and only on Linux.
    """
    if mounts is None:
        table = Path("/proc/self/mountinfo")
        if not table.exists():
            return
        mounts = table.read_text(encoding="utf-8", errors="surrogateescape")
    kind = _file_system_of(folder.resolve(), mounts)
    if kind in _NETWORK_SYSTEMS:
        raise Refused("vault.network_folder", folder=str(folder), kind=kind)


def _file_system_of(folder: Path, mounts: str) -> str:
    """The type of the mount that holds ``folder``: the longest mount point, the latest of equals."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        left, separator, right = line.partition(" - ")
        fields = left.split()
        if not separator or len(fields) < 5:
            continue
        point = Path(_ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), fields[4]))
        if folder.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), right.split()[0]
    return kind

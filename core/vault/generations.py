"""One database takes the place of another: rotated, restored or repaired, by one replaced header.

A new file is made whole and durable beside the old one under a name of its own; the header that names
it is written; then the old one goes. Whenever the power fails there is a header whose file is complete.
All of it happens while nobody else has the household open (presence.py).
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from pathlib import Path

from core.errors import BanyanError
from core.ids import new_id
from core.secret import Secret
from core.vault import header as headers
from core.vault.files import PRIVATE_FILE, create_private_file, flush_folder
from core.vault.header import Header

COMPANIONS = ("-wal", "-shm", "-journal")
_MAKING = ".making"
_OURS = re.compile(r"vault(\.[0-9a-f]{8})?\.db(\.making)?(-wal|-shm|-journal)?")


def begin(folder: Path) -> Path:
    """An empty private file to make the new database in."""
    path = folder / f"vault.{new_id()[:8]}.db{_MAKING}"
    create_private_file(path)
    return path


def named(made: Path) -> str:
    """The name under which ``made`` will serve: what the new header says."""
    return made.name.removesuffix(_MAKING)


def install(made: Path, header: Header, root: Secret, before: Path | None) -> None:
    """Make ``made`` the household's database under ``header``. ``before``, the old file, is deleted."""
    log = made.with_name(made.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise BanyanError("a database was to be installed that is not complete without its log")
    for companion in COMPANIONS:
        made.with_name(made.name + companion).unlink(missing_ok=True)
    flush(made)
    made.rename(made.with_name(header.database))
    flush_folder(made.parent)
    both = headers.write_copies(made.parent, header, root)
    # It has happened. What cannot be deleted now, the next opening deletes.
    with contextlib.suppress(OSError):
        if both and before is not None:
            remove(before)
            flush_folder(made.parent)


def remove(path: Path) -> None:
    """Delete a database with its log and the log's index."""
    for companion in ("", *COMPANIONS):
        path.with_name(path.name + companion).unlink(missing_ok=True)


def keep_as(path: Path, name: Path) -> None:
    """Give a database, with its log, a second name under which it stays when the first is deleted."""
    for companion in ("", *COMPANIONS):
        old, new = path.with_name(path.name + companion), name.with_name(name.name + companion)
        if not old.exists():
            continue
        try:
            new.hardlink_to(old)
        except OSError:  # a file system without links
            shutil.copyfile(old, new)
            new.chmod(PRIVATE_FILE)
    flush_folder(path.parent)


def tidy(folder: Path, header: Header) -> None:
    """Delete the databases that no header names: left where a replacing was cut off.

    Only with a place of one's own in presence.py, so that none of them is just being made; and not while
    one copy of the header is older, because should the newer rot, the older one's file is all there is.
    """
    if not headers.is_in_both(folder, header):
        return
    kept = {header.database + companion for companion in ("", *COMPANIONS)}
    for path in folder.iterdir():
        if is_database(path.name) and path.name not in kept:
            path.unlink(missing_ok=True)


def is_database(name: str) -> bool:
    """Whether a file of this name is a household's database, or belongs to one."""
    return _OURS.fullmatch(name) is not None


def flush(path: Path) -> None:
    """Bring a file's bytes to the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

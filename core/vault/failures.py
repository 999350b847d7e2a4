"""What SQLite's errors mean for a person, and the classes other rooms may catch.

sqlcipher3 has exception classes of its own: ``sqlite3.IntegrityError`` never matches.
"""

from __future__ import annotations

from sqlcipher3.dbapi2 import (
    SQLITE_BUSY,
    SQLITE_CORRUPT,
    SQLITE_FULL,
    SQLITE_IOERR,
    SQLITE_NOTADB,
    DatabaseError,
    Error,
    IntegrityError,
    OperationalError,
)

from core.errors import Corrupt, Unavailable, UserFacing

__all__ = ["DatabaseError", "Error", "IntegrityError", "OperationalError", "again", "translated"]


def translated(error: BaseException) -> BaseException:
    """The UserFacing error for damage, a full or failing disk and a locked file; others as they are."""
    if not isinstance(error, Error):
        return error
    meant = _for_people(getattr(error, "sqlite_errorcode", 0))
    if meant is None:
        return error
    meant.__cause__ = error
    return meant


def again(error: UserFacing) -> UserFacing:
    """The same error for one more person: an exception that is raised twice collects both tracebacks."""
    return type(error)(error.message_id, **error.values)


def _for_people(code: int) -> UserFacing | None:
    primary = code & 0xFF
    if primary in (SQLITE_CORRUPT, SQLITE_NOTADB):
        return Corrupt("vault.damaged")
    if primary == SQLITE_FULL:
        return Unavailable("vault.disk_full")
    if primary == SQLITE_IOERR:  # also a full disk, when it is the log's index that does not fit
        return Unavailable("vault.disk_failed")
    if primary == SQLITE_BUSY:
        return Unavailable("vault.busy")
    return None

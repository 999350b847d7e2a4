"""What SQLite's errors mean for a person, and the classes other rooms may catch.

sqlcipher3 has exception classes of its own: ``sqlite3.IntegrityError`` never matches.
"""

from __future__ import annotations

from sqlcipher3.dbapi2 import (
    SQLITE_BUSY,
    SQLITE_CORRUPT,
    SQLITE_FULL,
    SQLITE_NOTADB,
    DatabaseError,
    Error,
    IntegrityError,
    OperationalError,
)

from core.errors import Corrupt, Unavailable

__all__ = ["DatabaseError", "Error", "IntegrityError", "OperationalError", "translated"]


def translated(error: BaseException) -> BaseException:
    """The UserFacing error for damage, a full disk and a locked file; anything else as it is."""
    if not isinstance(error, Error):
        return error
    meant: BaseException = error
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case code if code in (SQLITE_CORRUPT, SQLITE_NOTADB):
            meant = Corrupt("vault.damaged")
        case code if code == SQLITE_FULL:
            meant = Unavailable("vault.disk_full")
        case code if code == SQLITE_BUSY:
            meant = Unavailable("vault.busy")
    if meant is not error:
        meant.__cause__ = error
    return meant

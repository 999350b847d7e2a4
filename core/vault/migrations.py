"""How the database's shape changes: named steps, recorded in the database by sqlite-utils.

A store room declares ``MIGRATIONS = Migrations("journal")`` and decorates functions of a
transaction with ``@MIGRATIONS()``; their names are never changed once released.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING

from core.errors import BanyanError, Unavailable
from core.vault.savepoint import Savepoint
from core.vault.transaction import Transaction

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

Step = Callable[[Transaction], None]


class Migrations:
    """One room's named set. Cheap to declare at import: sqlite-utils is loaded when steps are due."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps: dict[str, Step] = {}

    def __call__(self) -> Callable[[Step], Step]:
        """Decorator: the function's name is the step's name, the order of definition the order."""

        def register(step: Step) -> Step:
            if step.__name__ in self.steps:
                raise BanyanError(f"migration {step.__name__} is in set {self.name} twice")
            self.steps[step.__name__] = step
            return step

        return register


def pending(connection: Connection, sets: Sequence[Migrations]) -> bool:
    """Whether steps are due. Raises Unavailable when the database knows steps this build does not."""
    known = {(one.name, step) for one in sets for step in one.steps}
    applied = _applied(connection)
    if not applied <= known:
        raise Unavailable("vault.newer_version")
    return applied != known


def apply(connection: Connection, sets: Sequence[Migrations], now: datetime) -> None:
    """Run the steps that are due, each in a transaction together with the record of it."""
    sqlite_utils = _sqlite_utils()
    database = sqlite_utils.Database(connection, recursive_triggers=False, execute_plugins=False)
    for one in sets:
        recorded = sqlite_utils.Migrations(one.name)
        for name, step in one.steps.items():
            recorded(name=name)(_bound(step, connection, now))
        recorded.apply(database)


def _bound(step: Step, connection: Connection, now: datetime) -> Callable[[object], None]:
    def run(_database: object) -> None:
        savepoint = Savepoint(connection, now)
        try:
            step(savepoint)
        finally:
            savepoint.finish()

    return run


def _applied(connection: Connection) -> set[tuple[str, str]]:
    table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone()
    if table is None:
        return set()
    rows = connection.execute("SELECT migration_set, name FROM _sqlite_migrations").fetchall()
    return {(str(name), str(step)) for name, step in rows}


def _sqlite_utils() -> ModuleType:
    """sqlite-utils working on SQLCipher's module: it takes ``pysqlite3`` when it finds one."""
    import sqlcipher3
    from sqlcipher3 import dbapi2

    sys.modules.setdefault("pysqlite3", sqlcipher3)
    sys.modules.setdefault("pysqlite3.dbapi2", dbapi2)
    import sqlite_utils
    from sqlite_utils import utils

    if getattr(utils, "sqlite3", None) is not sqlcipher3:
        raise BanyanError("sqlite_utils was imported before the vault could hand it SQLCipher")
    return sqlite_utils

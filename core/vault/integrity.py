"""Whether every page of the database is what was written."""

from __future__ import annotations

from core.errors import Corrupt
from core.vault.transaction import Transaction

_SHOWN = 3


def check(tx: Transaction) -> None:
    """Read every page, its authentication tag and its structure. Raises Corrupt("vault.damaged").

    The tags are those in the file: a page that a power cut tore there and that is whole in the log counts
    as damaged until the log has been emptied. ``Vault.check`` does that first.
    """
    tags = [str(next(iter(row.values()))) for row in _dicts(tx, "PRAGMA cipher_integrity_check")]
    structure = [str(next(iter(row.values()))) for row in _dicts(tx, f"PRAGMA quick_check({_SHOWN})")]
    if tags or structure != ["ok"]:
        raise Corrupt("vault.damaged")


def _dicts(tx: Transaction, sql: str) -> list[dict[str, object]]:
    return [dict(row) for row in tx.rows(sql)]

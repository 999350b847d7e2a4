"""Keys, the encrypted database, migrations, receipts of deletion, backup and restore."""

from core.vault.database import Vault
from core.vault.device_slot import DeviceSlot
from core.vault.migrations import Migrations
from core.vault.passphrase_slot import Argon2Cost, PassphraseSlot
from core.vault.scope import Scope
from core.vault.transaction import Database, Row, Transaction

__all__ = [
    "Argon2Cost",
    "Database",
    "DeviceSlot",
    "Migrations",
    "PassphraseSlot",
    "Row",
    "Scope",
    "Transaction",
    "Vault",
]

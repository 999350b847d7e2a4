"""Keys, the encrypted database, migrations, receipts of deletion, backup and restore."""

from core.vault.database import Vault
from core.vault.device_slot import DeviceSlot
from core.vault.keychain_slot import KeychainSlot
from core.vault.migrations import Migrations
from core.vault.passphrase_slot import Argon2Cost, PassphraseSlot
from core.vault.receipts import Deleted, Receipt, ReceiptBook
from core.vault.recovery_slot import RecoverySlot
from core.vault.scope import Scope
from core.vault.transaction import Database, Row, Transaction

__all__ = [
    "Argon2Cost",
    "Database",
    "Deleted",
    "DeviceSlot",
    "KeychainSlot",
    "Migrations",
    "PassphraseSlot",
    "Receipt",
    "ReceiptBook",
    "RecoverySlot",
    "Row",
    "Scope",
    "Transaction",
    "Vault",
]

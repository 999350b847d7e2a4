"""Keys, the encrypted database, migrations, receipts of deletion, backup and restore."""

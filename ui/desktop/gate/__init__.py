"""What stands before an open household: the first run, the lock, the forgotten passphrase, an honest no."""

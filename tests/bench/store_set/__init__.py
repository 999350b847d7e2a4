"""What ``tests.bench.store`` is made of: the same work on an encrypted household and on its unkeyed twin."""

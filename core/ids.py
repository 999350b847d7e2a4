"""Identifiers and salts: the only place that draws random bytes."""

from __future__ import annotations

import secrets
import uuid


def new_id() -> str:
    """A random 128-bit identifier, 32 hexadecimal digits."""
    return uuid.uuid4().hex


def random_bytes(count: int) -> bytes:
    """``count`` bytes from the operating system's generator, fit for keys, salts and nonces."""
    return secrets.token_bytes(count)

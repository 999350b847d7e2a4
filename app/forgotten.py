"""A passphrase nobody remembers: what still opens the household, told by its header without any key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app import messages
from app.here import Here
from core.vault import header

_WAYS = {
    "device": "vault.forgotten_device",
    "keychain": "vault.forgotten_keychain",
    "recovery": "vault.forgotten_recovery",
}


def ways(here: Here) -> Sequence[str]:
    """Kinds of slots that need no passphrase, the easiest first. Raises as ``header.read_copies``."""
    kinds = {record.kind for record in header.read_copies(here.places.vault)[0].header.slots}
    return [kind for kind in _WAYS if kind in kinds]


def sentences(kinds: Sequence[str], here: Here) -> Iterator[str]:
    """What may still be tried, and what remains when none of it does."""
    for kind in kinds:
        yield messages.text(_WAYS[kind], here.language)
    yield messages.text("vault.forgotten_else", here.language, folder=here.places.vault)

"""What it costs to guess a passphrase: the parameters of the household's own slot, and a guess timed here."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import msgspec

from app import messages
from app.here import Here

if TYPE_CHECKING:
    from core.vault.slots import SlotRecord


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """seconds: one guess on this machine, with one core more or less to itself."""

    kdf: str
    memory_mib: float
    passes: int
    lanes: int
    seconds: float


def price(record: SlotRecord) -> Price:
    """Of the passphrase slot ``record``; blocks for one guess. Raises Corrupt."""
    from core.errors import Refused
    from core.secret import Secret
    from core.vault.passphrase_slot import PassphraseSlot, stored_cost

    cost, wrong = stored_cost(record), PassphraseSlot(Secret(b"a guess"))
    began = time.perf_counter()
    with contextlib.suppress(Refused):
        wrong.unwrap(record, "")
    seconds = time.perf_counter() - began
    return Price(
        kdf="argon2id",
        memory_mib=cost.memory_kib / 1024,
        passes=cost.iterations,
        lanes=cost.lanes,
        seconds=round(seconds, 3),
    )


def sentence(of: Price, here: Here) -> str:
    """For a person."""
    return messages.text(
        "vault.price",
        here.language,
        memory=f"{of.memory_mib:g}",
        passes=of.passes,
        lanes=of.lanes,
        seconds=f"{of.seconds:.2f}",
    )

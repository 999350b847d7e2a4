"""What happens to a header when a slot is added, exchanged or taken out. Pure."""

from __future__ import annotations

import msgspec

from core.errors import Refused
from core.vault.header import Header
from core.vault.slots import SlotRecord


def added(header: Header, record: SlotRecord) -> Header:
    return msgspec.structs.replace(header, slots=(*header.slots, record))


def replaced(header: Header, old: str, record: SlotRecord) -> Header:
    """``record`` in the place of the slot ``old``. Raises Refused("vault.no_slot")."""
    gone = found(header, old)
    slots = tuple(record if one.id == gone.id else one for one in header.slots)
    return msgspec.structs.replace(header, slots=slots)


def removed(header: Header, old: str) -> tuple[Header, SlotRecord]:
    """Without the slot ``old``, and that slot. Raises Refused: ``vault.no_slot``, ``vault.last_slot``."""
    gone = found(header, old)
    slots = tuple(one for one in header.slots if one.id != gone.id)
    if not slots:
        raise Refused("vault.last_slot")
    return msgspec.structs.replace(header, slots=slots), gone


def found(header: Header, wanted: str) -> SlotRecord:
    """The one slot whose id begins with ``wanted``. Raises Refused("vault.no_slot")."""
    fits = [record for record in header.slots if wanted and record.id.startswith(wanted)]
    if len(fits) != 1:
        raise Refused("vault.no_slot", wanted=wanted, count=len(fits))
    return fits[0]

"""What every key slot must do. ``tests/contract`` calls each check with each adapter's slots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from core.errors import Corrupt, Refused, UserFacing
from core.ids import new_id
from core.vault.keys import new_root
from core.vault.slots import KeySlot, SlotRecord

_CREATED = datetime(2026, 1, 5, 1, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class SlotCase:
    """right: makes and opens slots. wrong: same kind, without what is needed to open right's slots."""

    right: KeySlot
    wrong: KeySlot


Check = Callable[[SlotCase], None]


def unwraps_what_it_wrapped(case: SlotCase) -> None:
    root, vault = new_root(), new_id()
    record = case.right.wrap(root, vault, _CREATED)
    assert case.right.unwrap(record, vault) == root


def records_its_kind_and_time(case: SlotCase) -> None:
    record = case.right.wrap(new_root(), new_id(), _CREATED)
    assert record.kind == case.right.kind
    assert record.created == _CREATED


def survives_being_stored(case: SlotCase) -> None:
    root, vault = new_root(), new_id()
    stored = msgspec.json.encode(case.right.wrap(root, vault, _CREATED))
    assert case.right.unwrap(msgspec.json.decode(stored, type=SlotRecord), vault) == root


def shows_neither_root_nor_secret(case: SlotCase) -> None:
    root = new_root()
    record = case.right.wrap(root, new_id(), _CREATED)
    shown = repr(record) + repr(case.right) + msgspec.json.encode(record).decode()
    assert root.reveal().hex() not in shown
    assert root.reveal() not in record.wrapped


def is_never_the_same_twice(case: SlotCase) -> None:
    root, vault = new_root(), new_id()
    first, second = (case.right.wrap(root, vault, _CREATED) for _ in range(2))
    assert first.id != second.id
    assert first.wrapped != second.wrapped


def refuses_the_wrong_key_with_a_sentence(case: SlotCase) -> None:
    vault = new_id()
    record = case.right.wrap(new_root(), vault, _CREATED)
    _raises(UserFacing, lambda: case.wrong.unwrap(record, vault))


def does_not_open_in_another_vault(case: SlotCase) -> None:
    record = case.right.wrap(new_root(), new_id(), _CREATED)
    _raises(Refused, lambda: case.right.unwrap(record, new_id()))


def notices_a_changed_wrapping(case: SlotCase) -> None:
    vault = new_id()
    record = case.right.wrap(new_root(), vault, _CREATED)
    flipped = record.wrapped[:-1] + bytes([record.wrapped[-1] ^ 1])
    changed = msgspec.structs.replace(record, wrapped=flipped)
    _raises((Refused, Corrupt), lambda: case.right.unwrap(changed, vault))
    emptied = msgspec.structs.replace(record, wrapped=b"")
    _raises(Corrupt, lambda: case.right.unwrap(emptied, vault))


def notices_missing_parameters(case: SlotCase) -> None:
    vault = new_id()
    record = case.right.wrap(new_root(), vault, _CREATED)
    if record.params:
        bare = msgspec.structs.replace(record, params={})
        _raises(UserFacing, lambda: case.right.unwrap(bare, vault))


CHECKS: tuple[Check, ...] = (
    unwraps_what_it_wrapped,
    records_its_kind_and_time,
    survives_being_stored,
    shows_neither_root_nor_secret,
    is_never_the_same_twice,
    refuses_the_wrong_key_with_a_sentence,
    does_not_open_in_another_vault,
    notices_a_changed_wrapping,
    notices_missing_parameters,
)


def _raises(expected: type[UserFacing] | tuple[type[UserFacing], ...], act: Callable[[], object]) -> None:
    try:
        act()
    except expected:
        return
    raise AssertionError("nothing was refused")

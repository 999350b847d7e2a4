"""The PIN: five tries, then waiting that grows; nothing gives a try back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import Refused
from core.secret import Secret
from core.vault import Vault
from core.vault.pin import FREE_TRIES, LONGEST_WAIT, PinGate, wait
from tests.unit.core.vault.small import notes, passphrase, raw_bytes

RIGHT, WRONG = Secret(b"2580"), Secret(b"1234")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def gate(tmp_path: Path, clock: ManualClock) -> AsyncIterator[PinGate]:
    vault = Vault.create(tmp_path / "h", [passphrase()], [notes()], clock)
    gate = PinGate(vault)
    await gate.set(RIGHT)
    yield gate
    await vault.close()


async def refusal(gate: PinGate, pin: Secret) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        await gate.check(pin)
    return refused.value.message_id, refused.value.values


async def test_the_right_one_passes_and_starts_the_counting_anew(gate: PinGate) -> None:
    for _ in range(3):
        for left in (4, 3, 2):
            assert await refusal(gate, WRONG) == ("vault.pin_wrong", {"left": left})
        await gate.check(RIGHT)


async def test_after_five_wrong_ones_even_the_right_one_waits(gate: PinGate, clock: ManualClock) -> None:
    for _ in range(FREE_TRIES):
        await refusal(gate, WRONG)
    assert (await refusal(gate, RIGHT))[0] == "vault.pin_wait"
    clock.advance(29)
    assert await refusal(gate, RIGHT) == ("vault.pin_wait", {"seconds": 2})
    clock.advance(1)
    assert (await refusal(gate, WRONG))[0] == "vault.pin_wrong"
    clock.advance(31)
    assert (await refusal(gate, RIGHT))[0] == "vault.pin_wait", "the wait has doubled"
    clock.advance(30)
    await gate.check(RIGHT)


def test_the_wait_grows_to_an_hour_and_no_further() -> None:
    waits = [wait(tries) for tries in range(200)]
    assert waits[:FREE_TRIES] == [timedelta(0)] * FREE_TRIES
    assert waits == sorted(waits)
    assert waits[FREE_TRIES] == timedelta(seconds=30)
    assert waits[-1] == LONGEST_WAIT


async def test_a_clock_set_back_makes_nobody_wait_longer_and_lets_nobody_in(tmp_path: Path) -> None:
    late = ManualClock()
    late.advance(365 * 86400)
    vault = Vault.create(tmp_path / "h", [passphrase()], [notes()], late)
    await PinGate(vault).set(RIGHT)
    for _ in range(FREE_TRIES):
        await refusal(PinGate(vault), WRONG)
    await vault.close()
    early = ManualClock()
    vault = Vault.open(tmp_path / "h", passphrase(), [notes()], early)
    message, values = await refusal(PinGate(vault), RIGHT)
    assert message == "vault.pin_wait"
    assert values["seconds"] <= 31
    await vault.close()


@pytest.mark.parametrize("shape", [b"", b"123", b"1234567890123", b"12a4", "１２３４".encode()])
async def test_a_pin_is_four_to_twelve_digits(gate: PinGate, shape: bytes) -> None:
    with pytest.raises(Refused, match=r"vault\.pin_shape"):
        await gate.set(Secret(shape))
    await gate.check(RIGHT)


async def test_without_a_pin_everybody_passes(gate: PinGate) -> None:
    assert await gate.is_set()
    await gate.remove()
    assert not await gate.is_set()
    await gate.check(WRONG)


async def test_the_pin_itself_is_kept_nowhere(gate: PinGate, tmp_path: Path) -> None:
    assert RIGHT.reveal() not in raw_bytes(tmp_path)[: 1 << 20]
    assert "2580" not in repr(vars(gate))

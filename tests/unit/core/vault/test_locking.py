"""Locked while it runs: nothing is served and no key is left; unlocked, it goes on."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from core.errors import Refused, Unavailable
from core.secret import Secret
from core.vault import Vault
from tests.unit.core.vault.small import add, create, passphrase, reopen, texts


async def test_locked_it_serves_nobody_and_unlocked_it_goes_on(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.write(add("一"))
    await vault.lock()
    assert vault.is_locked
    for asked in (vault.write(add("二")), vault.read(texts), vault.sweep(), vault.add_slot(passphrase())):
        with pytest.raises(Unavailable, match=r"vault\.locked"):
            await asked
    with pytest.raises(Refused, match=r"vault\.locked"):
        vault.subkey("sync")
    with pytest.raises(Refused, match=r"vault\.wrong_passphrase"):
        await vault.unlock(passphrase("不对"))
    assert vault.is_locked
    await vault.unlock(passphrase())
    await vault.unlock(passphrase())
    await vault.write(add("二"))
    assert await vault.read(texts) == ["一", "二"]
    await vault.close()


async def test_who_was_waiting_is_told_and_what_was_acknowledged_stays(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    asked = [asyncio.ensure_future(vault.write(add(str(number)))) for number in range(600)]
    reading = [asyncio.ensure_future(vault.read(texts)) for _ in range(40)]
    await asyncio.sleep(0)
    await vault.lock()
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    for outcome in [*outcomes, *await asyncio.gather(*reading, return_exceptions=True)]:
        if isinstance(outcome, BaseException):
            assert isinstance(outcome, Unavailable)
            assert outcome.message_id == "vault.locked"
    await vault.unlock(passphrase())
    kept = set(await vault.read(texts))
    assert {str(number) for number, outcome in enumerate(outcomes) if outcome == 1} == kept
    await vault.close()


async def test_a_locked_vault_holds_no_secret(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.read(texts)
    await vault.lock()
    gc.collect()
    assert not [one for one in reachable(vault) if isinstance(one, Secret)]
    await vault.close()


async def test_closed_it_is_not_unlocked_and_locked_it_may_be_closed(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.lock()
    await vault.close()
    assert not vault.is_locked
    with pytest.raises(Unavailable, match=r"vault\.closed"):
        await vault.unlock(passphrase())


async def test_a_passphrase_changed_while_locked_is_the_one_that_unlocks(tmp_path: Path) -> None:
    vault = create(tmp_path / "h")
    await vault.lock()
    other = reopen(tmp_path / "h")
    await other.rotate([passphrase("换过了")])
    await other.close()
    with pytest.raises(Refused, match=r"vault\.wrong_passphrase"):
        await vault.unlock(passphrase())
    await vault.unlock(passphrase("换过了"))
    await vault.write(add("一"))
    await vault.close()


def reachable(start: Vault) -> list[object]:
    """Everything the vault's own objects lead to, not through modules, classes or the running loop."""
    seen: dict[int, object] = {}
    waiting: list[object] = [start]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | asyncio.AbstractEventLoop):
            continue
        seen[id(one)] = one
        module = type(one).__module__
        if module.startswith("core.") or isinstance(one, dict | list | tuple | set):
            waiting += gc.get_referents(one)
    return list(seen.values())

"""A file system that is really full: nothing acknowledged is lost, and room makes it work again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import Unavailable
from tests.unit.core.vault.small import add, create, reopen, texts


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MiB in memory, where the machine lets this user mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    if not sys.platform.startswith("linux"):
        pytest.skip("mounts a tmpfs")
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("may not mount a tmpfs here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


async def test_a_full_disk_is_said_so_and_survived(small_disk: Path) -> None:
    vault = create(small_disk / "household")
    acknowledged: list[str] = []
    ballast = small_disk / "something else"
    ballast.write_bytes(bytes(256 * 1024))
    with pytest.raises(Unavailable, match=r"vault\.disk_full"):  # noqa: PT012 - until it is full
        for number in range(10_000):
            text = f"{number}" + "满" * 1000
            await vault.write(add(text))
            acknowledged.append(text)
    assert len(acknowledged) > 10
    assert await vault.read(texts) == acknowledged
    with pytest.raises(Unavailable, match=r"vault\.disk_full"):
        await vault.write(add("还是满的" * 1000))

    ballast.unlink()
    await vault.write(add("有地方了"))
    await vault.close()
    again = reopen(small_disk / "household")
    assert await again.read(texts) == [*acknowledged, "有地方了"]
    assert await again.read(lambda tx: tx.rows("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]
    await again.close()


def test_a_household_that_does_not_fit_says_so_and_can_be_made_later(small_disk: Path) -> None:
    filler = small_disk / "something else"
    filler.write_bytes(bytes(2 * 1024 * 1024 - 24 * 1024))
    with pytest.raises(Unavailable, match=r"vault\.disk_(full|failed)"):
        create(small_disk / "household")
    filler.unlink()
    create(small_disk / "household").close_now()

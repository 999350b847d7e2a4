"""A file system that is really full: nothing acknowledged is lost, and room makes it work again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import Unavailable
from core.vault import ballast
from tests.unit.core.vault.small import add, create, forget, reopen, texts

ROOT = Path(__file__).parents[4]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MiB."""
    yield from mounted(tmp_path, "2m")


def mounted(tmp_path: Path, size: str) -> Iterator[Path]:
    """A file system in memory, where the machine lets this user mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    if not sys.platform.startswith("linux"):
        pytest.skip("mounts a tmpfs")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
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


async def test_on_a_full_disk_the_ballast_makes_deleting_possible(tmp_path: Path) -> None:
    vault = create(tmp_path / "household")
    for number in range(10):
        await vault.write(add(f"{number}" + "满" * 500))
    assert (vault.folder / ballast.FILE).stat().st_size == ballast.SIZE
    pages = await vault.write(lambda tx: tx.one("PRAGMA page_count"))
    await vault.write(lambda tx: tx.one(f"PRAGMA max_page_count = {pages['page_count']}"))
    with pytest.raises(Unavailable, match=r"vault\.disk_full"):
        await vault.write(add("还是满的" * 9000))
    assert (vault.folder / ballast.FILE).exists(), "an ordinary write does not eat it up"
    with pytest.raises(Unavailable, match=r"vault\.disk_full"):
        await vault.erase(add("还是满的" * 9000))
    assert not (vault.folder / ballast.FILE).exists(), "a deletion may"
    await forget(vault, "3")
    assert len(await vault.read(texts)) == 9
    await vault.close()
    again = reopen(vault.folder)
    assert (again.folder / ballast.FILE).exists(), "and it is put aside again"
    await again.close()


@pytest.fixture
def larger_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 24 MiB, on which there is room for ballast."""
    yield from mounted(tmp_path, "24m")


async def test_filled_to_the_brim_it_still_lets_the_person_delete(larger_disk: Path) -> None:
    vault = create(larger_disk / "household")
    assert (vault.folder / ballast.FILE).exists()
    for number in range(50):
        await vault.write(add(f"{number}" + "满" * 400))
    await vault.sweep()
    fill(larger_disk)
    with pytest.raises(Unavailable, match=r"vault\.disk_(full|failed)"):  # noqa: PT012 - until it is full
        for number in range(2000):
            await vault.write(add(f"更多{number}" + "满" * 400))
    kept = await vault.read(texts)
    await forget(vault, "7")
    assert await vault.read(texts) == [text for text in kept if not text.startswith("6满")]
    await vault.close()
    again = reopen(larger_disk / "household")
    assert len(await again.read(texts)) == len(kept) - 1
    await again.close()


def fill(disk: Path) -> None:
    """Not a byte is left."""
    with (disk / "something else").open("wb", buffering=0) as file:
        for size in (1 << 16, 512, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the size of files by RLIMIT_FSIZE")
def test_full_at_every_nth_write_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    """The disk says no at one write after another, for every writing there is to the database and its log."""
    create(tmp_path / "household").close_now()
    program = [sys.executable, "-m", "tests.unit.core.vault.full_writer", str(tmp_path / "household")]
    done = subprocess.run(program, check=False, capture_output=True, text=True, cwd=ROOT, timeout=100)
    assert done.returncode == 0, done.stderr
    refused, served = (int(word) for word in done.stdout.split())
    assert refused > 20
    assert served > 20

"""Damaged files, a newer version's vault, a disk without room: a clear sentence, and nothing lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.vault import header as headers
from core.vault.keys import new_root
from tests.e2e.banyan import Banyan
from tests.support.real import missing


def database(banyan: Banyan) -> Path:
    (path,) = [path for path in banyan.vault.iterdir() if path.suffix == ".db"]
    return path


@pytest.mark.parametrize("name", headers.COPIES)
def test_with_one_damaged_header_the_other_serves_and_mends_it(banyan: Banyan, name: str) -> None:
    good = (banyan.vault / name).read_bytes()
    for content in (b"", b"\x00" * 100, good[: len(good) // 2], good.replace(b"1", b"2", 1)):
        (banyan.vault / name).write_bytes(content)
        assert banyan("people", "list", "--json", code=0).json["people"][0]["name"] == "王奶奶"
        assert (banyan.vault / name).read_bytes() == good


@pytest.mark.parametrize("language", ["en", "zh"])
def test_with_both_headers_damaged_it_says_so_and_touches_nothing(banyan: Banyan, language: str) -> None:
    banyan.environment["BANYAN_LANG"] = language
    for name in headers.COPIES:
        (banyan.vault / name).write_bytes(b"{}")
    before = database(banyan).read_bytes()
    done = banyan("ask", "你好", code=1)
    assert "header.a" in done.err
    assert ("损坏" if language == "zh" else "damaged") in done.err
    assert database(banyan).read_bytes() == before
    assert banyan("init", "--device", "--json", code=1).error == "vault.exists"


@pytest.mark.parametrize("page", [0, 1, -1], ids=["first", "second", "last"])
def test_a_flipped_byte_in_the_database_is_found_and_said(banyan: Banyan, page: int) -> None:
    path = database(banyan)
    content = bytearray(path.read_bytes())
    at = (page * 4096 + 1000) % len(content)
    content[at] ^= 0x40
    path.write_bytes(content)
    banyan.environment["BANYAN_MODELS"] = str(banyan.home / "none")
    findings = banyan("doctor", "--json", code=1).json["findings"]
    (vault,) = [finding for finding in findings if finding["part"] == "vault"]
    assert not vault["ok"]
    assert "damaged" in vault["what"]
    assert "backup" in vault["next"]
    assert path.read_bytes() == bytes(content), "looking changes nothing"


def test_a_database_that_is_not_this_households_is_refused(banyan: Banyan) -> None:
    path = database(banyan)
    good = path.read_bytes()
    path.write_bytes(b"SQLite format 3\x00" + good[16:])
    assert banyan("ask", "你好", "--json", code=1).error == "vault.not_encrypted"
    path.write_bytes(good[: len(good) // 2])
    assert banyan("ask", "你好", "--json", code=1).error == "vault.damaged"
    path.unlink()
    assert banyan("ask", "你好", "--json", code=1).error == "vault.database_missing"
    path.write_bytes(good)
    assert banyan("ask", "你好", code=0)


def test_a_household_of_a_newer_version_is_left_alone(banyan: Banyan) -> None:
    good = {name: (banyan.vault / name).read_bytes() for name in headers.COPIES}
    newer = headers.encode(headers.read_copies(banyan.vault)[0].header, new_root(), headers.FORMAT + 1)
    for name in headers.COPIES:
        (banyan.vault / name).write_bytes(newer)
    done = banyan("ask", "你好", "--json", code=1)
    assert done.error == "vault.newer_version"
    assert "Update" in done.json["error"]["next"]
    for name, content in good.items():
        assert (banyan.vault / name).read_bytes() == newer
        (banyan.vault / name).write_bytes(content)
    banyan("ask", "你好", code=0)


def test_a_copy_of_the_vault_without_its_key_is_of_no_use_to_anybody(banyan: Banyan, tmp_path: Path) -> None:
    thief = Banyan(tmp_path / "thief")
    shutil.copytree(banyan.vault, thief.vault)
    done = thief("people", "list")
    assert done.code == 4
    assert "王奶奶" not in done.out


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 8 MiB in memory."""
    place = tmp_path / "小 盘"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(place)]
    if not sys.platform.startswith("linux"):
        pytest.skip("mounts a tmpfs")
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        missing("leave to mount a tmpfs")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("free", [0, 64, 160], ids=lambda kib: f"{kib} KiB free")
def test_a_disk_without_room_is_said_so_loses_nothing_and_works_again_with_room(
    small_disk: Path, tmp_path: Path, free: int
) -> None:
    banyan = Banyan(small_disk / "home")
    banyan("init", "--device", "--name", "王奶奶", "--language", "zh", code=0)
    banyan("ask", "第一句话。", code=0)
    filler = small_disk / "photographs"
    room = shutil.disk_usage(small_disk).free - free * 1024
    filler.write_bytes(bytes(max(0, room)))
    book = tmp_path / "红楼梦.txt"
    book.write_text(
        "".join(f"第{number}回，贾宝玉又说了一遍他不爱读书。\n" for number in range(9000)), "utf-8"
    )
    done = banyan("knowledge", "add", book, "--json")
    assert done.code
    assert done.error in ("vault.disk_full", "vault.disk_failed")
    said = banyan("ask", "没有地方的时候。")
    assert said.code == 0 or said.err.strip(), "what is short may still find room; else it is told why not"

    filler.unlink()
    assert banyan("ask", "又有地方了。", code=0)
    words = [row["first_words"] for row in banyan("history", "--json", code=0).json["threads"]]
    assert words[0] == "又有地方了。"
    assert words[-1] == "第一句话。"
    assert said.code or "没有地方的时候。" in words

"""Whether the system seals the device's key is found out by what is there, and never relied on in a container."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app import systemd, wiring
from app.settings import Places
from core.vault.keys import new_root
from core.vault.system_credentials import protection
from tests.support.systemd_creds import systemd_creds

if sys.platform == "win32":
    pytest.skip("there is no systemd there", allow_module_level=True)


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which commands are looked for; systemd-creds is in it."""
    folder = systemd_creds(tmp_path / "bin", chip=False).parent
    monkeypatch.setenv("PATH", os.fspath(folder))
    return folder


def virtualised(commands: Path, *, container: bool) -> None:
    path = commands / "systemd-detect-virt"
    path.write_text(f"#!/bin/sh\nexit {int(not container)}\n")
    path.chmod(0o755)


def label(folder: Path) -> str:
    places = Places(config=folder / "config", data=folder / "data", models=folder)
    slot, root = wiring.device_slot(places), new_root()
    record = slot.wrap(root, "v", datetime(2026, 1, 5, tzinfo=UTC))
    assert wiring.device_slot(places).unwrap(record, "v") == root
    return protection(record.params)


def test_a_system_that_seals_is_used(commands: Path, tmp_path: Path) -> None:
    assert label(tmp_path) == "system"
    virtualised(commands, container=False)
    assert label(tmp_path) == "system"


def test_in_a_container_the_key_is_a_file(commands: Path, tmp_path: Path) -> None:
    virtualised(commands, container=True)
    assert label(tmp_path) == "file"
    assert not (commands / "seen").exists()


def test_without_systemd_the_key_is_a_file(commands: Path, tmp_path: Path) -> None:
    (commands / "systemd-creds").unlink()
    assert systemd.credentials() is None
    assert label(tmp_path) == "file"

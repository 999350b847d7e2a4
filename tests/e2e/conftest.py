"""Households for the tests that start real processes: in a folder whose name is Chinese and has spaces."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.banyan import PASSPHRASE, Banyan


@pytest.fixture
def nowhere(tmp_path: Path) -> Banyan:
    """No household yet."""
    return Banyan(tmp_path / "我的 家 里")


@pytest.fixture
def passphrase_file(tmp_path: Path) -> Path:
    path = tmp_path / "口 令.txt"
    path.write_text(PASSPHRASE + "\n", "utf-8")
    path.chmod(0o600)
    return path


@pytest.fixture
def banyan(nowhere: Banyan) -> Banyan:
    """A household of 王奶奶 that opens by the key on this machine."""
    nowhere("init", "--device", "--name", "王奶奶", "--language", "zh", code=0)
    return nowhere


@pytest.fixture
def locked(nowhere: Banyan, passphrase_file: Path) -> Banyan:
    """A household of 王奶奶 that opens by passphrase, which every command is given."""
    nowhere.key = ("--passphrase-file", os.fspath(passphrase_file))
    nowhere("init", "--name", "王奶奶", "--language", "zh", code=0)
    return nowhere

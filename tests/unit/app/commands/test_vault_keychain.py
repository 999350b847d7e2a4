"""The keychain from the command line: added, opened with, made anew with new keys, taken away."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from typer.testing import CliRunner

from app.cli import cli
from core.errors import Refused, Unavailable
from tests.support.keyring_backend import InMemory

Run = Callable[..., Any]


@pytest.fixture
def backend() -> Iterator[InMemory]:
    before, ours = keyring.get_keyring(), InMemory()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)


@pytest.fixture
def banyan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command of a household that opens by this device; its JSON value."""
    monkeypatch.setenv("BANYAN_HOME", str(tmp_path))

    def run(*arguments: str) -> Any:
        result = CliRunner().invoke(cli, [*arguments, "--json"], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    run("init", "--device", "--name", "王奶奶")
    return run


def kinds(told: Any) -> list[str]:
    return [slot["kind"] for slot in told["slots"]]


def test_a_keychain_opens_and_gets_a_new_key_with_new_keys(banyan: Run, backend: InMemory) -> None:
    banyan("vault", "slots", "add", "keychain")
    before = dict(backend.kept)
    assert len(before) == 1
    opened = banyan("vault", "slots", "list", "--keychain")
    assert [slot["kind"] for slot in opened["slots"] if slot["used"]] == ["keychain"]
    rotated = banyan("vault", "rotate")
    assert kinds(rotated) == ["device", "keychain", "recovery"]
    assert len(backend.kept) == 1
    assert not before.keys() & backend.kept.keys()
    again = banyan("vault", "slots", "list", "--keychain")
    used = next(slot for slot in again["slots"] if slot["used"])
    banyan("vault", "slots", "remove", used["id"])
    assert not backend.kept
    with pytest.raises(Refused, match=r"vault\.no_such_slot"):
        banyan("vault", "status", "--keychain")


def test_a_locked_keychain_stops_new_keys_before_anything_changed(banyan: Run, backend: InMemory) -> None:
    banyan("vault", "slots", "add", "keychain")
    before = banyan("vault", "slots", "list")
    backend.locked = True
    with pytest.raises(Unavailable, match=r"vault\.keychain_failed"):
        banyan("vault", "rotate")
    assert banyan("vault", "slots", "list") == before
    backend.locked = False
    assert kinds(banyan("vault", "slots", "list", "--keychain")) == ["device", "recovery", "keychain"]


def test_backups_beyond_those_to_keep_go(banyan: Run, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    first = banyan("backup", "make", str(folder))["backup"]["path"]
    banyan("memory", "add", "我喜欢吃辣")
    second = banyan("backup", "make", str(folder), "--keep", "1")
    assert second["pruned"] == [first]
    assert [path.name for path in folder.glob("*.backup")] == [Path(second["backup"]["path"]).name]
    assert len(banyan("backup", "list")["backups"]) == 1

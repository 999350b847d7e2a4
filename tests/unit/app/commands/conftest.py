"""Commands in this process, over a household that opens by a key of the device."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

import pytest
from typer.testing import CliRunner, Result

from app.cli import cli


class Commands(Protocol):
    def __call__(self, *arguments: str) -> Any:
        """The JSON value of a command that must succeed."""

    def shown(self, *arguments: str, code: int = 0) -> str:
        """What a person sees of it."""


class _InProcess:
    def __call__(self, *arguments: str) -> Any:
        return json.loads(self._run(*arguments, "--json").stdout)

    def shown(self, *arguments: str, code: int = 0) -> str:
        return self._run(*arguments, code=code).output

    def _run(self, *arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(cli, [*arguments], catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("BANYAN_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "160")
    return folder


@pytest.fixture
def commands(home: Path) -> Commands:
    run = _InProcess()
    run("init", "--device", "--name", "王奶奶")
    return run

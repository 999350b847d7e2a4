"""``banyan settings`` lists, changes and tries; what was chosen is kept even when nobody answers yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli import cli
from app.settings import load
from core.errors import UserFacing

NOBODY = "http://127.0.0.1:9/v1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BANYAN_HOME", str(tmp_path))
    monkeypatch.setenv("BANYAN_LANG", "en")
    return tmp_path / "config"


def banyan(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["settings", *arguments])


def test_everything_is_listed_with_where_it_stands(home: Path) -> None:
    listed = json.loads(banyan("--json").stdout)
    assert listed["file"] == str(home / "settings.toml")
    assert listed["settings"]["recogniser.kind"] == "whisper"
    assert "wake.word" in banyan().stdout


def test_a_change_is_kept(home: Path) -> None:
    assert banyan("set", "wake.word=okay_nabu", "person=王奶奶").exit_code == 0
    assert (load(home).wake.word, load(home).person) == ("okay_nabu", "王奶奶")


def test_where_nobody_answers_it_is_said_with_a_next_step_and_kept(home: Path) -> None:
    done = banyan("set", "recogniser.kind=openai", f"recogniser.address={NOBODY}", "recogniser.model=m")
    assert done.exit_code == 1
    assert "Nobody answers at 127.0.0.1:9" in done.output
    assert "banyan settings check" in done.output
    assert load(home).recogniser.kind == "openai"
    assert banyan("check").exit_code == 1


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("recogniser.kind=openai", "speech.bad_address"),
        ("wake.word=hey_banyan", "wake.unknown_word"),
        ("chat.api_key=sk-1", "app.setting_unknown"),
        ("person", "app.pair_expected"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(home: Path, pair: str, message: str) -> None:
    refused = banyan("set", "role=Banyan", pair).exception
    assert isinstance(refused, UserFacing)
    assert refused.message_id == message
    assert not (home / "settings.toml").exists()

"""A new household may open by the system's keychain: offered where there is one, taken when asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backend
import pytest
from keyring.backends.fail import Keyring as NoKeychain
from typer.testing import CliRunner, Result

from app import interview, openers, wiring
from app.cli import cli
from core.errors import Unavailable, UserFacing
from core.secret import Secret
from tests.support.keyring_backend import InMemory


@pytest.fixture
def backend() -> Iterator[InMemory]:
    before, ours = keyring.get_keyring(), InMemory()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)


@pytest.fixture
def typed(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Somebody at a terminal: the prompts that they were shown."""
    asked: list[str] = []

    def passphrase(prompt: str) -> Secret:
        asked.append(prompt)
        return Secret.from_text("银杏树下的口令")

    monkeypatch.setattr(wiring, "ask_passphrase", passphrase)
    return asked


def answering(monkeypatch: pytest.MonkeyPatch, answer: str) -> list[str]:
    asked: list[str] = []

    def given(prompt: str) -> str:
        asked.append(prompt)
        return answer

    monkeypatch.setattr("builtins.input", given)
    monkeypatch.setattr(interview, "at_terminal", lambda: True)
    return asked


def none() -> keyring.backend.KeyringBackend:
    return NoKeychain()  # type: ignore[no-untyped-call]


def banyan(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments], catch_exceptions=False)


@pytest.mark.parametrize(("language", "word"), [("zh", "钥匙串"), ("en", "keychain")])
def test_where_there_is_one_it_is_offered_and_opens_from_then_on(
    language: str, word: str, backend: InMemory, typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANYAN_LANG", language)
    (asked,) = [answering(monkeypatch, "y")]
    made = banyan("init", "--name", "王奶奶", "--no-confirm")
    assert made.exit_code == 0, made.output
    assert word in asked[0]
    assert word in made.output, "and it is said what that protects from"
    typed.clear()
    assert banyan("people", "list").exit_code == 0
    assert typed == [], "nobody is asked for the passphrase"
    backend.locked = True
    assert banyan("people", "list").exit_code == 0
    assert len(typed) == 1, "when the keychain does not answer, somebody is"


def test_who_does_not_want_it_keeps_the_passphrase_alone(
    backend: InMemory, typed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "")
    assert banyan("init", "--name", "王奶奶", "--no-confirm").exit_code == 0
    assert not backend.kept
    typed.clear()
    banyan("people", "list")
    assert len(typed) == 1


def test_a_name_is_asked_for_and_a_passphrase_that_went_wrong_is_typed_again(
    home: Path, backend: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANYAN_LANG", "zh")
    answering(monkeypatch, "王奶奶")
    keyring.set_keyring(none())
    typed = iter(["短", "银杏树下的口令", "银杏树上的口令", "银杏树下的口令", "银杏树下的口令"])
    monkeypatch.setattr(wiring, "ask_passphrase", lambda _prompt: Secret.from_text(next(typed)))
    made = banyan("init", "--no-confirm")
    assert made.exit_code == 0, made.output
    assert next(typed, None) is None
    for told in (
        "至少 8 个字",
        "口令太短了",
        "两次输入的口令不一样",
        "banyan consent withdraw 王奶奶 memory",
    ):
        assert told in made.output, told


def test_after_three_tries_the_command_ends(
    home: Path, backend: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "")
    monkeypatch.setattr(wiring, "ask_passphrase", lambda _prompt: Secret.from_text("短"))
    with pytest.raises(UserFacing) as no:
        banyan("init")
    assert no.value.message_id == "app.passphrase_short"
    assert not home.exists() or not list(home.rglob("header.*"))


def test_nobody_is_asked_where_there_is_none_or_a_script_runs(
    typed: list[str], backend: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, "y")
    told = json.loads(banyan("init", "--json").stdout)
    assert (asked, told["slots"]) == ([], ["passphrase", "recovery"])
    keyring.set_keyring(none())
    assert not openers.has_keychain()


def test_a_script_asks_for_it_by_an_option(typed: list[str], backend: InMemory) -> None:
    told = json.loads(banyan("init", "--keychain", "--json").stdout)
    assert told["slots"] == ["keychain", "passphrase", "recovery"]
    assert len(backend.kept) == 1


def test_asked_for_where_there_is_none_it_is_refused_before_anything_is_made(
    typed: list[str], backend: InMemory, home: Path
) -> None:
    keyring.set_keyring(none())
    with pytest.raises(UserFacing) as no:
        banyan("init", "--keychain", "--json")
    assert isinstance(no.value, Unavailable)
    assert no.value.message_id == "vault.keychain_missing"
    assert not list(home.rglob("header.*"))

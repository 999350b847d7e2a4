"""Sentences reach people in their language, with values filled in and nothing from outside run as a format."""

from __future__ import annotations

import errno
import os

import pytest

from app import messages
from core.errors import Refused, UserFacing
from core.text import count_han


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BANYAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"BANYAN_LANG": "zh", "LC_ALL": "en_US.UTF-8"}, "zh"),
        ({"BANYAN_LANG": "", "LC_ALL": "zh_TW"}, "zh"),
        ({"LC_ALL": "de_DE", "LANG": "zh_CN"}, "en"),
        ({"BANYAN_LANG": "ZH"}, "zh"),
    ],
)
def test_the_face_speaks_the_language_of_its_environment(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert messages.face_language() == language


def test_an_error_has_a_sentence_and_a_next_step_in_both_languages() -> None:
    error = Refused("people.nobody_called", name="Ann")
    english, english_next = messages.sentence(error, "en")
    chinese, chinese_next = messages.sentence(error, "zh")
    assert "Ann" in english
    assert "Ann" in chinese
    assert count_han(chinese) > 0 < count_han(chinese_next)
    assert not count_han(english + english_next)


@pytest.mark.parametrize("message_id", ["people.never_written", "noroom.at_all", "no_dot", "../app.none"])
def test_an_id_nobody_wrote_a_sentence_for_shows_itself(message_id: str) -> None:
    what, next_step = messages.sentence(UserFacing(message_id, detail=3), "zh")
    assert message_id in what
    assert "3" in what
    assert next_step == ""


@pytest.mark.parametrize("name", ["{0}", "{folder}", "{name.__class__}", "}{", "%s", "[bold]x[/bold]"])
def test_a_value_that_looks_like_a_format_is_only_shown(name: str) -> None:
    what, _ = messages.sentence(Refused("people.nobody_called", name=name), "en")
    assert name in what


@pytest.mark.parametrize("number", sorted(messages._REASONS))
def test_what_the_system_says_of_a_file_is_said_in_the_readers_language(number: int) -> None:
    reason = OSError(number, os.strerror(number))
    chinese, _ = messages.sentence(UserFacing("app.file_unreadable", file="x", reason=reason), "zh")
    english, _ = messages.sentence(UserFacing("app.file_unreadable", file="x", reason=reason), "en")
    assert os.strerror(number) not in chinese
    assert "Errno" not in chinese + english
    assert not count_han(english)


def test_a_reason_nobody_translated_is_the_systems_own_words() -> None:
    reason = OSError(errno.ELOOP, "Too many levels")
    what, _ = messages.sentence(UserFacing("app.file_unreadable", file="x", reason=reason), "zh")
    assert "Too many levels" in what


def test_a_sentence_of_the_faces_own_is_filled_in() -> None:
    assert messages.text("app.ask_passphrase", "zh") != messages.text("app.ask_passphrase", "en")
    assert "王奶奶" in messages.text("app.agreed_kept", "zh", person="王奶奶")

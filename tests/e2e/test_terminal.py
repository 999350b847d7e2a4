"""A person at a terminal: the passphrase is asked for, never shown, and asked for twice when it is new."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.e2e.banyan import PASSPHRASE, Banyan
from tests.support.tree import ROOT

if sys.platform == "win32":
    pytest.skip("terminals are different there", allow_module_level=True)

import fcntl
import pty
import select
import termios

Answer = tuple[str, str | Callable[[str], str]]
"""A prompt, and what to type at it; or how to make that out of what was shown so far."""


def last_group(shown: str) -> str:
    """Of the recovery code on the screen, as somebody types it."""
    (code,) = re.findall(r"\b(?:[0-9A-Z]{5}-){7}[0-9A-Z]{5}\b", shown)
    return code.rpartition("-")[2].lower()


@pytest.fixture
def at_terminal(nowhere: Banyan) -> Callable[..., tuple[int, str]]:
    """Run a command on a terminal of its own; ``answers``: what to type at which prompt, in order."""

    def run(*arguments: str, answers: list[Answer]) -> tuple[int, str]:
        ours, theirs = pty.openpty()

        def own_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        child = subprocess.Popen(
            nowhere.command(*arguments),
            cwd=ROOT,
            env=nowhere.env(),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=own_terminal,  # noqa: PLW1509 - one system call, in a test of its own process
        )
        os.close(theirs)
        shown, waiting = b"", list(answers)
        while select.select([ours], [], [], 60)[0]:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
            text = shown.decode(errors="ignore")
            if waiting and text.rstrip().endswith(waiting[0][0]):
                given = waiting.pop(0)[1]
                os.write(ours, (given if isinstance(given, str) else given(text)).encode() + b"\n")
        os.close(ours)
        assert not waiting, f"was never asked {waiting[0][0]}: {shown.decode()}"
        return child.wait(60), shown.decode()

    return run


@pytest.mark.parametrize(
    ("language", "first", "again", "group"),
    [
        ("zh", "口令：", "再输入一次：", "确认已经抄好："),
        ("en", "Passphrase:", "once more:", "it is on paper:"),
    ],
)
def test_a_new_passphrase_is_asked_for_twice_and_never_shown(
    nowhere: Banyan,
    at_terminal: Callable[..., tuple[int, str]],
    language: str,
    first: str,
    again: str,
    group: str,
) -> None:
    nowhere.environment["BANYAN_LANG"] = language
    answers = [(first, PASSPHRASE), (again, PASSPHRASE), (group, "00000"), (group, last_group)]
    code, shown = at_terminal("init", "--name", "王奶奶", answers=answers)
    assert code == 0, shown
    assert PASSPHRASE not in shown
    code, shown = at_terminal("people", "list", answers=[(first, PASSPHRASE)])
    assert code == 0, shown
    assert "王奶奶" in shown
    assert PASSPHRASE not in shown
    code, shown = at_terminal("people", "list", answers=[(first, "something else")])
    assert code == 4
    assert "something else" not in shown


def test_two_different_passphrases_make_no_household(
    nowhere: Banyan, at_terminal: Callable[..., tuple[int, str]]
) -> None:
    answers: list[Answer] = [("Passphrase:", PASSPHRASE), ("once more:", PASSPHRASE + "子")] * 3
    code, shown = at_terminal("init", answers=[("(Enter: Family)", "Wang"), *answers])
    assert code == 1
    assert "not the same" in shown
    assert not nowhere.vault.exists()

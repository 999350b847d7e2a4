"""The command line explains itself in Chinese as completely as in English."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import typer.main

from app.cli import cli
from app.translation import chinese, header, translate, word
from core.people.access import Act, Door, Unit
from core.people.consent import PURPOSES, How
from tests.support.tree import ROOT, modules, nothing, parsed


def said(command: Any) -> Iterator[str]:
    """Every help text of a command and of those below it."""
    yield from filter(None, (command.help, command.short_help, command.epilog))
    for parameter in command.params:
        yield from filter(None, [getattr(parameter, "help", None)])
    for below in getattr(command, "commands", {}).values():
        yield from said(below)


def columns() -> Iterator[str]:
    """Every header that stands in a call of ``show.table``."""
    for path in modules("app"):
        for node in ast.walk(parsed(path)):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", "") == "table"
                and len(node.args) > 1
            ):
                for word in getattr(node.args[1], "elts", ()):
                    if isinstance(word, ast.Constant) and word.value:
                        yield str(word.value)


def test_every_help_text_has_its_chinese() -> None:
    nothing({text for text in said(typer.main.get_command(cli)) if chinese("help", text) is None})


def test_every_header_of_a_table_has_its_chinese() -> None:
    abbreviations = {"p50", "p95"}
    nothing({column for column in columns() if chinese("columns", column) is None} - abbreviations)


def test_every_word_of_a_consent_and_of_the_access_log_has_its_chinese() -> None:
    known = {*PURPOSES, *get_args(How), *get_args(Act), *get_args(Door), *get_args(Unit)} - {""}
    nothing({english for english in known if word(english, "zh") == english})
    assert word("cloud_models", "en") == "cloud_models", "what is typed"


def test_english_stays_as_it_is() -> None:
    command = typer.main.get_command(cli)
    before = list(said(command))
    translate(command, "en")
    assert list(said(command)) == before
    assert (header("name", "en"), header("name", "zh"), header("p95", "zh")) == ("name", "名字", "p95")


@pytest.mark.parametrize("words", [("init", "--help"), ("vault", "--help"), ("history", "--help")])
def test_no_help_is_cut_off_in_a_terminal_of_eighty_columns(words: tuple[str, ...], tmp_path: Path) -> None:
    environment = os.environ | {"LANG": "zh_CN.UTF-8", "COLUMNS": "80", "BANYAN_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "app", *words], capture_output=True, env=environment, cwd=ROOT, check=True
    )
    shown = done.stdout.decode()
    assert "选项" in shown
    assert "…" not in shown

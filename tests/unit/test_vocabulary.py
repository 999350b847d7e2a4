"""The house speaks one language: the field's words, injected time, colours from one file, no nested loops."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tree import ROOT, modules, nothing, parsed, shown

EMPTY_WORDS = {"manager", "helper", "helpers", "util", "utils", "misc"}
EMPTY_NAMES = {"handle_data", "do_work", "process_data"}
REAL_TIME = {
    *(("time", name) for name in ("sleep", "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter")),
    *(("datetime", name) for name in ("now", "utcnow", "today")),
    ("date", "today"),
}
KEEPERS_OF_TIME = {ROOT / "core" / "clock.py", ROOT / "core" / "ids.py"}
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?![0-9a-zA-Z])")
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def words(name: str) -> set[str]:
    """`TurnManager` and `turn_manager` are both {turn, manager}; the library sqlite_utils keeps its name."""
    name = name.replace("sqlite_utils", "sqlite")
    return {part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def defined(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """The module's own name, and every class and function in it."""
    tree = parsed(path)
    yield path.stem, tree
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS):
            yield node.name, node


def real_time(tree: ast.Module) -> Iterator[ast.AST]:
    """Where a module asks the machine, not its clock, for the time, or for chance."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=name):
                if (owner, name) in REAL_TIME:
                    yield node
            case ast.Import(names=names):
                if any(alias.name.partition(".")[0] == "random" for alias in names):
                    yield node
            case ast.ImportFrom(module="random"):
                yield node
            case ast.ImportFrom(module="time", names=names):
                if any(("time", alias.name) in REAL_TIME for alias in names):
                    yield node


def nested_loops(tree: ast.Module) -> Iterator[ast.AST]:
    """Calls of anything's `exec`: it wedges the loop (open the dialog and await it)."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"exec", "exec_"}
        ):
            yield node


def colours(tree: ast.Module) -> Iterator[ast.AST]:
    """String literals with a hex colour in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and COLOUR.search(node.value):
            yield node


def test_names_say_what_a_thing_is() -> None:
    empty = [
        f"{shown(path, node)} {name}"
        for path in modules("app", "core", "ui", "firmware", "tests")
        for name, node in defined(path)
        if words(name) & EMPTY_WORDS or name in EMPTY_NAMES
    ]
    nothing(empty)


def test_core_takes_time_and_chance_from_its_clock_and_ids() -> None:
    asking = [
        shown(path, node)
        for path in modules("core")
        if path not in KEEPERS_OF_TIME
        for node in real_time(parsed(path))
    ]
    nothing(asking)


def test_no_dialog_opens_a_loop_inside_the_loop() -> None:
    nothing([shown(path, node) for path in modules("app", "ui") for node in nested_loops(parsed(path))])


def test_colours_live_in_the_theme() -> None:
    theme = ROOT / "ui" / "theme.py"
    painted = [shown(path, node) for path in modules("ui") if path != theme for node in colours(parsed(path))]
    nothing(painted)


def test_nothing_is_left_unfinished() -> None:
    mark = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|NotImplemented" + r"Error)\b")
    rows = [
        f"{shown(path)}:{number}"
        for path in modules()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if mark.search(line)
    ]
    nothing(rows)


@pytest.mark.parametrize(
    ("rule", "offence", "clean"),
    [
        (real_time, "import datetime\nx = datetime.datetime.now()", "x = clock.now()"),
        (real_time, "import time\ntime.sleep(1)", "await clock.sleep(1)"),
        (real_time, "from time import monotonic", "from core.clock import Clock"),
        (real_time, "import random", "import secrets"),
        (nested_loops, "dialog.exec()", "dialog.open()"),
        (colours, "x = 'color: #2F6B4F'", "x = 'room #12'"),
    ],
)
def test_each_rule_finds_its_offence_and_nothing_else(rule: object, offence: str, clean: str) -> None:
    assert callable(rule)
    assert list(rule(ast.parse(offence)))
    assert not list(rule(ast.parse(clean)))

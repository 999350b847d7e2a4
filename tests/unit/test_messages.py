"""Everything the product says to people has a sentence and a next step, in every language, with its values."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from tests.support.tree import ROOT, modules, nothing, parsed, shown

FOLDER = ROOT / "assets" / "messages"
FORMS = ("en", "en_next", "zh", "zh_next")
MESSAGE_ID = re.compile(r"[a-z]+\.[a-z][a-z0-9_]*")

FILE_ENDINGS = {"db", "json", "jsonl", "log", "md", "py", "toml", "txt", "wav"}


@dataclass(frozen=True, slots=True)
class Use:
    """One place that names a message. values: None when they cannot be read off the call."""

    message_id: str
    values: frozenset[str] | None
    place: str


@cache
def messages() -> dict[str, dict[str, str]]:
    """Every message by its full id."""
    return {
        f"{path.stem}.{name}": forms
        for path in sorted(FOLDER.glob("*.toml"))
        for name, forms in tomllib.loads(path.read_text("utf-8")).items()
    }


@cache
def errors_for_people() -> frozenset[str]:
    """Names of UserFacing and of every class in core and app that descends from it."""
    known, size = {"UserFacing"}, 0
    while size != len(known):
        size = len(known)
        for path in modules("core", "app"):
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.ClassDef) and any(_name(base) in known for base in node.bases):
                    known.add(node.name)
    return frozenset(known)


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _speaks(call: ast.Call) -> bool:
    """Whether the call's first argument is a message id: an error for people, or the faces' own `text`."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
        return True
    return _name(call.func) in errors_for_people() | {"text"}


def uses() -> Iterator[Use]:
    """Every literal message id that core or app hands to an error for people, or to a face."""
    for path in modules("core", "app"):
        for node in ast.walk(parsed(path)):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            message_id = node.args[0].value
            if isinstance(message_id, str) and MESSAGE_ID.fullmatch(message_id) and _speaks(node):
                names = [keyword.arg for keyword in node.keywords]
                values = None if None in names else frozenset(name for name in names if name)
                yield Use(message_id, values, shown(path, node))


def recognised() -> Iterator[Use]:
    """Every message id the faces know by name, as the keys of the exit codes are."""
    rooms = {path.stem for path in FOLDER.glob("*.toml")}
    for path in modules("app", "ui"):
        for node in ast.walk(parsed(path)):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and MESSAGE_ID.fullmatch(node.value)
            ):
                room, name = node.value.split(".")
                if room in rooms and name not in FILE_ENDINGS:
                    yield Use(node.value, None, shown(path, node))


def placeholders(*sentences: str) -> set[str]:
    """The names between braces."""
    return {field for sentence in sentences for _, field, _, _ in string.Formatter().parse(sentence) if field}


def test_every_message_that_is_used_is_written() -> None:
    named = {*uses(), *recognised()}
    nothing({f"{use.place} {use.message_id}" for use in named if use.message_id not in messages()})


def test_every_message_that_is_written_is_used() -> None:
    literals = {
        node.value
        for path in modules("core", "app", "ui")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    nothing(sorted(set(messages()) - literals))


@pytest.mark.parametrize("message_id", sorted(messages()))
def test_a_message_has_a_sentence_and_a_next_step_in_both_languages(message_id: str) -> None:
    forms = messages()[message_id]
    assert not set(forms) - set(FORMS)
    assert all(forms.get(form, "").strip() for form in ("en", "zh"))
    assert ("en_next" in forms) == ("zh_next" in forms)
    assert re.search(r"[\u4e00-\u9fff]", forms["zh"])
    assert not re.search(r"[\u4e00-\u9fff]", forms["en"] + forms.get("en_next", ""))


@pytest.mark.parametrize("message_id", sorted(messages()))
def test_both_languages_tell_the_same_values(message_id: str) -> None:
    forms = messages()[message_id]
    english = placeholders(forms["en"], forms.get("en_next", ""))
    assert english == placeholders(forms["zh"], forms.get("zh_next", ""))


def test_every_error_brings_the_values_its_sentence_needs_and_a_next_step() -> None:
    wrong = []
    for use in uses():
        forms = messages().get(use.message_id, {})
        needed = placeholders(*forms.values())
        if use.values is not None and needed - use.values - {"language"}:
            wrong.append(f"{use.place} {use.message_id} lacks {sorted(needed - use.values)}")
    nothing(wrong)

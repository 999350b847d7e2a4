"""Changing ``settings.toml`` line by line, so that what people wrote beside their settings stays."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from app.settings import FILE, Settings, load, parsed
from core.errors import UserFacing

Value = str | float | bool
_TABLE = re.compile(r"\s*\[\s*([\w-]+)\s*\]\s*(#.*)?$")


def names() -> dict[str, object]:
    """Every setting by its dotted name, with the value it comes with."""
    return flat(Settings())


def flat(settings: Settings) -> dict[str, object]:
    """Settings by their dotted names: ``recogniser.kind``."""
    found: dict[str, object] = {}
    for name, value in msgspec.to_builtins(settings).items():
        if isinstance(value, dict):
            found |= {f"{name}.{inner}": of for inner, of in value.items()}
        else:
            found[name] = value
    return dict(sorted(found.items(), key=lambda item: ("." in item[0], item[0].split(".")[0])))


def read_value(name: str, text: str) -> Value:
    """What somebody typed for a setting. Raises UserFacing for a name there is none of, and for what is no
    value of its kind."""
    known = names()
    if name not in known:
        raise UserFacing("app.setting_unknown", name=name)
    usual = known[name]
    try:
        if isinstance(usual, bool):
            return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[
                text.lower()
            ]
        if isinstance(usual, int):
            return int(text)
        return float(text) if isinstance(usual, float) else text
    except (KeyError, ValueError) as error:
        raise UserFacing("app.setting_wrong", name=name, value=text) from error


def changed(
    folder: Path, values: Mapping[str, Value], check: Callable[[Settings], None] = lambda _: None
) -> Settings:
    """Write these settings into the file in ``folder``, all or none; the settings from now on. check: raises
    what is wrong with them, and nothing is written.

    Raises UserFacing when the file cannot be read or written, when a value is none of its setting's, and
    when a line is written in a way that cannot be changed safely.
    """
    before, path = load(folder), folder / FILE
    wanted = flat(before) | dict(values)
    text = path.read_text("utf-8") if path.exists() else ""
    for name, value in values.items():
        text = edited(text, name, value)
    try:
        after = parsed(text)
    except msgspec.ValidationError as error:
        raise UserFacing("app.settings_refused", detail=error) from error
    except tomllib.TOMLDecodeError as error:
        raise UserFacing("app.settings_by_hand", path=path) from error
    if flat(after) != wanted:
        raise UserFacing("app.settings_by_hand", path=path)
    check(after)
    fresh = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, "utf-8")
        fresh.replace(path)
    except OSError as error:
        raise UserFacing("app.folder_unusable", folder=folder, reason=error) from error
    return after


def edited(text: str, name: str, value: Value) -> str:
    """The text of a TOML file with one setting changed: on its line, else at the end of its table, else in
    a new table at the end. Multi-line values and inline tables are not understood; whoever calls looks at
    what came of it."""
    table, _, key = name.rpartition(".")
    line = f"{key} = {_written(value)}"
    # Not splitlines(): a string may hold other ends of lines than TOML's.
    lines = text.removesuffix("\n").split("\n") if text else []
    inside, end = table == "", -1
    if inside:
        end = 0
    for at, row in enumerate(lines):
        if found := _TABLE.match(row):
            inside = found.group(1) == table
        elif inside and re.match(rf"\s*{re.escape(key)}\s*=", row):
            lines[at] = line
            return "\n".join(lines) + "\n"
        if inside and row.strip():
            end = at + 1
    if end < 0:
        lines += [*([""] if lines else []), f"[{table}]"]
        end = len(lines)
    lines.insert(end, line)
    return "\n".join(lines) + "\n"


def _written(value: Value) -> str:
    """As TOML has it. A JSON string is a TOML string, but for the one control character it lets stand."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)

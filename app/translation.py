"""What commands say of themselves, in Chinese where the face is Chinese: help texts, headers of tables."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from core.text import Language

_FILE = Path(__file__).resolve().parent.parent / "assets" / "help" / "zh.toml"
_PANELS = {
    "ARGUMENTS_PANEL_TITLE": "参数",
    "OPTIONS_PANEL_TITLE": "选项",
    "COMMANDS_PANEL_TITLE": "命令",
    "ERRORS_PANEL_TITLE": "错误",
    "DEFAULT_STRING": "[默认：{}]",
    "REQUIRED_LONG_STRING": "[必填]",
}


def chinese(kind: Literal["help", "columns", "words"], english: str) -> str | None:
    """The Chinese of a help text, by its first line, of a table's header, or of a word that commands know
    things by; None where nobody wrote it."""
    return _sentences()[kind].get(english.partition("\n")[0].strip())


def header(column: str, language: Language) -> str:
    """A table's header; English where there is no Chinese."""
    return (chinese("columns", column) if language == "zh" else None) or column


def word(english: str, language: Language) -> str:
    """What commands call something (a purpose, a door), as a person reads it in a table."""
    return (chinese("words", english) if language == "zh" else None) or english


def translate(command: Any, language: Language) -> None:  # noqa: ANN401 - typer's copy of click has no public types
    """Let a command and all below it explain themselves in the language. Changes the command."""
    if language != "zh":
        return
    from typer import rich_utils

    for name, title in _PANELS.items():
        setattr(rich_utils, name, title)
    setattr(rich_utils, "_make_rich_text", _folding(rich_utils._make_rich_text))  # noqa: B010
    _explain(command)


def _folding(make: Callable[..., Any]) -> Callable[..., _Folded]:
    return lambda **what: _Folded(make(**what))


class _Folded:
    """Lines without spaces, as Chinese ones are, go on in the next line instead of ending in dots."""

    def __init__(self, text: Any) -> None:  # noqa: ANN401
        self._text = text

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:  # noqa: ANN401
        yield from console.render(self._text, options.update(overflow="fold"))

    def __rich_measure__(self, console: Any, options: Any) -> Any:  # noqa: ANN401
        from rich.measure import Measurement

        return Measurement.get(console, options, self._text)


def _explain(command: Any) -> None:  # noqa: ANN401
    for owner, attribute in ((command, "help"), (command, "short_help"), (command, "epilog")):
        _replace(owner, attribute)
    for parameter in command.params:
        _replace(parameter, "help")
    for below in getattr(command, "commands", {}).values():
        _explain(below)


def _replace(owner: Any, attribute: str) -> None:  # noqa: ANN401
    english = getattr(owner, attribute, None)
    found = chinese("help", english) if english else None
    if found is not None:
        setattr(owner, attribute, found)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads(_FILE.read_text("utf-8"))

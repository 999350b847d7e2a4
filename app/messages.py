"""Sentences for people: message ids from core, said in their language, with the next step."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path

from core.errors import UserFacing
from core.text import Language

_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "messages"


def face_language() -> Language:
    """Chinese where the environment says so, else English."""
    for name in ("BANYAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def sentence(error: UserFacing, language: Language) -> tuple[str, str]:
    """What went wrong and what to do next. An id nobody wrote a sentence for shows itself."""
    room, _, name = error.message_id.partition(".")
    entry = _room(room).get(name)
    if entry is None:
        return str(error), ""
    return _fill(entry[language], error.values), _fill(entry[f"{language}_next"], error.values)


def text(message_id: str, language: Language, **values: object) -> str:
    """One sentence of the faces' own, by id."""
    room, _, name = message_id.partition(".")
    return _fill(_room(room)[name][language], values)


def _fill(template: str, values: dict[str, object]) -> str:
    return template.format_map({name: str(value) for name, value in values.items()})


@cache
def _room(room: str) -> dict[str, dict[str, str]]:
    try:
        return tomllib.loads((_FOLDER / f"{room}.toml").read_text("utf-8"))
    except FileNotFoundError:
        return {}

"""Sentences for people: message ids from core, said in their language, with the next step."""

from __future__ import annotations

import errno
import os
import tomllib
from functools import cache
from pathlib import Path

from core.errors import UserFacing
from core.text import Language

_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "messages"
_REASONS: dict[int, dict[Language, str]] = {
    errno.ENOENT: {"en": "it is not there", "zh": "没有找到"},
    errno.EEXIST: {"en": "there is something of that name", "zh": "已经有同名的东西"},
    errno.EISDIR: {"en": "it is a folder", "zh": "这是一个文件夹"},
    errno.ENOTDIR: {"en": "part of the way to it is no folder", "zh": "路径中间有一段不是文件夹"},
    errno.EACCES: {"en": "you may not read or write it", "zh": "没有读写权限"},
    errno.EPERM: {"en": "you may not read or write it", "zh": "没有读写权限"},
    errno.EROFS: {"en": "the disk is read-only", "zh": "磁盘是只读的"},
    errno.ENOSPC: {"en": "the disk is full", "zh": "磁盘满了"},
    errno.ENAMETOOLONG: {"en": "the name is too long", "zh": "名字太长"},
}


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
    return (
        _fill(entry[language], error.values, language),
        _fill(entry[f"{language}_next"], error.values, language),
    )


def text(message_id: str, language: Language, **values: object) -> str:
    """One sentence of the faces' own, by id."""
    room, _, name = message_id.partition(".")
    return _fill(_room(room)[name][language], values, language)


def _fill(template: str, values: dict[str, object], language: Language) -> str:
    return template.format_map({name: _shown(value, language) for name, value in values.items()})


def _shown(value: object, language: Language) -> str:
    """A value in a sentence; what the system says of a file is said in the sentence's language."""
    if not isinstance(value, OSError):
        return str(value)
    known = _REASONS.get(value.errno or 0)
    return known[language] if known else str(value.strerror)


@cache
def _room(room: str) -> dict[str, dict[str, str]]:
    try:
        return tomllib.loads((_FOLDER / f"{room}.toml").read_text("utf-8"))
    except FileNotFoundError:
        return {}

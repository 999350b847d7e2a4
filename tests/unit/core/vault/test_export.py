"""The readable copy: whole or not there, private, warned of, and nobody's words steer it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused, Unavailable
from core.vault import export
from core.vault.export import Section


def notes(rows: list[dict[str, str]]) -> Section:
    return Section(
        "notes", rows, lambda found: "\n".join(f"- {export.escaped(row['text'])}" for row in found)
    )


def test_rows_and_pages_are_there_with_the_warning(tmp_path: Path) -> None:
    files = export.write(tmp_path / "copy", "没有加密", [notes([{"text": "喜欢吃辣"}])])
    assert [path.name for path in files] == ["READ-ME-FIRST.txt", "notes.jsonl", "notes.md"]
    assert json.loads((tmp_path / "copy" / "notes.jsonl").read_text("utf-8")) == {"text": "喜欢吃辣"}
    assert (tmp_path / "copy" / "notes.md").read_text("utf-8") == "- 喜欢吃辣\n"
    assert (tmp_path / "copy" / "READ-ME-FIRST.txt").read_text("utf-8") == "没有加密\n"
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_it_is_whole_or_not_there(tmp_path: Path) -> None:
    def fails(rows: object) -> str:
        raise Unavailable("vault.locked")

    with pytest.raises(Unavailable):
        export.write(tmp_path / "copy", "w", [notes([]), Section("bad", [], fails)])
    assert not list(tmp_path.iterdir())
    (tmp_path / "copy").mkdir()
    with pytest.raises(Refused, match=r"vault\.export_exists"):
        export.write(tmp_path / "copy", "w", [])
    with pytest.raises(ValueError, match="section"):
        export.write(tmp_path / "other", "w", [Section("../up", [], lambda rows: "")])
    with pytest.raises(Unavailable, match=r"vault\.export_unwritable"):
        export.write(Path("/proc/nowhere/copy"), "w", [])


@given(st.text())
def test_words_make_no_headings_links_or_html(text: str) -> None:
    line = export.escaped(text)
    assert "\n" not in line
    assert "\r" not in line
    for special in "<>[]#*_`|":
        assert all(place and line[place - 1] == "\\" for place, c in enumerate(line) if c == special)
    assert not line.startswith(("- ", "+ ", "1. ", "1) ", "="))


def test_a_sound_s_name_from_outside_is_no_path(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a sound's name"):
        export.write(tmp_path / "copy", "!", [], [("../../a.wav", b"")])
    assert list(tmp_path.iterdir()) == []

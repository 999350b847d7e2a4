"""``banyan memory``: what is remembered can be seen, set aside, taken up again, and followed back."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import UserFacing
from tests.unit.app.commands.conftest import Commands


def test_facts_are_added_edited_set_aside_taken_up_and_followed_back(commands: Commands, home: Path) -> None:
    assert home.is_dir()
    (fact,) = commands("memory", "add", "我喜欢吃榴莲")["memories"]
    (edited,) = commands("memory", "edit", fact["id"][:8], "我不喜欢吃榴莲")["memories"]
    assert (edited["revision"], edited["negated"]) == (2, True)
    commands.shown("memory", "disable", fact["id"][:8])
    listed = commands("memory", "list")
    assert listed["memories"] == []
    assert listed["counts"] == {
        "active": 0, "review": 0, "superseded": 0, "disabled": 1, "pending": 0, "failed": 0,
    }  # fmt: skip
    assert [one["status"] for one in commands("memory", "list", "--all")["memories"]] == ["disabled"]
    commands.shown("memory", "enable", fact["id"][:8])
    told = commands("memory", "history", fact["id"][:8])
    assert [(one["revision"], one["text"]) for one in told["versions"]] == [
        (1, "我喜欢吃榴莲"), (2, "我不喜欢吃榴莲"), (3, "我不喜欢吃榴莲"),
    ]  # fmt: skip
    assert "王奶奶" in commands.shown("memory", "history", fact["id"][:8])
    assert commands("memory", "status")["counts"]["active"] == 1


def test_a_page_in_chinese_has_no_english_word_of_ours(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANYAN_LANG", "zh")
    commands("memory", "add", "我喜欢吃榴莲")
    shown = commands.shown("memory", "list", "--all") + commands.shown("memory", "status")
    assert "喜好" in shown
    assert not {"preference", "active", "status", "failed"} & set(shown.split())
    assert "没有记忆在等您决定" in commands.shown("memory", "review")


def test_what_does_not_wait_cannot_be_kept_or_let_go(commands: Commands) -> None:
    (fact,) = commands("memory", "add", "我喜欢吃榴莲")["memories"]
    assert commands("memory", "review")["review"] == []
    for option in ("--keep", "--let-go"):
        with pytest.raises(UserFacing, match=r"memory\.not_in_review"):
            commands("memory", "review", option, fact["id"][:8])
    with pytest.raises(UserFacing, match=r"memory\.one_or_the_other"):
        commands("memory", "review", "--keep", "a", "--let-go", "b")
    with pytest.raises(UserFacing, match=r"app\.fact_unclear"):
        commands("memory", "disable", "nothing")

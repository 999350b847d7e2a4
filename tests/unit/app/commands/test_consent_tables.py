"""Consents as a table shows them: in the person's language, and another's only where that was agreed to."""

from __future__ import annotations

import re

import pytest

from core.errors import Refused
from tests.unit.app.commands.conftest import Commands


def test_chinese_tables_have_no_english_words_but_those_that_are_typed(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands("consent", "grant", "王奶奶", "cloud_models")
    monkeypatch.setenv("BANYAN_LANG", "zh")
    shown = commands.shown("consent", "show", "王奶奶")
    assert "云端模型 (cloud_models)" in shown
    for table in (("consent", "history", "王奶奶"), ("people", "list")):
        shown = commands.shown(*table)
        assert not re.search(r"[a-z]{3}", shown), shown
    assert "初次设置" in commands.shown("consent", "history", "王奶奶")
    assert commands.shown("consent", "withdraw", "王奶奶", "cloud_models").startswith("王奶奶: 保存对话")


def test_the_log_says_in_chinese_who_looked_where(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands("people", "add", "小丽")
    with pytest.raises(Refused, match=r"people\.not_shared"):
        commands("--by", "小丽", "consent", "show", "王奶奶")
    monkeypatch.setenv("BANYAN_LANG", "zh")
    shown = commands.shown("consent", "log", "王奶奶")
    assert all(word in shown for word in ("拒绝", "同意记录", "家人查看", "小丽")), shown


def test_what_somebody_else_agreed_to_is_shown_where_they_share_it(commands: Commands) -> None:
    commands("people", "add", "小丽")
    own = commands("consent", "show", "王奶奶")["consents"]
    assert own == ["memory", "transcript"], "nobody needs a consent to see their own"
    told = {one["name"]: one["consents"] for one in commands("--by", "小丽", "people", "list")["people"]}
    assert told == {"王奶奶": None, "小丽": []}
    assert "not shared" in commands.shown("--by", "小丽", "people", "list")
    commands("consent", "grant", "王奶奶", "family_view")
    told = {one["name"]: one["consents"] for one in commands("--by", "小丽", "people", "list")["people"]}
    assert told["王奶奶"] == ["family_view", "memory", "transcript"]
    assert commands("--by", "小丽", "consent", "show", "王奶奶")["consents"] == told["王奶奶"]

"""A family's everyday commands, one after the other, each read back by another process."""

from __future__ import annotations

from typing import Any

from tests.e2e.banyan import Banyan

DOCUMENT = "退货期限是签收后15天，商品要保持完好。\n商品质量问题退货，运费由商店承担。\n"
PERIOD = "请问退货期限是几天？"


def names(banyan: Banyan, what: str) -> list[str]:
    return [row["name"] for row in banyan(what, "list", "--json", code=0).json[what]]


def test_people_are_added_and_consent_is_theirs_alone(banyan: Banyan) -> None:
    added = banyan("people", "add", "Martha", "--language", "en", "--json", code=0).json
    assert added["name"] == "Martha"
    assert names(banyan, "people") == ["王奶奶", "Martha"]
    assert banyan("consent", "grant", "martha", "memory", "--json", code=0).json["consents"] == ["memory"]
    banyan("consent", "withdraw", "王奶奶", "memory", code=0)
    rows = banyan("people", "list", "--json", code=0).json["people"]
    assert {row["name"]: row["consents"] for row in rows} == {"王奶奶": ["transcript"], "Martha": ["memory"]}
    assert banyan("people", "add", "ＭＡＲＴＨＡ", "--json", code=1).error == "people.name_taken"
    assert banyan("consent", "grant", "没这人", "memory", "--json", code=1).error == "people.nobody_called"


def test_roles_are_added_changed_and_removed(banyan: Banyan) -> None:
    banyan("roles", "add", "售后", "--patience", "brisk", "--no-memory", code=0)
    changed = banyan(
        "roles", "set", "售后", "--memory", "--speed", "1.2", "--voice", "zh=zf_xiaobei",
        "--tool", "clock=never", "--json", code=0,
    ).json  # fmt: skip
    assert (changed["memory"], changed["speed"], changed["patience"]) == (True, 1.2, "brisk")
    assert changed["voices"] == {"zh": "zf_xiaobei"}
    assert changed["tools"]["clock"] == "never"
    assert changed["tools"]["knowledge_search"] == "allow"
    assert (
        banyan("roles", "set", "售后", "--speed", "9", "--json", code=1).error == "people.speed_out_of_range"
    )
    assert banyan("roles", "set", "售后", "--tool", "clock", "--json", code=1).error == "app.pair_expected"
    assert (
        banyan("roles", "set", "售后", "--tool", "clock=x", "--json", code=1).error
        == "app.permission_unknown"
    )
    for option, value, message in (
        ("--tool", "clok=allow", "app.tool_unknown"),
        ("--voice", "zh=nobody", "app.voice_unknown"),
        ("--voice", "fr=zf_xiaobei", "app.language_unknown"),
    ):
        assert banyan("roles", "set", "售后", option, value, "--json", code=1).error == message
    thread = banyan("ask", "你好", "--role", "售后", "--json", code=0).json["thread"]
    banyan("roles", "remove", "售后", code=0)
    assert names(banyan, "roles") == ["伴言"]
    assert banyan("continue", thread, "你好", "--json", code=1).error == "people.role_removed"
    assert banyan("history", thread, "--json", code=0).json["turns"][0]["text"] == "你好"


def test_a_document_is_added_bound_searched_unbound_and_forgotten(banyan: Banyan, tmp_path: Any) -> None:
    path = tmp_path / "星河 说明.md"
    path.write_text(DOCUMENT, "utf-8")
    (document,) = banyan("knowledge", "add", path, "--no-bind", "--json", code=0).json["documents"]
    assert (document["title"], document["version"], document["bound_to"]) == ("星河 说明", 1, [])
    assert banyan("knowledge", "search", PERIOD, "--json", code=1).json["state"] == "nothing_bound"

    banyan("knowledge", "bind", "星河 说明", code=0)
    found = banyan("knowledge", "search", PERIOD, "--json", code=0).json
    quote = found["quotes"][0]
    assert "15天" in quote["text"]
    assert DOCUMENT[quote["start"] : quote["end"]] == quote["text"]
    assert (
        banyan("knowledge", "search", "店长叫什么名字？", "--json", code=1).json["state"] == "not_in_material"
    )
    follow_up = banyan(
        "knowledge", "search", "那运费谁承担？", "--after", "我是因为商品质量问题退货。", "--json", code=0
    )
    assert "由商店承担" in follow_up.json["quotes"][0]["text"]

    path.write_text(DOCUMENT.replace("15", "20"), "utf-8")
    (changed,) = banyan("knowledge", "add", path, "--json", code=0).json["documents"]
    assert (changed["id"], changed["version"]) == (document["id"], 2)
    assert "20天" in banyan("knowledge", "search", PERIOD, "--json", code=0).json["quotes"][0]["text"]

    banyan("knowledge", "bind", document["id"][:8], "--unbind", code=0)
    assert banyan("knowledge", "search", PERIOD, "--json", code=1).json["state"] == "nothing_bound"
    banyan("knowledge", "remove", "星河 说明", "--yes", code=0)
    assert banyan("knowledge", "list", "--json", code=0).json["documents"] == []
    assert banyan("knowledge", "remove", "星河 说明", "--json", code=1).error == "app.document_unclear"


def test_a_text_is_pasted_through_standard_input(banyan: Banyan) -> None:
    banyan("knowledge", "add", "-", "--title", "说明", stdin=DOCUMENT.encode(), code=0)
    reply = banyan("ask", PERIOD, "--json", code=0).json
    assert "15天" in "".join(reply["reply"])
    assert reply["quotes"][0]["title"] == "说明"


def test_a_memory_is_added_recalled_edited_against_its_revision_and_deleted(banyan: Banyan) -> None:
    (fact,) = banyan("memory", "add", "我喜欢喝绿茶", "--json", code=0).json["memories"]
    assert (fact["kind"], fact["revision"], fact["origin"]) == ("preference", 1, "human")
    (recalled,) = banyan("memory", "recall", "我喜欢喝什么？", "--json", code=0).json["memories"]
    assert recalled["id"] == fact["id"]
    (edited,) = banyan(
        "memory", "edit", fact["id"][:10], "我喜欢喝红茶", "--revision", "1", "--json", code=0
    ).json["memories"]
    assert edited["revision"] == 2
    stale = banyan("memory", "edit", fact["id"], "我喜欢喝花茶", "--revision", "1", "--json", code=1)
    assert stale.error == "memory.stale_revision"
    assert "红茶" in stale.json["error"]["message"]
    assert "花茶" in stale.json["error"]["message"]
    banyan("memory", "forget", fact["id"], "--yes", code=0)
    assert banyan("memory", "list", "--all", "--json", code=0).json["memories"] == []
    assert banyan("memory", "forget", fact["id"], "--yes", "--json", code=1).error == "app.fact_unclear"
    assert banyan("memory", "add", "我的银行卡密码是 123456", "--json", code=1).error == "memory.sensitive"


def test_what_one_person_told_is_not_the_others(banyan: Banyan) -> None:
    banyan("people", "add", "李爷爷", code=0)
    banyan("consent", "grant", "李爷爷", "memory", code=0)
    told = banyan("ask", "我的目标是学会日语。", "--json", code=0).json
    assert any("日语" in text for text in told["learned"])
    mine = banyan("ask", "我的目标是什么？", "--json", code=0).json
    theirs = banyan("--person", "李爷爷", "ask", "我的目标是什么？", "--json", code=0).json
    assert "日语" in "".join(mine["reply"])
    assert "日语" not in "".join(theirs["reply"]) + "".join(theirs["memories"])
    refused = banyan("continue", mine["thread"], "你好", "--person", "李爷爷", "--json", code=1)
    assert refused.error == "conversation.no_such_thread"
    assert banyan("history", mine["thread"], "--person", "李爷爷", "--json", code=1).error == (
        "conversation.no_such_thread"
    )


def test_a_conversation_is_listed_read_and_continued_with_what_was_said(
    banyan: Banyan, tmp_path: Any
) -> None:
    path = tmp_path / "说明.txt"
    path.write_text("商品质量问题退货，运费由商店承担。\n个人原因退货，运费由顾客承担，每件8元。\n", "utf-8")
    banyan("knowledge", "add", path, code=0)
    first = banyan("ask", "我是因为商品质量问题退货。", "--json", code=0).json
    banyan("ask", "你好", code=0)
    again = banyan("continue", first["thread"][:10], "那运费谁承担？", "--json", code=0).json
    assert again["thread"] == first["thread"]
    assert "由商店承担" in "".join(again["reply"])

    listed = banyan("history", "--json", code=0).json["threads"]
    assert listed[0]["thread"] == first["thread"], "continued last, listed first"
    assert listed[0]["sessions"] == 2
    turns = banyan("history", "last", "--json", code=0).json["turns"]
    assert [turn["text"] for turn in turns if turn["by"] == "user"] == [
        "我是因为商品质量问题退货。",
        "那运费谁承担？",
    ]
    rows = banyan("history", "last", "--events", "--json", code=0).json["events"]
    assert [row["body"]["kind"] for row in rows].count("session_ended") == 2
    assert "那运费谁承担？" in banyan("history", "last", code=0).out


def test_without_consent_a_conversation_is_not_kept_and_not_continued(banyan: Banyan) -> None:
    banyan("consent", "withdraw", "王奶奶", "transcript", code=0)
    gone = banyan("ask", "鹳鹧鸪的秘密", "--json", code=0).json
    assert gone["kept"] is False
    assert gone["reply"]
    assert banyan("continue", "last", "你好", "--json", code=1).error == "journal.not_kept"
    rows = banyan("history", "last", "--events", "--json", code=0).json["events"]
    assert [row["body"]["kind"] for row in rows] == ["session_begun", "session_ended"]


def test_a_new_household_can_be_asked_to_keep_and_remember_nothing(nowhere: Banyan) -> None:
    nowhere("init", "--device", "--no-keep", "--no-remember", "--name", "A", "--language", "en", code=0)
    told = nowhere("ask", "My goal is to learn French.", "--json", code=0).json
    assert (told["kept"], told["learned"]) == (False, [])
    assert nowhere("memory", "list", "--json", code=0).json["memories"] == []


def test_nothing_at_all_is_not_answered(banyan: Banyan) -> None:
    for text in ("", "   ", "　"):
        assert banyan("ask", text, "--json", code=1).error == "app.nothing_said"
    assert banyan("history", "--json", code=0).json["threads"] == []


def test_bytes_that_are_no_text_are_answered_and_kept_readable(banyan: Banyan) -> None:
    asked = banyan("ask", "\udcff你好", "--json", code=0).json
    assert asked["text"] == "\ufffd你好"
    assert "你好" in banyan("history", "last", code=0).out


def test_unknown_names_are_said_with_the_name(banyan: Banyan) -> None:
    assert banyan("ask", "你好", "--person", "没这人", "--json", code=1).error == "people.nobody_called"
    assert banyan("ask", "你好", "--role=没这角色", "--json", code=1).error == "people.no_role_called"
    assert "没这人" in banyan("--person", "没这人", "history", code=1).err


def test_the_settings_choose_who_speaks(banyan: Banyan) -> None:
    banyan("people", "add", "李爷爷", code=0)
    banyan.settings('person = "李爷爷"')
    assert banyan("history", "--json", code=0).json["person"] == "李爷爷"
    assert banyan("history", "--person", "王奶奶", "--json", code=0).json["person"] == "王奶奶"


def test_two_processes_at_once_both_write_everything(banyan: Banyan) -> None:
    with (
        banyan.started("ask", "你好", "--pace", "0.5", "--json") as one,
        banyan.started("ask", "谢谢", "--pace", "0.5", "--json") as two,
    ):
        for child in (one, two):
            assert child.stderr is not None
            errors = child.stderr.read()
            assert child.wait(60) == 0, errors
    listed = banyan("history", "--json", code=0).json["threads"]
    assert sorted(row["first_words"] for row in listed) == ["你好", "谢谢"]

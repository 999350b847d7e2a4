"""Deleting from the command line: told first, done with --yes, proved by a receipt, never undone by a backup."""

from __future__ import annotations

from tests.e2e.banyan import Banyan

LIKES = "我喜欢吃榴莲。"


def test_what_goes_and_what_stays_is_told_before_anything_is_deleted(banyan: Banyan) -> None:
    banyan.environment["BANYAN_LANG"] = "zh"
    banyan("ask", LIKES, code=0)
    (fact,) = banyan("memory", "list", "--json", code=0).json["memories"]
    told = banyan("memory", "forget", fact["id"][:8], code=1)
    assert "榴莲" in told.out
    assert "也说到它" in told.out, "what was said stays said, and is shown"
    assert "--yes" in told.err
    asked = banyan("memory", "forget", fact["id"][:8], "--json", code=1).json
    assert (asked["deleted"], asked["extent"]["facts"]) == (False, 1)
    assert LIKES in [one["text"] for one in asked["extent"]["repeated"]]
    assert banyan("receipts", "--json", code=0).json["receipts"] == []
    done = banyan("memory", "forget", fact["id"][:8], "--yes", "--json", code=0).json
    assert (done["deleted"], done["settled"]) == (True, True)
    (receipt,) = banyan("receipts", "list", "--json", code=0).json["receipts"]
    assert (receipt["kind"], receipt["by_name"]) == ("fact", "王奶奶")
    assert receipt["swept"]
    assert "榴莲" not in banyan("receipts", "show", receipt["id"][:8], code=0).out
    assert banyan("receipts", "sweep", "--json", code=0).json["settled"] is True


def test_a_conversation_and_an_utterance_go_with_what_hangs_on_them(banyan: Banyan) -> None:
    banyan("ask", LIKES, code=0)
    banyan("ask", "我住在成都。", code=0)
    threads = [one["thread"] for one in banyan("history", "list", "--json", code=0).json["threads"]]
    (turn, *_) = banyan("history", threads[0], "--json", code=0).json["turns"]
    place = f"{turn['session'][:8]}/{turn['seq']}"
    done = banyan("history", "delete", threads[0], place, "--yes", "--json", code=0).json
    assert sorted(one["kind"] for one in done["receipts"]) == ["fact", "utterance"]
    turns = banyan("history", threads[0], "--json", code=0).json["turns"]
    assert {one["text"] for one in turns} == {"[erased]"}
    done = banyan("history", "delete", threads[1], "--yes", "--json", code=0).json
    assert done["extent"]["said"] == 2
    left = [one["thread"] for one in banyan("history", "list", "--json", code=0).json["threads"]]
    assert left == threads[:1]


def test_a_document_and_a_person_are_deleted_and_the_last_one_stays(banyan: Banyan) -> None:
    banyan("knowledge", "add", "-", "--title", "说明", stdin="退货期限是15天。".encode(), code=0)
    banyan("knowledge", "remove", "说明", "--yes", "--json", code=0)
    assert banyan("people", "remove", "王奶奶", "--yes", "--json", code=1).error == "people.last_person"
    banyan("people", "add", "李爷爷", code=0)
    banyan("people", "remove", "李爷爷", "--yes", "--json", code=0)
    kinds = [one["kind"] for one in banyan("receipts", "--json", code=0).json["receipts"]]
    assert kinds == ["person", "document"]


def test_an_older_database_put_back_by_hand_shows_nothing_deleted(banyan: Banyan) -> None:
    (fact,) = banyan("memory", "add", LIKES, "--json", code=0).json["memories"]
    (file,) = banyan.vault.glob("vault*.db")
    older = file.read_bytes()
    banyan("memory", "forget", fact["id"], "--yes", code=0)
    file.write_bytes(older)
    assert banyan("memory", "list", "--json", code=0).json["memories"] == []
    assert len(banyan("receipts", "--json", code=0).json["receipts"]) == 1

"""The history by command: found, corrected, checked, and records of another program beside it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.banyan import Banyan


def test_what_was_said_is_found_corrected_and_still_whole(banyan: Banyan) -> None:
    thread = banyan("ask", "我的存折放在柜子里", "--json", code=0).json["thread"]
    (found, *_) = banyan("history", "search", "存折", "--said-by", "user", "--json", code=0).json["found"]
    assert (found["thread"], found["text"]) == (thread, "我的存折放在柜子里")
    place = banyan("history", "show", "last", "--numbers", code=0).out.split()[0]
    revised = banyan("history", "revise", thread[:8], place, "我的存折放在书房里", "--json", code=0).json
    assert revised == {"revised": True, "text": "我的存折放在书房里"}
    assert banyan("history", "last", "--json", code=0).json["turns"][0]["text"] == "我的存折放在书房里"
    assert banyan("history", "search", "柜子里", "--said-by", "user", "--json", code=0).json["found"] == []
    checked = banyan("history", "check", "--json", code=0).json
    assert checked["whole"]
    assert [session["broken"] for session in checked["sessions"]] == [None]
    assert banyan("history", "search", "x", "--said-by", "nobody", "--json", code=1).error == "app.history_by"


def test_another_program_s_records_are_read_searched_and_quoted(banyan: Banyan, tmp_path: Path) -> None:
    file = tmp_path / "conversation.jsonl"
    rows = [{"role": "user", "content": "我孙子叫小宝"}, {"role": "assistant", "content": "好的"}]
    file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    taken = banyan("history", "import", file, "--json", code=0).json
    assert (taken["new"], taken["import"]["records"]) == (True, 2)
    assert not banyan("history", "import", file, "--json", code=0).json["new"]
    (found,) = banyan("history", "search", "小宝", "--json", code=0).json["found"]
    assert (found["thread"], found["text"]) == (None, "我孙子叫小宝")
    source = taken["import"]["id"][:8]
    quoted = banyan("ask", "我孙子叫什么？", "--quote", f"{source}:0", "--json", code=0).json
    assert [quote["text"] for quote in quoted["quotes"]] == ["我孙子叫小宝"]
    assert banyan("ask", "你好", "--quote", source, "--json", code=1).error == "app.quote_expected"
    banyan("history", "imports", "remove", source, code=0)
    assert banyan("history", "imports", "list", "--json", code=0).json["imports"] == []
    assert banyan("history", "recordings", "list", "--json", code=0).json["recordings"] == []
    file.write_bytes(b"\x7fELF\x00")
    assert banyan("history", "import", file, "--json", code=1).error == "journal.import_not_text"

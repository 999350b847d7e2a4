"""kill -9 at any moment: what was acknowledged is there, and the conversation goes on."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.e2e.banyan import Banyan, events

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")

KILLS = int(os.environ.get("BANYAN_CLI_KILLS", "2"))
"""How often each command is killed (in full: 25), at moments spread over the time it takes."""

DOCUMENT = (
    "退货的步骤是先在订单页面提交申请，再把商品和小票一起装进原来的盒子，然后等快递员上门来取。\n"
    "退货期限是签收后15天，商品要保持完好。\n"
)


def said(banyan: Banyan, by: str) -> str:
    turns = banyan("history", "last", "--json", code=0).json["turns"]
    return "".join(turn["text"] for turn in turns if turn["by"] == by)


def test_killed_in_mid_answer_again_and_again_a_conversation_loses_nothing(
    banyan: Banyan, tmp_path: Path
) -> None:
    path = tmp_path / "说明.txt"
    path.write_text(DOCUMENT, "utf-8")
    banyan("knowledge", "add", path, code=0)
    heard: list[str] = []
    asked = [f"第{number}次问，退货的步骤是什么？" for number in range(5)]
    for number, question in enumerate(asked):
        how = ("ask",) if number == 0 else ("continue", "last")
        with banyan.started(*how, question, "--pace", "30", "--events") as child:
            for event in events(child):
                if event["event"] == "assistant_heard":
                    heard.append(event["text"])
                    break
            child.send_signal(signal.SIGKILL)
            assert child.wait(20) == -signal.SIGKILL
        assert said(banyan, "user") == "".join(asked[: number + 1])
    assert len(heard) == len(asked)
    assert all(sentence in said(banyan, "assistant") for sentence in heard)
    rows = banyan("history", "last", "--events", "--json", code=0).json["events"]
    kinds = [row["body"]["kind"] for row in rows]
    assert (kinds.count("session_begun"), kinds.count("session_ended")) == (5, 0)
    assert len(banyan("history", "--json", code=0).json["threads"]) == 1

    assert "15天" in "".join(
        banyan("continue", "last", "请问退货期限是几天？", "--json", code=0).json["reply"]
    )


@pytest.mark.parametrize("seconds", [0.4, 0.7, 1.0, 1.4])
def test_killed_at_any_moment_of_a_run_the_household_opens_whole(banyan: Banyan, seconds: float) -> None:
    acknowledged: list[str] = []
    with banyan.started("ask", "我的目标是学会日语。", "--events") as child:
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        acknowledged = [event["text"] for event in events(child) if event["event"] == "user_said"]
    listed = banyan("history", "--json", code=0).json["threads"]
    if acknowledged:
        assert [row["first_words"] for row in listed] == acknowledged
    banyan.environment["BANYAN_MODELS"] = str(banyan.home / "none")
    findings = banyan("doctor", "--json", code=1).json["findings"]
    assert [finding["ok"] for finding in findings if finding["part"] == "vault"] == [True]


@pytest.mark.parametrize("seconds", [0.3, 0.6, 0.9, 1.3])
def test_killed_while_it_is_being_made_a_household_opens_or_can_be_made(
    nowhere: Banyan, seconds: float
) -> None:
    with nowhere.started("init", "--device", "--name", "王奶奶", "--json") as child:
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        child.wait(20)
    again = nowhere("init", "--device", "--name", "王奶奶", "--json")
    assert again.code == 0 or again.error == "vault.exists"
    people = nowhere("people", "list", "--json", code=0).json["people"]
    assert [person["name"] for person in people] == ["王奶奶"]
    assert nowhere("ask", "你好", "--json", code=0).json["reply"]


def killed(banyan: Banyan, arguments: Sequence[str | Path], takes: float, attempt: int) -> bool:
    """Run a command and kill it at the attempt's moment; whether it was done before."""
    moment = takes * (0.25 + 0.7 * (attempt + random.Random(attempt).random()) / KILLS)
    with banyan.started(*arguments, "--json") as child:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(moment)
        child.send_signal(signal.SIGKILL)
        out = child.communicate(timeout=20)[0]
        return child.returncode == 0 or out.rstrip().endswith("}")


def timed(banyan: Banyan, *arguments: str | Path) -> float:
    """Seconds that a command takes which is let be."""
    began = time.perf_counter()
    banyan(*arguments, "--json", code=0)
    return time.perf_counter() - began


def test_killed_while_importing_a_file_is_there_whole_or_not_at_all(banyan: Banyan, tmp_path: Path) -> None:
    def document(number: int) -> Path:
        path = tmp_path / f"说明{number}.txt"
        path.write_text(
            f"第{number:03}份说明。\n" + DOCUMENT * 20 + f"最后一段在第{number:03}页。\n", "utf-8"
        )
        return path

    def records(number: int) -> Path:
        path = tmp_path / f"{number}.jsonl"
        lines = [{"role": "user", "text": f"第{number}份里的第{line}句话"} for line in range(300)]
        path.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
        return path

    takes = timed(banyan, "knowledge", "add", document(0)), timed(banyan, "history", "import", records(0))
    acknowledged = [0, 0]
    for attempt in range(1, KILLS + 1):
        acknowledged[0] += killed(banyan, ("knowledge", "add", document(attempt)), takes[0], attempt - 1)
        acknowledged[1] += killed(banyan, ("history", "import", records(attempt)), takes[1], attempt - 1)
        found = banyan("knowledge", "list", "--json", code=0).json["documents"]
        taken = banyan("history", "imports", "list", "--json", code=0).json["imports"]
        assert {one["characters"] for one in found} == {found[0]["characters"]}, "a document by halves"
        assert {one["records"] for one in taken} == {300}, "an import by halves"
        assert len(found) > acknowledged[0]
        assert len(taken) > acknowledged[1]
    banyan("history", "import", records(1), "--json", code=0)
    # It makes the vectors of all that were killed before theirs were made: seconds each with a slow model.
    banyan("knowledge", "add", document(1), "--json", code=0, patience=60 + 30 * KILLS)


def test_killed_while_deleting_there_is_the_fact_or_its_receipt(banyan: Banyan) -> None:
    for number in range(KILLS + 1):
        banyan("memory", "add", f"我喜欢第{number}种茶", code=0)
    facts = {one["text"]: one["id"] for one in banyan("memory", "list", "--json", code=0).json["memories"]}
    assert len(facts) == KILLS + 1
    (_, first), *others = facts.items()
    takes = timed(banyan, "memory", "delete", first, "--yes")
    gone = 1
    for attempt, (text, fact) in enumerate(others):
        acknowledged = killed(banyan, ("memory", "delete", fact, "--yes"), takes, attempt)
        left = [one["text"] for one in banyan("memory", "list", "--json", code=0).json["memories"]]
        gone += text not in left
        assert not (acknowledged and text in left), "deleted and there again"
        banyan("receipts", "sweep", "--json", code=0)
        receipts = banyan("receipts", "list", "--json", code=0).json["receipts"]
        assert len(receipts) == gone
        assert all(one["swept"] for one in receipts)


def test_killed_while_backing_up_the_next_backup_is_whole(banyan: Banyan, tmp_path: Path) -> None:
    banyan("memory", "add", "我喜欢吃辣", code=0)
    takes = timed(banyan, "backup", "make", tmp_path / "stick")
    for attempt in range(KILLS):
        killed(banyan, ("backup", "make", tmp_path / "stick"), takes, attempt)
        made = banyan("backup", "make", tmp_path / "stick", "--json", code=0).json["backup"]["path"]
        assert banyan("backup", "verify", made, "--json", code=0).json["whole"] is True
    assert banyan("memory", "list", "--json", code=0).json["memories"][0]["text"] == "我喜欢吃辣"

"""kill -9 at any moment: what was acknowledged is there, and the conversation goes on."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.e2e.banyan import Banyan, events

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")

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
    import time

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
    import time

    with nowhere.started("init", "--device", "--name", "王奶奶", "--json") as child:
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        child.wait(20)
    again = nowhere("init", "--device", "--name", "王奶奶", "--json")
    assert again.code == 0 or again.error == "vault.exists"
    people = nowhere("people", "list", "--json", code=0).json["people"]
    assert [person["name"] for person in people] == ["王奶奶"]
    assert nowhere("ask", "你好", "--json", code=0).json["reply"]

"""What is said aloud about consents is understood when it says only that, and nothing else is taken for it."""

from __future__ import annotations

import pytest

from core.people.consent import Purpose
from core.people.spoken_consent import Wish, answer, wish
from core.text import Language, language_of

WITHDRAWS: dict[Purpose, tuple[str, ...]] = {
    "transcript": (
        "不要再记我说的话",
        "别再保存我说的话了。",
        "请你以后不要把我说的话记下来",
        "能不能别记录我们的对话？",
        "我说的话别记了",
        "停止记录我们的谈话",
        "伴言，从现在起不要保存我们的聊天记录，好吗？",
        "Stop keeping what I say.",
        "Please don't record what I say any more.",
        "Could you stop saving our conversations, please?",
        "From now on don't write down anything I say.",
    ),
    "memory": (
        "不要再记我的事了",
        "别记住我的事情",
        "不要把我的喜好记下来",
        "Stop remembering things about me.",
        "Please don't remember anything about me.",
    ),
    "audio": ("不要录音", "别再录我的声音了", "请不要保存我的录音", "Don't keep my voice.", "Stop recording my voice, please."),
    "cloud_models": (
        "不要把我说的话发到网上",
        "别把我的声音传到云端去",
        "不要再用云端的模型了",
        "Don't send what I say to the cloud.",
        "Stop using the cloud.",
    ),
    "family_view": (
        "不要让家里人看我的记录",
        "别给孩子们看我的聊天记录",
        "Don't let my family read my conversations.",
    ),
}  # fmt: skip
GRANTS: dict[Purpose, tuple[str, ...]] = {
    "transcript": ("你可以保存我说的话了", "可以记录我们的对话", "You may keep what I say again."),
    "memory": ("你可以记住我的事了", "You can remember things about me."),
    "audio": ("可以录音了", "You may keep my voice."),
    "cloud_models": ("可以把我说的话发到网上", "You may use the cloud now."),
    "family_view": ("可以让家里人看我的记录", "You may let my daughter see my history."),
}
BOTH = ("以后别记了", "从现在起不要再记录了。", "From now on don't keep anything.")
NOTHING = (
    "别记了",
    "你会保存我说的话吗？",
    "可以保存我说的话吗？",
    "不要忘记我说的话",
    "我女儿说不要再记我说的话",
    "他让你别保存我说的话了，你听见没有",
    "不要再提我说的话",
    "别把我说的话当真",
    "不要让家里人看电视",
    "别用云端的表情，记得买鸡蛋",
    "把我说的话记下来",
    "不要录取我",
    "以后别记错了",
    "我的事不用你管",
    "不用保存我的钥匙",
    "如果我说不要再记我说的话，你会怎么办",
    "Can you keep what I say?",
    "You may keep what I say?",
    "Don't forget what I say.",
    "Stop saying what I say.",
    "She told me to stop keeping what I say to her",
    "Don't send my letter to the cloud forest",
    "Keep what I say.",
    "",
)


def said(text: str) -> Wish | None:
    return wish(text, language_of(text))


@pytest.mark.parametrize(("purpose", "text"), [(p, t) for p, texts in WITHDRAWS.items() for t in texts])
def test_a_withdrawal_is_understood(purpose: Purpose, text: str) -> None:
    assert said(text) == Wish(purposes=(purpose,), granted=False)


@pytest.mark.parametrize(("purpose", "text"), [(p, t) for p, texts in GRANTS.items() for t in texts])
def test_a_grant_is_understood(purpose: Purpose, text: str) -> None:
    assert said(text) == Wish(purposes=(purpose,), granted=True)


@pytest.mark.parametrize("text", BOTH)
def test_no_more_of_anything_is_words_and_memory(text: str) -> None:
    assert said(text) == Wish(purposes=("transcript", "memory"), granted=False)


@pytest.mark.parametrize("text", NOTHING)
def test_whatever_says_something_else_changes_nothing(text: str) -> None:
    assert said(text) is None


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("是的", "zh", "yes"),
        ("对，没错。", "zh", "yes"),
        ("好的", "zh", "yes"),
        ("嗯，是的", "zh", "yes"),
        ("Yes, please.", "en", "yes"),
        ("that's right", "en", "yes"),
        ("不是", "zh", "no"),
        ("算了吧", "zh", "no"),
        ("不用了", "zh", "no"),
        ("No, never mind.", "en", "no"),
        ("嗯", "zh", None),
        ("是谁在说话", "zh", None),
        ("好的，那今天天气怎么样", "zh", None),
        ("yes but what about tomorrow", "en", None),
        ("", "zh", None),
        ("……", "zh", None),
    ],
)
def test_only_a_plain_yes_or_no_answers(text: str, language: Language, expected: str | None) -> None:
    assert answer(text, language) == expected

"""What is said aloud about consents, in fixed words: the question back, and what was done."""

from __future__ import annotations

from collections.abc import Mapping

from core.people.consent import Purpose
from core.people.spoken_consent import Wish
from core.text import Language

UNCHANGED: Mapping[Language, str] = {
    "zh": "好的，那就和以前一样。",
    "en": "All right, everything stays as it was.",
}

_WITHDRAWS: Mapping[Purpose, Mapping[Language, str]] = {
    "transcript": {"zh": "不再保存您说的话", "en": "stop keeping what you say"},
    "memory": {"zh": "不再记住您的事", "en": "stop remembering things about you"},
    "audio": {"zh": "不再保存您的声音", "en": "stop keeping your voice"},
    "cloud_sync": {"zh": "不再同步到云端", "en": "stop syncing to the cloud"},
    "cloud_memory": {"zh": "不再用云端记忆", "en": "stop using the memory service"},
    "cloud_models": {"zh": "不再把您说的话发到云端", "en": "stop sending what you say to a cloud"},
    "family_view": {"zh": "不再让别人看您的记录", "en": "stop letting others look at your records"},
}
_GRANTS: Mapping[Purpose, Mapping[Language, str]] = {
    "transcript": {"zh": "可以保存您说的话", "en": "keep what you say"},
    "memory": {"zh": "可以记住您的事", "en": "remember things about you"},
    "audio": {"zh": "可以保存您的声音", "en": "keep your voice"},
    "cloud_sync": {"zh": "可以同步到云端", "en": "sync to the cloud"},
    "cloud_memory": {"zh": "可以用云端记忆", "en": "use the memory service"},
    "cloud_models": {"zh": "可以把您说的话发到云端", "en": "send what you say to a cloud"},
    "family_view": {"zh": "可以让别人看您的记录", "en": "let others look at your records"},
}
_KEPT: Mapping[Language, str] = {
    "zh": "以前留下的还在，想删掉的话，请在屏幕上删，或者请家里人帮忙。",
    "en": "What was kept before is still there; to have it deleted, use the screen or ask your family.",
}
_NEXT_TIME: Mapping[Language, str] = {
    "zh": "从下一次谈话开始保存。",
    "en": "I will keep it from the next conversation on.",
}


def question(asked: Wish, language: Language) -> str:
    """Asks back, so that a misheard word changes nothing."""
    what = _what(asked, language)
    return (
        f"您是说，从现在起{what}，对吗？"
        if language == "zh"
        else f"Do you mean that from now on I {_may(asked)}{what}?"
    )


def done(carried_out: Wish, language: Language) -> str:
    """What holds from now on, and after a withdrawal, what can be done about the past."""
    what = _what(carried_out, language)
    head = (
        f"好的，从现在起{what}。"
        if language == "zh"
        else f"All right, from now on I {_may(carried_out)}{what}."
    )
    if not carried_out.granted:
        keeps = {"transcript", "memory", "audio"} & set(carried_out.purposes)
        return f"{head}{_gap(language)}{_KEPT[language]}" if keeps else head
    return f"{head}{_gap(language)}{_NEXT_TIME[language]}" if "transcript" in carried_out.purposes else head


def _what(about: Wish, language: Language) -> str:
    words = _GRANTS if about.granted else _WITHDRAWS
    joint = "，也" if language == "zh" else " and "
    return joint.join(words[purpose][language] for purpose in about.purposes)


def _may(about: Wish) -> str:
    return "may " if about.granted else ""


def _gap(language: Language) -> str:
    return "" if language == "zh" else " "

"""The companion a new household begins with."""

from __future__ import annotations

from core.people import roles
from core.people.roles import Role
from core.text import Language

_NAMES: dict[Language, str] = {"zh": "伴言", "en": "Banyan"}
_GREETINGS: dict[Language, str] = {
    "zh": "您好，我在听。",
    "en": "Hello, I am listening.",
}
_INSTRUCTIONS: dict[Language, str] = {
    "zh": (
        "你是一位老人家里的语音伙伴，名叫伴言。说话温和、简短、口语化，一次只说一两句。"
        "只根据家里的资料、这个人说过的话和当前对话回答；资料里没有，就直说没有，不要猜。"
        "不给诊断，不改药量；身体不舒服时请他联系家人或医生。"
    ),
    "en": (
        "You are Banyan, a voice companion in an older person's home. Speak warmly and briefly, one or two "
        "sentences at a time. Answer only from the household's documents, what this person has told you and "
        "this conversation; when they do not say, say so and do not guess. Give no diagnosis and change no "
        "dose; when someone is unwell, ask them to call family or a doctor."
    ),
}


def companion(language: Language) -> Role:
    """A patient role with memory and the tools that only read."""
    return roles.draft(
        _NAMES[language],
        instructions=_INSTRUCTIONS[language],
        greeting=_GREETINGS[language],
        language=language,
    )

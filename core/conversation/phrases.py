"""The few sentences a conversation says by itself when no answer is to be had."""

from __future__ import annotations

from core.errors import Refused, UserFacing
from core.text import Language

_FAILED: dict[Language, str] = {
    "zh": "对不起，我刚才没能想出回答，请再说一遍好吗？",
    "en": "I am sorry, I could not find an answer just now. Could you say it again?",
}
_UNREACHABLE: dict[Language, str] = {
    "zh": "对不起，我现在连不上帮我想问题的那台机器，请过一会儿再问我。",
    "en": "I am sorry, I cannot reach the computer that helps me think. Please ask me again in a while.",
}
_NOT_ALLOWED: dict[Language, str] = {
    "zh": "对不起，没有您的同意，这件事我不能做。",
    "en": "I am sorry, I may not do that without your consent.",
}


def failure_sentence(error: Exception, language: Language) -> str:
    """What is said aloud instead of the answer; fixed words, nothing from the error's text."""
    if isinstance(error, Refused):
        return _NOT_ALLOWED[language]
    if isinstance(error, UserFacing) and error.message_id.startswith("brain.server"):
        return _UNREACHABLE[language]
    return _FAILED[language]

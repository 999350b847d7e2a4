"""What was said, made plain for recognising: one script, no fillers, no courtesy in front, no punctuation."""

# ruff: noqa: E501 (a pattern is not broken inside an alternative)
from __future__ import annotations

import re
from dataclasses import dataclass

from core.brain.grounded.questions import asks
from core.brain.grounded.script import simplified
from core.text import Language, language_of, normalise, sentences

_FILLER_ZH = re.compile(
    r"^(?:[嗯呃额啊哦喔诶哎唉呀欸]+[,，、…\s]*(?:那个|这个)?|(?:那个|这个|就是说?)(?=[,，、\s…]|[我你您请嗯呃啊现今明昨]|就是|那个|这个)"
    r"|对了|话说|请问一?下?|(?:我|那我)?(?:想|要|再)*问(?:一下|一问|问|你一下|你)|我想(?:知道|了解)(?:一下)?"
    r"|麻烦(?:问一?下|你|您)|(?:你|您)(?:能不能|可以|能)?(?:告诉|说给)我(?!的)|(?:请|麻烦你)?告诉我(?!的)|跟我说说"
    r"|(?:帮我|给我|你)?(?:查|看)(?:一下|一查|查|看)|你(?:还)?知道(?!我))[,，、。…\s]*"
)
_FILLER_EN = re.compile(
    r"^(?:(?:um+|uh+|er+m*|hm+|mm+|well|so|like|oh|ah|right|now|ok(?:ay)?|please|you know|i mean|and|but)\b"
    r"|(?:can|could|would|will) you (?:please )?(?:tell me|say|check|look up)\b(?: me)?|(?:please )?tell me\b"
    r"|i(?:'d| would)? (?:want|like|wanted) to (?:know|ask)(?: you)?\b|do you know\b(?! (?:me|my|about me))|i wonder\b|i(?: was| am|'m) (?:just )?wondering(?: (?:if|whether))?\b"
    r"|(?:can|could|may) i ask(?: you)?\b)[,.…\s]*",
    re.IGNORECASE,
)
_COURTESY_ZH = re.compile(
    r"^(?:(?:你好|您好|嗨|哈喽|喂|早上好|下午好|晚上好|中午好)[呀啊]?|(?:好的?|嗯+)?谢谢(?:你|您)?[啊呀了]?|好的|好吧|明白了|知道了|"
    r"对不起|不好意思|伴言|小伴)[,，、。！!…\s]*"
)
_COURTESY_EN = re.compile(
    r"^(?:hello|hi|hey|good (?:morning|afternoon|evening)|thank you(?: very much)?|thanks(?: a lot)?|i see|"
    r"excuse me|sorry|banyan)(?: there| banyan)?(?:[,.!…]\s*|\s+)",
    re.IGNORECASE,
)
_END = 600
"""Characters at the end of a monologue that are searched for what it comes to."""
_MARKS = re.compile(r"[^\w'’]+")


@dataclass(frozen=True, slots=True)
class Heard:
    """text: as said, in simplified characters. core: without fillers and courtesy in front.
    plain, plain_core: the same without marks, Han close together, Latin lower-case with single spaces."""

    text: str
    core: str
    plain: str
    plain_core: str
    language: Language
    spoken: bool


def hear(text: str, language: Language, *, spoken: bool) -> Heard:
    """language: what the recogniser says, believed when the words do not tell."""
    said = simplified(normalise(text))
    tongue = language_of(said, default=language)
    core = _peeled(_last_thought(said[-_END:], tongue), tongue)
    return Heard(
        text=said,
        core=core,
        plain=plain(_unfilled(said, tongue), tongue),
        plain_core=plain(core, tongue),
        language=tongue,
        spoken=spoken,
    )


def plain(text: str, language: Language) -> str:
    """Without marks; for whole-utterance patterns."""
    bare = _MARKS.sub(" ", text.lower().replace("’", "'")).strip()
    return re.sub(r"\s+", "", bare) if language == "zh" else re.sub(r"\s+", " ", bare)


def _unfilled(text: str, language: Language) -> str:
    filler = _FILLER_ZH if language == "zh" else _FILLER_EN
    while (cut := filler.match(text)) and text[cut.end() :].strip():
        text = text[cut.end() :]
    return text


def _peeled(text: str, language: Language) -> str:
    courtesy = _COURTESY_ZH if language == "zh" else _COURTESY_EN
    while True:
        shorter = _unfilled(text, language)
        cut = courtesy.match(shorter)
        if cut and plain(shorter[cut.end() :], language):
            shorter = shorter[cut.end() :]
        if shorter == text:
            return text
        text = shorter


def _last_thought(text: str, language: Language) -> str:
    """When several sentences were said, the last that asks; all of them when none does."""
    said = sentences(text)
    if len(said) < 2:
        return text
    asking = [sentence for sentence in said if asks(sentence, language)]
    return asking[-1] if asking else text

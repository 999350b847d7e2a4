"""Answering questions about the person from what they told us: which memories fit, and in what words."""

# ruff: noqa: E501 (a table of patterns reads better one to a line)
from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.brain.grounded.hearing import Heard
from core.brain.grounded.overlap import coverage, sounds_within
from core.brain.grounded.person import second_person
from core.brain.grounded.phrases import phrase
from core.memory.facts import Fact, Kind
from core.retrieval.bigrams import fold
from core.retrieval.question import content
from core.text import Language

_FIRST_ZH = re.compile(r"(?<![给帮让对跟和叫教告诉])我(?!们)|我的|对我|叫我")
_FIRST_EN = re.compile(r"\b(?:my|mine|myself|i|i'm|i've|me)\b", re.IGNORECASE)

# Kinds a question may be about. Those of the first group have one value a person, so the kind alone
# decides; the others need what else is asked to be in the memory too.
_ONE_VALUE: Final[frozenset[Kind]] = frozenset({"goal", "birthday", "home_city", "name"})
_KINDS_ZH: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("goal", re.compile(r"目标|理想|愿望|梦想|(?:想|要|打算|准备)(?:学会?|做|实现|完成)")),
    ("birthday", re.compile(r"生日|(?:哪天|哪年|什么时候|几月几[号日]|几月)(?:出?生|过生日)|出生")),
    ("home_city", re.compile(r"家?住(?:在)?(?:哪[里儿]?|什么地方)(?:个?城市)?|哪[里儿]?人|家在哪[里儿]?|住的?(?:是)?(?:哪个?|什么)?城市|老家")),
    ("name", re.compile(r"(?:叫|姓)(?:什么|啥)(?:名字?)?|名字|(?<=我)是谁|怎么(?:称呼|叫)(?=我)")),
    ("health", re.compile(r"过敏|[什么啥]*病|血压|血糖|身体|毛病|健康|(?:什么|啥)药|不能碰|碰不得|忌")),
    ("preference", re.compile(r"喜欢|最?爱(?:好|吃|喝|看|听|玩|做)?|讨厌|不能?吃|不能?喝|忌口|口味|偏好|习惯[吃喝]")),
    ("correction", re.compile(r"多大(?:岁数|年纪)?|几岁|岁数|年纪|年龄")),
    ("routine", re.compile(r"每[天周月年]|平时|一般|通常|经常|天天|作息|习惯|(?:早上|晚上|中午|下午)?几点|(?:早上|晚上|中午|下午)(?=.*[去做干]|.*锻炼)")),
    ("relationship", re.compile(r"家人|亲戚|家里(?:都)?有谁|[谁哪]个?(?:是|亲人)")),
    ("event", re.compile(r"什么时候|哪[天年]|安排|预约|复查|手术")),
)  # fmt: skip
_KINDS_EN: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("goal", re.compile(r"\b(?:goals?|aims?|dreams?|ambition|(?:want|hope|plan|trying) to (?:learn|do|achieve))\b")),
    ("birthday", re.compile(r"\b(?:birthday|born|birth date|date of birth)\b")),
    ("home_city", re.compile(r"\b(?:where (?:do|did|am) i (?:live|living|from)|(?:home ?town|home city|city)|where i live)\b")),
    ("name", re.compile(r"\b(?:my name|who am i|call me|who i am)\b")),
    ("health", re.compile(r"\b(?:allerg\w+|health|illness\w*|ill|disease|blood pressure|medicines?|medication|conditions?|stay away|avoid|mustn't)\b")),
    ("preference", re.compile(r"\b(?:like|love|enjoy|prefer|favou?rite|hate|dislike|can't stand|hobb(?:y|ies)|stay away|avoid)\b")),
    ("correction", re.compile(r"\b(?:how old|age)\b")),
    ("routine", re.compile(r"\b(?:every (?:day|morning|evening|night|week)|usually|routine|always|each (?:day|morning)|when do i|in the (?:morning|afternoon|evening)|for exercise)\b")),
    ("relationship", re.compile(r"\bfamily\b|\brelatives\b")),
    ("event", re.compile(r"\b(?:when|appointment|planned)\b")),
)  # fmt: skip
_RELATIVES_ZH = re.compile(
    r"[大小二三]?(?:女儿|儿子|闺女|孙子|孙女|外孙女?|女婿|儿媳妇?|媳妇|姐姐?|妹妹?|哥哥?|弟弟?)|老伴儿?|老公|老婆|妻子|丈夫|爱人|"
    r"妈妈?|母亲|爸爸?|父亲|爷爷|奶奶|外公|外婆|朋友|邻居|护工|孩子"
)
_RELATIVES_EN = re.compile(
    r"\b(?:(?:grand)?(?:daughter|son|child|children|mother|father|mum|mom|dad)|wife|husband|partner|sister|brother|"
    r"aunt|uncle|friend|neighbou?r|carer|nurse)\b"
)
_DISLIKE = re.compile(r"不|讨厌|忌口|\b(?:hate|dislike|can't stand|don't|not|stay away|avoid)\b")
_ANYTHING = re.compile(
    r"东西|事情|事儿|食物|吃的|喝的|哪些|\b(?:foods?|things?|stuff|kinds?|sorts?|types?|must)\b"
)
"""Words that stand for whatever it is that is asked for."""
_OVERVIEW = {
    "zh": re.compile(
        r"(?:[你您]?(?:还|都)?(?:记得|知道|了解|记住了?|记了)(?:的)?(?:关于)?我(?:的)?(?:什么|啥|哪些|些什么|多少)?(?:事|事情|情况)?[吗呢]?"
        r"|我(?:都|以前|之前)?(?:告诉|跟|和|对)(?:过)?[你您](?:说|讲)?(?:过|了)?(?:我的)?(?:什么|啥|哪些|些什么)(?:事|事情|话)?[呢]?"
        r"|[你您](?:还|都)?记(?:得|住)了?(?:什么|啥|哪些|些什么)(?:事|事情)?)"
    ),
    "en": re.compile(
        r"what (?:do|can) you (?:know|remember)(?: about me)?|do you remember me|what have i told you(?: about (?:me|myself))?"
        r"|what did i tell you about myself|(?:do you )?know (?:anything )?about me"
    ),
}  # fmt: skip
_CLEAR = 0.6
"""Share of what is asked that a memory must hold when no word says what kind of thing is meant."""
_SOME = 0.55
_NEAR: Final[dict[Language, float]] = {"zh": 0.36, "en": 0.33}
"""Cosine (USE) of a question and a memory of the kind it names, from which other words may mean the same:
我早上去哪里锻炼 and 每天六点去公园散步 have 0.37, 我喜欢什么颜色 and 现在喜欢喝红茶 0.31."""
_NEAR_AT_LEAST: Final = 0.28
_STANDS_OUT: Final = 0.12
"""Less will do where no other memory comes near."""
_NEAR_ALONE: Final = 0.58
"""The same where no word of the question names a kind: 我儿子干什么工作."""
_AT_MOST = 3


def about_the_person(heard: Heard) -> bool:
    """Whether the first person is what the question is about."""
    pattern = _FIRST_ZH if heard.language == "zh" else _FIRST_EN
    return bool(pattern.search(heard.plain_core))


def kinds_asked(heard: Heard) -> list[Kind]:
    """What kinds of memory a question names, by word, or by sound when it was heard."""
    table = _KINDS_ZH if heard.language == "zh" else _KINDS_EN
    kinds = [kind for kind, pattern in table if pattern.search(heard.plain_core)]
    if not kinds and heard.spoken and heard.language == "zh":
        by_sound: tuple[tuple[Kind, str], ...] = (("goal", "目标"), ("birthday", "生日"), ("health", "过敏"),
                                                  ("preference", "喜欢"), ("name", "名字"))  # fmt: skip
        kinds = [kind for kind, word in by_sound if sounds_within(word, heard.plain_core)]
    return kinds


def about_the_companion(heard: Heard) -> bool:
    """你喜欢什么, 你几岁了: asked of the companion itself, whatever the person's own answer would be."""
    words = heard.plain_core
    if heard.language == "zh":
        return bool(re.match(r"[你您](?!知道|记得|说|看|觉得|们)", words)) and "我" not in words
    return bool(
        re.search(
            r"\b(?:are|do|did|were) you\b(?! (?:say|know|remember|think|have))|\byour (?:age|favou?rite|birthday|family)\b",
            words,
        )
    ) and not about_the_person(heard)


def asks_own_name(heard: Heard) -> bool:
    """我叫什么, but not 我女儿叫什么."""
    return "name" in kinds_asked(heard) and _relative(heard.plain_core, heard.language) is None


def wants_overview(heard: Heard) -> bool:
    """你都记得我什么？ What do you know about me?"""
    pattern = _OVERVIEW[heard.language]
    return any(len(words) <= 60 and pattern.fullmatch(words) for words in (heard.plain_core, heard.plain))


def fitting(
    heard: Heard, facts: tuple[Fact, ...], closeness: Mapping[str, float] = MappingProxyType({})
) -> list[Fact]:
    """The memories that answer the question, best first; none rather than one beside the point.

    closeness: cosine of the question with a fact, by its id, where it was measured.
    """
    kinds = kinds_asked(heard)
    relative = _relative(heard.plain_core, heard.language)
    scored: list[tuple[float, float, float, Fact]] = []
    for fact in facts:
        score = _score(heard, fact, kinds, relative, _means_it(heard, fact, kinds, facts, closeness))
        if score > 0:
            scored.append((score, closeness.get(fact.id, 0.0), fact.valid_from.timestamp(), fact))
    scored.sort(key=lambda item: (-item[0], -item[1], -item[2], item[3].id))
    best = [fact for score, _, _, fact in scored if score >= scored[0][0] - 0.75]
    if best and best[0].kind in _ONE_VALUE:
        return best[:1]
    return best[:_AT_MOST]


def _means_it(
    heard: Heard, fact: Fact, kinds: list[Kind], facts: tuple[Fact, ...], closeness: Mapping[str, float]
) -> bool:
    """Whether a memory says in other words what is asked: near in meaning, and nearer than any other."""
    near = closeness.get(fact.id, 0.0)
    others = [closeness.get(other.id, 0.0) for other in facts if other.id != fact.id]
    rivals = [closeness.get(f.id, 0.0) for f in facts if not kinds or f.kind in kinds]
    if near < max(rivals, default=0.0):
        return False
    if fact.kind not in kinds:
        return not kinds and about_the_person(heard) and near >= _NEAR_ALONE
    other_side = fact.kind == "preference" and bool(_DISLIKE.search(heard.plain_core)) != fact.negated
    stands_out = near >= _NEAR_AT_LEAST and near - max(others, default=0.0) >= _STANDS_OUT
    return (near >= _NEAR[heard.language] or stands_out) and not other_side


def _score(heard: Heard, fact: Fact, kinds: list[Kind], relative: str | None, meant: bool) -> float:
    own = fact.about == "self"
    everything = f"{fact.about} {fact.text} {fact.value}"
    clear = coverage(heard.core, everything, spoken=heard.spoken)
    if not _of_whom(fact, relative, clear):
        return 0.0
    rest = coverage(_without_kind(heard), everything, spoken=heard.spoken)
    fits = rest >= _SOME or meant or not _content_left(heard)
    if fact.kind in kinds:
        if not fits and fact.kind not in _ONE_VALUE:
            return 0.0
        disliked = bool(_DISLIKE.search(heard.plain_core))
        same_side = (
            disliked == fact.negated if fact.kind == "preference" else disliked and fact.kind == "health"
        )
        return 2 + rest + same_side
    if relative is not None and not own and fits:
        return 1.5 + rest
    return max(clear, _CLEAR * meant) if clear >= _CLEAR or meant else 0.0


def _of_whom(fact: Fact, relative: str | None, clear: float) -> bool:
    """Whether a memory is about the one who is asked about: the person, or the relative named."""
    if relative is None:
        return fact.about == "self" or clear >= _CLEAR
    if fact.about == "self":
        return relative in fold(fact.text)
    return _same(relative, fact.about)


def _without_kind(heard: Heard) -> str:
    text = heard.plain_core
    for _, pattern in _KINDS_ZH if heard.language == "zh" else _KINDS_EN:
        text = pattern.sub(" ", text)
    text = (_RELATIVES_ZH if heard.language == "zh" else _RELATIVES_EN).sub(" ", text)
    return re.sub(r"叫|名字|最|都", " ", _ANYTHING.sub(" ", text))


def _content_left(heard: Heard) -> bool:
    return bool(content(_without_kind(heard)))


def _relative(text: str, language: Language) -> str | None:
    found = (_RELATIVES_ZH if language == "zh" else _RELATIVES_EN).search(text)
    return found.group() if found else None


def _same(relative: str, about: str) -> bool:
    other = fold(about)
    return relative in other or other in relative


def recite(facts: list[Fact], language: Language) -> str:
    """What the person said, to them: in the second person where that is sure, else word for word."""
    told = list(dict.fromkeys(fact.text for fact in facts))
    turned = [second_person(text, "zh" if _is_zh(text) else "en") for text in told]
    words = [text for text in turned if text is not None]
    joint = "；" if language == "zh" else "; "
    if len(words) == len(told):
        return phrase("told", language, words=joint.join(words))
    exact = joint.join(_exact(text) for text in told)
    return phrase("told_quoted", language, words=exact)


def _exact(text: str) -> str:
    return text.strip().rstrip("。.;；")


def _is_zh(text: str) -> bool:
    return bool(re.search(r"[\u4e00-\u9fff]", text))

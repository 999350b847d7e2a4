"""Statements and requests: what wants a fitting word although nothing was asked."""

# ruff: noqa: E501 (a table of patterns reads better one to a line)
from __future__ import annotations

import re
from typing import Final

from core.brain.grounded.hearing import Heard
from core.brain.grounded.person import second_person
from core.brain.grounded.phrases import phrase
from core.brain.grounded.questions import asks
from core.brain.model import Context
from core.memory.extract import extract
from core.memory.facts import Candidate
from core.text import Language

_URGENT: Final = {
    "zh": re.compile(r"救命|我?(?:摔倒|摔跤|跌倒|摔了|摔着)(?:了|一跤)|起不来了|胸口?(?:好|很|特别|有点|一阵)*(?:疼|痛|闷)|心口(?:好|很)*(?:疼|痛)|"
                     r"喘不[过上]来?气|喘不上来|晕倒|动不了了|半边.{0,4}(?:麻|没知觉)|着火了|煤气.{0,2}漏|流了?(?:很多|好多)血"),
    "en": re.compile(r"\bhelp me i\b|\bi(?:'ve| have)? (?:just )?(?:fell|fallen)\b|\bcan't get up\b|\bchest (?:hurts|pain|is tight)|\bpain in my chest\b|"
                     r"\bcan't breathe\b|\bheart attack\b|\b(?:having a )stroke\b|\bthere is a fire\b|\bbleeding (?:a lot|badly)\b|\bsmell gas\b"),
}  # fmt: skip
_NOT_NOW: Final = {
    "zh": re.compile(r"昨天|前天|去年|以前|小时候|上次|上个?[月周星]|如果|要是|万一|怕|会不会|别人|新闻|电视|差点|没有?(?:摔|跌|晕)|不[胸疼痛]"),
    "en": re.compile(r"\b(?:yesterday|last|ago|once|if|used to|almost|nearly|never|afraid|might|in (?:19|20)\d\d)\b"),
}  # fmt: skip
_DESPAIR: Final = {
    "zh": re.compile(r"不想活|活着(?:真)?没(?:有)?意[思义]|想死(?![你您我他她它])|自杀|活不下去|活够了|不如死了"),
    "en": re.compile(r"\b(?:want to die|kill myself|end my life|don't want to live|no reason to live|better off dead|suicid\w+)\b"),
}  # fmt: skip
_SAD: Final = {
    "zh": re.compile(r"难过|孤单|孤独|寂寞|伤心|害怕|心烦|好烦|很烦|郁闷|不开心|不高兴|想哭|难受|不舒服|睡不着|头[疼痛晕]|很累|好累|太累|心里(?:堵|闷|苦)|想念|想家|舍不得|走了以后"),
    "en": re.compile(r"\b(?:sad|lonely|alone|afraid|scared|upset|unhappy|depressed|worried|tired|miserable|unwell|not feeling well|headache|can't sleep|miss (?:him|her|them|my))\b"),
}  # fmt: skip
_GLAD: Final = {
    "zh": re.compile(r"开心|高兴|太好了|真好|快乐|喜事|好消息|赢了|考上了"),
    "en": re.compile(r"\b(?:happy|glad|good news|wonderful|delighted|excited|great day|lovely day)\b"),
}  # fmt: skip
_DENIED = re.compile(
    r"不(?:太|怎么|是很)?(?:开心|高兴|快乐)|\bnot (?:very |so )?(?:happy|glad|sad)\b|\bunhappy\b"
)

_REQUEST: Final = {
    "zh": re.compile(
        r"^(?:(?:请|麻烦|[你您])?(?:能不能|可不可以|可以|能|会不会|会)?(?:请)?(?:帮我|给我|替我|帮忙|为我|让我听|让)?(?:一下)?)"
        r"(?:(?:给|跟).{1,6})?"
        r"(?:打(?:个|一个)?电话|拨(?:打|个)|呼叫|放(?:首|一首|点|个|段|一段)?(?:.{0,6})(?:歌|音乐|戏|曲|相声|新闻|广播)|唱|讲(?:个|一个|段)?(?:笑话|故事)|"
        r"(?:定|设|设置|上)(?:个|一个)?.{0,8}(?:闹钟|闹铃|提醒)|把?闹钟|提醒我|叫我起床|订(?:个|一张|张|份)?|买|下单|叫(?:个|辆|一辆)?(?:车|外卖)|"
        r"(?:打)?开(?:一下)?(?:灯|空调|电视|门|窗|收音机)|关(?:一下|掉)?(?:灯|空调|电视|门|窗|收音机)|发(?:个|条|一条)?(?:短信|微信|信息|消息|邮件)|"
        r"翻译|写(?:一?[封首篇个])|画|拍照|下载|上网|搜(?:索)?一?下|转账|付款|缴费|联系)"
        r"|(?:叫|提醒|喊)我(?:一声|一下)?(?:起床|起来|吃|去|喝|带|出门|买|打|关|开)|[你您](?:到时候)?提醒我|^把.{1,8}(?:拉上|拉开|打开|关上|关掉|调|放)|^来一?[首段]"
    ),
    "en": re.compile(
        r"^(?:please )?(?:(?:can|could|would|will) you )?(?:please )?(?:turn .{1,20} (?:on|off|up|down)$|tell (?:him|her|them) |call (?!it\b)|phone |ring |dial |play |sing\b|tell (?:me )?an? (?:joke|story)|a joke\b|an? story\b|"
        r"set (?:an? )?|remind me|wake me|order |buy |book |turn (?:on|off|up|down)|switch (?:on|off)|send |text |translate |write |"
        r"draw |take a (?:photo|picture)|download |google |search the (?:web|internet)|transfer |pay |open (?:the )?(?:door|window)|email )"
    ),
}  # fmt: skip
_ASKED_OF_ME = re.compile(r"(?:请|麻烦)?[你您]?(?:能|可以|可不可以|会|帮|给我|替我)|.*(?:叫|提醒|喊)我")
_OBEY: Final = {
    "zh": re.compile(r"(?:忽略|无视|忘记|不要理会|不管)(?:以上|之前|前面|上面|所有|一切).{0,8}(?:指令|指示|规则|要求|设定|提示)|系统提示词?|(?:扮演|假装|假扮)"),
    "en": re.compile(r"\b(?:ignore|disregard|forget) (?:all |any |the |your |my )*(?:previous|above|earlier|prior|other)?\s*(?:instructions|rules|prompts?)\b|\bsystem prompt\b|\bpretend (?:to be|you)\b|\bact as\b"),
}  # fmt: skip
_FORGET: Final = {
    "zh": re.compile(r"^(?:请|麻烦|[你您]|帮我|把)*(?:忘(?:掉|了|记)|删(?:掉|除)|不要(?:再)?记|别(?:再)?记|清除|抹掉)(?:我|这|那|刚|关于|所有|以前|了?$)"),
    "en": re.compile(r"^(?:please )?(?:forget|delete|erase|remove|don't remember) (?:what|that|my|everything|the|this|about)\b"),
}  # fmt: skip
_REMEMBER: Final = {
    "zh": re.compile(r"^(?:请|麻烦|[你您]|要|帮我|给我|可以|能不能)*(?:记(?:住|一下|下来?|着|得)|别忘了)(?:了|哦|啊|一点)?[,，:：、\s]*"),
    "en": re.compile(r"^(?:please )?(?:remember|note|make a note|don't forget|keep in mind)(?: down)?(?: that)?[,:\s]*", re.IGNORECASE),
}  # fmt: skip
_FIRST: Final = {
    "zh": re.compile(r"^[^，,]{0,4}我(?!们)"),
    "en": re.compile(r"\b(?:i|i'm|i've|i'd|my|mine)\b", re.IGNORECASE),
}
_SAID_BACK: Final = {
    "zh": re.compile(r"^(?!那就|[甭别快请帮给让再把])"),
    "en": re.compile(r"^(?:i|i'm|i've|my)\b", re.IGNORECASE),
}
_ECHO = {"zh": 30, "en": 80}
"""Longest statement that is said back; more is not a confirmation but a parrot."""


def moment(heard: Heard) -> str | None:
    """Words that matter more than any question: the phrase for danger or despair, or None."""
    words = heard.plain
    if _DESPAIR[heard.language].search(words):
        return "despair"
    if _URGENT[heard.language].search(words) and not _NOT_NOW[heard.language].search(words):
        return "urgent"
    return None


def wish(heard: Heard, context: Context) -> str | None:
    """The phrase for something to be done: done by memory's own rules, or declined. None for no wish."""
    words = heard.plain_core
    if context.memory_on and extract(context.question, heard.language).forgets:
        return "forgotten"
    if _FORGET[heard.language].search(words) and not asks(heard.core, heard.language):
        return "forget"
    if _OBEY[heard.language].search(heard.plain):
        return "cannot"
    if not _REQUEST[heard.language].search(words):
        return None
    # 买来的东西坏了怎么办 is a question; 能帮我买点菜吗 is a request in the form of one.
    real_question = heard.language == "zh" and asks(words, "zh") and not _ASKED_OF_ME.match(words)
    return None if real_question else "cannot"


def acknowledged(heard: Heard, context: Context) -> str | None:
    """A fitting sentence for a statement; None when it does not look like one.

    Says that something is remembered only when it is: ``context.learned`` holds what will be stored.
    """
    if context.memory_on and context.learned:
        return _remembered(context.learned, heard.language)
    if _REMEMBER[heard.language].match(heard.core):
        if not context.memory_on:
            return phrase("not_kept_off", heard.language)
        return phrase("understood" if context.learned is None else "not_kept", heard.language)
    if _SAD[heard.language].search(heard.plain) or _DENIED.search(heard.plain):
        return phrase("sad", heard.language)
    if _GLAD[heard.language].search(heard.plain):
        return phrase("glad", heard.language)
    return _said_back(heard) if _FIRST[heard.language].search(heard.core) else None


def _remembered(learned: tuple[Candidate, ...], language: Language) -> str:
    told = list(dict.fromkeys(fact.text for fact in learned))
    words = [text for text in (second_person(said, language) for said in told) if text is not None]
    if len(words) < len(told) or sum(map(len, words)) > _ECHO[language]:
        return phrase("remembered", language)
    joint = "，" if language == "zh" else ", and "
    return phrase("remembered_words", language, words=joint.join(words))


def _said_back(heard: Heard) -> str:
    words = second_person(heard.core, heard.language)
    if (
        words is None
        or not _SAID_BACK[heard.language].match(heard.core)
        or len(words) > _ECHO[heard.language]
        or "\n" in words
    ):
        return phrase("understood", heard.language)
    return phrase("understood_words", heard.language, words=words)

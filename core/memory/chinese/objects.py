"""The thing a clause is about, without the verbs, measures and particles around it."""

from __future__ import annotations

import re
from typing import Final

from core.memory.chinese.lexicon import DO, KIN

_ENDS: Final = re.compile(
    r"[，。！？；,.!?;]|(?<=.)(?:(?:得|的)(?:很|慌|要命|要死|不行|不得了)|的时候|来着|什么的|之类|"
    r"一(?=看见|看到|吃|喝|闻|听|到|天|见|沾|顿)|就(?!业)|可(?![乐可以])|但|[我俺咱你您他她它]|现在|因为|"
    r"所以|以后|后来|"
    r"[不没](?!倒)|是(?!非)|每|天天|顿顿|对(?!虾|联)|了|啊|呢|吧|哦|嘛|呀|啦|噢|都(?!市)|也|还(?!魂)|又|"
    r"特别|非得|一辈子|年轻|打小|从小|"
    rf"(?:{KIN})|家里|那个味|那股|多好|看着|听着|吃着|喝着|觉得|热闹|养胃|解闷|过瘾|带劲|有滋味|香(?=得|"
    rf"着)|比|好几十?年|几十年|大半辈子|不然|除此|从(?=早|小))"
)
_LEAD: Final = re.compile(
    r"^(?:(?:就是|是|那个|那种|这个|这种|上|个|口|一口|点儿?|些|一?两口|几口|两盅|一盅|着|一?杯|那口|这口|"
    r"那一口|的是|的就是|到|"
    r"跟[^，。]{1,4}?(?=聊|打|下|去|玩)|自己(?=做|种|包)|在家|没事儿?|有空|闲着|[坐躺站]着|在外头|一个人))+"
)
_VERB: Final = re.compile(
    rf"^{DO}(?=.)(?:{DO}(?=.{{2}}))?(?:点儿?|个|着|一?些|上|一?口|一?两口|两盅|一?杯|几把|两把|那口|这口|"
    rf"到|一?下)?"
)
_TWICE: Final = re.compile(r"^(.)\1(?=.)")
_TAIL: Final = re.compile(
    r"(?:这类东西|那类东西|之类的|什么的|一类的|的东西|的很|这口儿?|那口儿?|那种|这种|这东西|这玩意儿?|"
    r"那玩意儿?|的|得)+$"
)
_TOGETHER: Final = re.compile(r"、|和(?!面|平|服|尚|田)|跟(?!着|头)|还有|以及|再就是|与")
_WHOSE: Final = re.compile("[你您他她它](?:们)?[^，。]{0,6}?的(?=..)")
_NO_OBJECT: Final = re.compile("就(?!是|那|这)|[也都又才]")
_MY_OWN: Final = re.compile("^我(?:的|那|这)(?:[把个只条本台杯口盆])?")
_LIMIT: Final = 16
_ADVERB: Final = re.compile(
    "^(?:挺|很|最|特别|就|都|也|可|真|还|老|太|更|倒|倒是|一直|平时|比较|非常|打小|从小|这辈子|其实|好像|"
    "什么)+$"
)


def things(after: str) -> list[str]:
    """What a verb's words name: 豆腐脑 of 喝一口豆腐脑每天, 鱼 and 虾 of 吃鱼和虾."""
    after = re.sub("^[了的啊呢吧嘛呀啦]+", "", after)
    if _NO_OBJECT.match(after):
        return []
    end = _ENDS.search(after)
    words = after[: end.start()] if end else after
    after = _MY_OWN.sub("", after)
    end = _ENDS.search(after)
    words = after[: end.start()] if end else after
    if whose := _WHOSE.match(after):
        words = after[whose.end() :]
    parts = [_thing(part) for part in _TOGETHER.split(words[:_LIMIT])]
    return [part for part in parts if part]


def topic(before: str) -> str:
    """What was put first: 羊肉 of 羊肉我是, 海鲜 of 多年了海鲜."""
    words = re.split(r"[，。！？；,.!?;\s]|[了过着啊呢吧嘛呀啦](?!解)|我|俺|咱|是(?!非)|因为", before)
    kept = [
        word
        for word in words
        if word
        and not re.fullmatch(
            "(?:就|都|也|是|可|还有|那个|的|倒|倒是|现在|从来|一概|这阵子|真|早|一点儿?|一口|一滴|再|已经|"
            "老|压根儿?|根本|实在|有点|偏偏|偏)+",
            word,
        )
    ]
    if not kept:
        return ""
    said = re.sub(
        r"^(?:还有|另外|把|拿|现在|这|连|要说|就说|论|说起|就是|那个|那种|像|至于|对于|说到|什么|有个|除了|"
        r"那|这)+",
        "",
        kept[-1],
    )
    said = re.sub(
        r"(?:这阵子|这两年|现在|如今|我|可|是|就|都|也|真|一概|从来|一丁点儿?都?|一滴都?|一口都?|"
        r"一点儿?都?|现在是|那种[^，]{0,3}|这种[^，]{0,3}|这东西|那东西|倒|一直|早)+$",
        "",
        said,
    )
    thing = _thing(said)[-8:]
    if _NO_OBJECT.match(thing):
        return ""
    return "" if _ADVERB.match(thing) else thing


def _thing(words: str) -> str:
    said, before = words.strip(), ""
    while said != before:
        before = said
        said = _TAIL.sub("", _TWICE.sub(r"\1", _LEAD.sub("", said)))
    head = _VERB.sub("", said)
    return _TAIL.sub("", head) if head else said

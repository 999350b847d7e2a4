"""What kind of answer a question wants, and whether a text holds one: where similarity cannot tell."""

# ruff: noqa: E501 (a pattern is not broken inside an alternative)

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from core.knowledge.forms import HOLDS, counted, fits_measure

Type = Literal[
    "phone", "person", "when", "clock", "date", "often", "money", "count", "duration", "place", "address",
    "colour", "name", "temperature", "reason", "permission", "how", "what",
]  # fmt: skip

_UNIT: Final = "小时|钟头|分钟|秒钟?|刻钟|工作日|星期|礼拜|年|个?月|天|周"
_MEASURE: Final = (
    "片粒颗勺次张件度斤克两瓶盒包袋杯碗把根块只条台辆岁层楼号位名口人家级米寸步遍期趟顿滴格支本页圈户间"
)

# First match decides; the order is from the particular to the general.
_ASKED: Final[tuple[tuple[Type, re.Pattern[str]], ...]] = (
    ("phone", re.compile(
        r"电话(?:号码?)?(?:是|是不是)?(?:多少|什么|几号)|(?:打|拨)(?:什么|哪个|几)|(?:什么|哪个)(?:电话|热线|号码)|(?:电话|手机|手机号|热线|传真)(?:号码?)?(?:是|呢)?(?:多少|几号)?[？?]?$|手机号|(?<!订单)(?<!用户)号码(?:是|多少)|"
        r"\b(?:phone|telephone|mobile) number|\bnumber (?:do|should|can|to) i? ?(?:call|ring|phone|dial)|"
        r"\bwhat(?:'s| is) (?:\w+ ){0,2}\w+(?:'s?|s') number|\bnumber of the .*(?:line|office|desk|surgery|clinic|shop|house)\b",
        re.IGNORECASE)),
    ("colour", re.compile(r"什么颜色|哪种颜色|什么色|wh(?:at|ich) colou?r", re.IGNORECASE)),
    ("temperature", re.compile(r"多少度|几度|(?:温度|水温|室温)(?:是|要|该|调到|设)?[^，。]{0,4}(?:多少|几)|what temperature|how (?:hot|warm)", re.IGNORECASE)),
    ("address", re.compile(r"地址|what address|\baddress of\b|'s (?:new )?address", re.IGNORECASE)),
    ("name", re.compile(r"叫什么|姓什么|姓啥|名字(?:是|叫)|what(?:'s| is) the name|what(?:'s| is) \w+ called|\bname of\b", re.IGNORECASE)),
    ("duration", re.compile(
        rf"多久(?!.*一次)|多长时间|(?<![那这头前好过哪星期周礼拜])几个?(?:{_UNIT})(?!几|[一二三四五六日]|到)|多少个?(?:{_UNIT})|保修期|期限|"
        r"\bhow long\b(?! is the\b)|how many (?:working )?(?:days|hours|minutes|seconds|weeks|months|years)", re.IGNORECASE)),
    ("often", re.compile(
        r"(?:多久|几天|多长时间|多少天|几年|几个月|几个?(?:星期|小时)).{0,8}一[次回趟]|多久(?:要|该)?[换洗擦清浇喂剪]|how often|how frequently",
        re.IGNORECASE)),
    ("clock", re.compile(r"几点|什么钟点|what time(?! of (?:year|day))|how (?:early|late)\b", re.IGNORECASE)),
    ("date", re.compile(
        r"哪天|哪一天|哪几天|几号(?!楼|线|门|院|房|的)|几月|星期几|周几|礼拜几|哪年|什么日子|(?:what|which) (?:days?|dates?|months?)\b",
        re.IGNORECASE)),
    ("when", re.compile(
        r"什么时候|啥时候|何时|什么时间|时间是|多会儿|(?:what|which) (?:week|evening|morning|time of)|how soon", re.IGNORECASE)),
    ("money", re.compile(
        r"多少钱|几块|几元|几毛|价格|什么价|(?:费|费用|价钱|租金|押金|工资|房租|学费|罚款|补贴|定金)[^，。]{0,4}多少|收费多少|(?:交|付|收|花|扣|赔|退|缴)多少|"
        r"how much (?:money|is|are|does|do|will|would|was|did|can|should)\b(?!.*\b(?:water|take|eat|walk|sleep|use|feed|add|put)\b)|\bprice\b|"
        r"\bcosts?\b|what(?:'s| is) the (?:fee|charge|fine|rent|deposit)\b",
        re.IGNORECASE)),
    ("person", re.compile(
        r"谁|哪位|哪个(?:人|医生|大夫|师傅|老师|护士|护工|阿姨|亲戚)|什么人|"
        r"找哪个|(?:what|which) (?:person|doctor|nurse|teacher|neighbou?r)", re.IGNORECASE)),
    ("place", re.compile(
        r"哪里|哪儿|什么地方|在哪|到哪|去哪|几楼|几层|几号楼|哪层|哪个(?:柜|抽屉|房间|盒|箱|楼|门|站|窗口|地方|医院|位置)|"
        r"which (?:room|drawer|floor|shelf|cupboard|door|shop|place)", re.IGNORECASE)),
    ("reason", re.compile(r"为什么|为何|为啥|什么原因|怎么会|what for|how come", re.IGNORECASE)),
    ("count", re.compile(
        rf"几(?:[{_MEASURE}个点分]|公里|平方|毫升|厘米|公斤|克)|多少(?!人都)|多大|多深|多高|多重|多宽|多远|多厚|"
        r"how (?:many|much|deep|tall|high|far|big|old|large|wide|thick|hot|warm|heavy)", re.IGNORECASE)),
    ("how", re.compile(r"怎么(?!回事)|如何|怎样|咋")),
    ("permission", re.compile(
        r"(?<![什怎这那多])[吗嘛么不没][？?。]?\s*$|能不能|可不可以|可以|要不要|行不行|是不是|有没有|用不用|能否|"
        r"^\s*(?:so |and |but |then )*(?:can|could|may|do|does|did|is|are|will|would|should|am|must|has|have)\b",
        re.IGNORECASE)),
    ("how", re.compile(r"怎么|如何|怎样|咋|\bhow\b", re.IGNORECASE)),
)  # fmt: skip

_NUMBERED: Final = re.compile(rf"几(?P<of>个?(?:{_UNIT}|公里|平方|毫升|厘米|公斤|[{_MEASURE}个]))")
_NUMBERED_EN: Final = re.compile(r"how many (?:\w+ )??(?P<of>[a-z]+s)\b", re.IGNORECASE)

_TURN_TO: Final = re.compile(r"找|问|联系|通知|告诉|\b(?:ask|call|ring|phone|contact|tell)\b", re.IGNORECASE)

ABSENT, DOUBTFUL, PRESENT = 0.0, 0.5, 1.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """The type of answer ``text`` asks for. measure: what is counted, where the question says so (几片: 片)."""

    text: str
    type: Type
    measure: str = ""

    def present(self, quote: str) -> bool:
        """Whether the quote holds something of that type; types without a form of their own always do."""
        pattern = HOLDS.get(self.type)
        if pattern is None or pattern.search(quote):
            return True
        # Whom to ask may be a number: 有事找谁.
        return self.type == "person" and bool(_TURN_TO.search(self.text) and HOLDS["phone"].search(quote))

    @property
    def has_form(self) -> bool:
        """Whether an answer of this type shows: a price does, a way of doing something does not."""
        return self.type in HOLDS

    def fit(self, quote: str, under: str = "") -> float:
        """How well the quote holds what is wanted: absent, doubtful (another measure, or only in what it is
        said under), present."""
        if not self.present(quote):
            return DOUBTFUL if under and self.present(under) else ABSENT
        if self.type in ("count", "duration", "temperature") and self.measure:
            return PRESENT if fits_measure(self.measure, counted(quote)) else DOUBTFUL
        return PRESENT


# English asks with the first word of a clause, whatever else follows: who feeds the cat when we are away.
_BEFORE_EN: Final = r"(?:^|[,.;?!] ?|\b(?:know|tell me|remember|remind me|ask|wonder|wondering|and|but|so|then|to|from|with|on|at) )"
_EN: Final[tuple[tuple[Type, str], ...]] = (
    ("person", "who(?:m|se)?|which of"),
    ("place", "where|which (?:room|drawer|floor|shelf|cupboard|door|shop|place)"),
    ("reason", "why"),
    ("when", "when"),
)
_FIRST_EN: Final = tuple(
    (kind, re.compile(rf"{_BEFORE_EN}(?:{start})\b", re.IGNORECASE)) for kind, start in _EN
)


def wanted(question: str) -> Wanted:
    """What a question asks for; ``what`` when no word says."""
    starts = [
        (found.start(), kind) for kind, pattern in _FIRST_EN if (found := pattern.search(question.strip()))
    ]
    if starts:
        return Wanted(question, min(starts)[1])
    for kind, pattern in _ASKED:
        if pattern.search(question):
            named = _NUMBERED.search(question) or _NUMBERED_EN.search(question)
            return Wanted(question, kind, named["of"].lower() if named else "")
    return Wanted(question, "what")

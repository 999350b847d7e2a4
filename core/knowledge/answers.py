"""What kind of answer a question wants, and whether a text holds one: where similarity cannot tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Type = Literal["person", "when", "money", "count", "duration", "place", "reason", "permission", "how", "what"]

_NUM: Final = r"[0-9０-９零〇一二两三四五六七八九十百千万半]"
_NUM_EN: Final = (
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|"
    r"hundred|thousand|half|once|twice)\b)"
)

# First match decides; the order is from the particular to the general.
_ASKED: Final[tuple[tuple[Type, re.Pattern[str]], ...]] = (
    ("money", re.compile(
    r"多少钱|几块|几元|价格|什么价|费用是|收费多少|how much (?:is|are|does|do|will|"
    r"would|was)\b"
                         r"(?!.*\b(?:water|take|eat|walk|sleep)\b)|\bprice\b|\bcosts?\b", re.IGNORECASE)),
    ("duration", re.compile(
    r"多久|多长时间|几个?(?:小时|钟头|分钟|星期|礼拜|年|个月|工作日)|多少(?:分钟|"
    r"小时|天|年|个月)|"
                            r"几天|保修期|期限|how long|how many (?:days|hours|minutes|"
                            r"weeks|months|years)", re.IGNORECASE)),
    ("when", re.compile(
    r"什么时候|几点|哪天|哪一天|何时|几号|几月|星期几|周几|礼拜几|哪年|什么时间|"
    r"时间是|多会儿|"
                        r"\bwhen\b|what time|what day|which (?:day|month|date)|how often", re.IGNORECASE)),
    ("person", re.compile(r"谁|哪位|哪个(?:人|医生|大夫|师傅|老师|护士|护工|阿姨|亲戚)|什么人|"
        r"叫什么名字|\bwho(?:se|m)?\b|找哪个", re.IGNORECASE)),
    ("place", re.compile(
    r"哪里|哪儿|什么地方|在哪|到哪|去哪|几楼|几号楼|地址|\bwhere\b|what address", re.IGNORECASE)),
    ("reason", re.compile(r"为什么|为何|怎么回事|什么原因|\bwhy\b|what for", re.IGNORECASE)),
    ("count", re.compile(
    r"几[^乎]|多少|多大|多深|多高|多重|多宽|how (?:many|much|deep|tall|high|far|"
    r"big|old)", re.IGNORECASE)),
    ("permission", re.compile(
    r"(?<![什怎这那多])[吗嘛么不没][？?。]?\s*$|能不能|可不可以|可以|要不要|行不行|是不是|有没有|"
    r"用不用|"
                              r"^\s*(?:so |and |but )?(?:can|could|may|do|does|did|"
                              r"is|are|will|would|should|am|must)\b", re.IGNORECASE)),
    ("how", re.compile(r"怎么|如何|怎样|咋|\bhow\b", re.IGNORECASE)),
)  # fmt: skip

_HOLDS: Final[dict[Type, re.Pattern[str]]] = {
    "money": re.compile(
        rf"{_NUM}\s*(?:块|元|角|毛|分钱|万)|[¥￥$£€]|免费|不收|不要钱|折|半价|全价|[0-9]%|百分之|千分之|"
        r"\bfree\b|\b(?:pounds?|dollars?|euros?|pence|cents?|yuan)\b|\bpay|\bcost|"
        r"\d{1,3}(?:,\d{3})+", re.IGNORECASE),
    "duration": re.compile(
        rf"{_NUM}\s*个?(?:多)?(?:天|日|小时|钟头|分钟|秒|周|星期|礼拜|月|年|工作日|"
        rf"刻钟)|当天|立刻|马上|随时|永久|"
        rf"{_NUM_EN}[\w\s-]{{0,18}}(?:days?|hours?|minutes?|seconds?|weeks?|months?|years?)|"
        r"\b(?:overnight|forever|until)\b", re.IGNORECASE),
    "when": re.compile(
        rf"{_NUM}\s*(?:点|时|月|号|日|年|天|周|小时|分)|[周星期礼拜]+[一二三四五六日天末]|"
        rf"[0-9]{{1,2}}[:：][0-9]{{2}}|"
        r"每[天日周月年]|早上|上午|中午|下午|晚上|傍晚|夜里|睡前|饭前|饭后|早饭|"
        r"午饭|晚饭|春节|清明|中秋|端午|节|当[天日月]|随时|"
        r"春天|夏天|秋天|冬天|前|后|初|底|世纪|年代|时期|"
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|"
        r"march|april|may|june|july|august|"
        r"september|october|november|december)\b|\b(?:morning|noon|afternoon|evening|"
        r"night|bed|daily|weekly|monthly|"
        r"every|each|once|twice|before|after|summer|winter|spring|autumn|fall)\b|"
        r"\d+\s*(?:am|pm|o'clock)", re.IGNORECASE),
    "person": re.compile(
        r"[他她我你您]|妈|爸|爷|奶|姥|儿|女|孙|哥|姐|弟|妹|叔|阿姨|舅|姑|婶|伯|嫂|"
        r"婿|媳|人|者|师|医生|大夫|护士|护工|保安|司机|"
        r"老板|家属|商店|卖家|买家|商家|公司|物业|社区|客服|员|方|长|队|会|家|生|部|局|店|"
        r"\b(?:he|she|you|we|they|mum|mom|dad|son|daughter|wife|husband|sister|brother|nurse|doctor|grand\w+|"
        r"neighbou?r|aunt|uncle|manager|staff|company|plan)\b|\b[A-Z][a-z]+", 0),
    "place": re.compile(
        r"[里内外上下旁边侧间楼层室厅房柜屉箱盒处站所店铺院馆场门口路街道号区县市省国村镇家东西南北左右前后]|"
        r"\b(?:in|on|at|behind|under|beside|near|next|inside|outside|above|below|"
        r"left|right|to|into|from)\b", re.IGNORECASE),
    "count": re.compile(rf"{_NUM}|第|每|全|都|半|{_NUM_EN}", re.IGNORECASE),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """The type of answer ``text`` asks for."""

    text: str
    type: Type

    def present(self, quote: str) -> bool:
        """Whether the quote holds something of that type; types without a form of their own always do."""
        pattern = _HOLDS.get(self.type)
        return pattern is None or bool(pattern.search(quote))


def wanted(question: str) -> Wanted:
    """What a question asks for; ``what`` when no word says."""
    for kind, pattern in _ASKED:
        if pattern.search(question):
            return Wanted(question, kind)
    return Wanted(question, "what")

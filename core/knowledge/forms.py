"""The forms that answers have in a text: amounts, times, people, places, numbers with what they count."""

# ruff: noqa: E501 (a pattern is not broken inside an alternative)

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_NUM: Final = r"[0-9０-９零〇一二两三四五六七八九十百千万半几]"
_NUM_EN: Final = (
    r"(?:\d|\b(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|"
    r"forty|fifty|sixty|ninety|hundred|thousand|half|once|twice)\b)"
)
_DAY_EN: Final = (
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b|\bweek(?:end|day)s?\b|"
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|good friday)\b|"
    r"\b\d+(?:st|nd|rd|th)\b|\b(?:spring|summer|autumn|winter)\b|\b(?:daily|weekly|monthly|every|each)\b"
)
_DAY_NAMES: Final = (
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May\b|June|July|August|September|"
    r"October|November|December|Christmas|Easter"
)
"""Written with a capital, and nobody's name."""
_CLOCK_EN: Final = (
    r"\d+[:.]\d\d|\b\d+ ?(?:am|pm|o'clock)\b|\b(?:at|from|until|till|before|after|by|to|between) \d+\b(?! ?(?:pounds|per))|\bnoon\b|\bmidnight\b|"
    r"\b(?:morning|afternoon|evening|night|bedtime|bed|breakfast|lunch|supper|dinner|meals?)\b|\b(?:at|before|after) (?:eight|nine|ten|six|seven)\b"
)
_DAY_ZH: Final = (
    rf"{_NUM}\s*(?:月|号(?!楼|线|门)|日|年)|(?:周|星期|礼拜)[一二三四五六日天末至]|每[天日周月年]|初[一二三四五六七八九十]|"
    rf"[十廿]{_NUM}(?=晚|早|日|号)|春节|过年|清明|中秋|端午|元旦|国庆|除夕|年三十|重阳|节假日|当[天日月]|第[一二三四五六七八九十\d]+[天日]|"
    r"春天|夏天|秋天|冬天|随时|平日|工作日|周末|逢[一二三四五六七八九十]|[前后隔][一两]?天|世纪|年代"
)
_CLOCK_ZH: Final = rf"{_NUM}\s*(?:点|时(?!间))|[0-9]{{1,2}}[:：][0-9]{{2}}|早上|上午|中午|下午|晚上|傍晚|夜里|睡前|[饭餐][前后]|半夜|凌晨|那[顿餐]"
_ROLE: Final = (
    r"[他她你您]|妈|爸|爷爷|奶奶|姥|外婆|外公|女儿|儿子|孙|哥|姐|弟|妹|叔|阿姨|舅|姑|婶|伯|嫂|女婿|媳妇|老伴|"
    r"医生|大夫|护士|护工|保安|司机|师傅|老师|教练|老板|家属|监护人|商店|店家|顾客|客人|客户|用户|业主|住户|租客|房东|卖家|买家|商家|公司|物业|客服|楼长|站长|主任|志愿者|社工|员(?!卡)|邻居|"
    r"院方|我们|学校|医院|社区|居委会|银行|部门|单位|派出所|热力站|[小老][\u4e00-\u9fff](?=[，。；、（(的在来]|$)|本人"
)

HOLDS: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType({
    "phone": re.compile(r"\d{3,}[- ]\d{3,}|\d{5,}|(?:电话|拨|打|热线|分机|call|ring|dial|phone|text)[^\d。.]{0,12}\d{3,}", re.IGNORECASE),
    "money": re.compile(
        rf"{_NUM}\s*(?:块|元|角|毛|分钱|万)|[¥￥$£€]|免费|不收|不另?收|不要钱|[打几一二三四五六七八九]折|半价|减半|全价|[0-9]%|百分之|千分之|[一二三四五六七八九]成|"
        r"\bfree\b|\b(?:pounds?|dollars?|euros?|pence|cents?|yuan|half price|discount)\b|\b(?:no|any|extra) (?:charge|cost|fee|fines?)|"
        r"\bp(?:ays|aid)\b|\bpay (?:\w+ ){0,3}(?:no|half|the first|\d)|\bcovered in full|\bcosts?\b|\d+p\b|per cent|\bhalf of\b|\d{1,3}(?:,\d{3})+", re.IGNORECASE),
    "duration": re.compile(
        rf"{_NUM}\s*个?(?:多)?(?:天|日(?!期)|小时|钟头|分钟|秒|周|星期|礼拜|月|年|工作日|刻钟|晚)|当[天餐]|立刻|马上|随时|永久|过夜|"
        rf"{_NUM_EN}[\w\s-]{{0,18}}(?:days?|hours?|minutes?|seconds?|weeks?|months?|years?|fortnight)|\bfortnight\b|\bfor (?:six|three|two|four)\b|"
        r"\b(?:overnight|forever|until|a long time)\b", re.IGNORECASE),
    "clock": re.compile(rf"{_CLOCK_ZH}|{_CLOCK_EN}", re.IGNORECASE),
    "date": re.compile(rf"{_DAY_ZH}|{_DAY_EN}", re.IGNORECASE),
    "often": re.compile(
        rf"每|隔|{_NUM}\s*[次回趟]|一律|{_NUM}\s*(?:天|周|年|个月|星期|分钟)(?:一|换|洗)|[各早晚]{{2}}|\b(?:every|each|once|twice|daily|weekly|monthly|times|a (?:day|week|month|year)|per)\b|\b\w+ly\b",
        re.IGNORECASE),
    "when": re.compile(
        rf"{_DAY_ZH}|{_CLOCK_ZH}|{_DAY_EN}|{_CLOCK_EN}|{_NUM}\s*(?:天|周|小时|分钟|个月|秒)|以?后(?:再|才|就)?|之?前|时候?|才能|"
        r"\b(?:when|once|before|after|until|as soon as|while|within|first|last|fall)\b", re.IGNORECASE),
    "person": re.compile(
        rf"{_ROLE}|\b(?i:he|she|we|they|mum|mom|dad|son|daughter|wife|husband|sister|brother|nurse|doctor|receptionist|grand\w+|neighbou?r|aunt\w*|"
        rf"uncle|cousin|manager|staff|company|readers?|volunteer|engineer|children|parents?|family|plan|you|"
        r"customers?|buyers?|sellers?|stores?|shops?|owners?|landlord|tenants?|residents?|members?|patients?|guests?|visitors?|drivers?|"
        r"courier|council|library|school|clinic|surgery|bank|insurer|office|carers?|teachers?|plumber|electrician|pharmac\w+|dentist|"
        rf"caretaker|porter|everyone|everybody|anyone|nobody|pensioners?|students?|adults?|pupils?)\b|(?<=[a-z,:|(] )(?!{_DAY_NAMES})[A-Z][a-z]+|\b[A-Z][a-z]+ (?:from|and|is|has|brings|comes|picks|keeps|next|in|\()"),
    "place": re.compile(
        r"[在到去往放进给交][^，。；、]{0,10}(?:[里旁边侧楼层室厅房柜屉箱盒处站所店铺院馆场口路道街区县市省国村镇家桌架袋台]|门卫|前台|中心|冰箱|冷藏|卧室|厨房|面)|在[^，。；、]{1,6}[上下内外前后](?=[，。；、）)的]|$)|"
        r"[东西南北]门|[\u4e00-\u9fff](?:室|处|站|中心|宫|院)(?=[，。；、）)]|$)|(?:只|开|送|坐|走|改|寄|移)到[\u4e00-\u9fff]{2}|[0-9一二三四五六七八九十]+(?:号楼|楼|层|室)|[\u4e00-\u9fff](?:里|上|下|旁边|后面|前面|侧|角|边|口|楼下)(?=[，。；、）)]|$)|地点|地址|"
        r"\b(?:in|on|at|behind|under|beside|near|next to|inside|outside|above|below|into|from|by|to|over)\b (?:the |a |an |your |our |my |his |her |their |its |spare |back |\d+ )*(?!(?:morning|afternoon|evening|night|noon|time|least|once|week|month|year|day|weekend)\b)[A-Za-z]{3,}|"
        r"\b(?:left|right|outside|inside|downstairs|upstairs|indoors|address|street|road|lane)\b", re.IGNORECASE),
    "address": re.compile(r"[\u4e00-\u9fff]{2,}(?:路|街|巷|弄|村|镇|区|苑|大厦)|\d+号|\d+室|\b\d+ [A-Z][a-z]+|\b(?:Road|Street|Row|Lane|Avenue|Close|Drive)\b"),
    "colour": re.compile(r"[红橙黄绿青蓝紫白黑灰棕粉金银]色?|颜色|\b(?:red|blue|green|white|black|yellow|pink|brown|grey|gray|orange|purple|silver|gold)\b", re.IGNORECASE),
    "name": re.compile(rf"叫|姓|名|[“\"'《]|{_ROLE}|(?<=[a-z,:|(] )(?!{_DAY_NAMES})[A-Z][a-z]+"),
    "temperature": re.compile(r"[0-9一二三四五六七八九十]+\s*(?:度|℃|°)|成热|常温|室温|冷藏|温水|degrees|°|\b(?:warm|boiling|cold)\b", re.IGNORECASE),
    "reason": re.compile(
        r"因为|由于|所以|以免|免得|防止|为了|才会?|不然|否则|容易|会[发变坏粘糊硬]|就不|是因|原因|是.{0,6}[气空堵坏松]|怕|"
        r"\b(?:because|since|so that|so as|otherwise|or (?:they|it|you|the)|to (?:avoid|keep|stop|prevent|let)|in case|due to|as it|so the|without it|never|means?)\b", re.IGNORECASE),
    "count": re.compile(rf"{_NUM}|每|全|{_NUM_EN}|\b(?:no|knee|double)\b", re.IGNORECASE),
})  # fmt: skip
"""By the type of answer: a text that matches has something of that type. Types that are not here show no form."""

_SHORT: Final = frozenset(("秒", "秒钟", "分钟", "刻钟", "小时", "钟头", "分", "minutes", "hours", "seconds"))
_LONG: Final = frozenset(
    ("天", "日", "周", "星期", "礼拜", "月", "年", "工作日", "晚", "晚上", "days", "weeks", "months", "years")
)
_ALIKE: Final = (
    _SHORT,
    _LONG,
    frozenset("片粒颗丸滴"),
    frozenset("层楼"),
    frozenset("位名口人个"),
    frozenset(("斤", "公斤", "克", "两")),
    frozenset(("次", "遍", "趟", "回", "times")),
)
_COUNTED: Final = re.compile(
    rf"{_NUM}+\s*(个?(?:多)?(?:小时|钟头|分钟|秒钟?|刻钟|工作日|星期|礼拜|公里|平方|毫升|厘米|公斤|[\u4e00-\u9fff]))"
)
_COUNTED_EN: Final = re.compile(rf"{_NUM_EN}(?:[\d,.]*)(?:[ -]\w+){{0,2}}?[ -](\w+)", re.IGNORECASE)
_ONCE: Final = re.compile(r"\b(?:once|twice)\b", re.IGNORECASE)


def counted(text: str) -> frozenset[str]:
    """What the numbers of a text count: 三十秒 gives 秒, six days gives days."""
    found = {match[1].removeprefix("个").removeprefix("多") or "个" for match in _COUNTED.finditer(text)}
    found |= {word for match in _COUNTED_EN.finditer(text) for word in match.group().lower().split()[1:]}
    if _ONCE.search(text):
        found.add("times")
    return frozenset(found)


def fits_measure(asked: str, counts: frozenset[str]) -> bool:
    """Whether something counted is counted as the question asks: days are weeks, but not seconds."""
    wanted = asked.removeprefix("个") or "个"
    if wanted in counts or (wanted == "个" and counts):
        return True
    plain = wanted.rstrip("s")
    if any(one.rstrip("s") == plain for one in counts):
        return True
    return any(wanted in alike and counts & alike for alike in _ALIKE)

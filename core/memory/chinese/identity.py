"""Who somebody is: what to call them, when they were born, where they live, what a relative is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.memory.chinese.lexicon import CITY, GIVEN, KIN, SURNAME
from core.memory.chinese.spoken import Spoken, Stated
from core.memory.clauses import SELF
from core.memory.dates import Said, month_days

_BORN: Final = re.compile(
    r"生日|寿辰|生辰|出生|生人|[那这]天(?:生|出生|落)|落地|降生|生于|生我|生在(?=[0-9一二农阴腊正]|"
    r"[^，。]{1,6}年)|(?<![学医先花卫陌养人产])生的|生(?=$|[，。])|过寿|过(?:农历|阴历|阳历)?生|同一天|"
    r"属[鼠牛虎兔龙蛇马羊猴鸡狗猪]"
)
_OF_BIRTH: Final = re.compile(r"^[^，。]{0,4}(?:是|就是|在|的是)")
_CELEBRATED: Final = re.compile(
    "[0-9零一二两三四五六七八九十]+岁?大寿|[0-9一二三四五六七八九十]+岁(?:的)?生日|下个?月|明天|后天|明年|"
    "今年过|要过|(?<!国)庆|[聚办]"
)
_NAME_END: Final = (
    r"(?=$|[^，。的]{1,3}的[^，。]{1,2}$|[，。,.!！？?啊呢吧了呀哦嘛噢哈]|就行|就好|就得|就成|就中|就可以|"
    r"好了|得了|行了|即可|都行|也行|今年|现在|如今|住|可|[他她我你您]|在(?!山|海)|是|这|那|听着|得了|亲|显|"
    r"顺|我|属|都|也|就|人家|听|大名|小名|今|明|后|最|特|爱|喜)"
)
_NAMED: Final = re.compile(
    rf"(?:我(?:的?(?:大|全|真|本|小|乳|学|艺)?名(?:儿|字)?)?(?:就)?(?:叫做?|是叫)|我?的?(?:大|全|真|本|小|"
    rf"乳)?名(?:儿|字)?(?:就)?(?:是|叫做?)|"
    rf"(?<!别)(?<!别再)(?<!别老)(?<!不要)(?<!不许)(?:叫|管|喊|称呼|唤)我(?:一声|的小名|小名)?(?:叫|做|作|"
    rf"为)*|(?:还是|干脆|改|以后|往后)(?:就)?(?:叫|喊)(?=[^我]{{2,4}}(?:吧|得了|好了|就行|行了|算了))|"
    rf"(?:外号|绰号|诨号)(?:叫|是)?|免贵姓|我姓(?:{SURNAME}|欧阳|上官|司马|诸葛|皇甫|慕容|司徒)(?:名|"
    rf"叫))(?P<name>[^\s，。！？,.!?叫]{{1,6}}?){_NAME_END}"
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:去|来(?![福喜旺娣弟顺])|起|吃|喝|干|做|别|不|怎|什么|啥|一(?!诺)|他|她|你|我|它|的|了|回|出|上|"
    r"下|帮|早|快(?=来|点|去|起|帮)|那|这|名|先|多|再|在|把|到|看|听|买|睡|过来|跟|给|接|送|陪|带|开|关|"
    r"注意|记|说|唱|打|少|"
    r"赶|往|是|有|没|就|好好|怪|也)|老人家|[吗呢]|怎么|什么|^(?:妈|爸|爷爷?|奶奶?|姥姥|姥爷|外婆|外公|妈妈|"
    r"爸爸|老妈|老爸|哥|姐)$"
)
_ELDER: Final = re.compile("^(?:奶奶|爷爷|姥姥|姥爷|妈妈?|爸爸?|阿婆|外婆|外公)$")
_CALLED: Final = re.compile(
    rf"(?<![被让管称])(?:(?:大|小|乳|全|英文|学|艺|真|外)?名(?:儿|字)?(?:就)?(?:叫做?|是|唤)|"
    rf"(?:就)?(?:叫做?|唤作|取名|起名))(?:了|个)?(?P<name>[A-Za-z]+|"
    rf"[^\s，。！？,.!?我你叫]{{1,4}}?)(?:{_NAME_END}|(?=[的一]))"
)
_BY_NAME: Final = re.compile(
    rf"^(?:我|俺)?(?:们)?(?:家)?的?(?:那个|那|这)?(?P<kin>{KIN}|"
    rf"[姐哥弟妹嫂舅姨])(?P<name>{SURNAME}?{GIVEN}{{2}})(?=就|也|在|是|住|给|来|去|都|每|跟|最|特别|今|昨|"
    rf"明|下|从|打|说|她|他|$)"
)
_KIN_CALLED: Final = re.compile(
    rf"(?P<kin>{KIN}|[猫狗鸟龟鱼]|八哥|鹦鹉|鹩哥|画眉|百灵|鸽子|兔子|乌龟|金鱼)(?:的)?(?:(?:大|小|乳|英文|"
    rf"学)?名(?:儿|字)?)?(?:就)?(?:叫做?|名叫|唤作|名字是|名字)(?!我|你|他|她|人|"
    rf"不)(?P<name>[^\s，。！？,.!?我你叫]{{1,4}}?)(?:{_NAME_END}|(?=[的一]))"
)
_SIBLINGS: Final = re.compile(
    rf"(?P<which>大的|小的|二的|一个|另一个|还有一个)(?:就)?叫(?P<name>[^\s，。！？,.!?我你叫]{{1,4}}?)(?:"
    rf"{_NAME_END}|(?=[大小二]的|一个|另一个))"
)
_PLACE: Final = (
    rf"(?P<place>{CITY}(?:市)?(?:[^，。！？了啊呢吧的住在工上]{{1,4}}(?:区|县|镇|村|路|街|巷|胡同))?|"
    rf"[^，。！？了啊呢吧的着跟和过\s]{{2,12}}?)"
)
_PLACE_END: Final = (
    r"(?=来|去|住|这边|那边|这儿|那儿|市区|乡下|老城|这[块座个]|城里|郊区|养老|定居|生活|过日子|跟|和|陪|"
    r"带|都|也|还|就|已经|快|有|是|我|你|他|她|了|啊|呢|吧|的|呀|嘛|好多|很多|多年|好几|"
    r"[一二两三四五六七八九十几]+[多几来]?(?:十)?[多几来]?年|一辈子|大半辈子|半辈子|没|当|做|上班|工作|"
    r"打工|教书|开|眼|耳|血|身|平|每|离|靠|挨|退|享|天|今|现|一|从|[，。！？]|$)"
)
_HOMES: Final = (
    re.compile(
        rf"(?<![不没想要])(?<!愿意)(?:住在了?|住到了?|家(?:就|现在|一直)?(?:在|住在?)|搬家?到了?|搬来了?|"
        rf"搬去了?|搬回了?|迁到了?|挪到了?|定居(?:在|到)?|落户(?:在|到)?|安家(?:在|到)?|落脚在|"
        rf"安(?:了)?家在|扎根在?|长住|现住)(?:了)?{_PLACE}{_PLACE_END}"
    ),
    re.compile(
        rf"(?<![不没])在{_PLACE}(?:(?:跟|和|陪|同)[^，。]{{1,5}}?)?(?:已经|都|也|这边|这儿|那边|一|整整|快|"
        rf"就|又)*(?:住(?!过|院|校)(?:了|着)?|定居|安家|安了家|落户|养老|生活|过日子|扎根|落脚|(?:跟|"
        rf"和)[^，。]{{1,4}}过|(?:给|帮)[^，。]{{1,5}}(?:带|看)|带孙|看孩子|带孩子)"
    ),
    re.compile(
        rf"(?<![不没居记过])(?:住|家在)(?=(?P<place>{CITY}(?:市)?(?:[^，。！？了啊呢吧的住在工上]{{1,4}}(?:"
        rf"区|县|镇|村))?))"
    ),
    re.compile(rf"(?:接|搬|带)(?:到|来|去|回)(?:了)?(?P<place>{CITY})"),
)
_KIN_IN: Final = re.compile(
    rf"^(?:[^，。在]{{0,10}})(?<![不没])(?:在|去了|到了|去(?=[^，。]{{2,4}}(?:念|上学|读|留学|工作|打工|"
    rf"定居|发展|上班|当|做))|嫁到了?|留在|调到了?|调去了?|考到了?|考上|搬到了?|落户|分到了?|"
    rf"飞)(?P<place>{CITY})(?!出差|旅游|玩|开会|看病|住院|的时候|那会|转)"
)
_CAME: Final = re.compile(
    rf"来(?:到)?(?P<place>{CITY})(?:住)?(?:都|也|已经|有|快)*[一二两三四五六七八九十几多来]+年"
)
_I_AM: Final = re.compile(
    rf"^(?:我|俺)(?:就)?是(?P<name>老{SURNAME}|{SURNAME}(?:大爷|大妈|奶奶|爷爷|阿姨|叔|婶|师傅|老师)|"
    rf"{SURNAME}{GIVEN}{{1,2}})(?:啊|呀|哦)?$"
)
_IS_MY: Final = re.compile(rf"(?P<name>小?{GIVEN}{{1,2}}|{SURNAME}{GIVEN}{{1,2}})是我的?(?P<kin>{KIN})")
_ALL_IN: Final = re.compile(
    rf"^(?:(?:我|俺|咱)们?)?(?:一家子?|全家|老两口|两口子|一大家子)?(?:现在|如今|还|都|也|就|一直|至今|仍|"
    rf"仍旧|老两口)+在(?P<place>{CITY})(?:这边|这儿|呢|了)?$"
)
_NOT_A_HOME: Final = re.compile(
    rf"[楼层室号院]$|^(?:城[东南西北里外中]|隔壁|对面|附近|一起|医院|病房|宾馆|酒店|这|那|哪|家里?$|{KIN}|"
    rf"他|她|我|你|得|不|过|几|一|城里|乡下|养老院|新房|旧房|大房|平房|哪|外|学校|单位|宿舍|着|了|在|身边|"
    rf"楼|两|三|四|五|六|同|里|上|下|院|惯|校|跟|和|够|满|"
    r"这里|老房|老屋|店|客)"
)
_CITY: Final = re.compile(CITY)
_DO_NOT_CALL: Final = re.compile("别(?:再|老|总|这么|给)*$|(?:不喜欢|讨厌|烦|不爱|不让)[^，。]{0,4}$")
_NOT_LIVING: Final = re.compile("老家$|户口$|早不$|已经不$|单位$|[要想]$")
_WAS_THERE: Final = re.compile("住过|住了[^，。了]{1,6}年(?:后来|才|就|又|以后|之后)|待过|呆过")


def identity(spoken: Spoken, before: Stated | None, previous: str) -> Iterator[Stated]:
    """before: the last fact told, for 我自己的呢是冬月十九 after a relative's birthday."""
    yield from _birthdays(spoken, before, previous)
    if not spoken.past or re.search("叫我|管我", spoken.words):
        yield from _names(spoken)
    if not spoken.past:
        yield from _homes(spoken)


def only_place(words: str) -> str | None:
    """The place that a clause consists of: 是烟台, 应该是烟台才对."""
    found = re.fullmatch(rf"(?:应该)?(?:是|在)?(?P<place>{CITY})(?:市)?(?:才对|才是|了|啊|呀)*", words)
    return found["place"] if found else None


def left(words: str) -> str | None:
    """The place where the clause says somebody lives no more: 早不在唐山了."""
    found = re.search(rf"(?:不在|不住|搬离|离开)(?:了)?(?P<place>{CITY})(?:住|了|$)", words)
    return found["place"] if found else None


def born_on(date: Said) -> Stated:
    return Stated("birthday", "", date.date.text)


def _birthdays(spoken: Spoken, before: Stated | None, previous: str) -> Iterator[Stated]:
    words = spoken.words
    days = month_days(words)
    if not days:
        return
    born = _BORN.search(words)
    asked = _BORN.search(previous) is not None and not month_days(previous)
    same_again = before is not None and before.kind == "birthday"
    elliptic = asked or (same_again and _OF_BIRTH.match(words[: days[0].start] or "是"))
    if (born and not (_CELEBRATED.search(words) and "出生" not in words)) or (elliptic and len(words) < 16):
        yield born_on(days[0])


def _names(spoken: Spoken) -> Iterator[Stated]:
    words = spoken.words
    kin = list(_kin_called(words))
    if kin:
        yield from kin
    elif me := _I_AM.match(words):
        yield Stated("name", "", me["name"])
    elif spoken.about == SELF:
        yield from _own_name(words)
    else:
        called = _BY_NAME.match(words) or _CALLED.search(words)
        if called and not _NOT_A_NAME.search(called["name"]):
            yield Stated("relationship", "name", called["name"])


def _own_name(words: str) -> Iterator[Stated]:
    """The last name of several, for 别叫我老人家, 叫我老周."""
    last = None
    for found in _NAMED.finditer(words):
        if _DO_NOT_CALL.search(words[: found.start()]):
            continue
        name = found["name"]
        if not _NOT_A_NAME.search(name) or (_ELDER.match(name) and re.match("[你您]", words)):
            last = name
    if last:
        yield Stated("name", "", last)


def _kin_called(words: str) -> Iterator[Stated]:
    """Relatives whose name the clause gives beside them, whomever it is about: 我有个孙女叫朵朵."""
    siblings, kin = list(_SIBLINGS.finditer(words)), re.search(KIN, words)
    if siblings and kin:
        for one in siblings:
            which = one["which"].removesuffix("的")
            about = which + kin.group() if which in ("大", "小", "二") else kin.group()
            yield Stated("relationship", f"name:{one['name']}", one["name"], about=about)
        return
    for called in (*_KIN_CALLED.finditer(words), *_IS_MY.finditer(words)):
        if not _NOT_A_NAME.search(called["name"]):
            yield Stated("relationship", "name", called["name"], about=called["kin"])
            return


def _homes(spoken: Spoken) -> Iterator[Stated]:
    words = spoken.words
    if _WAS_THERE.search(words):
        return
    place = _lives_in(words)
    if place is None and (came := _CAME.search(words)):
        place = came["place"]
    if place is None:
        elliptic = _ALL_IN.match(words) if spoken.about == SELF else _KIN_IN.match(words)
        place = elliptic["place"] if elliptic else None
    if place is not None:
        yield Stated("home_city", "", place)


def _lives_in(words: str) -> str | None:
    for pattern in _HOMES:
        for found in pattern.finditer(words):
            is_home = _CITY.match(found["place"]) or not _NOT_A_HOME.search(found["place"])
            if is_home and not _NOT_LIVING.search(words[: found.start()]):
                return found["place"]
    return None

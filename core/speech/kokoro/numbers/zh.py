"""Says in Chinese what is written in digits."""

from __future__ import annotations

import re

from core.speech.kokoro.numbers.units import CURRENCIES, UNITS
from core.speech.kokoro.numbers.written import Written

DIGITS = "零一二三四五六七八九"
_LARGEST = 10**16
# A pair of hundreds only at the beginning: 两百二十, but 三千二百.
_PAIR = re.compile("^二(?=[百千万亿])|(?<=[万亿零])二(?=千)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SCALES = {"thousand": "千", "k": "千", "K": "千", "million": "百万", "M": "百万", "billion": "十亿",
           "B": "十亿", "trillion": "万亿"}  # fmt: skip
_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅛": (1, 8)}
_OPERATORS = {"+": "加", "×": "乘以", "*": "乘以", "÷": "除以", "=": "等于"}
# Words that count things: before them a lone 2 is 两.
_MEASURE = re.compile(
    r"\s?(?:[-–—~～至到]\s?\d+(?:\.\d+)?\s?)?(?:公里|公斤|小时|分钟|星期|个|天|位|次|秒|年|周|种|件|份|本|张|条|只|台|部|家|间|块"
    r"|元|毛|点|遍|杯|瓶|碗|片|粒|颗|双|对|套|倍|米|斤|升|人|名|岁|句|顿|节|把|门|场|页|百|千|万|亿|里|口|扇|封|盒|袋|包|度|克|厘米)"
)


def cardinal(number: int) -> str:
    """The counting form, with 两 where speech has it: 2024 → 两千零二十四, 20000 → 两万, 12 → 十二."""
    import cn2an

    if number >= _LARGEST:
        return digits(str(number))
    said: str = cn2an.an2cn(str(number), "low")
    if said.startswith("一十"):
        said = said[1:]
    return _PAIR.sub("两", said)


def digits(text: str, *, one: str = "一") -> str:
    """Digit by digit; other characters are left out. ``one`` is 幺 on the telephone."""
    return "".join(one if c == "1" else DIGITS[int(c)] for c in text if c.isdecimal())


def decimal(text: str) -> str:
    """A written number such as ``1,024.50`` or ``-3``; the sign is 负."""
    sign = "负" if text[:1] in "-−" else ""
    whole, _, fraction = text.lstrip("-−").replace(",", "").partition(".")
    said = cardinal(int(whole)) if len(whole) <= 16 else digits(whole)
    if fraction:
        said = "二" + said[1:] if said == "两" else said
        said += "点" + digits(fraction)
    return sign + said


def say(written: Written, text: str) -> str:
    """``written`` in Chinese words. ``text`` is what it was found in: neighbours decide between 二 and 两,
    years and quantities."""
    return _SAYERS[written.kind](written, text)


def _address(written: Written, _: str) -> str:
    spoken = {".": "点", "@": "艾特", "/": "斜杠", "-": "杠", "_": "下划线"}
    pieces = re.findall(r"[A-Za-z]+|\d|.", written.parts[0])
    return " ".join(digits(p) if p.isdecimal() else spoken.get(p, p) for p in pieces)


def _phone(written: Written, _: str) -> str:
    groups = [digits(group, one="幺") for group in re.findall(r"\d+", written.parts[0])]
    if len(groups) == 1 and len(written.parts[0]) == 11:
        whole = groups[0]
        groups = [whole[:3], whole[3:7], whole[7:]]
    return "，".join(groups)


def _date(written: Written, _: str) -> str:
    year, month, day = written.parts
    return f"{digits(year)}年{_month(month)}{_plain(day)}日"


def _month_day(written: Written, _: str) -> str:
    month, day, year = written.parts
    return (digits(year) + "年" if year else "") + f"{_month(month)}{_plain(day)}日"


def _day_month(written: Written, text: str) -> str:
    day, month, year = written.parts
    return _month_day(Written("month_day", (month, day, year), written.start, written.end), text)


def _month(month: str) -> str:
    number = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
    return cardinal(number) + "月"


def _plain(number: str) -> str:
    return cardinal(int(number))


def _year(written: Written, _: str) -> str:
    return digits(written.parts[0])


def _decade(written: Written, _: str) -> str:
    chinese, latin = written.parts
    if chinese:
        return digits(chinese)
    return (digits(latin) if len(latin) == 4 else _plain(latin)) + "年代"


def _time(written: Written, _: str) -> str:
    hour, minute, second, half = written.parts
    said = {"a": "上午", "p": "下午"}.get(half.lower(), "")
    said += ("两" if int(hour) == 2 else _plain(hour)) + "点"
    if minute and (int(minute) or second):
        said += _sixty(minute) + "分"
    if second:
        said += _sixty(second) + "秒"
    return said


def _sixty(value: str) -> str:
    return ("零" if value.startswith("0") and value != "00" else "") + _plain(value)


def _score(written: Written, _: str) -> str:
    left, right = written.parts
    return f"{_plain(left)}比{_plain(right)}"


def _money(written: Written, _: str) -> str:
    sign, amount, scale, letter = written.parts
    currency = CURRENCIES[sign].zh
    whole, _, cents = amount.replace(",", "").partition(".")
    scale = _SCALES.get(scale or letter, scale)
    if scale or currency != "元" or len(cents) > 2:
        trimmed = whole + ("." + cents.rstrip("0") if cents.rstrip("0") else "")
        return ("两" if trimmed == "2" else decimal(trimmed)) + scale + currency
    jiao, fen = int((cents + "00")[0]), int((cents + "00")[1])
    said = _lone_two(cardinal(int(whole))) + "元" if int(whole) or not (jiao or fen) else ""
    if jiao:
        said += DIGITS[jiao] + "角"
    elif fen and said:
        said += "零"
    return said + (DIGITS[fen] + "分" if fen else "")


def _lone_two(said: str) -> str:
    return "两" if said == "二" else said


def _percent(written: Written, _: str) -> str:
    amount, sign = written.parts
    head = "千分之" if sign == "‰" else "百分之"
    negative = amount[0] in "-−"
    return ("负" if negative else "") + head + decimal(amount.lstrip("-−"))


def _measure(written: Written, _: str) -> str:
    amount, unit = written.parts
    name = UNITS[unit].zh
    if amount[0] in "-−":
        return ("零下" if name.endswith("度") else "负") + _lone_two(decimal(amount[1:])) + name
    return _lone_two(decimal(amount)) + name


def _fraction(written: Written, _: str) -> str:
    above, below, unit, sign = written.parts
    top, bottom = _VULGAR[sign] if sign else (int(above), int(below))
    if bottom == 0 or top > bottom:  # a blood pressure, a score; not a share
        return f"{cardinal(top)}，{cardinal(bottom)}" + (UNITS[unit].zh if unit else "")
    return f"{cardinal(bottom)}分之{cardinal(top)}"


def _version(written: Written, _: str) -> str:
    return "点".join(digits(part) for part in written.parts[0].split("."))


def _ordinal(written: Written, _: str) -> str:
    return "第" + _plain(written.parts[0])


def _digits(written: Written, _: str) -> str:
    return digits(written.parts[0])


def _code(written: Written, _: str) -> str:
    number = written.parts[0]
    return _plain(number) if len(number) <= 2 and number[0] != "0" else digits(number)


def _number(written: Written, text: str) -> str:
    amount, scale, letter = written.parts
    scale = _SCALES.get(scale or letter, scale)
    counted = _MEASURE.match(text, written.end)
    before = text[: written.start].rstrip()
    if re.fullmatch(r"(?:19|20)\d\d", amount) and not scale and not counted and not before.endswith("第"):
        return digits(amount)
    said = decimal(amount)
    if said == "二" and (scale or counted) and not before.endswith(("第", "星期", "周", "初")):
        return "两" + scale
    return said + scale


def _range(_: Written, __: str) -> str:
    return "到"


def _operator(written: Written, _: str) -> str:
    return _OPERATORS[written.parts[0]]


_SAYERS = {
    "address": _address, "phone": _phone, "date": _date, "month_day": _month_day, "day_month": _day_month,
    "year": _year, "decade": _decade, "time": _time, "score": _score, "money": _money, "percent": _percent,
    "measure": _measure, "fraction": _fraction, "version": _version, "ordinal": _ordinal, "digits": _digits,
    "code": _code, "number": _number, "range": _range, "operator": _operator,
}  # fmt: skip

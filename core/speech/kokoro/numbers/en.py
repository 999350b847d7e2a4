"""Says in English what is written in digits."""

from __future__ import annotations

import re

from core.speech.kokoro.numbers.units import CURRENCIES, UNITS
from core.speech.kokoro.numbers.written import Written

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_SCALES = {
    "k": "thousand",
    "K": "thousand",
    "M": "million",
    "B": "billion",
    "千": "thousand",
    "百万": "million",
}
_VULGAR = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅛": (1, 8)}
_OPERATORS = {"+": "plus", "×": "times", "*": "times", "÷": "divided by", "=": "equals"}
_TIMES_TEN = {"万": 10_000, "亿": 100_000_000}
_BEFORE_YEAR = re.compile(
    r"(?:\b(?:in|since|by|from|until|till|of|year|before|after|during|and)|[-–—~])\s?$", re.IGNORECASE
)
_COUNTED = re.compile(r"\s(?!and\b|or\b|to\b|was\b|is\b|in\b|at\b|it\b|the\b|we\b|a\b|for\b|with\b)[a-z]")


def cardinal(number: int) -> str:
    """2024 → two thousand twenty-four (American, without *and*)."""
    return _american(number, "cardinal")


def ordinal(number: int) -> str:
    """21 → twenty-first."""
    return _american(number, "ordinal")


def digits(text: str) -> str:
    """Digit by digit; other characters are left out."""
    return " ".join(_DIGITS[int(c)] for c in text if c.isdecimal())


def decimal(text: str) -> str:
    """A written number such as ``1,024.50`` or ``-3``."""
    sign = "minus " if text[:1] in "-−" else ""
    whole, _, fraction = text.lstrip("-−").replace(",", "").partition(".")
    said = cardinal(int(whole)) if len(whole) <= 18 else digits(whole)
    return sign + said + (" point " + digits(fraction) if fraction else "")


def year(number: int) -> str:
    """2026 → twenty twenty-six, 2005 → two thousand five, 1900 → nineteen hundred."""
    century, rest = divmod(number, 100)
    if not 1100 <= number < 2100 or (century == 20 and rest < 10):
        return cardinal(number)
    if rest == 0:
        return cardinal(century) + " hundred"
    return cardinal(century) + (" oh " if rest < 10 else " ") + cardinal(rest)


def say(written: Written, text: str) -> str:
    """``written`` in English words. ``text`` is what it was found in: neighbours tell a year from a
    quantity."""
    return _SAYERS[written.kind](written, text)


def _american(number: int, form: str) -> str:
    from num2words import num2words

    said: str = num2words(number, to=form)
    return said.replace(" and ", " ").replace(",", "")


def _address(written: Written, _: str) -> str:
    spoken = {".": "dot", "@": "at", "/": "slash", "-": "dash", "_": "underscore"}
    pieces = re.findall(r"[A-Za-z]+|\d|.", written.parts[0])
    return " ".join(digits(p) if p.isdecimal() else spoken.get(p, p) for p in pieces)


def _phone(written: Written, _: str) -> str:
    return ", ".join(digits(group) for group in re.findall(r"\d+", written.parts[0]))


def _date(written: Written, _: str) -> str:
    number, month, day = (int(part) for part in written.parts)
    if not 1 <= month <= 12:
        return ", ".join(digits(part) for part in written.parts)
    return f"{_MONTHS[month - 1]} {ordinal(day)}, {year(number)}"


def _month_day(written: Written, _: str) -> str:
    month, day, number = written.parts
    name = next(name for name in _MONTHS if name.startswith(month[:3]))
    return f"{name} {ordinal(int(day))}" + (f", {year(int(number))}" if number else "")


def _day_month(written: Written, _: str) -> str:
    day, month, number = written.parts
    name = next(name for name in _MONTHS if name.startswith(month[:3]))
    return f"the {ordinal(int(day))} of {name}" + (f", {year(int(number))}" if number else "")


def _year(written: Written, _: str) -> str:
    return year(int(written.parts[0]))


def _decade(written: Written, _: str) -> str:
    number = written.parts[0] or written.parts[1]
    said = year(int(number)) if len(number) == 4 else cardinal(int(number))
    return said[:-1] + "ies" if said.endswith("y") else said + "s"


def _time(written: Written, text: str) -> str:
    hour, minute, second, half = written.parts
    said = cardinal(int(hour))
    if minute and int(minute):
        said += (" oh " if minute.startswith("0") else " ") + cardinal(int(minute))
    elif (
        minute and not half and 1 <= int(hour) <= 12 and "o'clock" not in text[written.end : written.end + 9]
    ):
        said += " o'clock"
    elif minute and not half:
        said += " hundred" if int(hour) else " hours"
    if second:
        said += f" and {cardinal(int(second))} seconds"
    return said + (f" {half.upper()} M" if half else "")


def _score(written: Written, _: str) -> str:
    left, right = written.parts
    return f"{cardinal(int(left))} to {cardinal(int(right))}"


def _money(written: Written, _: str) -> str:
    sign, amount, scale, letter = written.parts
    currency = CURRENCIES[sign]
    amount, scale = _scaled(amount, scale or letter)
    whole, _, cents = amount.replace(",", "").partition(".")
    if scale or currency.part is None or len(cents) != 2:
        one = amount == "1" and not scale
        amount = amount.rstrip("0").rstrip(".") if "." in amount else amount
        return decimal(amount) + scale + " " + (currency.one if one else currency.many)
    said = []
    if int(whole):
        said.append(f"{cardinal(int(whole))} {currency.one if int(whole) == 1 else currency.many}")
    if int(cents) or not said:
        said.append(f"{cardinal(int(cents))} {currency.part[0] if int(cents) == 1 else currency.part[1]}")
    return " and ".join(said)


def _scaled(amount: str, scale: str) -> tuple[str, str]:
    """万 and 亿 have no English word: 3.5万 is 35000."""
    if scale in _TIMES_TEN:
        whole, _, fraction = amount.replace(",", "").partition(".")
        zeros = len(str(_TIMES_TEN[scale])) - 1
        if len(fraction) <= zeros:
            return str(int(whole + fraction.ljust(zeros, "0"))), ""
    name = _SCALES.get(scale, scale)
    return amount, (" " + name if name else "")


def _percent(written: Written, _: str) -> str:
    amount, sign = written.parts
    return decimal(amount) + (" per thousand" if sign == "‰" else " percent")


def _measure(written: Written, _: str) -> str:
    amount, unit = written.parts
    name = UNITS[unit]
    return f"{decimal(amount)} {name.one if amount == '1' else name.many}"


def _fraction(written: Written, _: str) -> str:
    above, below, unit, sign = written.parts
    top, bottom = _VULGAR[sign] if sign else (int(above), int(below))
    if bottom in {0, 1} or top > bottom:
        joint = " over " if top >= 60 else " "
        return cardinal(top) + joint + cardinal(bottom) + (" " + UNITS[unit].many if unit else "")
    if bottom == 2:
        return f"{cardinal(top)} half"
    part = "quarter" if bottom == 4 else ordinal(bottom)
    return f"{cardinal(top)} {part}{'' if top == 1 else 's'}"


def _version(written: Written, _: str) -> str:
    return " point ".join(digits(part) for part in written.parts[0].split("."))


def _ordinal(written: Written, _: str) -> str:
    return ordinal(int(written.parts[0]))


def _digits(written: Written, _: str) -> str:
    return digits(written.parts[0])


def _code(written: Written, _: str) -> str:
    number = written.parts[0]
    return cardinal(int(number)) if len(number) <= 2 and number[0] != "0" else digits(number)


def _number(written: Written, text: str) -> str:
    amount, scale, letter = written.parts
    amount, scale = _scaled(amount, scale or letter)
    if re.fullmatch(r"(?:1[1-9]|20)\d\d", amount) and not scale:
        before, after = text[: written.start], text[written.end :]
        if _BEFORE_YEAR.search(before) or (int(amount) >= 1900 and not _COUNTED.match(after)):
            return year(int(amount))
    return decimal(amount) + scale


def _range(_: Written, __: str) -> str:
    return "to"


def _operator(written: Written, _: str) -> str:
    return _OPERATORS[written.parts[0]]


_SAYERS = {
    "address": _address, "phone": _phone, "date": _date, "month_day": _month_day, "day_month": _day_month,
    "year": _year, "decade": _decade, "time": _time, "score": _score, "money": _money, "percent": _percent,
    "measure": _measure, "fraction": _fraction, "version": _version, "ordinal": _ordinal, "digits": _digits,
    "code": _code, "number": _number, "range": _range, "operator": _operator,
}  # fmt: skip

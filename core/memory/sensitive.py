"""What is never remembered, whoever asks: passwords, codes, numbers of identity, cards and accounts."""

from __future__ import annotations

import re
from typing import Final

_NAMED: Final = re.compile(
    # Chinese
    "密码|口令|密钥|暗码|(?:验证|校验|动态|识别|安全|门禁|解锁|提款|开锁)码|身份证|"
    "(?:护照|驾照|社保|医保|病历|工号|学号|保单|车架)(?:卡)?(?:的)?号|证件号|卡号|银行卡|信用卡|储蓄卡|存折|"
    "账号|帐号|账户号|帐户号|户头号|"
    # English
    r"\b(?:pass ?words?|pass ?codes?|pass ?phrases?|log ?in details|"
    r"(?:security|verification|access|entry|door|gate|alarm|safe|sort|one[- ]time|recovery|unlock) codes?|"
    r"cvv|cvc|otp|iban|swift code|(?:bank|credit|debit|id|identity) cards?|"
    r"(?:card|account|passport|licen[cs]e|policy|routing|insurance|identity|id|medicare|nhs|tax) numbers?|"
    r"social security|national insurance|"
    # A pin may also hold a hip together.
    r"pin (?:number|code|is|was)|(?:my|the|our|bank|phone|card)(?:'s)? pin\b(?! in\b| through\b| cushion))\b",
    re.IGNORECASE,
)

# Calendars and clocks are no secrets: taken out before digits are counted.
_YEAR: Final = "(?:1[89]|20)[0-9]{2}"
_TIMES: Final = re.compile(
    rf"(?<![0-9]){_YEAR}[-/. ](?:1[0-2]|0?[1-9])[-/. ](?:[12][0-9]|3[01]|0?[1-9])(?![0-9])|"
    rf"(?<![0-9])(?:[12][0-9]|3[01]|0?[1-9])[-/. ](?:[12][0-9]|3[01]|0?[1-9])[-/. ]{_YEAR}(?![0-9])|"
    rf"(?<![0-9]){_YEAR} ?[-–—~] ?{_YEAR}(?![0-9])|(?<![0-9])[0-9]{{1,2}}[:：][0-9]{{2}}(?![0-9])"
)

MOST_DIGITS: Final = 7
"""Digits in a row that may be anything; more are a number of something, whatever it is called."""
MOST_SPOKEN: Final = 5
"""The same where every digit is said by itself, as nobody says a quantity."""

_HAN: Final = "零一二三四五六七八九幺〇两"
_RUN: Final = re.compile(r"[0-9](?:[ \t-]?[0-9])*")
_SPOKEN_RUN: Final = re.compile(
    rf"[0-9{_HAN}](?:[ \t-]{{0,2}}[0-9{_HAN}])*(?:[,，][ \t]?[0-9{_HAN}]{{2,}}(?:[ \t-]?[0-9{_HAN}])*)*"
)
_ONES: Final = "zero|nought|naught|oh|o|one|two|three|four|five|six|seven|eight|nine"
_TEENS: Final = (
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_WORD: Final = rf"(?:(?:double|triple|treble)[ -](?:{_ONES}|[0-9])|{_TEENS}|{_ONES}|[0-9]{{1,4}})"
_WORDS_RUN: Final = re.compile(rf"\b{_WORD}(?:(?:, |[ ,-]){_WORD})*\b", re.IGNORECASE)
_TEN_TO_NINETY: Final = re.compile(rf"\b(?:{_TEENS})\b")
_TENS_AND_ONE: Final = re.compile(
    r"\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]"
    r"(?:one|two|three|four|five|six|seven|eight|nine)\b"
)


def is_sensitive(text: str) -> bool:
    """Whether a clause must not be stored."""
    if _NAMED.search(text):
        return True
    plain = _TIMES.sub(" ", text.translate(_NARROW))
    return _has_written(plain) or _has_spoken_han(plain) or _has_spoken_words(plain)


_NARROW: Final = {
    ord(wide): narrow for wide, narrow in zip("０１２３４５６７８９　－", "0123456789 -", strict=True)
}


def _has_written(text: str) -> bool:
    return any(_digits(run[0]) > MOST_DIGITS for run in _RUN.finditer(text))


def _has_spoken_han(text: str) -> bool:
    return any(
        sum(character in _HAN or character.isdigit() for character in run[0]) > MOST_SPOKEN
        and any(character in _HAN for character in run[0])
        for run in _SPOKEN_RUN.finditer(text)
    )


def _has_spoken_words(text: str) -> bool:
    """Digits, or pairs of them, one after the other: four two one, double oh seven, fifty one sixty three."""
    for run in _WORDS_RUN.finditer(text):
        said = run[0].lower().replace("-", " ").replace(",", " ")
        words = said.split()
        if all(word.isdigit() and len(word) > 1 for word in words):
            continue  # written, and counted as that
        if _count(said) > MOST_SPOKEN:
            return True
    return False


def _count(said: str) -> int:
    """How many digits are said: forty two is two of them, double oh too, twelve as well."""
    paired, pairs = _TENS_AND_ONE.subn(" ", said)
    paired, tens = _TEN_TO_NINETY.subn(" ", paired)
    count, times = 2 * (pairs + tens), 1
    for word in paired.split():
        if word in ("double", "triple", "treble"):
            times = 2 if word == "double" else 3
            continue
        count += times * (len(word) if word.isdigit() else 1)
        times = 1
    return count


def _digits(run: str) -> int:
    return sum(character.isdigit() for character in run)

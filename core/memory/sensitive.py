"""What is never remembered, whoever asks: passwords, numbers of identity, cards and accounts."""

from __future__ import annotations

import re
from typing import Final

_NAMED: Final = re.compile(
    "密码|口令|验证码|身份证|护照号|社保号|医保号|卡号|银行卡|账号|帐号|存折|"
    r"\b(?:password|passcode|pin|security code|cvv|card number|account number|bank card|credit card|"
    r"debit card|passport|social security|national insurance|sort code|iban)\b",
    re.IGNORECASE,
)
# A long run of digits, spoken or written, is a number of something whatever it is called.
_DIGITS: Final = re.compile(r"(?:[0-9０-９][\s-]?){8,}|[零一二三四五六七八九幺〇]{6,}")


def is_sensitive(text: str) -> bool:
    """Whether a clause must not be stored."""
    return bool(_NAMED.search(text) or _DIGITS.search(text))

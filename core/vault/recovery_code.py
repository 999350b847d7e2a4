"""The recovery code: 160 random bits that a person writes down once, in groups that check themselves.

Eight groups of four letters and a check letter, in Crockford's base 32: no I, L, O or U, so that it
reads the same in any handwriting and under any input method. Each group's check is a polynomial over
GF(32) (x^5 + x^2 + 1) and the group's place, so one wrong letter, two neighbours exchanged and two
groups exchanged are always noticed, and the group is named.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from core.errors import Refused
from core.ids import random_bytes
from core.secret import Secret

CODE_BYTES: Final = 20
GROUPS: Final = 8
_DATA: Final = 4  # letters of a group before its check
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES: Final = {letter: value for value, letter in enumerate(_ALPHABET)} | {"I": 1, "L": 1, "O": 0}
_SEPARATORS: Final = re.compile(r"[\s\-‐-―−·.,_]+")


def new_code() -> Secret:
    """A fresh code's 20 bytes."""
    return Secret(random_bytes(CODE_BYTES))


def written(code: Secret) -> str:
    """``XXXXX-XXXXX-…``: what a person writes down. Show it once and keep it nowhere."""
    bits = int.from_bytes(code.reveal(), "big")
    letters = [bits >> 5 * place & 31 for place in reversed(range(GROUPS * _DATA))]
    groups = [letters[start : start + _DATA] for start in range(0, len(letters), _DATA)]
    return "-".join(
        "".join(_ALPHABET[value] for value in [*group, _check(group, place)])
        for place, group in enumerate(groups)
    )


def read(text: str) -> Secret:
    """The code that somebody typed; case, spaces, dashes and full-width forms do not matter.

    Raises Refused: ``vault.recovery_code_length`` or ``vault.recovery_code_mistyped`` with the group, from 1.
    """
    plain = _plain(text)
    wanted = GROUPS * (_DATA + 1)
    if len(plain) != wanted:
        raise Refused("vault.recovery_code_length", given=len(plain), wanted=wanted)
    bits = 0
    for place in range(GROUPS):
        values = [_VALUES.get(letter, -1) for letter in plain[place * 5 : place * 5 + 5]]
        if -1 in values or _check(values[:_DATA], place) != values[_DATA]:
            raise Refused("vault.recovery_code_mistyped", group=place + 1)
        for value in values[:_DATA]:
            bits = bits << 5 | value
    return Secret(bits.to_bytes(CODE_BYTES, "big"))


def ends_in(code: Secret, typed: str) -> bool:
    """Whether somebody who has ``code`` on paper could have typed this as its last group."""
    last = written(code).rpartition("-")[2]
    return [_VALUES.get(letter) for letter in _plain(typed)] == [_VALUES[letter] for letter in last]


def _plain(text: str) -> str:
    return _SEPARATORS.sub("", unicodedata.normalize("NFKC", text)).upper()


def _check(values: list[int], place: int) -> int:
    total = 0
    for value in values:
        total = _doubled(total ^ value)
    return total ^ place


def _doubled(value: int) -> int:
    """Times x in GF(32)."""
    value <<= 1
    return value ^ 0b100101 if value & 32 else value

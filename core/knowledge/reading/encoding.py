"""From bytes to text, when nobody says in which encoding: the likely one, or none rather than mojibake.

UTF-8 proves itself. The old encodings do not: GB18030 decodes almost anything to *some* Han. But each
standard put the common characters into a first level (GB 2312 rows 16-55, Big5 A4-C6, JIS X 0208 rows 16-47),
and bytes of another encoding decode outside of it. Western one-byte text is left to ``charset-normalizer``,
and believed only where letters with accents stand among plain ones.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from core.knowledge.reading.refusals import Unread

_MARKED: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SAMPLE: Final = 40_000
"""Characters that are looked at, of the beginning and of the middle each."""
SURE: Final = 0.9
"""The least likeliness that is believed, and how far the next must be behind it."""
MARGIN: Final = 0.12

FEWEST: Final = 4
"""Han or kana that a text must have to be told by them: fewer are common in any encoding by chance."""

DOUBTFUL: Final = 48
"""Bytes below which UTF-8 is no proof either."""

_RARE: Final = re.compile(r"[\u0180-\u036f\u0400-\u07ff]")
_PAIRS_ALONE: Final = re.compile(r"[\u0080-\u07ff]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ue000-\uf8ff\ufffe\uffff]")
_HAN: Final = re.compile(r"[㐀-䶿一-鿿豈-﫿]")
_KANA: Final = re.compile(r"[ぁ-ゖァ-ヺー]")
_HALF_KANA: Final = re.compile(r"[\uff61-\uff9f]")
_OTHER_SCRIPTS: Final = re.compile(
    r"[^\u0000-\u024f\u2000-\u22ff\u2460-\u27bf\u3000-\u30ff㐀-䶿一-鿿豈-﫿\uff00-\uffef]"
)
_ACCENTED: Final = re.compile(r"[\u00c0-\u024f]")
_ODD_LATIN: Final = re.compile(r"[\u00a1-\u00bf×÷]")
# One Han in the middle of a Latin word is a letter with an accent, misread.
_INSIDE: Final = re.compile(r"[A-Za-z][㐀-䶿一-鿿ˆ-˿](?=[A-Za-z])|[A-Za-z][㐀-䶿一-鿿](?=[ ,.])")
_PUNCTUATION: Final = re.compile(r"[，。！？；：、“”（）《》「」『』…—]")


class Guess(NamedTuple):
    """likely: 0 to 1. text: all of it, decoded."""

    likely: float
    encoding: str
    text: str


def decoded(data: bytes) -> str:
    """The text, without a mark. Raises Unread("not_text"): no text, or no telling in which encoding."""
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return _checked(data, encoding)
    if b"\x00" not in data:
        try:
            return _unmistaken(data, data.decode("utf-8"))
        except UnicodeDecodeError:
            if _is_broken_utf8(data):
                raise Unread("not_text") from None
    best, *others = sorted(_guesses(data), reverse=True) or [Guess(0.0, "", "")]
    if best.likely < SURE:
        best, others = _western(data), []
    if best.likely < SURE or any(
        best.likely - one.likely < MARGIN for one in others if one.text != best.text
    ):
        raise Unread("not_text")
    return best.text


def _checked(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unread("not_text") from error


def _unmistaken(data: bytes, text: str) -> str:
    """A few Chinese characters of two bytes can be two bytes of UTF-8 too (联通 in GBK): rare letters then,
    or nothing but letters of two bytes.

    Raises Unread("not_text") where both are likely.
    """
    if len(data) < DOUBTFUL and _PAIRS_ALONE.fullmatch(text):
        raise Unread("not_text")
    if len(data) < DOUBTFUL and _RARE.search(text) and not _HAN.search(text):
        raw = data.decode("gb18030", "ignore")
        if _as_gb(raw * 2) >= SURE:
            raise Unread("not_text")
    return text


def _guesses(data: bytes) -> list[Guess]:
    """What the bytes may be in the encodings of East Asia, and in UTF-16 without its mark."""
    found = []
    candidates: list[tuple[str, Callable[[str], float]]] = []
    if len(data) % 2 == 0 and len(data) >= 16:
        candidates += [("utf-16-le", _as_unicode), ("utf-16-be", _as_unicode)]
    if b"\x00" not in data:
        candidates += [("gb18030", _as_gb), ("big5hkscs", _as_big5), ("cp932", _as_japanese)]
    for encoding, likeliness in candidates:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        sample = text if len(text) <= 2 * SAMPLE else text[:SAMPLE] + text[len(text) // 2 :][:SAMPLE]
        wide = encoding.startswith("utf-16")
        if not _CONTROL.search(sample) and (wide or _is_told(sample)):
            found.append(Guess(likeliness(sample), encoding, text))
    return found


def _is_told(sample: str) -> bool:
    return len(_HAN.findall(sample)) + len(_KANA.findall(sample)) >= FEWEST


def _as_gb(sample: str) -> float:
    simplified = _level(sample, "gb2312", 0xB0, 0xD7)
    # Traditional characters stand outside of GB 2312; then the marks between sentences must be Chinese too.
    if _PUNCTUATION.search(sample):
        return max(simplified, _level(sample, "big5", 0xA4, 0xC6) - 0.05)
    return simplified


def _as_big5(sample: str) -> float:
    return _level(sample, "big5", 0xA4, 0xC6)


def _as_japanese(sample: str) -> float:
    kana = len(_KANA.findall(sample))
    if not kana or len(_HALF_KANA.findall(sample)) > kana // 4:
        return 0.0
    return _level(sample, "shift_jis", 0x88, 0x97)


def _as_unicode(sample: str) -> float:
    """UTF-16 read the wrong way round is rare Han and private use; spaces and line ends are then neither."""
    if _HAN.search(sample):
        return max(_level(sample, "gb2312", 0xB0, 0xD7), _as_big5(sample), _as_japanese(sample))
    letters = sum(c.isascii() and (c.isalnum() or c.isspace()) for c in sample)
    return 1.0 if letters >= 0.6 * len(sample) else 0.0


def _level(sample: str, encoding: str, first: int, last: int) -> float:
    """The share of characters beyond ASCII that are common ones or marks of this standard; 0 without Han."""
    total = common = 0
    for character in set(sample):
        if character.isascii():
            continue
        count = sample.count(character)
        total += count
        if _HAN.match(character):
            raw = character.encode(encoding, "ignore")
            common += count * bool(raw and first <= raw[0] <= last)
        else:
            common += count * (not _OTHER_SCRIPTS.match(character) and not _ODD_LATIN.match(character))
    han = sum(1 for _ in _HAN.finditer(sample))
    if not total or (han < 2 and not _KANA.search(sample)) or len(_INSIDE.findall(sample)) > han // 4:
        return 0.0
    return common / total


def _is_broken_utf8(data: bytes) -> bool:
    """Nearly all of it is UTF-8: then it is a damaged file and not another encoding."""
    kept = data[: 4 * SAMPLE].decode("utf-8", "ignore")
    beyond = sum(not character.isascii() for character in kept)
    lost = len(data[: 4 * SAMPLE]) - len(kept.encode("utf-8"))
    return beyond > 1 and lost <= 2 * beyond


def _western(data: bytes) -> Guess:
    """Latin letters with accents, one byte each, or nothing."""
    nothing = Guess(0.0, "", "")
    if b"\x00" in data:
        return nothing
    try:
        from charset_normalizer import from_bytes
    except ImportError:
        return nothing
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return nothing
    sample = text[:SAMPLE]
    plain = sum(c.isascii() and c.isalpha() for c in sample)
    accented, odd = len(_ACCENTED.findall(sample)), len(_ODD_LATIN.findall(sample))
    too_odd = accented + odd > plain // 3 or odd > 1 + plain // 40
    if len(data) < DOUBTFUL:
        too_odd = too_odd or bool(odd) or not accented
    if _CONTROL.search(sample) or too_odd:
        return nothing
    match = from_bytes(data[:SAMPLE], cp_isolation=["cp1252", "latin_1"], threshold=0.2).best()
    return Guess(1.0, "cp1252", text) if match is not None else nothing

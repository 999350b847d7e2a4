"""A text comes back as it was written, or not at all: never as mojibake."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.knowledge.reading.encoding import decoded
from core.knowledge.reading.refusals import Unread

SIMPLIFIED = [
    "签收后七天内可以申请退货，质量问题由商店承担来回运费。",
    "药在柜子里，早饭后吃一片，不要空腹。",
    "WiFi 密码是 abc12345，在路由器背面。",
    "王医生周三上午出诊，电话 13800000000。",
    "电梯坏了打物业电话，二十四小时有人。",
]
TRADITIONAL = [
    "簽收後七天內可以申請退貨，品質問題由商店承擔來回運費。",
    "藥在櫃子裡，早飯後吃一片，不要空腹。",
]
JAPANESE = [
    "返品は受け取り後七日以内に申請できます。",
    "薬は引き出しの中にあります。朝ご飯のあとで飲んでください。",
]
WESTERN = [
    "Die Straße über die Brücke ist für Lkw gesperrt.",
    "Où est la clé ? Elle est derrière la porte d'entrée.",
]
ENGLISH = ["The spare key is behind the door.", "Take one tablet after breakfast."]

WRITTEN = [
    *[(SIMPLIFIED, e) for e in ("utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16", "utf-16-le", "utf-16-be")],
    *[(TRADITIONAL, e) for e in ("utf-8", "big5", "utf-16", "utf-16-le", "utf-16-be")],
    *[(JAPANESE, e) for e in ("utf-8", "shift_jis", "utf-16")],
    *[(WESTERN, e) for e in ("utf-8", "latin-1", "cp1252", "utf-16")],
    *[(ENGLISH, e) for e in ("ascii", "utf-16", "utf-16-le", "utf-16-be")],
]


@pytest.mark.parametrize(("sentences", "encoding"), WRITTEN, ids=[f"{t[0][:3]}-{e}" for t, e in WRITTEN])
def test_what_was_written_in_an_encoding_of_people_comes_back(sentences: list[str], encoding: str) -> None:
    @settings(max_examples=20, deadline=None)
    @given(st.lists(st.sampled_from(sentences), min_size=1, max_size=8))
    def law(chosen: list[str]) -> None:
        text = "\r\n".join(chosen)
        assert decoded(text.encode(encoding)) == text

    law()


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "shift_jis", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("text", [*SIMPLIFIED, *TRADITIONAL, *JAPANESE, *WESTERN])
def test_a_text_too_short_to_tell_is_refused_and_not_guessed(text: str, encoding: str) -> None:
    for part in (text[:length] for length in range(1, 31)):
        try:
            written = part.encode(encoding)
        except UnicodeEncodeError:
            continue
        if written.isascii() and encoding == "utf-16-le":
            continue  # plain letters to everybody: no reader could tell
        with contextlib.suppress(Unread):
            assert decoded(written) == part


@pytest.mark.parametrize(
    "data",
    [b"abc\x00def", bytes(range(128, 256)) * 4, b"\xff\xfe\x00", b"\xef\xbb\xbf\xff", bytes(4000),
     "退货期限".encode()[:-1], "签收后七天内可以申请退货。".encode()[:-1] + b"\xff"],
)  # fmt: skip
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(Unread):
        decoded(data)

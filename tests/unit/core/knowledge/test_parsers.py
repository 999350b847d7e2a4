"""What people give us is read as text, or refused with a reason."""

from __future__ import annotations

import pytest

from core.errors import UserFacing
from core.knowledge.parsers import MAX_BYTES, parse

TEXT = "签收后七天内可以申请退货，质量问题由商店承担来回运费。"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_text_is_read_in_every_encoding_people_have(encoding: str) -> None:
    assert parse("说明.txt", TEXT.encode(encoding)) == TEXT


def test_line_ends_become_one_kind() -> None:
    assert parse("a.md", b"one\r\ntwo\rthree\n") == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.exe", b"x", "knowledge.unknown_format"),
        ("a.txt", b"", "knowledge.empty"),
        ("a.txt", b" \n\t ", "knowledge.empty"),
        ("a.txt", b"abc\x00def", "knowledge.not_text"),
        ("a.txt", bytes(range(128, 256)) * 4, "knowledge.not_text"),
        ("a.txt", "déjà vu à la café".encode("latin-1"), "knowledge.not_text"),
        ("a.txt", "退货".encode("utf-16-le"), "knowledge.not_text"),
        ("a.txt", b"\xff\xfe\x00", "knowledge.not_text"),
        ("a.txt", b"\xef\xbb\xbf\xff", "knowledge.not_text"),
        ("a.txt", b"a" * (MAX_BYTES + 1), "knowledge.too_large"),
    ],
)
def test_what_is_not_text_is_refused_with_a_sentence(name: str, data: bytes, message: str) -> None:
    with pytest.raises(UserFacing) as refused:
        parse(name, data)
    assert refused.value.message_id == message


def test_a_refusal_shows_the_file_name_without_its_folders() -> None:
    with pytest.raises(UserFacing) as refused:
        parse("/home/someone/secret/a.txt", b"")
    assert refused.value.values["name"] == "a.txt"

"""Documents are added, replaced and removed, and removed ones leave nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import Refused, UserFacing
from core.knowledge import store
from core.knowledge.schema import MIGRATIONS, SOUNDS, WORDS
from core.retrieval.bigrams import match_any, tokens
from tests.unit.core.retrieval.plain import BOOK, ELDER, PlainFile

RETURNS = "星河商店退换货说明。签收后七天内可以申请退货。质量问题由商店承担来回运费。"


def test_an_imported_text_comes_back_whole_and_by_offsets(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "退换货说明", "returns.txt", RETURNS)
    assert store.text_of(file.tx, document.id) == RETURNS
    assert document.characters == len(RETURNS)
    assert store.quoted(file.tx, document.id, 1, 10, 24) == RETURNS[10:24]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=1200), st.integers(0, 1200), st.integers(1, 300))
def test_characters_in_are_characters_out_for_any_text(
    file: PlainFile, text: str, start: int, length: int
) -> None:
    try:
        document = store.add(file.tx, ELDER, "any", "paste", text)
    except UserFacing:
        return
    whole = store.text_of(file.tx, document.id)
    assert whole == text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    if start < len(whole):
        end = min(start + length, len(whole))
        assert store.quoted(file.tx, document.id, document.version, start, end) == whole[start:end]


def test_the_same_text_again_changes_nothing(file: PlainFile) -> None:
    first = store.add(file.tx, ELDER, "说明", "a.txt", RETURNS)
    assert store.add(file.later(days=1), ELDER, "说明", "a.txt", RETURNS) == first


def test_a_changed_text_replaces_the_chunks_under_the_next_version(file: PlainFile) -> None:
    first = store.add(file.tx, ELDER, "说明", "a.txt", RETURNS)
    store.bind(file.tx, first.id, "companion")
    second = store.add(file.tx, ELDER, "说明", "a.txt", "签收后十五天内可以退货。")
    assert (second.id, second.version) == (first.id, 2)
    assert WORDS.search(file.tx, match_any(tokens("七天")), 5) == []
    assert store.quoted(file.tx, first.id, 1, 0, 4) is None
    assert [d.id for d in store.bound(file.tx, "companion")] == [first.id]


def test_an_unbound_document_is_not_among_a_roles_documents(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "a.txt", RETURNS)
    assert store.bound(file.tx, "companion") == []
    store.bind(file.tx, document.id, "companion")
    store.bind(file.tx, document.id, "companion")
    assert store.bound(file.tx, "companion") == [document]
    store.unbind(file.tx, document.id, "companion")
    assert store.bound(file.tx, "companion") == []


def test_a_removed_document_is_in_no_table_and_no_channel(file: PlainFile) -> None:
    document = store.add(file.tx, ELDER, "说明", "a.txt", RETURNS)
    store.bind(file.tx, document.id, "companion")
    store.remove(file.tx, ELDER, document.id, BOOK)
    for table in ("knowledge_documents", "knowledge_chunks", "knowledge_bindings", "knowledge_vectors"):
        assert file.tx.rows(f"SELECT * FROM {table}") == []
    assert file.tx.rows(f"SELECT * FROM {WORDS.table}_terms") == []
    assert file.tx.rows(f"SELECT * FROM {SOUNDS.table}_terms") == []
    with pytest.raises(Refused):
        store.remove(file.tx, ELDER, document.id, BOOK)


SECRET = "樟木箱底的存折 zyzzyva 归建国保管"
TRACES = ("樟木", "木箱", "存折", "zyzzyva", "建国", "muxiang")


def traces(file: PlainFile) -> list[str]:
    """FTS5 stores a term without the bytes it shares with the term before, so only its tail is looked for."""
    left = file.bytes_on_disk()
    return [trace for trace in TRACES if trace.encode()[1 if trace.isascii() else 2 :] in left]


def test_a_removed_document_leaves_no_trace_in_the_bytes_of_the_file(file: PlainFile) -> None:
    kept = store.add(file.tx, ELDER, "说明", "a.txt", RETURNS * 30)
    document = store.add(file.tx, ELDER, "家里的事", "b.txt", (SECRET + "。") * 200)
    assert traces(file) == list(TRACES)
    store.remove(file.tx, ELDER, document.id, BOOK)
    assert traces(file) == []
    assert store.text_of(file.tx, kept.id) == RETURNS * 30


def test_the_control_without_secure_delete_still_shows_them(tmp_path: Path) -> None:
    file = PlainFile(tmp_path / "control.db", MIGRATIONS, secure_delete=False)
    document = store.add(file.tx, ELDER, "家里的事", "b.txt", (SECRET + "。") * 200)
    store.remove(file.tx, ELDER, document.id, BOOK)
    assert "zyzzyva" in traces(file)
    file.close()

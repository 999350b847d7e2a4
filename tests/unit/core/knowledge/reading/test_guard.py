"""A process that crashes, hangs, floods or lies becomes a sentence; none outlives its document."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import UserFacing
from core.knowledge.reading import guard
from core.knowledge.reading.guard import Given, Limits, Reader
from tests.support.tree import ROOT

A = Given("说明.txt", "签收后七天内可以退货。".encode())
_SAY = "from core.knowledge.reading.wire import *; import sys; o=sys.stdout.buffer\n"
_BEGUN = _SAY + "o.write(framed(Begun(4)));"

STRANGE = {
    "aborts": ("import os; os.abort()", "knowledge.crashed"),
    "leaves": ("pass", "knowledge.crashed"),
    "babbles": ("print('hello ' * 100)", "knowledge.crashed"),
    "floods": (_BEGUN + "\nwhile True: o.write(framed(Pieces([(0, 'x' * 9999, '', '')])))", "knowledge.crashed"),
    "skips": (_BEGUN + "o.write(framed(Pieces([(2, 'ab', '', '')])));o.write(framed(Finished()))", "knowledge.crashed"),
    "stops short": (_BEGUN + "o.write(framed(Pieces([(0, 'ab', '', '')])));o.write(framed(Finished()))", "knowledge.crashed"),
    "speaks for us": (_SAY + "o.write(framed(Declined('vault.wrong_passphrase')))", "knowledge.crashed"),
    "hangs": ("import time; time.sleep(60)", "knowledge.too_slow"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "knowledge.too_hungry"),
}  # fmt: skip


def become(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    boot = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"
    monkeypatch.setattr(guard, "command", lambda: [sys.executable, "-I", "-c", boot])


@pytest.mark.parametrize("kind", STRANGE)
async def test_a_process_that_goes_astray_becomes_a_sentence(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, message = STRANGE[kind]
    become(monkeypatch, code)
    limits = Limits(seconds=1.0 if kind == "hangs" else 60.0, for_each_megabyte=0.0)
    with pytest.raises(UserFacing) as refused:
        await Reader(limits).read(A)
    assert refused.value.message_id == message


async def test_cancelling_ends_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = tmp_path / "pid"
    os.mkfifo(told)
    become(monkeypatch, f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    reading = asyncio.create_task(Reader().read(A))
    pid = int(await asyncio.to_thread(told.read_text))
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_too_little_memory_or_time_is_said_and_the_next_document_is_read() -> None:
    long = Given("a.txt", ("签收后七天内可以申请退货。\n" * 60_000).encode())
    with pytest.raises(UserFacing) as slow:
        await Reader(Limits(cpu=1, for_each_megabyte=0.0)).read(long)
    assert slow.value.message_id == "knowledge.too_slow"
    with pytest.raises(UserFacing) as hungry:
        await Reader(Limits(memory=30 * 1024 * 1024)).read(long)
    assert hungry.value.message_id in ("knowledge.too_hungry", "knowledge.crashed")
    assert (await Reader().read(A)).characters == 11


async def test_progress_grows_to_the_whole_text() -> None:
    seen: list[tuple[int, int]] = []
    text = "签收后七天内可以申请退货。\n" * 1000
    await Reader().read(Given("a.txt", text.encode()), lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (len(text), len(text))


TRIES = """
from core.knowledge.reading.confinement import confine
import os, socket, sys
confine(1 << 30, 5)
for name, act in (("open", lambda: open("/etc/hostname")), ("socket", socket.socket), ("pipe", os.pipe)):
    try:
        act()
        print(name, "worked")
    except OSError:
        print(name, "refused")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits; see confinement")
def test_a_confined_process_opens_no_file_and_no_socket() -> None:
    boot = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{TRIES}"
    done = subprocess.run([sys.executable, "-I", "-c", boot], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:-1] == ["open refused", "socket refused", "pipe refused"]

"""Started by test_kills.py: does one thing to copies of a household, killed before its 1st, 2nd, … step.

A step is whatever this room asks of the file system itself: flush, rename, delete, create.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from core.clock import ManualClock
from core.vault import backup, repair, restoring
from tests.unit.core.vault.small import ERASER, forget, notes, passphrase, reopen

CALLS = ("fsync", "rename", "replace", "unlink", "open", "link")


def killing_before(step: int) -> None:
    count = 0

    def wrapped(call: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object, **kwargs: object) -> object:
            nonlocal count
            count += 1
            if count == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **kwargs)

        return counted

    for name in CALLS:
        setattr(os, name, wrapped(getattr(os, name)))


async def rotate(folder: Path) -> None:
    vault = reopen(folder)
    killing_before(int(sys.argv[4]))
    await vault.rotate([passphrase("新的口令")])


async def change_passphrase(folder: Path) -> None:
    vault = reopen(folder)
    killing_before(int(sys.argv[4]))
    await vault.replace_slot(vault.opened_by, passphrase("新的口令"))


async def back_up(folder: Path) -> None:
    vault = reopen(folder)
    killing_before(int(sys.argv[4]))
    await backup.make(vault, folder.with_name(folder.name + "-stick"), ManualClock())


async def restore(folder: Path) -> None:
    killing_before(int(sys.argv[4]))
    (path,) = folder.parent.glob("stick/*.backup")
    source = restoring.unlock(path, passphrase())
    restoring.over(folder, passphrase(), source, [ERASER], [notes()], ManualClock())


async def mend(folder: Path) -> None:
    killing_before(int(sys.argv[4]))
    repair.repair(folder, passphrase(), [ERASER], {}, [notes()], ManualClock())


async def delete(folder: Path) -> None:
    vault = reopen(folder)
    killing_before(int(sys.argv[4]))
    await forget(vault, "3")


THINGS = {one.__name__: one for one in (rotate, change_passphrase, back_up, restore, mend, delete)}


def main() -> None:
    base, into, thing = Path(sys.argv[1]), Path(sys.argv[2]), THINGS[sys.argv[3]]
    step = 0
    while True:
        step += 1
        folder = into / f"{step}"
        shutil.copytree(base, folder)
        child = os.fork()
        if child == 0:
            sys.argv[4] = str(step)
            try:
                asyncio.run(thing(folder))
                os._exit(0)
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(3)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            print(step, os.WEXITSTATUS(status))
            return


if __name__ == "__main__":
    sys.argv.append("0")
    main()

"""Any one bit of any file of a household may turn: it is noticed or it does not matter."""

from __future__ import annotations

import os
import random
from pathlib import Path

from core.errors import UserFacing
from core.vault import integrity
from tests.unit.core.vault.small import add, create, flip, forget, reopen, texts

FLIPS = int(os.environ.get("BANYAN_FLIPS", "200"))
# What is in these is never read: a place on the disk, and a place to be locked.
_EMPTY = {"ballast", "in-use"}


async def test_every_flip_is_detected_or_harmless(tmp_path: Path) -> None:
    folder = tmp_path / "h"
    vault = create(folder)
    for number in range(30):
        await vault.write(add(f"{number}" + "字" * 200))
    await forget(vault, "3")
    wanted = await vault.read(texts)
    await vault.close()
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in _EMPTY}
    chance = random.Random(11)
    noticed = harmless = 0
    for _ in range(FLIPS):
        name = chance.choice(sorted(files))
        for other, content in files.items():
            (folder / other).write_bytes(content)
        flip(folder / name, chance.randrange(len(files[name])))
        try:
            opened = reopen(folder)
        except UserFacing:
            noticed += 1
            continue
        try:
            await opened.read(integrity.check)
            assert await opened.read(texts) == wanted
            harmless += 1
        except UserFacing:
            noticed += 1
        finally:
            await opened.close()
    assert noticed + harmless == FLIPS
    assert noticed > FLIPS / 5
    assert harmless > FLIPS / 5, "one copy of the header is enough"

"""A household in the vault, against the same work on unkeyed SQLite in the same run.

The rival is the unkeyed twin: the same library, schema, rows and pragmas, the same threads and code above
it, only without a key; the rows come from the vault by SQLCipher's own export, and both files are packed
densely before anything is measured. Both take turns within every round, another one first each round;
medians are told, and beside the table the middle half of what was measured.

* append, projection, newest page, search: one person's thread of 100,000 events, and 100,000 utterances;
* *open, and the newest page*: as the product opens, by the key on this machine, header, shape and all; the
  twin opens its file and looks at its shape. Both with the pages in the machine's memory;
* passphrase change: at 10 MB and at 1 GB of noise, which must take the same;
* backup, restore, rotation: seconds a GB, against copies by SQLite's means that are as safe (flushed, opened,
  checked), and against quicker ones that are not;
* growth: bytes of the file over the same household written afresh, while it is edited and deleted in.

Figures in ``build/bench/store.json``, the table in ``store.md``, a plot in ``store.png``. At most eight minutes
on two cores. ``--quick`` (a tenth of it) writes ``store-quick.*``.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.material import Material
from tests.bench.report import FOLDER, quick
from tests.bench.store_set import copying, growing, passphrases, working
from tests.bench.store_set.growing import Growth
from tests.bench.store_set.pair import new_vault, paired
from tests.bench.store_set.taking import Compared
from tests.bench.store_set.telling import tell
from tests.bench.store_set.thread import indexed, talked


@dataclass(frozen=True, slots=True)
class Size:
    """How much. events: of the thread, and utterances in all. large: MB. others: repetitions."""

    events: int
    edits: int
    large: int
    appends: int
    pages: int
    questions: int
    copies: int


FULL = Size(events=100_000, edits=10_000, large=1000, appends=1000, pages=60, questions=30, copies=3)
QUICK = Size(events=10_000, edits=1000, large=100, appends=100, pages=10, questions=10, copies=1)


async def main(size: Size) -> tuple[list[Compared], Growth, list[str]]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="store-") as name:
        figures, megabytes = await _of_a_thread(Path(name), size)
        _say("passphrases", began)
        figures += _told(await passphrases.changed(Path(name), size.large, 12))
        _say("edits and deletions", began)
        growth_figure, growth = await growing.grown(Path(name), size.edits)
    about = [
        f"The household of the thread has {megabytes:.0f} MB, its words synthetic; {size.copies} copies of each kind.",
        f"Measured in {(time.perf_counter() - began) / 60:.1f} min.",
    ]
    return [*figures, growth_figure], growth, about


async def _of_a_thread(folder: Path, size: Size) -> tuple[list[Compared], float]:
    """What is measured on the person with the long history, and its MB."""
    began = time.perf_counter()
    material = Material(0)
    vault, device = new_vault(folder / "vault")
    thread, texts = await talked(vault, size.events, material)
    _say("indexing", began)
    await indexed(vault)
    pair = await paired(vault, device, folder / "twin.db")
    _say("search", began)
    questions = [
        material.question("".join(texts[at : at + 15])) for at in range(0, size.questions * 100, 100)
    ]
    figures = _told(await working.searched(pair, questions, size.events, 3))
    _say("projection", began)
    figures += _told(await working.projected(pair, thread, size.events, 5))
    _say("pages", began)
    pages, pair = await working.paged(pair, thread, size.events, size.pages)
    figures += _told(pages)
    _say("appends", began)
    figures += _told(await working.appended(pair, size.appends))
    _say("copies", began)
    megabytes = pair.plain.stat().st_size / 1e6
    figures += _told(await copying.copied(pair, size.copies))
    await pair.close()
    return figures, megabytes


def _told(measured: list[Compared]) -> list[Compared]:
    """At once as well: what is broken off was not for nothing."""
    for one in measured:
        beside = "" if one.figure.ratio is None else f", {one.figure.ratio:.2f} × the first rival"
        print(f"        {one.figure.metric}: {one.figure.ours:g} {one.figure.unit}{beside}", flush=True)
    return measured


def _say(what: str, began: float) -> None:
    print(f"{time.perf_counter() - began:5.0f} s  {what}", flush=True)


if __name__ == "__main__":
    short = quick(__doc__)
    tell("store-quick" if short else "store", *asyncio.run(main(QUICK if short else FULL)))

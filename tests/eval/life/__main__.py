"""``python -m tests.eval.life [zh|en] [--typed] [--json FILE] [--wav FILE]``.

Kokoro's voices speak every line of :mod:`tests.eval.life.script` into the real engine in real time: voice
activity, end of turn, Whisper, memory, retrieval, the offline model, Kokoro's answer. After each the memories,
the answer, every quote and every memory's source sentence are looked up. ``--typed`` leaves the sound out.
The exit status is 1 when something did not come out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

import msgspec

from app.demo.aloud import VoiceTalker
from app.demo.spoken import FIRST
from app.demo.typed import TypedTalker
from app.speech import Speech
from core.speech.ports import Style
from core.text import Language
from tests.eval.life.play import Lived, live
from tests.eval.life.script import LIVES


def _tell(one: Lived) -> None:
    mark = "✗" if one.faults else "✓"
    understood = f" ⟨{one.understood}⟩" if one.understood != one.said else ""
    print(f"{mark} {one.conversation:<12} {one.said}{understood}\n    → {one.reply}", flush=True)
    for source in one.opened:
        print(f"      · {source}")
    for fault in one.faults:
        print(f"      ✗ {fault}")


async def _spoken(language: Language, models: Path, wav: Path | None) -> list[Lived]:
    life = LIVES[language]
    async with Speech(models) as speech:
        style = Style(voices=((language, FIRST[language]),))
        lines = {
            (life.person, step.say): await speech.synthesise(step.say, style)
            for _, steps in life.conversations
            for step in steps
        }
        talker = VoiceTalker(speech, lines, lambda _: None)
        lived = await live(language, talker, models, _tell)
        if wav:
            talker.save(wav)
    return lived


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", nargs="*", default=["zh", "en"])
    parser.add_argument("--typed", action="store_true")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--wav", type=Path, metavar="FILE")
    asked = parser.parse_args()
    models = Path(os.environ.get("BANYAN_MODELS", "models"))
    found: dict[str, list[Lived]] = {}
    for language in asked.language:
        if language not in LIVES:
            parser.error(f"not zh or en: {language}")
        found[language] = asyncio.run(
            live(language, TypedTalker(), models, _tell)
            if asked.typed
            else _spoken(language, models, asked.wav)
        )
        well = sum(not one.faults for one in found[language])
        print(f"{language}: {well} of {len(found[language])} as they should be")
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    return int(any(one.faults for lived in found.values() for one in lived))


if __name__ == "__main__":
    sys.exit(main())

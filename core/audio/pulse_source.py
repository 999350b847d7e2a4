"""Noticing that PulseAudio (or PipeWire in its place) gave the microphone's stream another source.

When a microphone is unplugged the sound server moves its streams to whatever source is left, be it the
loudspeaker's own monitor: frames go on arriving, and nobody is heard any more but the companion itself.
PortAudio cannot see that; the server's own program ``pactl`` can, and sleeps until something changes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import shutil
from collections.abc import Sequence
from typing import Any

_LOG = logging.getLogger(__name__)
SETTLE_SECONDS = 0.2
"""Changes come in flocks; one look a flock."""


def is_misplaced(
    sources: Sequence[dict[str, Any]], streams: Sequence[dict[str, Any]], process: int, asked: str | None
) -> bool:
    """Whether a recording stream of ``process`` has a source that nobody meant.

    ``sources``, ``streams``: as ``pactl --format=json list`` gives them. ``asked``: PULSE_SOURCE. One
    that was asked for by name is meant and no other; otherwise any is but a loudspeaker's monitor.
    """
    names = {source["index"]: source["name"] for source in sources}
    ours = [
        names.get(stream["source"], "")
        for stream in streams
        if stream.get("properties", {}).get("application.process.id") == str(process)
    ]
    if asked and not asked.startswith("@") and not asked.isdigit():
        return any(name != asked for name in ours)
    return any(name.endswith(".monitor") for name in ours if not asked)


async def misplaced() -> bool:
    """Wait until this process's microphone is misplaced: True. False when nobody can tell."""
    program = shutil.which("pactl")
    if program is None:
        return False
    try:
        events = await _start(program, "subscribe")
    except OSError as error:
        _LOG.info("sources are not watched: %s", error)
        return False
    try:
        return await _watch(program, events)
    finally:
        await _end(events)


async def _watch(program: str, events: asyncio.subprocess.Process) -> bool:
    assert events.stdout
    while True:
        sources, streams = await _list(program, "sources"), await _list(program, "source-outputs")
        if sources is None or streams is None:
            return False
        if is_misplaced(sources, streams, os.getpid(), os.environ.get("PULSE_SOURCE")):
            return True
        line = b""
        while b"on source" not in line:  # a source, or a source-output
            line = await events.stdout.readline()
            if not line:
                return False  # the server is gone, which the streams notice by themselves
        await asyncio.sleep(SETTLE_SECONDS)


async def _list(program: str, what: str) -> list[dict[str, Any]] | None:
    """None from a server that is gone, or a ``pactl`` that is too old for JSON (before 16)."""
    asking = await _start(program, "--format=json", "list", what)
    try:
        answer, _ = await asking.communicate()
    finally:
        await _end(asking)
    try:
        listed = json.loads(answer)
    except ValueError:
        return None
    return listed if isinstance(listed, list) else None


async def _start(program: str, *arguments: str) -> asyncio.subprocess.Process:
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    plain = os.environ | {"LC_ALL": "C"}  # events are read in English
    return await asyncio.create_subprocess_exec(program, *arguments, stdout=pipe, stderr=nothing, env=plain)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()

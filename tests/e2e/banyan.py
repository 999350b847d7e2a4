"""Running the real command in processes of their own, on a household of their own."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.tree import ROOT

PASSPHRASE = "银杏树下的长椅子"
PATIENCE = 100.0


@dataclass(frozen=True)
class Done:
    """What a finished command left: exit code and both streams, decoded strictly as UTF-8."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its one JSON value."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The message id it reported with ``--json``."""
        return str(self.json["error"]["id"])


@dataclass
class Banyan:
    """``banyan`` with its own ``BANYAN_HOME``. key: global options that open the household."""

    home: Path
    key: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def vault(self) -> Path:
        return self.home / "data" / "household"

    def settings(self, text: str) -> None:
        (self.home / "config").mkdir(parents=True, exist_ok=True)
        (self.home / "config" / "settings.toml").write_text(text, "utf-8")

    def env(self) -> dict[str, str]:
        clean = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES")}
        return clean | {"BANYAN_HOME": str(self.home), "LANG": "C.UTF-8"} | self.environment

    def command(self, *arguments: str | Path) -> list[str]:
        return [sys.executable, "-W", "error::ResourceWarning", "-m", "app", *map(str, arguments), *self.key]

    def __call__(
        self, *arguments: str | Path, stdin: bytes = b"", code: int | None = None, patience: float = PATIENCE
    ) -> Done:
        """Run to the end. code: what it must leave with, when the test does not look itself."""
        done = self._done(
            subprocess.run(
                self.command(*arguments),
                cwd=ROOT,
                env=self.env(),
                input=stdin,
                capture_output=True,
                timeout=patience,
                check=False,
            )
        )
        if code is not None:
            assert done.code == code, f"{arguments} left with {done.code}\n{done.out}\n{done.err}"
        return done

    async def run(self, *arguments: str | Path) -> Done:
        """The same beside a server of the test's own loop."""
        child = await asyncio.create_subprocess_exec(
            *self.command(*arguments),
            cwd=ROOT,
            env=self.env(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(PATIENCE):
            out, err = await child.communicate()
        assert child.returncode is not None
        return Done(child.returncode, out.decode(), err.decode())

    @contextmanager
    def started(self, *arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
        """A running command; killed when the block ends."""
        with subprocess.Popen(
            self.command(*arguments),
            cwd=ROOT,
            env=self.env(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as child:
            try:
                yield child
            finally:
                child.kill()

    def _done(self, finished: subprocess.CompletedProcess[bytes]) -> Done:
        done = Done(finished.returncode, finished.stdout.decode(), finished.stderr.decode())
        assert "Traceback" not in done.err, done.err
        return done


def events(child: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """The JSON lines a running command reports."""
    assert child.stdout is not None
    for line in child.stdout:
        yield json.loads(line)

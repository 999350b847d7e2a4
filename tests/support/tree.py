"""The project's own files, for the tests that read the house instead of running it."""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "core"
PRODUCT = ("app", "core", "ui", "firmware")


@cache
def committed() -> tuple[str, ...]:
    """Paths git keeps, relative and with forward slashes; where there is no git, what lies in the folder."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        return tuple(name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).exists())
    ignored = {".git", ".venv", "build", "dist", "models", "__pycache__"}
    return tuple(
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and not ignored & set(path.relative_to(ROOT).parts)
        and "_cache" not in path.as_posix()
    )


def modules(*roots: str) -> Iterator[Path]:
    """Python files under these folders of the project, in order."""
    for root in roots or PRODUCT:
        yield from sorted(path for path in (ROOT / root).rglob("*.py") if "__pycache__" not in path.parts)


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text("utf-8"), str(path))


def shown(path: Path, node: ast.AST | None = None) -> str:
    """`core/x.py:12`, as an editor opens it."""
    place = path.relative_to(ROOT).as_posix()
    return f"{place}:{getattr(node, 'lineno', 1)}" if node is not None else place


def nothing(found: Iterable[object]) -> None:
    """Fail with every place that was found, one a line."""
    rows = sorted(str(place) for place in found)
    assert not rows, "\n" + "\n".join(rows)

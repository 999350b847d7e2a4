"""Secrets sealed by systemd for this one system: with its security chip where there is one, else its own key.

``systemd-creds`` of systemd 250 or newer (systemd-creds(1)). A secret travels by standard input and output,
never among the arguments, where every user of the machine could read it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from core.errors import Corrupt, Unavailable
from core.secret import Secret

Protection = Literal["chip", "system", "file"]
"""What opens a device's secret: security chip and system's key, the system's key, or reading a file."""

_KEYS: Final[Sequence[tuple[Protection, str]]] = (("chip", "host+tpm2"), ("system", "host"))
_PATIENCE: Final = 30.0  # seconds; a security chip takes one or two


@dataclass(frozen=True, slots=True)
class Sealed:
    """user: sealed for this user alone, by a systemd of 256 or newer, rather than for whoever is root."""

    protection: Protection
    blob: bytes
    user: bool


class SystemCredentials:
    """``command``: the absolute path of systemd-creds."""

    def __init__(self, command: Path) -> None:
        self._command = command

    def seal(self, secret: Secret, name: str) -> Sealed | None:
        """``secret`` under the best key that this user may use; None when there is none.

        What was sealed has been opened again, so that nobody relies on a chip that only takes.
        """
        for protection, key in _KEYS:
            for user in (False, True):
                blob = self._run(["encrypt", f"--with-key={key}", *_named(name, user=user)], secret.reveal())
                if blob and self._open(blob, name, user=user) == secret:
                    return Sealed(protection, blob, user)
        return None

    def open(self, blob: bytes, name: str, *, user: bool) -> Secret:
        """Raises Unavailable("vault.device_key_sealed") when this system does not open it."""
        secret = self._open(blob, name, user=user)
        if secret is None:
            raise Unavailable("vault.device_key_sealed")
        return secret

    def _open(self, blob: bytes, name: str, *, user: bool) -> Secret | None:
        secret = self._run(["decrypt", *_named(name, user=user)], blob)
        return Secret(secret) if secret else None

    def _run(self, arguments: Sequence[str], given: bytes) -> bytes | None:
        """What it wrote; None when it refused, does not know an argument, or never ended. It has no
        terminal, so it cannot ask anybody for anything."""
        try:
            done = subprocess.run(  # noqa: S603 - a fixed command, and a name of our own
                [str(self._command), *arguments, "-", "-"],
                input=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
                start_new_session=True,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None


def protection(params: dict[str, int | str]) -> Protection:
    """What protects the secret of a device's slot, by its record. Raises Corrupt."""
    match params.get("protection"):
        case "chip":
            return "chip"
        case "system":
            return "system"
        case "file":
            return "file"
    raise Corrupt("vault.slot_damaged", kind="device")


def _named(name: str, *, user: bool) -> list[str]:
    return [f"--name={name}", *(["--user"] if user else [])]

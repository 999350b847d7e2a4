"""The vault's header: which slots unwrap the root key, kept twice and checked twice.

A checksum finds damage before anything is unlocked; an HMAC under a subkey of the root finds
tampering afterwards. The epoch rises with every change and also stands in the database.
"""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import msgspec

from core.errors import Corrupt, Unavailable
from core.secret import Secret
from core.vault.files import replace_private_file
from core.vault.keys import subkey
from core.vault.slots import SlotRecord

FORMAT = 1
COPIES = ("header.a", "header.b")


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """vault: random id of the household's vault. epoch: 1 for a new vault, one more each change."""

    vault: str
    epoch: int
    slots: tuple[SlotRecord, ...]


class _Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """The file itself. This outer shape never changes, so that any build can name a newer format."""

    format: int
    content: str
    sha256: str
    hmac: str


class _Damaged(Exception):
    """One copy cannot be read; the other may."""


class Copy(msgspec.Struct, frozen=True, kw_only=True):
    """One readable copy: parsed, checksum right, not authenticated yet."""

    path: Path
    header: Header
    signed: bytes
    mac: str

    def is_authentic(self, root: Secret) -> bool:
        """Whether this copy was written by somebody who had the root key."""
        return hmac.compare_digest(_mac(root, self.signed), self.mac)


def exists(folder: Path) -> bool:
    """Whether a vault was created in ``folder``."""
    return any((folder / name).exists() for name in COPIES)


def read_copies(folder: Path) -> list[Copy]:
    """The readable copies, newest epoch first.

    Raises Unavailable when there is no vault or it comes from a newer version, Corrupt when every
    copy is damaged.
    """
    if not exists(folder):
        raise Unavailable("vault.none", folder=str(folder))
    copies: list[Copy] = []
    for name in COPIES:
        try:
            copies.append(_read(folder / name))
        except (_Damaged, FileNotFoundError):
            continue
    if not copies:
        raise Corrupt("vault.header_damaged", folder=str(folder))
    return sorted(copies, key=lambda copy: copy.header.epoch, reverse=True)


def write_copies(folder: Path, header: Header, root: Secret) -> None:
    """Write both copies one after the other; a power cut leaves at least one of them whole."""
    content = encode(header, root)
    for name in COPIES:
        replace_private_file(folder / name, content)


def repair_copies(folder: Path, good: Copy) -> None:
    """Rewrite whichever copy does not equal the one that was just authenticated."""
    content = good.path.read_bytes()
    for name in COPIES:
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            replace_private_file(path, content)


def encode(header: Header, root: Secret, format_: int = FORMAT) -> bytes:
    """The bytes of a header file."""
    content = msgspec.json.encode(header).decode()
    signed = _signed(format_, content)
    return msgspec.json.encode(
        _Envelope(
            format=format_,
            content=content,
            sha256=hashlib.sha256(signed).hexdigest(),
            hmac=_mac(root, signed),
        )
    )


def _read(path: Path) -> Copy:
    try:
        envelope = msgspec.json.decode(path.read_bytes(), type=_Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _Damaged from error
    signed = _signed(envelope.format, envelope.content)
    if hashlib.sha256(signed).hexdigest() != envelope.sha256:
        raise _Damaged
    if envelope.format > FORMAT:
        raise Unavailable("vault.newer_version")
    try:
        header = msgspec.json.decode(envelope.content, type=Header)
    except msgspec.DecodeError as error:
        raise _Damaged from error
    return Copy(path=path, header=header, signed=signed, mac=envelope.hmac)


def _signed(format_: int, content: str) -> bytes:
    return f"banyan vault header {format_}\n{content}".encode()


def _mac(root: Secret, signed: bytes) -> str:
    return hmac.new(subkey(root, "header").reveal(), signed, hashlib.sha256).hexdigest()

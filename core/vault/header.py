"""The vault's header: which slots unwrap the root key, kept twice and checked twice.

A checksum finds damage before anything is unlocked; an HMAC under a subkey of the root finds
tampering afterwards. The epoch rises with every change and also stands in the database.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path

import msgspec

from core.errors import Corrupt, Unavailable
from core.secret import Secret
from core.vault.files import replace_private_file
from core.vault.keys import subkey
from core.vault.slots import SlotRecord

FORMAT = 2
"""1: no ``database``, no ``receipts``."""

COPIES = ("header.a", "header.b")
_DATABASE = re.compile(r"vault(\.[0-9a-f]{8})?\.db")


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """vault: random id of the household's vault. epoch: 1 for a new vault, one more each change.

    database: the name of the file that this header's root opens; writing a header with another name
    is how a rotated, restored or repaired database takes the place of the one before. receipts: the
    household's random key of receipts, sealed under the root.
    """

    vault: str
    epoch: int
    slots: tuple[SlotRecord, ...]
    database: str = "vault.db"
    receipts: bytes = b""


class _Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """The file itself. This outer shape never changes, so that any build can name a newer format."""

    format: int
    content: str
    sha256: str
    hmac: str


class Damaged(Exception):
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
            path = folder / name
            copies.append(decode(path.read_bytes(), path))
        except (Damaged, FileNotFoundError):
            continue
    if not copies:
        raise Corrupt("vault.header_damaged", folder=str(folder))
    return sorted(copies, key=lambda copy: copy.header.epoch, reverse=True)


def write_copies(folder: Path, header: Header, root: Secret) -> bool:
    """Write both copies one after the other; a power cut leaves at least one of them whole.

    It has happened once the first is written. False: the disk was full for the second, and the next
    opening mends it.
    """
    content = encode(header, root)
    replace_private_file(folder / COPIES[0], content)
    try:
        replace_private_file(folder / COPIES[1], content)
    except (Unavailable, OSError):
        return False
    return True


def is_in_both(folder: Path, header: Header) -> bool:
    """Whether both copies say ``header``, so that nothing an older one named is needed any more."""
    return [copy.header for copy in read_copies(folder)] == [header, header]


def newest(folder: Path, root: Secret) -> Header:
    """The newest header that was written under ``root``. Raises Unavailable("vault.locked") when there is
    none any more: another program has changed the root since."""
    for copy in read_copies(folder):
        if copy.is_authentic(root):
            return copy.header
    raise Unavailable("vault.locked")


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


def decode(content: bytes, path: Path) -> Copy:
    """What a header file says, its checksum right. Raises Damaged, and Unavailable for a newer format."""
    try:
        envelope = msgspec.json.decode(content, type=_Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged from error
    signed = _signed(envelope.format, envelope.content)
    if hashlib.sha256(signed).hexdigest() != envelope.sha256:
        raise Damaged
    if envelope.format > FORMAT:
        raise Unavailable("vault.newer_version")
    try:
        header = msgspec.json.decode(envelope.content, type=Header)
    except msgspec.DecodeError as error:
        raise Damaged from error
    if not _DATABASE.fullmatch(header.database):
        raise Damaged
    return Copy(path=path, header=header, signed=signed, mac=envelope.hmac)


def _signed(format_: int, content: str) -> bytes:
    return f"banyan vault header {format_}\n{content}".encode()


def _mac(root: Secret, signed: bytes) -> str:
    return hmac.new(subkey(root, "header").reveal(), signed, hashlib.sha256).hexdigest()

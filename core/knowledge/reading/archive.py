"""Office files are zip archives of XML: looked over before anything of one is unpacked or parsed.

Nothing is ever written to a disk, so a member's name leads nowhere, and members that are no part of the
document (macros, embedded files, archives inside) are not opened.
"""

from __future__ import annotations

import io
import zipfile
from typing import Final

from core.knowledge.reading.formats import MEGABYTE
from core.knowledge.reading.refusals import Unread

MAX_MEMBERS: Final = 10_000
MAX_PART: Final = 96 * MEGABYTE
"""Bytes of one XML part, unpacked."""
MAX_TOTAL: Final = 400 * MEGABYTE
"""Bytes of all members as the archive declares them; zipfile gives no member more than it declares."""
MAX_RATIO: Final = 300
"""Of a member over a megabyte: text packs by 5 to 20, repetitive sheets by 100."""
_ENCRYPTED: Final = 0x1
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STEP: Final = 1 << 18
_OVERLAP: Final = 16


def checked(data: bytes) -> zipfile.ZipFile:
    """The archive, if it may be read. Raises Unread: damaged, locked, swollen, unsafe_xml."""
    if data.startswith(_OLE):
        raise Unread("locked")  # how Office writes a document that has a password
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (
        zipfile.BadZipFile,
        ValueError,
        OSError,
        RuntimeError,
    ) as error:  # RuntimeError: a method zipfile lacks
        raise Unread("damaged") from error
    members = archive.infolist()
    if len(members) > MAX_MEMBERS or sum(one.file_size for one in members) > MAX_TOTAL:
        raise Unread("swollen")
    for one in members:
        if one.flag_bits & _ENCRYPTED:
            raise Unread("locked")
        if one.file_size > MEGABYTE and one.file_size > MAX_RATIO * max(1, one.compress_size):
            raise Unread("swollen")
        if one.filename.lower().endswith((".xml", ".rels")):
            _look_through(archive, one)
    return archive


def _look_through(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    """One XML part, unpacked in pieces: its real size, and no declarations of types or entities.

    Office's own format forbids them; they are how a few lines unfold to gigabytes, or ask for other files.
    """
    if member.file_size > MAX_PART:
        raise Unread("swollen")
    size, end = 0, b""
    try:
        with archive.open(member) as part:
            while piece := part.read(_STEP):
                size += len(piece)
                if size > MAX_PART:
                    raise Unread("swollen")
                seen = end + (piece.replace(b"\x00", b"") if b"\x00" in piece else piece)
                if b"<!DOCTYPE" in seen or b"<!ENTITY" in seen:
                    raise Unread("unsafe_xml")
                end = seen[-_OVERLAP:]
    except (zipfile.BadZipFile, EOFError, RuntimeError, OSError) as error:
        raise Unread("damaged") from error

"""The chain that makes a session's history checkable, also after parts of it were erased.

``content_hash = SHA-256(salt ‖ body)``: with the salt gone, a short sentence cannot be guessed from
its hash. ``prev_hash`` covers everything that stays of the event before: place, time, kind, hashes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from core.journal.events import AnyBody, kind_of

SALT_BYTES = 16


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it is stored. body and salt are both None when it was erased. at: UTC text."""

    session: str
    seq: int
    at: str
    kind: str
    body: bytes | None
    salt: bytes | None
    content_hash: str
    prev_hash: str


_DECODER = msgspec.json.Decoder(AnyBody)


def encode_body(body: AnyBody) -> bytes:
    """The bytes that are hashed and stored."""
    return msgspec.json.encode(body)


def decode_body(body: bytes) -> AnyBody:
    """Raises msgspec.DecodeError when the bytes are no event body of this version."""
    return _DECODER.decode(body)


def content_hash(salt: bytes, body: bytes) -> str:
    """SHA-256(salt ‖ body), hexadecimal. The salt has a fixed length, so the cut is unambiguous."""
    return hashlib.sha256(salt + body).hexdigest()


def first_prev_hash(session: str) -> str:
    """What the first event of a session points back to."""
    return hashlib.sha256(f"banyan journal 1\n{session}".encode()).hexdigest()


def link_hash(link: Link) -> str:
    """What the next event's ``prev_hash`` must be."""
    kept = (link.session, str(link.seq), link.at, link.kind, link.content_hash, link.prev_hash)
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()


def next_link(before: Link | None, session: str, at: str, body: AnyBody, salt: bytes) -> Link:
    """The link that follows ``before`` (None: the session's first)."""
    stored = encode_body(body)
    return Link(
        session=session,
        seq=0 if before is None else before.seq + 1,
        at=at,
        kind=kind_of(body),
        body=stored,
        salt=salt,
        content_hash=content_hash(salt, stored),
        prev_hash=first_prev_hash(session) if before is None else link_hash(before),
    )


def verify_chain(session: str, links: Iterable[Link]) -> int | None:
    """The seq at which the chain of ``session`` first fails to check; None when all of it holds.

    links: the whole session in order of seq. An erased event checks by its hashes alone.
    """
    expected_prev, expected_seq = first_prev_hash(session), 0
    for link in links:
        placed = link.session == session and link.seq == expected_seq and link.prev_hash == expected_prev
        if not placed or not _content_checks(link):
            return expected_seq
        expected_prev, expected_seq = link_hash(link), expected_seq + 1
    return None


def erased(link: Link) -> Link:
    """The same link without what was said; every hash of the chain stays as it was."""
    return msgspec.structs.replace(link, body=None, salt=None)


def _content_checks(link: Link) -> bool:
    if link.body is None or link.salt is None:
        return link.body is None and link.salt is None
    return content_hash(link.salt, link.body) == link.content_hash

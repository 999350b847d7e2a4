"""Which addresses of services are acceptable, and whether what is sent there leaves the machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.errors import Refused


@dataclass(frozen=True, slots=True)
class Refusals:
    """What a person is told. bad: the message id for what is no address. plain: for one that would send
    words or voices unprotected; its value is ``host``."""

    bad: str
    plain: str


@dataclass(frozen=True, slots=True)
class Address:
    """base: the whole address without a slash at the end. host, port: to connect to; port may be None.
    shown: for messages to people. loopback: this very machine."""

    base: str
    host: str
    port: int | None
    shown: str
    loopback: bool


def address(url: str, schemes: Sequence[str], refusals: Refusals, *, private_plain: bool = False) -> Address:
    """An address checked. A scheme with TLS (``https``, ``wss``) goes anywhere; every other of ``schemes``
    only to this machine, and with ``private_plain`` to the home network.

    Raises Refused with ``refusals.bad`` when it is none, holds a user name or password, or has a query;
    with ``refusals.plain`` when what is sent would be unprotected.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise Refused(refusals.bad) from error
    extra = parts.username is not None or parts.password is not None or parts.query or parts.fragment
    if not host or parts.scheme not in schemes or extra:
        raise Refused(refusals.bad)
    loopback, private = _nearness(host)
    if parts.scheme not in _PROTECTED and not loopback and not (private and private_plain):
        raise Refused(refusals.plain, host=host)
    bracketed = f"[{host}]" if ":" in host else host
    shown = bracketed if port is None else f"{bracketed}:{port}"
    return Address(f"{parts.scheme}://{shown}{parts.path.rstrip('/')}", host, port, shown, loopback)


_PROTECTED = frozenset({"https", "wss"})


def _nearness(host: str) -> tuple[bool, bool]:
    """Whether a host is this machine, and whether it is on the home network."""
    if host == "localhost":
        return True, True
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False, host.endswith((".local", ".lan", ".home.arpa")) or "." not in host
    private = found.is_private and not found.is_unspecified and not found.is_reserved
    return found.is_loopback, private or found.is_link_local

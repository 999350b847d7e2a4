"""Which addresses of chat servers are acceptable, and whether text sent there leaves the machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import msgspec

from core.errors import Refused


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """base: without a slash at the end. host: for messages to people. loopback: this very machine."""

    base: str
    host: str
    loopback: bool


def endpoint(base_url: str, *, private_http: bool = False) -> Endpoint:
    """An address checked: https anywhere, plain http to this machine, and with ``private_http`` to an
    address of the home network.

    Raises Refused("brain.bad_address") when it is none, holds a user name or password, or has a query;
    Refused("brain.plain_http") when it would send words unprotected.
    """
    try:
        parts = urlsplit(base_url.strip())
        host = parts.hostname or ""
        port = parts.port
    except ValueError as error:
        raise Refused("brain.bad_address") from error
    if not host or parts.scheme not in {"http", "https"}:
        raise Refused("brain.bad_address")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise Refused("brain.bad_address")
    loopback, private = _nearness(host)
    if parts.scheme == "http" and not loopback and not (private and private_http):
        raise Refused("brain.plain_http", host=host)
    shown = f"[{host}]" if ":" in host else host
    authority = shown if port is None else f"{shown}:{port}"
    return Endpoint(
        base=f"{parts.scheme}://{authority}{parts.path.rstrip('/')}", host=authority, loopback=loopback
    )


def _nearness(host: str) -> tuple[bool, bool]:
    """Whether a host is this machine, and whether it is on the home network."""
    if host == "localhost":
        return True, True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False, host.endswith((".local", ".lan", ".home.arpa")) or "." not in host
    private = address.is_private and not address.is_unspecified and not address.is_reserved
    return address.is_loopback, private or address.is_link_local

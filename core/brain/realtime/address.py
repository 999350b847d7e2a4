"""Which addresses of Realtime servers are acceptable, by the rules of every other address."""

from __future__ import annotations

from urllib.parse import quote

from core.address import Address, Refusals, address

_REFUSALS = Refusals(bad="brain.bad_realtime_address", plain="brain.plain_realtime")


def realtime_endpoint(url: str) -> Address:
    """An address checked: wss anywhere, plain ws to this machine only.

    Raises Refused("brain.bad_realtime_address") when it is none, holds a name, password or query;
    Refused("brain.plain_realtime") when it would send a voice unprotected.
    """
    return address(url, ("wss", "ws"), _REFUSALS)


def with_model(server: Address, model: str) -> str:
    """The address to connect to: the model is named in the query."""
    return f"{server.base}?model={quote(model, safe='')}"

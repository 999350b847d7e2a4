"""Words and voices go only to addresses that protect them."""

from __future__ import annotations

import pytest

from core.address import Address, Refusals, address
from core.errors import Refused

TOLD = Refusals(bad="here.bad_address", plain="here.plain_http")


def checked(url: str, *, private_plain: bool = False) -> Address:
    """The address of a service that speaks HTTP."""
    return address(url, ("https", "http"), TOLD, private_plain=private_plain)


@pytest.mark.parametrize(
    "url",
    ["http://localhost:8080/v1", "http://127.0.0.1:1/v1/", "http://[::1]:8080/v1", "https://127.0.0.1/v1"],
)
def test_this_machine_may_be_asked_without_tls_and_is_no_cloud(url: str) -> None:
    assert checked(url).loopback


def test_https_is_accepted_and_leaves_the_machine() -> None:
    found = checked("https://chat.example.com/v1/")
    assert (found.base, found.shown, found.loopback) == (
        "https://chat.example.com/v1",
        "chat.example.com",
        False,
    )


@pytest.mark.parametrize(
    "url",
    ["http://192.168.1.5:8080/v1", "http://10.0.0.2/v1", "http://box.local/v1", "http://nas:8080/v1"],
)
def test_plain_http_in_the_home_network_needs_a_decision(url: str) -> None:
    with pytest.raises(Refused, match="plain_http"):
        checked(url)
    assert not checked(url, private_plain=True).loopback


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example.com/v1",
        "http://8.8.8.8/v1",
        "http://0.0.0.0/v1",
        "http://127.0.0.1.example.com/v1",
    ],
)
def test_plain_http_to_the_world_is_refused_even_then(url: str) -> None:
    with pytest.raises(Refused, match="plain_http"):
        checked(url, private_plain=True)


@pytest.mark.parametrize(
    "url",
    ["", "chat", "ftp://x/v1", "https://", "https://user:pass@host/v1", "https://host/v1?key=1", "http://[::1", "https://host:99999/"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="bad_address"):
        checked(url)


def test_a_protected_scheme_goes_anywhere_and_another_only_where_it_is_allowed() -> None:
    assert address("wss://voice.example.com/v1", ("wss", "ws"), TOLD).port is None
    with pytest.raises(Refused, match="plain_http"):
        address("ws://voice.example.com/v1", ("wss", "ws"), TOLD, private_plain=True)
    with pytest.raises(Refused, match="bad_address"):
        checked("wss://voice.example.com/v1")


def test_where_to_connect_is_told_apart_from_what_is_shown() -> None:
    found = address("tcp://[::1]:10300/", ("tcp",), TOLD)
    assert (found.host, found.port, found.shown, found.base) == (
        "::1",
        10300,
        "[::1]:10300",
        "tcp://[::1]:10300",
    )

"""Words go only to addresses that protect them."""

from __future__ import annotations

import pytest

from core.brain.endpoints import endpoint
from core.errors import Refused


@pytest.mark.parametrize(
    "address",
    ["http://localhost:8080/v1", "http://127.0.0.1:1/v1/", "http://[::1]:8080/v1", "https://127.0.0.1/v1"],
)
def test_this_machine_may_be_asked_without_tls_and_is_no_cloud(address: str) -> None:
    assert endpoint(address).loopback


def test_https_is_accepted_and_leaves_the_machine() -> None:
    found = endpoint("https://chat.example.com/v1/")
    assert (found.base, found.host, found.loopback) == (
        "https://chat.example.com/v1",
        "chat.example.com",
        False,
    )


@pytest.mark.parametrize(
    "address",
    ["http://192.168.1.5:8080/v1", "http://10.0.0.2/v1", "http://box.local/v1", "http://nas:8080/v1"],
)
def test_plain_http_in_the_home_network_needs_a_decision(address: str) -> None:
    with pytest.raises(Refused, match="plain_http"):
        endpoint(address)
    assert not endpoint(address, private_http=True).loopback


@pytest.mark.parametrize(
    "address",
    [
        "http://chat.example.com/v1",
        "http://8.8.8.8/v1",
        "http://0.0.0.0/v1",
        "http://127.0.0.1.example.com/v1",
    ],
)
def test_plain_http_to_the_world_is_refused_even_then(address: str) -> None:
    with pytest.raises(Refused, match="plain_http"):
        endpoint(address, private_http=True)


@pytest.mark.parametrize(
    "address",
    ["", "chat", "ftp://x/v1", "https://", "https://user:pass@host/v1", "https://host/v1?key=1", "http://[::1", "https://host:99999/"],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="bad_address"):
        endpoint(address)

"""Addresses of bridges: which are some, and how they are shown."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.files.addresses import public
from clairify_cli.worlds.ros.link.connection import AddressError, checked

GOOD = {
    "ws://arm:9090": "ws://arm:9090",
    "wss://lab.example.org/bridge": "wss://lab.example.org/bridge",
    "ws://127.0.0.1": "ws://127.0.0.1",
    "WS://arm:9090": "ws://arm:9090",
    "ws://[::1]:9090": "ws://[::1]:9090",
    "ws://me:hunter2@arm:9090/?token=abc": "ws://arm:9090/",
}


@pytest.mark.parametrize("url", GOOD)
def test_addresses(url: str) -> None:
    assert checked(url) == url
    assert public(url) == GOOD[url]


@pytest.mark.parametrize(
    ("url", "says"),
    stored(__file__, "what_is_no_address"),
)
def test_what_is_no_address(url: str, says: str) -> None:
    with pytest.raises(AddressError, match=says):
        checked(url)
    public(url)

"""Addresses of bridges: which are some, and how they are shown."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.files.addresses import public
from clairify_cli.worlds.ros.link.connection import AddressError, checked

GOOD = stored(__file__, "GOOD")


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

"""Whether something is the address of a bridge."""

from __future__ import annotations

from urllib.parse import urlsplit

SCHEMES = ("ws", "wss")


class AddressError(ValueError):
    """What is written is no address of a bridge; the message completes "the address ..."."""


def checked(url: str) -> str:
    """The address as it was given. Raises `AddressError`."""
    if not url.isascii() or not url.isprintable() or " " in url:
        raise AddressError("has characters that no address has")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"is no address: {str(error).lower()}") from None
    if parts.scheme not in SCHEMES:
        raise AddressError("does not begin with ws:// or wss://")
    if not parts.hostname:
        raise AddressError("names no host")
    if port == 0:
        raise AddressError("has port 0, where nothing listens")
    if parts.username is not None and parts.password is None:
        raise AddressError("names a user without a password")
    if parts.fragment:
        raise AddressError("ends with a fragment, which no websocket has")
    return url

"""The address of a bridge: whether it is one, and how it is shown to people and written down."""

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


def public(url: str) -> str:
    """The address without a user, a password and a query, which may be a secret."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        host = f"[{host}]" if ":" in host else host
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return "the bridge"
    return f"{parts.scheme}://{host}{port}{parts.path}"

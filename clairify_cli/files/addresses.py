"""Remove secrets: the user, password, query and fragment of URLs, and keys in the environment.

All output to stderr, logs, traces, manifests and errors goes through `without_secrets`, since libraries and servers
quote URLs in various forms.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote, unquote, urlsplit

from clairify_cli.files.patterns import late

_PARTS = late(
    r"(?:[\w+.-]+://)?(?:(?P<user>[^/?#:@]*)(?::(?P<password>[^/?#]*))?@)?[^?#]*(?:\?(?P<query>[^#]*))?(?:#(?P<part>.*))?"
)
_USER = late(r"(?<=://)[^\s/?#\"'<>`]*@")
_KEY = late(r"(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD)(?:_|$)(?!FILE|PATH|DIR)", re.I)
_HELD: dict[str, str] = {}
"""Secrets in all their forms, with their replacements."""


def public(url: str) -> str:
    """Return only the scheme, host, port and path of a URL."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        host = f"[{host}]" if ":" in host else host
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return "the address"
    return f"{parts.scheme}://{host}{port}{parts.path}" if "://" in url else "the address"


def hold_back(url: str | None) -> None:
    """Hide the secrets of this URL, and of URLs and keys in the environment, from now on."""
    from base64 import b64encode

    keys = [value for name, value in os.environ.items() if _KEY.search(name) and _is_telling(value)]
    _HELD.update((form, "***") for key in keys if not key.startswith(("/", "~")) for form in _forms(key))
    for one in (url or "", *(value for value in os.environ.values() if "://" in value)):
        found = _PARTS.fullmatch(one)
        if found is None or not any(found.groups()):
            continue
        user, password, query = found["user"] or "", found["password"] or "", found["query"] or ""
        _HELD[one] = public(one)
        secrets = [password, query, found["part"] or "", *(pair.rpartition("=")[2] for pair in query.split("&"))]
        pair = f"{unquote(user)}:{unquote(password)}".encode()
        told = [b64encode(pair).decode(), f"{user}:{password}@", *filter(_is_telling, secrets)]
        told += [user] if _is_telling(user) and not user.isalpha() else []
        _HELD.update((form, "***") for secret in told for form in _forms(secret))


def without_held(text: str) -> str:
    """Remove hidden secrets from a text, and nothing else."""
    for secret in sorted(_HELD, key=len, reverse=True):
        text = text.replace(secret, _HELD[secret])
    return text


def without_secrets(text: str) -> str:
    """Remove hidden secrets from a text, and the user and password of any other URL in it."""
    text = without_held(text)
    return _USER.sub("", text) if "://" in text else text


def cleaned(value: object) -> object:
    """Remove secrets, like `without_secrets`, from every string in a JSON value."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {name: cleaned(one) for name, one in value.items()}
    return [cleaned(one) for one in value] if isinstance(value, list | tuple) else value


def _is_telling(secret: str) -> bool:
    """Whether a secret is long enough to replace by itself: `robot` or `1000` would be removed from any sentence."""
    return len(secret) >= (8 if secret.isalpha() or secret.isdigit() else 4)


def _forms(secret: str) -> Iterator[str]:
    import html
    import json

    for plain in {secret, unquote(secret)}:
        yield from (plain, quote(plain), quote(plain, safe=""), html.escape(plain), json.dumps(plain)[1:-1])

"""Pages that load nothing: their templates, and the hashes by which their policies allow what is in them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256

_PLACE = re.compile(r"\{\{(\w+)\}\}")


def filled(template: str, values: Mapping[str, str]) -> str:
    """Return a template with the values of its places, which are written as `{{name}}`. They are not escaped."""
    return _PLACE.sub(lambda match: values[match[1]], template)


def policy_hash(text: str) -> str:
    """Return the hash of a script or style as a content security policy writes it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

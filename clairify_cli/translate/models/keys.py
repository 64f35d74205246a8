"""Missing keys of well-known providers, found before anything is loaded or sent."""

from __future__ import annotations

import os
from pathlib import Path

from clairify_cli.files.data import rows
from clairify_cli.translate.models.errors import KeyRejectedError

_KEYS = {provider: names for provider, *names in rows(Path(__file__).with_suffix(".tsv"))}
"""Environment variables for each provider's key; providers with other ways to authenticate are left out."""

_OWN_SERVERS = {"openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"), "anthropic": ("ANTHROPIC_BASE_URL",)}
"""Variables that name the user's own server, which may not need a key."""


def refuse_without_key(name: str, api_base: str | None) -> None:
    """Raise `KeyRejectedError` if the provider needs a key and none of its variables is set."""
    provider = name.partition("/")[0]
    variables = _KEYS.get(provider)
    if variables is None or api_base is not None or any(map(os.environ.get, _OWN_SERVERS.get(provider, ()))):
        return
    if not any(map(os.environ.get, variables)):
        raise KeyRejectedError(f"{name}: there is no key: set the environment variable {' or '.join(variables)}")

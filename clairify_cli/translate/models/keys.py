"""Missing keys of well-known providers, found before anything is loaded or sent."""

from __future__ import annotations

import os

from clairify_cli.translate.models.errors import KeyRejectedError

_KEYS = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "xai": ("XAI_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY", "OR_API_KEY"),
}
"""Environment variables that hold a provider's key; providers with other ways in are not among them."""

_OWN_SERVERS = {"openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"), "anthropic": ("ANTHROPIC_BASE_URL",)}
"""Variables that name a server of the user's own, which may want no key."""


def refuse_without_key(name: str, api_base: str | None) -> None:
    """Raise `KeyRejectedError` if the provider needs a key and none of its variables is set."""
    provider = name.partition("/")[0]
    variables = _KEYS.get(provider)
    if variables is None or api_base is not None or any(map(os.environ.get, _OWN_SERVERS.get(provider, ()))):
        return
    if not any(map(os.environ.get, variables)):
        raise KeyRejectedError(f"{name}: there is no key: set the environment variable {' or '.join(variables)}")

"""The text of prompts, from `prompts/`."""

from __future__ import annotations

from clairify_cli.files import filled, prompt


def fill(name: str, families: tuple[str, ...] = (), /, **values: object) -> str:
    """The prompt `translate-NAME` with its `$names` replaced; values are never looked into.

    The first of `families` with its own version, as `FAMILY-NAME`, takes precedence over the general one.
    """
    special = (f"{family}-{name}" for family in families if prompt(f"{family}-{name}") is not None)
    return filled(next(special, f"translate-{name}"), **values)

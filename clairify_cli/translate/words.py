"""The text of prompts, from `prompts/`."""

from __future__ import annotations

from clairify_cli.files import filled, prompt


def fill(name: str, families: tuple[str, ...] = (), /, **values: object) -> str:
    """Fill in the `$names` of the prompt `translate-NAME`; values are inserted verbatim.

    If one of `families` has its own version, `FAMILY-NAME`, the first such version is used instead.
    """
    special = (f"{family}-{name}" for family in families if prompt(f"{family}-{name}") is not None)
    return filled(next(special, f"translate-{name}"), **values)

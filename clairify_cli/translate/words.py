"""The words that a model is told, from `prompts/`."""

from __future__ import annotations

from clairify_cli.files import filled, prompt


def fill(name: str, families: tuple[str, ...] = (), /, **values: object) -> str:
    """The prompt `translate-NAME` with its `$names` replaced; values are never looked into.

    The first of `families` that has words of its own for it, as `FAMILY-NAME`, comes before the general ones.
    """
    special = (f"{family}-{name}" for family in families if prompt(f"{family}-{name}") is not None)
    return filled(next(special, f"translate-{name}"), **values)

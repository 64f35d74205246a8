"""The words that a model is told, from `prompts/`."""

from __future__ import annotations

from functools import cache
from string import Template

from clairify_cli.files import data_text


def fill(name: str, /, **values: object) -> str:
    """The prompt `prompts/translate-NAME.txt` with its `$names` replaced; values are never looked into."""
    return _template(name).substitute(values)


@cache
def _template(name: str) -> Template:
    return Template(data_text("prompts", f"translate-{name}.txt"))

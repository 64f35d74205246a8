"""The words that a model is told, from `prompts/`."""

from __future__ import annotations

from functools import cache
from string import Template

from clairify_cli.files import data_path, data_text

_GENERAL = "translate"


def fill(name: str, families: tuple[str, ...] = (), /, **values: object) -> str:
    """The prompt `prompts/translate-NAME.txt` with its `$names` replaced; values are never looked into.

    The first of `families` that has words of its own for it, in `prompts/FAMILY-NAME.txt`, comes before the general
    ones.
    """
    return _template(name, families).substitute(values)


@cache
def _template(name: str, families: tuple[str, ...]) -> Template:
    special = (family for family in families if data_path("prompts", f"{family}-{name}.txt").is_file())
    return Template(data_text("prompts", f"{next(special, _GENERAL)}-{name}.txt"))

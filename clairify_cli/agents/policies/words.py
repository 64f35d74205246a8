"""The words that a model is told, from `prompts/replan-*.txt`; what is not ours stands in them as data."""

from __future__ import annotations

import hashlib
from functools import cache
from string import Template

from clairify_cli.files import data_text


def fill(name: str, /, **values: object) -> str:
    """The prompt `prompts/replan-NAME.txt` with its `$names` replaced; values are never looked into."""
    return _template(name).substitute(values)


def sentence(name: str, /, **values: object) -> str:
    """The same on one line, for what is said about a reply."""
    return " ".join(fill(name, **values).split())


def quoted(text: str, kind: str) -> str:
    """A text of somebody else between marker lines that it cannot contain: they have a hash of itself."""
    text = "".join(one if one.isprintable() or one in "\n\t" else " " for one in text).strip("\n")
    marker = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return fill("quoted", kind=kind, marker=marker, text=text)


@cache
def _template(name: str) -> Template:
    return Template(data_text("prompts", f"replan-{name}.txt").rstrip("\n"))

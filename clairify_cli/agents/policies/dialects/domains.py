"""Domains and lexicons of the project, read once."""

from __future__ import annotations

from functools import lru_cache

from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.files.data import data_path
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import File
from clairify_cli.reader.goals import Lexicon
from clairify_cli.reader.goals.lexicon import load_lexicon


@lru_cache(maxsize=8)
def domain_file(name: str) -> File:
    """The file of a domain, `household` for `household.pddl`."""
    return read(Source(data_text("domains", f"{name}.pddl"), f"{name}.pddl"))[0]


@lru_cache(maxsize=8)
def lexicon_of(name: str) -> Lexicon:
    """The lexicon of a domain."""
    return load_lexicon(data_path("domains", f"{name}.lexicon.yaml"))

"""Extensions from other packages: languages (entry points `clairify.languages`) and rules (`clairify.rules`).

An entry point for a language names a class that inherits from `languages.base.Language`; one for rules names a module
that declares rules with `@rule` and functions that find violations with `@finds`:

    [project.entry-points."clairify.rules"]
    lab = "our_lab.rules"

A plugin is imported only when its name is given on the command line; settings files cannot load plugins.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions, Language, StepClaims
from clairify_cli.records import dataclass

LANGUAGES = "clairify.languages"
RULES = "clairify.rules"


class PluginError(Exception):
    """A plugin from another package cannot be loaded; the message is one sentence."""


@dataclass(frozen=True)
class Program:
    """A text as plugin rules see it, with its claims, which are computed once."""

    source: Source
    language: Language
    options: CheckOptions

    @cached_property
    def claims(self) -> tuple[StepClaims, ...]:
        return self.language.claims(self.source, self.options)


Finder = Callable[[Program], Iterable[Diagnostic]]

_FINDERS: list[tuple[str, Finder]] = []


def finds(language: str) -> Callable[[Finder], Finder]:
    """Register a function that is called with every program in a language and returns findings."""

    def register(finder: Finder) -> Finder:
        _FINDERS.append((language, finder))
        return finder

    return register


@cache
def names(group: str) -> frozenset[str]:
    """Return the names of the entry points in a group, in lower case."""
    from importlib.metadata import entry_points

    return frozenset(one.name.lower() for one in entry_points(group=group))


@cache
def load(group: str, name: str) -> Any:
    """Load the object of an entry point. Raises `KeyError` if there is none, `PluginError` if loading fails."""
    from importlib.metadata import entry_points

    found = next((one for one in entry_points(group=group) if one.name.lower() == name.lower()), None)
    if found is None:
        raise KeyError(name)
    try:
        return found.load()
    except Exception as error:  # whatever a foreign package raises when it is imported
        raise PluginError(f"the plugin `{name}` ({found.value}) cannot be loaded: {_said(error)}") from error


def load_rules_of(code: str) -> None:
    """Load the rules of the entry point named like the letters of a code, such as `lab` for LAB001, if possible."""
    letters = code.rstrip("0123456789").lower()
    if letters and letters in names(RULES):
        with contextlib.suppress(PluginError):
            load(RULES, letters)


def added_findings(program: Program) -> tuple[list[Diagnostic], list[str]]:
    """Return the findings of all loaded rules, and a sentence about each set of rules that failed."""
    found: list[Diagnostic] = []
    failures = []
    for language, finder in _FINDERS:
        if language != program.language.name:
            continue
        try:
            found += finder(program)
        except Exception as error:  # a foreign rule never breaks the check
            failures.append(f"{program.source.name}: the rules of `{finder.__module__}` failed: {_said(error)}")
    return found, failures


def has_finders() -> bool:
    """Whether any rules of other packages are loaded."""
    return bool(_FINDERS)


def _said(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())

"""Which language a file is in, and what a PDDL file or a plan is checked against."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import click

from clairify_cli.languages import NAMES, by_suffix, suffixes

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions, Language
    from clairify_cli.languages.pddl.companions import Companions

PDDL = "pddl"
PLAN = "plan"
KINDS = (*NAMES, PLAN)
"""The languages that are checked: plans stand above the others, since they are held to a domain and a problem."""

PLAN_SUFFIX = ".plan"
_STEM_OF_PLAN = re.compile(r"(sas_)?plan(\.\d+)?(\.soln)?|.+\.soln")
"""What planners call the plans that they write."""

SEARCHED = (*(suffix for suffix in suffixes() if suffix != ".xml"), PLAN_SUFFIX)
"""Endings of the files that are looked for in a directory."""


def language(name: str) -> Language:
    """The language of one of `KINDS`."""
    if name == PLAN:
        from clairify_cli.planning.language import PlanLanguage

        return PlanLanguage()
    from clairify_cli.languages import get

    return get(name)


@dataclass
class Kinds:
    """What each of the inputs is: of the `chosen` language, else by its name; where nothing says it, XDL.

    With `problem`, the text of a problem, what is of no other kind is a plan. `domain` and `problem` come before what
    is found among the inputs and beside them. `laboratory` gives the options of the checks of a language.
    """

    items: Sequence[Input]
    chosen: str | None
    laboratory: Callable[[str], CheckOptions]
    domain: Source | None = None
    problem: Source | None = None
    _options: dict[str, CheckOptions] = field(default_factory=dict)

    def of(self, item: Input) -> str:
        """One of `KINDS`."""
        if self.chosen is not None:
            return self.chosen
        path = item.path
        known = by_suffix(path.suffix) if path is not None else None
        if known is not None:
            return known
        if path is not None and (path.suffix.lower() == PLAN_SUFFIX or _STEM_OF_PLAN.fullmatch(path.name.lower())):
            return PLAN
        return PLAN if self.problem is not None else PDDL if self.domain is not None else NAMES[0]

    def shared(self, kind: str) -> CheckOptions:
        """The options that all files of a kind are checked with. Raises `click.UsageError`."""
        if kind not in self._options:
            self._options[kind] = self.laboratory(kind)
        return self._options[kind]

    def options(self, item: Input, program: Source) -> CheckOptions:
        """The options for one input: with the texts that it belongs to."""
        kind = self.of(item)
        shared = self.shared(kind)
        if kind == PLAN:
            return replace(shared, context=self.companions.of_plan(item.path))
        if kind == PDDL:
            return replace(shared, context=self.companions.of_pddl(program.text, item.path))
        return shared

    @cached_property
    def companions(self) -> Companions:
        """Finds the domains of problems and the problems of plans."""
        from clairify_cli.languages.pddl.companions import SUFFIX, Companions

        paths = [item.path for item in self.items if item.path is not None and item.path.suffix.lower() == SUFFIX]
        return Companions(paths, self.domain, self.problem)

    @property
    def remarks(self) -> list[str]:
        """Sentences on what could not be decided."""
        return self.companions.remarks if "companions" in self.__dict__ else []


def read_given(
    ctx: click.Context, domain: str | None, problem: str | None, *, most_bytes: int
) -> tuple[Source | None, Source | None]:
    """The texts of `--domain` and `--problem`. Raises `click.UsageError` where one cannot be read."""
    if domain is None and problem is None:
        return None, None
    from clairify_cli.agents.formalise.given import read_domain, read_problem
    from clairify_cli.files.reading import UnreadableError

    try:
        one = read_domain(domain, most_bytes=most_bytes) if domain is not None else None
        return one, read_problem(problem, one, most_bytes=most_bytes) if problem is not None else None
    except UnreadableError as error:
        raise click.UsageError(str(error), ctx) from None

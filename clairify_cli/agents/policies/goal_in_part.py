"""A goal for a scene that is known only in part: it may be about things that nobody has seen yet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.policies import hints
from clairify_cli.agents.policies.grow import known_of
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.reader import read_once


@dataclass(frozen=True)
class GoalInPart(FormalisedLanguage):
    """A goal as it is written for a whole scene, but that all types of the domain are told, and that it is said that
    what has not been seen is asked for by its type."""

    @property
    def prompts(self) -> tuple[str, ...]:
        return ("replan-goal", *super().prompts)

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """The findings, with hints for a scene that stays as it is and is known in part."""
        found = super().check(source, options)
        assert self.given.domain is not None and self.given.problem is not None
        domain, problem = read_once(self.given.domain)[0].domain, read_once(self.given.problem)[0].problem
        if domain is None or problem is None:
            return found
        return hints.about_goal(found, source, known_of(problem).objects, domain)

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.describe import describe_goal

        return describe_goal(replace(options, context=self.given.context), in_part=True)

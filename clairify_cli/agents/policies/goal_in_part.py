"""A goal for a scene that is known only in part: it may be about things that nobody has seen yet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.languages.base import CheckOptions


@dataclass(frozen=True)
class GoalInPart(FormalisedLanguage):
    """A goal as it is written for a whole scene, but that all types of the domain are told, and that it is said that
    what has not been seen is asked for by its type."""

    @property
    def prompts(self) -> tuple[str, ...]:
        return ("replan-goal", *super().prompts)

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.describe import describe_goal

        return describe_goal(replace(options, context=self.given.context), in_part=True)

"""PDDL as a model is asked for it: given texts that stay as they are, and a planner behind the checks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clairify_cli.agents.formalise.assemble import Assembled, assembled, written_part
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.agents.formalise.rules import lacks_part
from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.languages.base import CheckOptions, StepClaims
from clairify_cli.languages.outline import Outline
from clairify_cli.languages.pddl.language import Pddl

_PARTS = {
    Write.GOAL: "goal, `(:goal ...)`",
    Write.PROBLEM: "problem, `(define (problem ...) ...)`",
    Write.BOTH: "domain and problem, `(define (domain ...) ...)` and `(define (problem ...) ...)`",
}
_FOR_A_GOAL = "domain and scene are given and stay as they are: ask for something that can be reached"
_LACKS_FEATURE = "PLN205"
_WITHOUT_IT = "write it without that feature"


@dataclass(frozen=True)
class FormalisedLanguage:
    """A part of PDDL as a `Language` of the loop: a goal, a problem, or a domain and a problem.

    Its check goes on from one kind of fault to the next only where there is none of the kind before: what is wrong with
    the PDDL itself, where a goal differs from `text` (None: it is not held to it), and what the planner found (no
    `planner`: it is not solved). Of a planner's outcomes only those are faults that are one of the written text: that
    time or memory ran out says nothing about it.
    """

    given: Given
    write: Write
    text: Source | None = None
    planner: Planner | None = None

    name = "pddl"
    suffixes = (".pddl",)
    dialects = ()

    @property
    def prompts(self) -> tuple[str, ...]:
        return (f"formalise-{self.write.value}", "formalise")

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Everything that is wrong with the written text, in its own coordinates."""
        found = Pddl().check(source, replace(options, context=self.given.context))
        if any(one.is_error for one in found):
            return found
        whole = assembled(source, self.given, self.write)
        if whole is None:
            return [*found, lacks_part(source.span(0, len(source.line(1))), _PARTS[self.write])]
        if self.text is not None and self.write is Write.GOAL:
            from clairify_cli.fidelity.goals import check_goal

            found = in_source_order([*found, *check_goal(source, self.text, self.given.context, self.given.lexicon)])
        if self.planner is None or any(one.is_error for one in found):
            return found
        planned = self.planner.plan(whole.domain, whole.problem)
        return in_source_order([*found, *self._faults(planned, whole, source)])

    def _faults(self, planned: Planned, whole: Assembled, source: Source) -> list[Diagnostic]:
        """What the planner found, as findings in the written text, with help that a writer of this part can follow."""
        start = len(source.text) - len(source.text.lstrip())
        at = source.span(start, len(source.text.rstrip()))
        found = [whole.located(one, source, at) for one in planned.faults_of(self.write)]
        if self.write is Write.GOAL:
            return [replace(one, hint=_FOR_A_GOAL) for one in found]
        return [replace(one, hint=_WITHOUT_IT) if one.code == _LACKS_FEATURE else one for one in found]

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.describe import describe, describe_goal

        context = replace(options, context=self.given.context)
        return describe_goal(context) if self.write is Write.GOAL else describe(context)

    def extract(self, reply: str) -> str:
        """The part that was asked for, whatever else the reply holds."""
        return written_part(Pddl().extract(reply), self.write)

    def format(self, source: Source, options: CheckOptions) -> str:
        return Pddl().format(source, options)

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        return ()

    def outline(self, source: Source) -> Outline:
        return Outline()

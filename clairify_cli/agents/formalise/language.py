"""PDDL as a model writes it: given texts that stay unchanged, and a planner after the checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clairify_cli.agents.formalise.assemble import Assembled, assembled, written_part
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.agents.formalise.rules import rules
from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.meaning.shape import predicates_of
from clairify_cli.languages.pddl.reader import read
from clairify_cli.records import dataclass, field, replace

_PARTS = {
    Write.GOAL: "goal, `(:goal ...)`",
    Write.PROBLEM: "problem, `(define (problem ...) ...)`",
    Write.BOTH: "domain and problem, `(define (domain ...) ...)` and `(define (problem ...) ...)`",
}
_FOR_A_GOAL = (
    "domain and scene are given and stay as they are. Does the text ask for just this? If so, give the same goal "
    "again, unchanged; if not, take out what it does not ask for"
)
_NOT_THERE = "PDL204"
_FOR_A_THING = (
    "nothing can be added to the scene. Does the text mean something that is there, by another name? Then write that "
    "name. If it means what is not there, give the same goal again, unchanged: nothing else is put in its place"
)
_DECLARED_IN_DOMAIN = ("PDL201", "PDL202", "PDL203")
"""Types, predicates and functions."""
_OR_ADD = "; or add "
_OF_THE_DOMAIN = ". Nothing can be added to the domain"
_LACKS_FEATURE = "PLN205"
_WITHOUT_IT = "write it without that feature"
_SAYS_WHY_NOT = late(r"\W*CANNOT SAY:")


@dataclass(frozen=True)
class FormalisedLanguage(Language):
    """A part of PDDL as a `Language` of the loop: a goal, a problem, or a domain and a problem.

    Its check continues from one kind of fault to the next only if there is none of the kind before: what is wrong with
    the PDDL itself, where a goal differs from `text` (None: it is not held to it), and what the planner found (no
    `planner`: it is not solved). Only outcomes of the planner that are errors in the written text count: running out of
    time or memory says nothing about it.

    `by_model` says that a model writes, which cannot change the given texts. Its unreachable goals are remembered, so
    that a later, weaker goal is not mistaken for the whole.
    """

    given: Given
    write: Write
    text: Source | None = None
    planner: Planner | None = None
    by_model: bool = True
    _unreachable: list[frozenset[str]] = field(default_factory=list, compare=False)

    name = "pddl"
    suffixes = (".pddl",)

    @property
    def prompts(self) -> tuple[str, ...]:
        return (f"formalise-{self.write.value}", "formalise")

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Every problem in the written text, in its own coordinates."""
        found = Pddl().check(source, replace(options, context=self.given.context))
        if any(one.is_error for one in found):
            return [self._of_the_scene(one) for one in found]
        whole = assembled(source, self.given, self.write)
        if whole is None:
            return [*found, rules.reply_lacks_part(source.span(0, len(source.line(1))), _PARTS[self.write])]
        if self.text is not None and self.write is Write.GOAL:
            from clairify_cli.fidelity.goals import check_goal

            found = in_source_order([*found, *check_goal(source, self.text, self.given.context, self.given.lexicon)])
        if any(one.is_error for one in found):
            return found
        if self.planner is None:
            if self.by_model or self.write is not Write.GOAL:
                return found
            at_once = _never_at_once(whole.domain, whole.problem)
            return in_source_order([*found, *self._located(at_once, whole, source)])
        planned = self.planner.plan(whole.domain, whole.problem)
        faults = self._faults(planned, whole, source)
        if self.write is Write.GOAL and self.by_model:
            faults += self._less_than_before(source, reached=not faults)
        return in_source_order([*found, *faults])

    def may_stand(self, found: Sequence[Diagnostic]) -> bool:
        """Whether an answer that is given twice with these findings is meant: a goal that cannot be reached here.

        That is the case if the text asks for an object that the scene lacks.
        """
        errors = [one for one in found if one.is_error]
        return self.write is Write.GOAL and all(one.code.startswith(("PLN", _NOT_THERE)) for one in errors)

    def _of_the_scene(self, found: Diagnostic) -> Diagnostic:
        """A finding about a goal, with help that a model can follow: it cannot declare what the scene lacks."""
        if self.write is not Write.GOAL or not self.by_model:
            return found
        if found.code == _NOT_THERE:
            return replace(found, hint=_FOR_A_THING)
        if found.code in _DECLARED_IN_DOMAIN and found.hint is not None and _OR_ADD in found.hint:
            return replace(found, hint=found.hint.partition(_OR_ADD)[0] + _OF_THE_DOMAIN)
        return found

    def _less_than_before(self, source: Source, *, reached: bool) -> list[Diagnostic]:
        """Reports a solvable goal that lacks predicates of earlier unsolvable ones; an unsolvable goal is
        remembered."""
        asked = _predicates_of(source)
        if not reached:
            self._unreachable.append(asked)
            return []
        missing = sorted({name for earlier in self._unreachable for name in earlier} - asked)
        return [rules.asks_for_less(source.span(0, len(source.text.rstrip())), missing)] if missing else []

    def _faults(self, planned: Planned, whole: Assembled, source: Source) -> list[Diagnostic]:
        """What the planner found, as findings in the written text, with help that a writer of this part can follow."""
        found = self._located(planned.faults_of(self.write), whole, source)
        if self.write is Write.GOAL and self.by_model:
            return [replace(one, hint=_FOR_A_GOAL if number == 0 else None) for number, one in enumerate(found)]
        return [replace(one, hint=_WITHOUT_IT) if one.code == _LACKS_FEATURE else one for one in found]

    def _located(self, found: Iterable[Diagnostic], whole: Assembled, source: Source) -> list[Diagnostic]:
        start = len(source.text) - len(source.text.lstrip())
        at = source.span(start, len(source.text.rstrip()))
        return [whole.located(one, source, at) for one in found]

    def describe(self, options: CheckOptions) -> str:
        from clairify_cli.languages.pddl.describe import describe, describe_goal

        context = replace(options, context=self.given.context)
        return describe_goal(context) if self.write is Write.GOAL else describe(context)

    def grammar(self, options: CheckOptions) -> str:
        """That of a goal in this scene; of nothing else."""
        from clairify_cli.languages.pddl.constrain import goal_grammar

        return goal_grammar(self.given.context) if self.write is Write.GOAL else ""

    def schema(self, options: CheckOptions) -> Mapping[str, object] | None:
        """That of a goal in this scene; of nothing else."""
        from clairify_cli.languages.pddl.constrain import goal_schema

        return goal_schema(self.given.context) if self.write is Write.GOAL else None

    def extract(self, reply: str) -> str:
        """The requested part, whatever else the reply contains."""
        if self.write is Write.GOAL and '"goal"' in reply:
            from clairify_cli.languages.pddl.constrain import from_json

            reply = from_json(reply) or reply
        return reply if _SAYS_WHY_NOT.match(reply) else written_part(Pddl().extract(reply), self.write)

    def format(self, source: Source, options: CheckOptions) -> str:
        return Pddl().format(source, options)


def _never_at_once(domain: Source, problem: Source) -> tuple[Diagnostic, ...]:
    """Return the findings about parts of a goal that are never true together, without a solver."""
    from clairify_cli.languages.pddl.syntax import Quantified
    from clairify_cli.languages.pddl.task import task_of
    from clairify_cli.languages.pddl.walk import literal_of
    from clairify_cli.planning.explain.model import Verdict
    from clairify_cli.planning.explain.rules import findings
    from clairify_cli.planning.explain.why_not import explain

    task = task_of(domain, problem)
    goal = None if task is None else task.goal
    while isinstance(goal, Quantified) and goal.quantifier == "exists":
        goal = goal.body
    if task is None or goal is None or literal_of(goal) is not None:  # a single literal excludes nothing
        return ()
    why = explain(task, domain, problem, exclusive=True)
    return tuple(findings(why)) if why.verdict is Verdict.EXCLUSIVE else ()


def _predicates_of(goal: Source) -> frozenset[str]:
    """The predicates that a goal names."""
    found = read(goal)[0].goal
    return frozenset() if found is None or found.condition is None else frozenset(predicates_of(found.condition))

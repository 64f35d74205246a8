"""Check in advance whether a solver supports a task; if not, name the missing feature and the line of its first use."""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.features import Feature, used_by_domain, used_by_problem
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Domain, Problem
from clairify_cli.planning.solvers.base import Solution, SolverOutcome
from clairify_cli.records import dataclass


class Use(NamedTuple):
    """The first use of a feature: in the text of the problem or in that of the domain, at these offsets."""

    feature: Feature
    in_problem: bool
    start: int
    end: int


def features(domain: Domain, problem: Problem) -> tuple[Use, ...]:
    """The features of a task beyond types, each with its first use, the domain's before the problem's."""
    first: dict[Feature, Use] = {}
    for in_problem, found in ((False, used_by_domain(domain)), (True, used_by_problem(problem))):
        for feature, at in sorted(found, key=lambda one: one[1].start):
            if feature is not Feature.TYPING:
                first.setdefault(feature, Use(feature, in_problem, at.start, at.end))
    return tuple(first.values())


class UnreadableTaskError(ValueError):
    """A text is not a valid domain or problem; the message says what is wrong and in which line."""


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A domain and a problem as values, with their texts."""

    domain: Domain
    problem: Problem
    domain_source: Source
    problem_source: Source


def read_task(domain_text: str, problem_text: str) -> ReadTask:
    """Read both texts; raise UnreadableTaskError if one of them has syntax errors."""
    sources = Source(domain_text, "domain"), Source(problem_text, "problem")
    trees = []
    for source in sources:
        tree, found = read(source)
        if error := next((one for one in found if one.is_error), None):
            raise UnreadableTaskError(f"the {source.name} has an error in line {error.span.line}: {error.message}")
        trees.append(tree)
    domain, problem = trees[0].domain, trees[1].problem
    if domain is None or problem is None:
        raise UnreadableTaskError(f"the text of the {'domain' if domain is None else 'problem'} defines none")
    return ReadTask(domain, problem, *sources)


def first_lacking(lacks: frozenset[Feature], task: ReadTask) -> Use | None:
    """The first use of a feature among `lacks`."""
    return next((use for use in features(task.domain, task.problem) if use.feature in lacks), None)


def unsupported(solver: str, use: Use, task: ReadTask, run: Solution | None = None) -> Solution:
    """The answer for a task that uses what a solver lacks; `run` is the answer of a run that refused it."""
    source = task.problem_source if use.in_problem else task.domain_source
    line = source.position(use.start)[0]
    return Solution(
        SolverOutcome.UNSUPPORTED,
        None,
        None,
        False,
        solver,
        run.seconds if run else 0.0,
        run.cpu_seconds if run else 0.0,
        f"{solver} does not support {use.feature.words}, which the {source.name} uses in line {line}",
        run.detail if run else "",
        use.feature.words,
        source.name,
        line,
    )

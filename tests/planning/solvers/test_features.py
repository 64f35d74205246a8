"""Which features a task uses, whatever its requirements say, and where first."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.features import Feature
from clairify_cli.languages.pddl.reader import read
from clairify_cli.planning.solvers.support import Use, features
from planning.tasks import BLOCKS, SUSSMAN

DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = "(define (problem p) (:domain d) (:objects o) (:init (p o){init}) (:goal {goal}){section})"


def uses(domain: str, problem: str) -> tuple[Use, ...]:
    trees = read(Source(domain)), read(Source(problem))
    assert not any(one.is_error for _, found in trees for one in found)
    first, second = trees[0][0].domain, trees[1][0].problem
    assert first is not None and second is not None
    return features(first, second)


def in_domain(
    precondition: str = "(p ?x)", effect: str = "(q ?x)", section: str = "", parameter: str = ""
) -> tuple[str, str]:
    domain = DOMAIN.format(precondition=precondition, effect=effect, section=section, parameter=parameter)
    return domain, PROBLEM.format(init="", goal="(q o)", section="")


def in_problem(init: str = "", goal: str = "(q o)", section: str = "") -> tuple[str, str]:
    return in_domain()[0], PROBLEM.format(init=init, goal=goal, section=section)


@pytest.mark.parametrize(("where", "written", "expected"), stored(__file__, "CASES"))
def test_features(where: str, written: dict[str, str], expected: list[tuple[str, str]]) -> None:
    texts = in_domain(**written) if where == "domain" else in_problem(**written)
    found = uses(*texts)
    quoted = [(use.feature, texts[use.in_problem][use.start : use.end]) for use in found]
    # A declaration's own place may take in its type, which says the same.
    assert [feature for feature, _ in quoted] == [Feature[feature] for feature, _ in expected]
    assert all(place.startswith(words) for (_, place), (_, words) in zip(quoted, expected, strict=True))


def test_strips_uses_none() -> None:
    assert uses(BLOCKS, SUSSMAN) == ()


def test_the_first_use_counts() -> None:
    domain, problem = in_domain("(and (not (q ?x)) (not (p ?x)))")
    (use,) = uses(domain, problem.replace("(:goal (q o))", "(:goal (not (p o)))"))
    assert (use.in_problem, domain[use.start : use.end]) == (False, "(not (q ?x))")


def test_no_nesting_is_too_deep() -> None:
    domain, problem = in_domain("(and " * 50 + "(not (p ?x))" + ")" * 50)
    assert [use.feature for use in uses(domain, problem)] == [Feature.NEGATIVE]

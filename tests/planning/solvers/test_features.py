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


EITHER, COSTS, FUNCTIONS = Feature.EITHER, Feature.ACTION_COSTS, Feature.FUNCTIONS

CASES = [
    (in_domain(), []),
    (in_domain("(and (p ?x) (and (q ?x)))", "(and (q ?x) (not (p ?x)))"), []),
    (in_domain("()"), []),
    (in_domain(parameter=" (z ?y - (either t u))"), [(EITHER, "?y - (either t u")]),
    (in_domain("(= ?x ?x)"), [(Feature.EQUALITY, "(= ?x ?x)")]),
    (in_domain("(not (p ?x))"), [(Feature.NEGATIVE, "(not (p ?x))")]),
    (in_domain("(not (= ?x ?x))"), [(Feature.NEGATIVE, "(not (= ?x ?x))"), (Feature.EQUALITY, "(= ?x ?x)")]),
    (in_domain("(or (p ?x) (q ?x))"), [(Feature.DISJUNCTIVE, "(or (p ?x) (q ?x))")]),
    (in_domain("(imply (p ?x) (q ?x))"), [(Feature.DISJUNCTIVE, "(imply (p ?x) (q ?x))")]),
    (in_domain("(exists (?y) (p ?y))"), [(Feature.EXISTENTIAL, "(exists (?y) (p ?y))")]),
    (in_domain("(forall (?y) (p ?y))"), [(Feature.UNIVERSAL, "(forall (?y) (p ?y))")]),
    (in_domain(effect="(when (p ?x) (q ?x))"), [(Feature.CONDITIONAL_EFFECTS, "(when (p ?x) (q ?x))")]),
    (in_domain(effect="(forall (?y) (q ?y))"), [(Feature.UNIVERSAL_EFFECTS, "(forall (?y) (q ?y))")]),
    (
        in_domain(effect="(when (not (p ?x)) (q ?x))"),
        [(Feature.CONDITIONAL_EFFECTS, "(when (not (p ?x)) (q ?x))"), (Feature.NEGATIVE, "(not (p ?x))")],
    ),
    (in_domain(section="(:derived (z ?x) (p ?x))"), [(Feature.DERIVED, "(:derived (z ?x) (p ?x))")]),
    (in_domain(effect="(and (q ?x) (increase (total-cost) 2))"), [(COSTS, "(increase (total-cost) 2)")]),
    (in_domain(effect="(and (q ?x) (increase (total-cost) (f ?x)))"), [(COSTS, "(increase (total-cost) (f ?x))")]),
    (
        in_domain(effect="(and (q ?x) (increase (total-cost) 0.5))"),
        [(COSTS, "(increase (total-cost) 0.5)"), (Feature.FRACTIONAL_COSTS, "0.5")],
    ),
    (in_domain(effect="(and (q ?x) (decrease (total-cost) 2))"), [(Feature.NUMERIC, "(decrease (total-cost) 2)")]),
    (in_domain(effect="(and (q ?x) (increase (f ?x) 2))"), [(Feature.NUMERIC, "(increase (f ?x) 2)")]),
    (in_domain("(> (f ?x) 2)"), [(Feature.NUMERIC, "(> (f ?x) 2)")]),
    (in_domain(section="(:functions (f ?x) - number)"), [(FUNCTIONS, "(f ?x)")]),
    (in_domain(section="(:functions (total-cost))"), [(COSTS, "(total-cost)")]),
    (in_domain(section="(:functions (f ?x) - t)"), [(Feature.OBJECT_FLUENTS, "(f ?x)")]),
    (in_problem(init=" (= (f o) 3)"), [(FUNCTIONS, "(= (f o) 3)")]),
    (in_problem(init=" (at 3 (q o))"), [(Feature.TIMED_LITERALS, "(at 3 (q o))")]),
    (in_problem(init=" (not (q o))"), []),
    (in_problem(goal="(not (p o))"), [(Feature.NEGATIVE, "(not (p o))")]),
    (in_problem(goal="(preference (q o))"), [(Feature.PREFERENCES, "(preference (q o))")]),
    (in_problem(section=" (:metric minimize (total-cost))"), [(COSTS, "(:metric minimize (total-cost))")]),
    (in_problem(section=" (:metric maximize (total-cost))"), [(Feature.METRIC, "(:metric maximize (total-cost))")]),
]


@pytest.mark.parametrize(("texts", "expected"), CASES)
def test_features(texts: tuple[str, str], expected: list[tuple[Feature, str]]) -> None:
    found = uses(*texts)
    quoted = [(use.feature, texts[use.in_problem][use.start : use.end]) for use in found]
    # A declaration's own place may take in its type, which says the same.
    assert [feature for feature, _ in quoted] == [feature for feature, _ in expected]
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

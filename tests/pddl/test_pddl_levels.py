"""PDDL of levels 2.1 to 3.0 has no errors, and a safe fix changes no plan."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.languages.pddl.targets import BUNDLED
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get

HERE = Path(__file__).resolve().parent
DOMAINS = HERE.parents[1] / "domains"
LEVELS = sorted(one for one in (HERE / "levels").glob("*.pddl") if not one.stem.endswith("-problem"))
TASKS = [("tabletop", "three-blocks"), ("household", "kitchen"), ("blocks", "three")]
REQUIREMENTS = tuple(stored(__file__, "REQUIREMENTS"))


def both(path: Path) -> tuple[Source, Source]:
    problem = path.with_name(f"{path.stem}-problem.pddl")
    return Source(path.read_text(), path.name), Source(problem.read_text(), problem.name)


def found_in(one: Source, other: Source, target: str | None = None) -> list[Diagnostic]:
    return Pddl().check(one, CheckOptions(context=(other,), target=target))


@pytest.mark.parametrize("path", LEVELS, ids=lambda path: str(path.stem))
def test_there_is_no_false_error(path: Path) -> None:
    domain, problem = both(path)
    alone = Pddl().check(domain, CheckOptions())
    assert [one for one in (*alone, *found_in(domain, problem), *found_in(problem, domain)) if one.is_error] == []


def test_slips_are_errors() -> None:
    missed = []
    for name, right, wrong in stored(__file__, "BROKEN"):
        base = name.removesuffix("-problem")
        texts = {one.name: one.text for one in both(HERE / "levels" / f"{base}.pddl")}
        assert right in texts[f"{name}.pddl"]
        texts[f"{name}.pddl"] = texts[f"{name}.pddl"].replace(right, wrong, 1)
        domain, problem = (Source(text, file) for file, text in texts.items())
        if not any(one.is_error for one in (*found_in(domain, problem), *found_in(problem, domain))):
            missed.append((name, wrong))
    assert missed == []


@pytest.mark.parametrize(("path", "target"), list(product(LEVELS, BUNDLED)), ids=str)
def test_a_planner_that_cannot_do_it_is_told_of(path: Path, target: str) -> None:
    domain, problem = both(path)
    found = [*found_in(domain, problem, target), *found_in(problem, domain, target)]
    assert any(one.is_error and one.code.startswith("PDL5") for one in found)


@pytest.mark.parametrize("path", LEVELS, ids=lambda path: str(path.stem))
def test_a_safe_fix_changes_nothing_but_requirements(path: Path) -> None:
    domain, problem = both(path)
    assert _without_requirements(_fixed(domain, problem)) == _without_requirements(domain.text)
    assert _without_requirements(_fixed(problem, domain)) == _without_requirements(problem.text)
    lost = {":fluents", ":numeric-fluents", ":durative-actions", ":timed-initial-literals", ":preferences"}
    declared = {one for one in lost if one in domain.text}
    assert declared <= {one for one in lost if one in _fixed(domain, problem)}


@pytest.mark.parametrize("written", REQUIREMENTS)
@pytest.mark.parametrize(("domain_name", "problem_name"), TASKS)
def test_a_safe_fix_changes_no_plan(domain_name: str, problem_name: str, written: str) -> None:
    """Of what Fast Downward can do: the task with the fixed requirements has the plan of the original."""
    original = (DOMAINS / f"{domain_name}.pddl").read_text()
    problem = (DOMAINS / "problems" / domain_name / f"{problem_name}.pddl").read_text()
    changed = re.sub(r"\(:requirements[^)]*\)", written, original, count=1)
    assert changed != original or written in original
    fixed = _fixed(Source(changed, "domain.pddl"), Source(problem, "problem.pddl"), "fast-downward")
    assert _plan(fixed, problem) == _plan(original, problem) is not None


@cache
def _plan(domain: str, problem: str) -> Plan | None:
    return get("fast-downward").solve(domain, problem, Limits(60)).plan


def _fixed(source: Source, other: Source, target: str | None = None) -> str:
    options = CheckOptions(context=(other,), target=target)

    def check(text: str) -> list[Diagnostic]:
        return Pddl().check(Source(text, source.name), options)

    return fix_until_stable(source.text, check, unsafe=False).text


def _without_requirements(text: str) -> str:
    return " ".join(re.sub(r"\(:requirements[^)]*\)", "", text).split())

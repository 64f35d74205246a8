"""Two planners that share no code agree: on whether there is a plan, on its least cost, and with our validator."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.solvers.base import Limits, Solution, SolverOutcome
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.simulate import validate

ATOMS = ("(p ?x)", "(q ?x)", "(r ?x ?y)", "(s)")
GROUND = ("(p a)", "(p b)", "(q a)", "(q b)", "(r a b)", "(r b a)", "(s)")


def conjunction(atoms: tuple[str, ...], most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(atoms), max_size=most, unique=True).map(lambda some: f"(and {' '.join(some)})")


EFFECTS = (*ATOMS, *(f"(not {atom})" for atom in ATOMS))


@st.composite
def tasks(draw: st.DrawFn) -> tuple[str, str]:
    """A random STRIPS task of three actions over two objects of types that are one below the other."""
    actions = "\n".join(
        f"(:action a{number} :parameters (?x - t ?y{draw(st.sampled_from(('', ' - u')))})"
        f" :precondition {draw(conjunction(ATOMS, 2))} :effect {draw(conjunction(EFFECTS, 3))})"
        for number in range(3)
    )
    domain = f"""(define (domain d) (:requirements :strips :typing) (:types u - t t - object)
(:predicates (p ?x) (q ?x) (r ?x ?y) (s)) {actions})"""
    init = draw(st.lists(st.sampled_from(GROUND), max_size=3, unique=True))
    return (
        domain,
        f"""(define (problem p) (:domain d) (:objects a - u b - t)
(:init {" ".join(init)}) (:goal {draw(conjunction(GROUND, 3))}))""",
    )


@given(tasks())
@settings(max_examples=4, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
def test_they_agree(task: tuple[str, str]) -> None:
    answers = [
        get(name, optimal=optimal).solve(*task, Limits(20)) for name in ("fd", "pyperplan") for optimal in (True, False)
    ]
    assert len({answer.outcome for answer in answers}) == 1
    assert answers[0].outcome in (SolverOutcome.SOLVED, SolverOutcome.UNSOLVABLE)
    assert answers[0].cost == answers[2].cost
    for answer in answers:
        if answer.plan is not None:
            assert is_valid(answer, *task)
            assert answer.cost is not None and answers[0].cost is not None
            assert answer.cost >= answers[0].cost


def is_valid(answer: Solution, domain_text: str, problem_text: str) -> bool:
    domain, problem = read(Source(domain_text))[0].domain, read(Source(problem_text))[0].problem
    assert domain is not None and problem is not None and answer.plan is not None
    plan = Source("\n".join(step.text for step in answer.plan.steps), "plan")
    return validate(make_task(domain, problem), read_plan(plan)[0], plan).is_valid

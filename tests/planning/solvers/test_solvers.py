"""Fast Downward and pyperplan, the real ones, on small tasks: every outcome, said so that none reads as another."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
import tempfile
import threading
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.files.extras import install
from clairify_cli.planning.solvers.base import Limits, Solution, SolverError, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.registry import get
from planning.leftovers import wait_for
from planning.tasks import (
    BLOCKS,
    CHAIN,
    FUEL,
    GRIPPER,
    PRICES,
    SLIDING,
    SUSSMAN,
    TOO_LITTLE_FUEL,
    chain,
    gripper,
    sliding,
)

pytestmark = pytest.mark.usefixtures("workspaces")

BOTH = pytest.mark.parametrize("name", ["fast-downward", "pyperplan"])
LIMITS = Limits(30, 1024)


def solve(name: str, domain: str, problem: str, *, optimal: bool = False, limits: Limits = LIMITS) -> Solution:
    return get(name, optimal=optimal).solve(domain, problem, limits)


def steps(solution: Solution) -> list[str]:
    assert solution.plan is not None, solution
    return [step.text for step in solution.plan.steps]


@BOTH
def test_solved(name: str) -> None:
    solution = solve(name, CHAIN, chain("(r o)"))
    assert steps(solution) == ["(a o)", "(b o)"]
    assert (solution.outcome, solution.solver, solution.cost, solution.optimal) == (
        SolverOutcome.SOLVED,
        name,
        2,
        False,
    )
    assert solution.message == f"{name} found a plan of 2 steps"
    assert 0 < solution.cpu_seconds < 5 and 0 < solution.seconds < 10


@BOTH
@pytest.mark.parametrize(("domain", "problem", "cost"), [(BLOCKS, SUSSMAN, 6), (GRIPPER, gripper(4), 11)])
def test_optimal(name: str, domain: str, problem: str, cost: int) -> None:
    solution = solve(name, domain, problem, optimal=True)
    assert (solution.outcome, solution.cost, solution.optimal) == (SolverOutcome.SOLVED, cost, True)
    assert solution.message == f"{name} found a plan of {cost} steps, proven to cost the least"


@BOTH
@pytest.mark.parametrize("goal", ["(p o)", "(and)"])
def test_goal_already_true(name: str, goal: str) -> None:
    solution = solve(name, CHAIN, chain(goal))
    assert (steps(solution), solution.cost) == ([], 0)
    assert solution.message == "the goal holds at first, so the plan is empty"


@BOTH
@pytest.mark.parametrize("optimal", [False, True])
@pytest.mark.parametrize(
    ("domain", "problem"),
    [
        (CHAIN, chain("(r o2)")),
        (CHAIN, chain("(and (p o) (r o))")),
        (FUEL, TOO_LITTLE_FUEL),
        (SLIDING, sliding(2)),
    ],
    ids=["relaxed", "mutex", "searched", "sliding"],
)
def test_unsolvable(name: str, optimal: bool, domain: str, problem: str) -> None:
    solution = solve(name, domain, problem, optimal=optimal)
    assert solution.outcome is SolverOutcome.UNSOLVABLE
    assert solution.plan is None and solution.cost is None and not solution.optimal
    assert solution.message.startswith("there is no plan: ")


def test_how_it_was_proven() -> None:
    relaxed = solve("fd", CHAIN, chain("(r o2)")).message
    assert relaxed.endswith("the goal could not be reached even if nothing that becomes true ever became false again")
    searched = solve("fd", FUEL, TOO_LITTLE_FUEL).message
    assert searched.endswith("fast-downward has ruled out every state that can be reached")


@BOTH
def test_timeout(name: str) -> None:
    solution = solve(name, SLIDING, sliding(4), limits=Limits(1.0, 1024))
    assert solution.outcome is SolverOutcome.TIMEOUT
    assert solution.message == f"{name} found no plan within 1 s, which leaves open whether there is one"
    assert 1 <= solution.seconds < 3


def test_out_of_memory_while_searching() -> None:
    solution = solve("fd", SLIDING, sliding(4), limits=Limits(30, 36))
    assert solution.outcome is SolverOutcome.OUT_OF_MEMORY
    assert solution.message == "fast-downward used up its 36 MB of memory, which leaves open whether there is a plan"


def test_out_of_memory_while_translating() -> None:
    """The translator, where it has none left, sometimes goes round and round until its time is up."""
    for memory in (30, 36, 64):
        outcome = solve("fd", SLIDING, sliding(8), limits=Limits(8, memory)).outcome
        if outcome is SolverOutcome.OUT_OF_MEMORY:
            return
        assert outcome is SolverOutcome.TIMEOUT
    pytest.fail("the memory lasted")


def test_pyperplan_out_of_memory() -> None:
    assert solve("pyperplan", SLIDING, sliding(12), limits=Limits(120, 48)).outcome is SolverOutcome.OUT_OF_MEMORY


ADL: str = stored(__file__, "ADL")


def adl(precondition: str = "(p ?x)", effect: str = "(q ?x)", derived: str = "", predicates: str = "") -> str:
    return ADL.format(precondition=precondition, effect=effect, derived=derived, predicates=predicates)


UNTIL_GONE = "(and (q ?x) (when (r ?x) (not (p ?x))))"
DERIVED = "(:derived (s ?x) (or (q ?x) (r ?x)))"


def test_optimal_with_conditional_effects_takes_another_heuristic() -> None:
    solution = solve("fd", adl(effect=UNTIL_GONE), chain("(and (r o) (not (p o)))"), optimal=True)
    assert (steps(solution), solution.optimal) == (["(a o)", "(b o)", "(a o)"], True)
    assert solution.message.endswith("; LM-cut does not know conditional effects, so A* used h^max")


@pytest.mark.parametrize("effect", ["(q ?x)", UNTIL_GONE])
def test_optimal_with_axioms_takes_no_heuristic(effect: str) -> None:
    domain = adl(effect=effect, derived=DERIVED, predicates=" (s ?x)")
    solution = solve("fd", domain, chain("(and (r o) (s o) (not (q o)))"), optimal=True)
    assert (solution.cost, solution.optimal) == (2, True)
    assert solution.message.endswith("; LM-cut does not know axioms, so A* searched without a heuristic")


@pytest.mark.parametrize(
    ("domain", "problem", "feature", "text", "line"),
    stored(__file__, "pyperplan_says_what_it_lacks"),
)
def test_pyperplan_says_what_it_lacks(domain: str, problem: str, feature: str, text: str, line: int) -> None:
    solution = solve("pyperplan", domain, problem)
    assert solution.outcome is SolverOutcome.UNSUPPORTED
    assert solution.message == f"pyperplan does not support {feature}, which the {text} uses in line {line}"
    assert (solution.feature, solution.text, solution.line) == (feature, text, line)


def test_pyperplan_reads_all_ways_to_write_strips() -> None:
    domain = """(define (domain d)
     (:requirements :adl)
     (:types small large - thing)
     (:constants C - small)
     (:predicates (p ?x - thing) (q ?x) (r ?x))
     (:action Start :parameters () :effect (p c))
     (:action a :parameters (?x - small) :precondition (and (and (p ?x)) (and)) :effect (and (and (q ?x)))))"""
    problem = """(define (problem p) (:domain d) (:requirements :strips) (:objects o - large z)
     (:init (not (p c)) (q o)) (:goal (and (and (q c)))))"""
    for name in ("pyperplan", "fd"):
        solution = solve(name, domain, problem.replace("(not (p c))", "") if name == "fd" else problem)
        assert steps(solution) == ["(start)", "(a c)"]


DURATIVE = stored(__file__, "DURATIVE")


@BOTH
def test_no_durative_actions(name: str) -> None:
    solution = solve(name, DURATIVE, chain("(r o)"))
    assert solution.outcome is SolverOutcome.UNSUPPORTED
    assert solution.message == f"{name} does not support durative actions, which the domain uses in line 3"


def test_fast_downward_takes_whole_costs_only() -> None:
    domain = adl(derived="(:functions (total-cost) - number)", effect="(and (q ?x) (increase (total-cost) 1.5))")
    solution = solve("fd", domain, chain("(r o)", "(p o) (= (total-cost) 0)"))
    assert solution.outcome is SolverOutcome.UNSUPPORTED
    assert solution.feature == "costs that are not whole numbers"
    solution = solve("fd", domain.replace("1.5", "3"), costly(chain("(r o)", "(p o) (= (total-cost) 0)")))
    assert (solution.outcome, solution.cost) == (SolverOutcome.SOLVED, 3)


def costly(problem: str) -> str:
    return problem.removesuffix(")") + " (:metric minimize (total-cost)))"


@pytest.mark.parametrize(
    ("name", "message"),
    stored(__file__, "refused"),
)
def test_refused(name: str, message: str) -> None:
    solution = solve(name, CHAIN, chain("(zz o)"))
    assert (solution.outcome, solution.message) == (SolverOutcome.CRASHED, message)


def test_an_object_that_is_called_like_a_variable() -> None:
    """The translator lets it pass, and no plan with it can be read."""
    solution = solve("fast-downward", CHAIN, chain("(r o)").replace(" o", " ?o"))
    assert solution.outcome is SolverOutcome.CRASHED
    assert solution.message == (
        "fast-downward found a plan that names the object `?o`, which is a variable's name: rename the object"
    )


def test_a_name_that_the_translator_stumbles_over() -> None:
    solution = solve("fd", GRIPPER, gripper(1).replace("a b - room", "a b - chamber"))
    assert solution.outcome is SolverOutcome.CRASHED
    assert solution.message == "fast-downward failed at the name 'chamber', which may not be declared"


@BOTH
@pytest.mark.parametrize("problem", ["", "(", "no PDDL", "\0\1\2", "é" * 100, "(" * 100_000])
def test_texts_that_are_none(name: str, problem: str) -> None:
    solution = solve(name, CHAIN, problem)
    assert solution.outcome is SolverOutcome.CRASHED
    assert "\n" not in solution.message and "Traceback" not in solution.message


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
@pytest.mark.parametrize("process", ["downward", "python"])
def test_killed_from_outside(process: str, number: signal.Signals, workspaces: Path) -> None:
    answers: list[Solution] = []
    thread = threading.Thread(target=lambda: answers.append(solve("fd", SLIDING, sliding(4))))
    thread.start()
    search = wait_for(workspaces, "downward")
    os.kill(search if process == "downward" else _parent(search), number)
    thread.join(10)
    (solution,) = answers
    name = signal.Signals(number).name
    assert solution.outcome is SolverOutcome.CRASHED
    assert solution.message == (f"fast-downward was killed by signal {int(number)} ({name}) before it had an answer")


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def test_stopped() -> None:
    stop = threading.Event()
    threading.Timer(0.6, stop.set).start()
    solution = get("fd").solve(SLIDING, sliding(4), LIMITS, stop=stop)
    assert solution.outcome is SolverOutcome.INTERRUPTED


@BOTH
def test_the_same_plan_on_every_run(name: str) -> None:
    plans = {" ".join(steps(solve(name, GRIPPER, gripper(6)))) for _ in range(3)}
    assert len(plans) == 1


def test_better_and_better_plans() -> None:
    domain, _, problem = PRICES.partition("\n(define (problem")
    told: list[float] = []
    found = get("auto", anytime=True, better=lambda cost, _: told.append(cost)).solve(
        domain, f"(define (problem{problem}", LIMITS
    )
    assert (told, steps(found), found.cost, found.optimal) == ([9, 5], ["(cheap)", "(then)"], 5, False)
    assert "the best of 2" in found.message


def test_a_search_that_is_stopped_keeps_its_best_plan() -> None:
    stop = threading.Event()
    solver = get("fd", anytime=True, better=lambda _cost, _seconds: stop.set())
    found = solver.solve(GRIPPER, gripper(12), LIMITS, stop=stop)
    assert found.solved and found.message.endswith("; it was stopped")
    stop.set()
    assert solver.solve(GRIPPER, gripper(12), LIMITS, stop=stop).outcome is SolverOutcome.INTERRUPTED


def test_nowhere_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not" / "there"))
    with pytest.raises(SolverError, match="cannot be written to a temporary directory: No such file or directory"):
        solve("fd", CHAIN, chain("(r o)"))


class TestNames:
    def test_auto(self) -> None:
        assert get("auto").name == "fast-downward"
        assert get("FD").name == "fast-downward"

    @pytest.mark.parametrize(
        ("missing", "name", "found"),
        [({"up_fast_downward"}, "auto", "pyperplan"), ({"pyperplan"}, "auto", "fast-downward")],
    )
    def test_what_is_installed(self, missing: set[str], name: str, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
        _hide(missing, monkeypatch)
        assert get(name).name == found

    @pytest.mark.parametrize(
        ("name", "message"),
        stored(__file__, "missing"),
    )
    def test_missing(self, name: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
        _hide({"up_fast_downward", "pyperplan"}, monkeypatch)
        with pytest.raises(SolverMissingError) as caught:
            get(name)
        assert str(caught.value) == message.replace("INSTALL", install("plan"))

    @pytest.mark.parametrize(("name", "words"), stored(__file__, "mistakes"))
    def test_mistakes(self, name: str, words: str) -> None:
        with pytest.raises(SolverError) as caught:
            get(name)
        assert words in str(caught.value)

    @pytest.mark.parametrize("name", stored(__file__, "only_fast_downward_goes_on"))
    def test_only_fast_downward_goes_on(self, name: str) -> None:
        with pytest.raises(SolverError, match=r"leave it out for .*, or write --solver fast-downward"):
            get(name, anytime=True)

    def test_a_command_is_no_shell(self, tmp_path: Path) -> None:
        solution = get(f"cmd:echo {{domain}} {{problem}} ; touch {tmp_path}/made $(touch {tmp_path}/too)").solve(
            CHAIN, chain("(r o)"), LIMITS
        )
        assert solution.outcome is SolverOutcome.NOT_FOUND
        assert not (tmp_path / "made").exists() and not (tmp_path / "too").exists()


def _hide(names: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find_spec(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name in names else real(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)

"""What is not carried out, and how that is said: no answer of a solver is no proof, and broken texts are shown."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import pytest

pytest.importorskip("numpy")
pytest.importorskip("up_fast_downward")

from agents.execution.chem_edu import prepared, xdl
from agents.execution.thought_world import ThoughtWorld
from clairify_cli.agents.execution import program
from clairify_cli.agents.execution.jobs.bind import bound
from clairify_cli.agents.execution.program import MOST_ACTIONS
from clairify_cli.agents.execution.results import Options, Run
from clairify_cli.agents.execution.run import execute
from clairify_cli.agents.execution.stages import program_task
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.planning.solvers import registry
from clairify_cli.planning.solvers.base import Limits, Solution, Solver, SolverError, SolverOutcome
from clairify_cli.worlds.base import Action, Obstruction, Refusal
from clairify_cli.worlds.base import Outcome as Acted
from clairify_cli.worlds.panda.belief import Belief

LAB = data_text("domains", "lab.pddl")
TABLETOP = data_text("domains", "tabletop.pddl")
BLOCKS = data_text("domains/problems/tabletop", "three-blocks.pddl")
REAL = registry.get("auto", optimal=True)
ADD = '<Add vessel="beaker" reagent="water" mass="20 g"/>'


@dataclass
class Answers:
    """A solver that answers as another one, the last time with an outcome that is no plan."""

    outcome: SolverOutcome
    good: int = 0
    name: str = "tired"

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        if self.good:
            self.good -= 1
            return REAL.solve(domain, problem, limits, stop=stop)
        return Solution(self.outcome, None, None, False, self.name, 1.0, 1.0, "it is tired")


def added(solver: Solver, world: ThoughtWorld | None = None, steps: str = ADD) -> Run:
    _, scene, made, _ = prepared(xdl(steps))
    return execute(program_task(LAB, made, scene), world or ThoughtWorld(scene), solver, Options())


@pytest.mark.parametrize("substance", ["sodium chloride", "NaCl", "2,4-D (acid)", "beaker"])
def test_substances_are_called_as_a_scene_calls_them(substance: str) -> None:
    """The planner knows them by words of PDDL."""
    jobs, scene, _, _ = prepared(xdl(ADD))
    vessels = (
        replace(one, contents=tuple(replace(each, substance=substance) for each in one.contents))
        for one in scene.vessels
    )
    scene = replace(scene, vessels=tuple(vessels))
    made, missing = bound([replace(one, reagent=substance) for one in jobs.jobs], scene, jobs.vessels)
    assert not missing
    world = ThoughtWorld(scene)
    assert execute(program_task(LAB, made, scene), world, REAL, Options()).succeeded
    assert [one.substance for one in world.observe().contents["beaker"]] == [substance]


@pytest.mark.parametrize(
    "outcome", [one for one in SolverOutcome if one not in (SolverOutcome.SOLVED, SolverOutcome.UNSOLVABLE)]
)
def test_no_answer_is_no_proof_that_there_is_no_plan(outcome: SolverOutcome) -> None:
    with pytest.raises(SolverError, match="step 1, `Add 20 g water to beaker`, could not be planned: it is tired"):
        added(Answers(outcome))


def test_a_proof_is_a_finding() -> None:
    done = added(Answers(SolverOutcome.UNSOLVABLE))
    assert [one.code for one in done.findings] == ["RUN202"]
    assert "it is tired" in done.findings[0].message


def test_a_solver_that_lacks_something_names_the_one_that_does_not() -> None:
    pytest.importorskip("pyperplan")
    with pytest.raises(SolverError, match=r"negative conditions.*pip install .*\[plan\]'"):
        added(registry.get("pyperplan", optimal=True))


def test_a_solver_that_tires_after_a_refusal_is_told_beside_it() -> None:
    def unreachable(action: Action, belief: Belief) -> Refusal | None:
        if action.arguments[0] == "water-bottle":
            return Refusal(Obstruction.UNREACHABLE, "water is out of reach", "water-bottle")
        return None

    _, scene, _, _ = prepared(xdl(ADD))
    # The goal with all in good order has one plan, which is refused; then that without order has it, too.
    done = added(Answers(SolverOutcome.TIMEOUT, good=1), ThoughtWorld(scene, forbid=unreachable))
    assert [one.code for one in done.findings] == ["RUN201"]
    assert "water is out of reach; no other plan was found: it is tired" in done.findings[0].message


def test_a_solver_that_tires_while_a_run_goes_on_ends_it_safely() -> None:
    _, scene, _, _ = prepared(xdl(ADD))

    def blocked(action: Action, time: int) -> Acted | None:
        if action.name != "put":
            return None
        cat = Refusal(Obstruction.BLOCKED, "a cat is in the way", "beaker", "balance")
        return Acted(action, (), (), 0.0, refusal=cat)

    world = ThoughtWorld(scene, fail=blocked)
    done = added(Answers(SolverOutcome.CRASHED, good=1), world)
    assert done.failure is not None
    assert done.failure.message == "a cat is in the way; it is tired"
    assert world.retreated


def findings(plan: str, domain: str = TABLETOP, problem: str = BLOCKS) -> tuple[list[tuple[str, str, int]], bool]:
    setting = program.set_plan(Source(plan, "a.plan"), Source(domain, "d.pddl"), Source(problem, "p.pddl"))
    return [(one.code, one.span.file, one.span.line) for one in setting.findings], setting.task is not None


def test_a_plan_that_is_too_long_is_one_finding_and_is_not_validated() -> None:
    assert findings("(nonsense)\n" * (MOST_ACTIONS + 7)) == ([("RUN115", "a.plan", MOST_ACTIONS + 1)], False)
    found, _ = findings("(nonsense)\n" * MOST_ACTIONS)
    assert {code for code, _, _ in found} == {"PLN101"}


def test_errors_of_domain_and_problem_are_shown_where_they_are() -> None:
    plan = "(unstack green-block red-block)\n"
    at = next(number for number, line in enumerate(BLOCKS.splitlines(), 1) if ":init" in line)
    assert findings(plan, problem=BLOCKS.replace(":init", ":inti")) == ([("PDL102", "p.pddl", at)], False)
    found, ready = findings(plan, domain=TABLETOP.replace("(:action", "(:axtion", 1))
    assert ({(code, file) for code, file, _ in found}, ready) == ({("PDL102", "d.pddl")}, False)
    assert findings(plan, problem="nothing of the kind")[0][0][1] == "p.pddl"

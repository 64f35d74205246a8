"""The loop with a planner behind the checks: two feedbacks, and nothing given is ever altered."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from case_tables import stored
from fakes import openai_server as fake
from translate.scripted import Scripted

from agents.kitchenette import BARE_SCENE, DOMAIN, GOOD, SCENE, TEXT, UNREACHABLE
from clairify_cli.agents.formalise.given import Given, Write, check_given
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.result import solve
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read
from clairify_cli.outcomes import Outcome
from clairify_cli.planning.solvers.base import Limits, Solution, Solver, SolverOutcome
from clairify_cli.planning.solvers.registry import get
from clairify_cli.translate import Hooks, LoopOptions, Model, resolve_model
from clairify_cli.translate.models.offline import GoalModel

GIVEN = Given(Source(DOMAIN, "d.pddl"), Source(SCENE, "p.pddl"))


@dataclass
class Counting:
    """A real solver that counts how often it is asked, or says the same each time."""

    solver: Solver
    always: Solution | None = None
    asked: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.solver.name

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        self.asked.append(problem)
        return self.always or self.solver.solve(domain, problem, limits, stop=stop)


@pytest.fixture
def solver() -> Counting:
    return Counting(get("fast-downward"))


def fenced(text: str) -> str:
    return f"Here it is:\n\n```pddl\n{text}\n```\n"


def ended(outcome: SolverOutcome) -> Solution:
    return Solution(outcome, None, None, False, "fast-downward", 1.0, 1.0, f"it ended: {outcome.value}")


def test_a_good_goal_is_solved(solver: Counting) -> None:
    made = formalise(TEXT, GIVEN, Write.GOAL, Scripted([fenced(GOOD)]), planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    assert made.plan is not None and "(wash apple" in made.plan
    assert made.goal == GOOD
    assert made.domain == DOMAIN
    assert made.problem == SCENE.replace("(:goal (and (in apple1 fridge1)))", GOOD)
    assert len(solver.asked) == 1, "what the check has solved is not solved again"


def test_diagnostics_first_then_the_planner(solver: Counting) -> None:
    model = Scripted(
        [
            fenced("(:goal (and (clean appel1) (inside apple1 fridge1)))"),
            fenced(UNREACHABLE),
            fenced(GOOD),
        ]
    )
    made = formalise(TEXT, GIVEN, Write.GOAL, model, LoopOptions(fidelity=False), planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    second, third = model.user(2), model.user(3)
    assert "the object `appel1` is not declared" in second
    assert "`inside` is not declared" in second or "inside" in second
    assert "planner" in second and "there is no plan" not in second
    assert "there is no plan" in third
    assert "`(clean egg1)` can never be true" in third
    assert "(locked shelf2)" in third
    assert "domain and scene are given and stay as they are" in third
    assert len(solver.asked) == 2, "a goal with errors is not solved"


def test_an_unreachable_goal_that_is_given_again_is_meant(solver: Counting) -> None:
    model = Scripted([fenced(UNREACHABLE), fenced(UNREACHABLE), fenced("(:goal (and))")])
    made = formalise(TEXT, GIVEN, Write.GOAL, model, LoopOptions(fidelity=False), planner=Planner(solver))
    assert (made.outcome, made.outcome.exit_code) == (Outcome.UNSOLVABLE, 1)
    assert "give the same goal again" in model.user(2)
    assert len(model.asked) == 2
    assert made.goal == UNREACHABLE
    assert [one.code[:4] for one in made.diagnostics] == ["PLN2", "PLN3"]
    assert "take `(locked shelf2)` out of `:init`" in str(made.diagnostics[1].hint), "what a person can do about it"


def test_a_thing_that_the_scene_lacks_is_told_to_the_person_and_nothing_is_put_in_its_place(solver: Counting) -> None:
    moon = "(:goal (in apple1 moon))"
    model = Scripted([fenced(moon), fenced(moon), fenced("(:goal (in apple1 fridge1))")])
    made = formalise(TEXT, GIVEN, Write.GOAL, model, planner=Planner(solver))
    assert (made.outcome, made.outcome.exit_code) == (Outcome.INVALID, 1)
    assert len(model.asked) == 2, "what is given twice is meant"
    assert "give the same goal again" in model.user(2) and ":objects" not in model.user(2)
    assert [one.code for one in made.diagnostics] == ["PDL204"]
    assert "`:objects`" in str(made.diagnostics[0].hint), "what a person can do about it"
    assert solver.asked == []


@pytest.mark.parametrize(
    ("goal", "named"),
    stored(__file__, "a_model_is_not_told_to_add_to_a_domain_that_is_given"),
)
def test_a_model_is_not_told_to_add_to_a_domain_that_is_given(goal: str, named: str, solver: Counting) -> None:
    model = Scripted([fenced(f"(:goal {goal})"), fenced(GOOD)])
    assert formalise(TEXT, GIVEN, Write.GOAL, model, planner=Planner(solver)).outcome is Outcome.SOLVED
    told = model.user(2)
    assert named in told and "Declared are" in told and "Nothing can be added to the domain" in told
    assert "or add" not in told


def test_a_goal_that_asks_for_less_than_one_that_cannot_be_says_so(solver: Counting) -> None:
    model = Scripted([fenced("(:goal (and (in apple1 fridge1) (clean egg1)))"), fenced("(:goal (in apple1 fridge1))")])
    made = formalise(TEXT, GIVEN, Write.GOAL, model, LoopOptions(fidelity=False), planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    assert [one.code for one in made.diagnostics] == ["MDL005"]
    assert "also asked for `clean`" in made.diagnostics[0].message


def test_fidelity_comes_before_the_planner(solver: Counting) -> None:
    model = Scripted([fenced("(:goal (in egg1 fridge1))"), fenced(GOOD)])
    made = formalise(TEXT, GIVEN, Write.GOAL, model, planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    assert "`apple` of the text is not in the goal" in model.user(2)
    assert "did not match the text" in model.user(2)
    assert len(solver.asked) == 1


def test_a_goal_that_differs_is_solved_and_said_to_differ(solver: Counting) -> None:
    model = Scripted([fenced("(:goal (in apple1 fridge1))")])
    made = formalise(TEXT, GIVEN, Write.GOAL, model, LoopOptions(rounds=1), planner=Planner(solver))
    assert made.outcome is Outcome.UNFAITHFUL
    assert made.plan is not None
    assert [one.code for one in made.diagnostics] == ["PDL602"]
    assert made.outcome.exit_code == 1


@pytest.mark.parametrize(
    "reply",
    [
        DOMAIN.replace("(not (locked ?p))", "(free)") + GOOD,
        SCENE.replace("(locked shelf2) ", "").replace("(:goal (and (in apple1 fridge1)))", GOOD),
        DOMAIN.replace("(not (locked ?p))", "(free)") + SCENE.replace("(locked shelf2) ", ""),
        GOOD + "\n(:init (clean apple1))",
        "(:goal (clean apple1)))\n(:init (clean egg1)",
    ],
)
def test_a_model_cannot_alter_what_is_given(reply: str, solver: Counting) -> None:
    options = LoopOptions(rounds=1, fidelity=False)
    made = formalise(TEXT, GIVEN, Write.GOAL, Scripted([fenced(reply)]), options, planner=Planner(solver))
    head, tail = SCENE.split("(:goal (and (in apple1 fridge1)))")
    for problem in (*solver.asked, *([made.problem] if made.problem else [])):
        assert problem.startswith(head) and problem.endswith(tail)
    assert made.domain in (None, DOMAIN)


@pytest.mark.parametrize(
    "outcome",
    [
        SolverOutcome.TIMEOUT,
        SolverOutcome.OUT_OF_MEMORY,
        SolverOutcome.CRASHED,
        SolverOutcome.NOT_FOUND,
        SolverOutcome.UNSUPPORTED,
    ],
)
def test_a_solver_without_an_answer_is_no_fault_of_the_goal(outcome: SolverOutcome, solver: Counting) -> None:
    model = Scripted([fenced(GOOD)])
    solver.always = ended(outcome)
    made = formalise(TEXT, GIVEN, Write.GOAL, model, planner=Planner(solver))
    assert (made.outcome, made.outcome.exit_code) == (Outcome.SOLVER_FAILED, 3)
    assert len(model.asked) == 1, "the model is not told that there is no plan"
    assert made.planned is not None and not made.planned.why
    assert made.plan is None


def test_what_can_never_be_reached_is_known_without_the_solver(solver: Counting) -> None:
    solver.always = ended(SolverOutcome.TIMEOUT)
    model = Scripted([fenced(UNREACHABLE)])
    options = LoopOptions(rounds=2, fidelity=False)
    made = formalise(TEXT, GIVEN, Write.GOAL, model, options, planner=Planner(solver))
    assert made.outcome is Outcome.UNSOLVABLE
    assert "can never be true" in model.user(2)
    assert "time" not in model.user(2).split("A verifier")[1]


def test_a_wrong_plan_is_never_handed_out(solver: Counting) -> None:
    real = solver.solver.solve(DOMAIN, SCENE, Limits())
    assert real.plan is not None
    solver.always = replace(real, plan=replace(real.plan, steps=real.plan.steps[1:]))
    made = formalise(TEXT, GIVEN, Write.GOAL, Scripted([fenced(GOOD)]), planner=Planner(solver))
    assert (made.outcome, made.plan, made.outcome.exit_code) == (Outcome.BAD_PLAN, None, 3)
    assert made.planned is not None and made.planned.flaws


def test_a_solver_that_lacks_a_feature_is_told_to_who_wrote_it() -> None:
    both = DOMAIN + SCENE
    simple = both.replace(" (not (locked ?p))", "").replace(" :negative-preconditions", "")
    model = Scripted([fenced(both), fenced(simple)])
    planner = Planner(get("pyperplan"))
    made = formalise(TEXT, Given(), Write.BOTH, model, planner=planner)
    assert made.outcome is Outcome.SOLVED
    assert "does not support negative conditions" in model.user(2)
    model = Scripted([fenced(GOOD)])
    made = formalise(TEXT, GIVEN, Write.GOAL, model, planner=planner)
    assert (made.outcome, len(model.asked)) == (Outcome.SOLVER_FAILED, 1)


def test_a_whole_problem(solver: Counting) -> None:
    model = Scripted([fenced(BARE_SCENE), fenced(SCENE)])
    made = formalise(TEXT, replace(GIVEN, problem=None), Write.PROBLEM, model, planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    assert "goal" in model.user(2)
    assert made.domain == DOMAIN


@pytest.mark.parametrize(("write", "reply"), [(Write.GOAL, DOMAIN), (Write.PROBLEM, DOMAIN), (Write.BOTH, SCENE)])
def test_good_pddl_that_is_not_what_was_asked_for(write: Write, reply: str) -> None:
    given = {Write.GOAL: GIVEN, Write.PROBLEM: replace(GIVEN, problem=None), Write.BOTH: Given()}[write]
    made = formalise(TEXT, given, write, Scripted([fenced(reply)]), LoopOptions(rounds=1))
    assert made.outcome is Outcome.INVALID
    assert any(one.is_error for one in made.diagnostics)


def test_the_prompt_has_all_that_there_is_to_know(solver: Counting) -> None:
    model = Scripted([fenced(GOOD)])
    formalise(TEXT, GIVEN, Write.GOAL, model, planner=Planner(solver))
    system, user = (message.content for message in model.asked[0][0])
    for told in ("shelf1, shelf2 - shelf", "(locked shelf2)", "(clean ?x - item)  ; ?x has been washed", "- wash (?x"):
        assert told in system
    assert TEXT in user
    assert "$" not in system + user
    assert "XDL" not in system + user


def test_the_offline_reader() -> None:
    reader = GoalModel(read(Source(DOMAIN))[0], read(Source(SCENE))[0])
    made = formalise(TEXT, GIVEN, Write.GOAL, reader)
    assert made.outcome is Outcome.WRITTEN
    assert made.goal == "(:goal (exists (?apple - apple) (and (clean ?apple) (in ?apple fridge1))))"
    made = formalise("Put a kumquat in the fridge.", GIVEN, Write.GOAL, reader)
    assert (made.outcome, [one.code for one in made.diagnostics]) == (Outcome.INVALID, ["PDL691"])


def test_what_is_given_is_solved_as_it_is(solver: Counting) -> None:
    made = solve(GIVEN, Planner(solver))
    assert (made.outcome, solver.asked) == (Outcome.SOLVED, [SCENE])
    assert made.plan is not None
    assert made.plan.splitlines()[-3:] == ["(take apple1 shelf1)", "(put apple1 fridge1)", "; cost = 2 (unit cost)"]


def test_the_cost_is_the_value_of_the_metric() -> None:
    domain = """(define (domain walk) (:requirements :durative-actions) (:predicates (done))
     (:durative-action go :parameters () :duration (= ?duration 5) :condition () :effect (at end (done))))"""
    problem = "(define (problem p) (:domain walk) (:init) (:goal (done)) (:metric minimize (total-time)))"
    plan = read_plan(Source("2: (go) [5]"))[0]
    found = Solution(SolverOutcome.SOLVED, plan, 1.0, False, "up:any", 0.0, 0.0, "")
    planned = Planner(Counting(get("fast-downward"), found)).plan(Source(domain), Source(problem))
    assert (planned.solved, planned.solution.cost) == (True, 7)


def test_given_texts_are_checked() -> None:
    assert not any(one.is_error for one in check_given(GIVEN, Write.GOAL))
    assert not any(one.is_error for one in check_given(replace(GIVEN, problem=Source(BARE_SCENE)), Write.GOAL))
    assert any(one.is_error for one in check_given(replace(GIVEN, problem=Source(BARE_SCENE)), None))
    broken = replace(GIVEN, problem=Source(SCENE.replace("egg1 - egg", "egg1 - eg")))
    assert any(one.is_error for one in check_given(broken, Write.GOAL))


def test_a_stop_ends_it(solver: Counting) -> None:
    stop = threading.Event()
    stop.set()
    made = formalise(TEXT, GIVEN, Write.GOAL, Scripted([fenced(GOOD)]), planner=Planner(solver), hooks=Hooks(stop=stop))
    assert (made.outcome, made.outcome.exit_code) == (Outcome.INTERRUPTED, 130)


def _replayed(folder: Path, *replies: str) -> Model:
    file = folder / "replies.jsonl"
    file.write_text("".join(json.dumps({"reply": fenced(reply)}) + "\n" for reply in replies))
    return resolve_model(f"replay:{file}")


def test_replayed(tmp_path: Path, solver: Counting) -> None:
    model = _replayed(tmp_path, "(:goal (clean egg))", UNREACHABLE, GOOD)
    made = formalise(TEXT, GIVEN, Write.GOAL, model, LoopOptions(fidelity=False), planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    assert made.translation is not None and len(made.translation.rounds) == 3


def test_through_a_server(monkeypatch: pytest.MonkeyPatch, solver: Counting) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    script = [fake.says(fenced("(:goal (clean appel1))")), fake.says(fenced(UNREACHABLE)), fake.says(fenced(GOOD))]
    with fake.serve(*script) as server:
        model = resolve_model("openai/m", api_base=server.address)
        made = formalise(TEXT, GIVEN, Write.GOAL, model, LoopOptions(fidelity=False), planner=Planner(solver))
    assert made.outcome is Outcome.SOLVED
    assert "`appel1`" in server.requests[1].user
    assert "can never be true" in server.requests[2].user
    assert made.translation is not None and made.translation.input_tokens == 30

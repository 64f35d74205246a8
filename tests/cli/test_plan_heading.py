"""A plan says in comments what it is for, and every command that reads it keeps to that or refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from agents.kitchenette import DOMAIN, SCENE

from clairify_cli.diagnostics.model import Source
from clairify_cli.planning.validate.heading import MOST_GOAL, heading_text, purpose_of
from cli.conftest import Run, steps_in

TASK = "Close the fridge and hold an apple."
KITCHEN = ("--domain", "household", "--problem", "kitchen")
HOLD = "; goal: (exists (?apple - apple) (and (closed fridge1) (holding ?apple)))"
HEADING = "; domain: household\n; problem: kitchen\n"
FILES = ("--domain", "kitchenette.pddl", "--problem", "morning.pddl")


@pytest.fixture
def plan(clairify: Run) -> Path:
    """A plan for a goal that is not the packaged problem's."""
    assert clairify("pddl", TASK, *KITCHEN, "-o", "hold.plan").code == 0
    return Path("hold.plan")


@pytest.fixture
def scene() -> Path:
    Path("kitchenette.pddl").write_text(DOMAIN)
    Path("morning.pddl").write_text(SCENE)
    return Path("morning.pddl")


def test_a_plan_says_what_it_is_for(plan: Path) -> None:
    lines = plan.read_text().splitlines()
    assert lines[:3] == ["; domain: household", "; problem: kitchen", HOLD]
    assert lines[3:] == ["(take apple1 table1)", "; cost = 1 (unit cost)"]


def test_it_is_judged_by_its_own_goal(plan: Path, clairify: Run) -> None:
    ran = clairify("check", str(plan))  # by the bundled texts that it names
    assert (ran.code, ran.err, ran.out.count("[PLN")) == (0, "", 1)
    assert "hold.plan:3:9: warning[PLN118]: the plan is judged by this goal, which is not that of " in ran.out
    assert "which is not that of kitchen\n" in ran.out
    assert clairify("check", "--strict", str(plan)).code == 1
    given = plan.read_text()
    done = clairify("check", "--strict", "--add-ignores", str(plan))
    assert (done.code, "cannot read" in done.err) == (0, False)
    assert plan.read_text().replace("; clairify: ignore PLN118\n", "") == given
    plan.write_text(f"{HEADING}{HOLD}\n(take newspaper1 table1)\n")
    ran = clairify("check", str(plan))
    assert (ran.code, "error[PLN106]" in ran.out) == (1, True)
    assert "hold.plan:3:9: the goal asks for it here" in ran.out  # and not a line of the problem


def test_a_problem_that_is_given_wins(plan: Path, clairify: Run) -> None:
    Path("copy.plan").write_text(plan.read_text())
    ran = clairify("check", str(plan), "copy.plan", *KITCHEN)
    assert (ran.code, ran.out.count("error[PLN106]")) == (1, 2)
    (note,) = ran.err.splitlines()
    assert note.startswith("note: the goal of ") and note.endswith(
        "counts, not another that a plan states in a comment"
    )
    Path("copy.plan").write_text("; goal: (and)\n")
    assert clairify("check", "copy.plan", *KITCHEN).code == 1


def test_without_the_comment_it_is_judged_by_the_problem(plan: Path, clairify: Run) -> None:
    plan.write_text(steps_in(plan.read_text()))
    assert "`(exists (?apple - apple ?fridge - fridge)" in clairify("check", str(plan), *KITCHEN).out
    assert clairify("check", str(plan), *KITCHEN).code == 1


def test_a_repair_keeps_the_goal_and_states_it_again(plan: Path, clairify: Run) -> None:
    ran = clairify("replan", "household", "kitchen", str(plan))
    assert (ran.code, ran.out) == (0, plan.read_text())
    assert "note: hold.plan: the goal is the one that line 3 states" in ran.err
    ran = clairify("replan", "household", "kitchen", str(plan), "--failed", "(take apple1 table1)")
    assert ran.out.splitlines()[2] == HOLD
    plan.write_text(plan.read_text().replace(HOLD, "; goal: hold an apple"))
    ran = clairify("replan", "household", "kitchen", str(plan))
    assert (ran.code, ran.out, "hold.plan:3:9: error[PLN113]" in ran.err) == (1, "", True)


def test_every_plan_of_a_batch_says_it(clairify: Run) -> None:
    Path("tasks").mkdir()
    for name, text in (("a", TASK), ("b", "Open the fridge.")):
        Path("tasks", f"{name}.txt").write_text(text)
    assert clairify("pddl", "tasks", *KITCHEN, "-o", "plans").code == 0
    goals = [path.read_text().splitlines()[2] for path in sorted(Path("plans").glob("*.plan"))]
    assert goals == [HOLD, "; goal: (not (closed fridge1))"]


def test_execute_plans_for_it_or_refuses(clairify: Run) -> None:
    given = ("--domain", "tabletop", "--problem", "three-blocks")
    assert clairify("pddl", "Put the red block on the blue block.", *given, "-o", "red.plan").code == 0
    ran = clairify("execute", "red.plan", "--dry-run", *given)
    assert (ran.code, "note: red.plan: the goal is the one that line 3 states" in ran.err) == (0, True), ran.err
    ran = clairify("execute", "red.plan", "--dry-run", "--domain", "tabletop", "--problem", "sorting")
    assert (ran.code, "the plan was made for the problem `three-blocks`" in ran.err) == (1, True)


def test_a_file_that_has_changed_is_noticed(scene: Path, clairify: Run) -> None:
    Path("a.plan").write_text(clairify("pddl", *FILES).out)
    assert clairify("check", "a.plan", *FILES).err == ""
    scene.write_text(SCENE.replace("(free)", "(free) (clean egg1)").replace("\n", "\r\n"))
    ran = clairify("check", "a.plan", *FILES)
    assert (ran.code, "a.plan: the problem morning.pddl has changed since the plan was made" in ran.err) == (0, True)
    Path("evening.pddl").write_text(SCENE)
    assert clairify("check", "a.plan", *FILES[:3], "evening.pddl").code == 0  # the same text under another name
    Path("evening.pddl").write_text(SCENE.replace("morning", "evening").replace("(free)", "(free) (clean egg1)"))
    ran = clairify("check", "a.plan", *FILES[:3], "evening.pddl")
    assert (ran.code, "a.plan:2:12: error[PLN112]" in ran.out) == (1, True)


def test_the_files_that_it_names_are_found_beside_others_of_the_name(scene: Path, clairify: Run) -> None:
    clairify("pddl", *FILES, "-o", "out.plan")
    Path("a-draft.pddl").write_text(DOMAIN.replace("apple", "pear"))
    Path("a-morning.pddl").write_text(SCENE.replace("apple1", "pear1"))
    assert clairify("check", "out.plan").out == "no findings in 1 file\n"


def test_a_goal_of_many_lines_is_one_line_and_the_rest_of_the_problem_stays_in_its_place() -> None:
    goal = "(:goal (and ; both\n    (in apple1 fridge1)\n    (free)))"
    problem = Source(SCENE.replace("(:goal (and (in apple1 fridge1)))", goal + "\n (:metric minimize (total-cost))"))
    domain = Source(DOMAIN, "kitchenette.pddl")
    assert heading_text(domain, problem).splitlines()[-1] == "; goal: (and (in apple1 fridge1) (free))"
    plan = Source("; goal: (free)\n")
    made = purpose_of(plan, domain, problem).problem
    assert [one.partition(":metric")[1] for one in made.text.splitlines()] == [
        one.partition(":metric")[1] for one in problem.text.splitlines()
    ]


def test_what_is_too_long_for_a_goal_is_refused_unread() -> None:
    plan = Source(f"; goal: (and {'(free) ' * (MOST_GOAL // 7)})\n")
    (found,) = purpose_of(plan, Source(DOMAIN), Source(SCENE)).findings
    assert (found.code, "longer than 100,000 characters" in found.message) == ("PLN113", True)


@pytest.mark.parametrize("name", ["two\n(take apple1 shelf1)\n.pddl", "; goal: (free).pddl"])
def test_a_file_name_writes_no_line_of_the_plan(name: str) -> None:
    text = heading_text(Source(DOMAIN, name), Source(SCENE, "morning.pddl"))
    assert [one[:9] for one in text.splitlines()] == ["; domain:", "; problem", "; goal: ("]


def test_another_tool_reads_the_plan(scene: Path, clairify: Run) -> None:
    from unified_planning.io import PDDLReader

    Path("a.plan").write_text(clairify("pddl", *FILES).out)
    reader = PDDLReader()
    read = reader.parse_plan(reader.parse_problem("kitchenette.pddl", "morning.pddl"), "a.plan")
    assert [str(one) for one in read.actions] == ["take(apple1, shelf1)", "put(apple1, fridge1)"]

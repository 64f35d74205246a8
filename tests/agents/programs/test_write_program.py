"""Programs that are written by rule: assertions and what mends them, words, headings, scenes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import get_args

import pytest
from case_tables import stored

from agents.kitchenette import DOMAIN, SCENE
from clairify_cli.agents.formalise.given import Given, read_domain, read_problem
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.result import solve
from clairify_cli.agents.programs.base import Bounds, Doing, Done
from clairify_cli.agents.programs.disturb import Disturbed
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.agents.programs.write import (
    OTHER_GOAL,
    check,
    heading_of,
    program_name,
    program_of,
    program_of_steps,
    write_program,
)
from clairify_cli.agents.programs.write_guards import guards_of
from clairify_cli.agents.programs.write_scene import problem_of_scene, with_table, words_of_scene
from clairify_cli.agents.programs.write_words import step_words
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState
from clairify_cli.languages.pddl.reader import read as read_pddl
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import MOST_ROUNDS, WHILE_ROUNDS, Assertion, Program
from clairify_cli.languages.program.vocabulary import Vocabulary, vocabulary_of
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.reader.goals import read_goal
from clairify_cli.records import replace
from clairify_cli.services.execute.request import World
from clairify_cli.worlds.scene.model import Zone
from clairify_cli.worlds.scene.reader import read_scene

EXAMPLES = Path(__file__).parents[3] / "examples" / "scenes"
KITCHEN = Source(DOMAIN, "kitchenette.pddl"), Source(SCENE, "morning.pddl")
STEPS = (("take", "apple1", "shelf1"), ("wash", "apple1"), ("put", "apple1", "fridge1"))


def known_of(domain: Source, problem: Source) -> Vocabulary:
    known, _ = vocabulary_of((domain, problem))
    assert known is not None
    return known


def program(text: str) -> Program:
    found, findings = read(Source(text))
    assert found is not None
    assert not findings
    return found


def test_each_step_is_followed_by_what_later_ones_need_of_it() -> None:
    text = write_program(STEPS, *KITCHEN, "Put the apple in the fridge.", given=KITCHEN[1]).text
    again = '[take("apple1", "shelf1"), put("apple1", "fridge1")]'
    assert text == (
        "# clairify: domain kitchenette.pddl, problem morning.pddl\n\n"
        "def put_the_apple_in_the_fridge():\n"
        '    """Put the apple in the fridge."""\n'
        "    # 1: take the apple 1 from the shelf 1\n"
        '    take("apple1", "shelf1")\n'
        '    assert holding("apple1"), take("apple1", "shelf1")\n'
        "    # 2: wash the apple 1\n"
        '    wash("apple1")\n'
        '    assert holding("apple1"), take("apple1", "shelf1")\n'
        "    # 3: put the apple 1 at the fridge 1\n"
        '    put("apple1", "fridge1")\n'
        f'    assert in_("apple1", "fridge1"), {again}\n'
    )


def test_without_assertions_it_is_the_steps() -> None:
    made = program_of_steps(STEPS, *KITCHEN, "x", assertions=False)
    assert not any(isinstance(one, Assertion) for one in made.body)
    assert len(made.body) == len(STEPS)


def test_what_nothing_can_undo_is_not_asserted() -> None:
    known = known_of(*KITCHEN)
    asserted = {fact[0][0] for guards in guards_of(STEPS, known, *KITCHEN) for one in guards for fact in one.facts}
    assert asserted == {"holding", "in"}  # and not `clean`, nor `free`, which no later step needs


class _Undoing(TaskExecutor):
    """A kitchen in which, once, after an action of a number, some atoms are no longer true and others are."""

    def __init__(self, known: Vocabulary, after: int, true: set[GroundAtom], false: set[GroundAtom]) -> None:
        super().__init__(known)
        self.after, self.true, self.false = after, true, false

    def do(self, call: Doing) -> Done:
        done = super().do(call)
        if call.number == self.after:
            self.state = WorldState((self.state.atoms - self.false) | self.true, self.state.numbers)
        return done


@pytest.mark.parametrize("after", [1, 2, 3])
def test_recoveries_bring_back_what_came_undone(after: int) -> None:
    known = known_of(*KITCHEN)
    lost = {("in", "apple1", "shelf1"), ("free",)}, {("holding", "apple1"), ("in", "apple1", "fridge1")}
    made = program(write_program(STEPS, *KITCHEN, given=KITCHEN[1]).text)
    with_them = run_program(made, _Undoing(known, after, *lost))
    assert with_them.succeeded
    assert len(with_them.actions) == len(STEPS) + (2 if after == 3 else 1)
    without = run_program(made, _Undoing(known, after, *lost), Bounds(assertions=False, after_failure="go-on"))
    assert not without.succeeded


@pytest.mark.parametrize(
    ("domain", "problem"),
    stored(__file__, "programs_for_the_problems_that_come_along_have_no_findings_and_reach_their_goals"),
)
def test_programs_for_the_problems_that_come_along_have_no_findings_and_reach_their_goals(
    domain: str, problem: str
) -> None:
    one = read_domain(domain, most_bytes=10**7)
    other = read_problem(problem, one, most_bytes=10**7)
    given = Given(one, other)
    written = program_of(solve(given, Planner(get("auto"), Limits(60.0, 2048))), given, "do it")
    assert written is not None
    assert written.findings == ()
    assert f"# clairify: domain {domain}, problem {problem}\n" in written.text
    assert check(written.text, one, other) == ()
    made = program(written.text)
    assert any(isinstance(statement, Assertion) for statement in made.body)
    ran = run_program(made, TaskExecutor(known_of(one, other)))
    assert ran.goal is True
    assert all(did.done.succeeded and not did.recovers for did in ran.actions)


def test_the_same_plan_gives_the_same_program() -> None:
    texts = {write_program(STEPS, *KITCHEN, "x", given=KITCHEN[1]).text for _ in range(3)}
    assert len(texts) == 1


def test_a_problem_with_another_goal_is_not_held_against_the_program() -> None:
    other = Source(SCENE.replace("(in apple1 fridge1)", "(in apple2 fridge1)"), "morning.pddl")
    text = write_program(STEPS, *KITCHEN, given=other).text
    assert f"# {OTHER_GOAL}\n" in text
    assert check(text, KITCHEN[0], other) == ()


def test_headings_name_files_as_seen_from_the_program() -> None:
    domain, problem = (Source("", f"d/{one}.pddl") for one in ("kitchenette", "morning"))
    assert heading_of(domain, problem, Path("d")) == "clairify: domain kitchenette.pddl, problem morning.pddl"
    assert heading_of(domain, problem, Path("o")) == "clairify: domain ../d/kitchenette.pddl, problem ../d/morning.pddl"
    assert heading_of(domain, None) == "clairify: domain d/kitchenette.pddl"
    assert heading_of(domain, Source("", "a b.pddl")) == ""


@pytest.mark.parametrize(
    ("text", "name"),
    stored(__file__, "names_of_tasks"),
)
def test_names_of_tasks(text: str, name: str) -> None:
    assert program_name(text) == name
    assert name.isidentifier()


def test_steps_in_plain_words() -> None:
    domain = read_domain("lab", most_bytes=10**7)
    known = known_of(domain, read_problem("salt-water", domain, most_bytes=10**7))
    steps = [
        ("pour", "salt", "salt-jar", "beaker1"),
        ("put", "beaker1", "stirrer1"),
        ("stir", "beaker1", "stirrer1"),
        ("uncap", "salt-jar"),
    ]
    assert step_words(steps, known.task) == [
        "pour the salt from the salt jar to the beaker 1",
        "put the beaker 1 at the stirrer 1",
        "stir the beaker 1 on the stirrer 1",
        "uncap the salt jar",
    ]


def test_a_tabletop_without_zones_has_the_table() -> None:
    path = EXAMPLES / "table-clearing.yaml"
    scene, _ = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
    assert scene is not None and not scene.zones
    known = known_of(*problem_of_scene(scene))
    assert known.task.objects["table"] == ("zone",)
    assert ("at", "full-glass", "table") in known.task.init
    assert [one.id for one in with_table(scene).zones] == ["table"]
    assert with_table(with_table(scene)) == with_table(scene)
    corner = Zone("corner", "corner", (0.44, -0.27), (0.1, 0.1))
    known = known_of(*problem_of_scene(replace(scene, zones=(corner,))))
    assert {("at", "empty-glass", "corner"), ("at", "full-glass", "table")} <= known.task.init
    path = EXAMPLES / "two-reagents.yaml"
    bench, _ = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
    assert bench is not None and with_table(bench) is bench


@pytest.mark.parametrize(
    ("text", "goal"),
    stored(__file__, "things_of_a_scene_are_called_by_their_names_and_kinds"),
)
def test_things_of_a_scene_are_called_by_their_names_and_kinds(text: str, goal: str) -> None:
    path = EXAMPLES / "table-clearing.yaml"
    scene, _ = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
    assert scene is not None
    domain, problem = (read_pddl(one)[0] for one in problem_of_scene(scene))
    found = read_goal(Source(text), domain, problem, words_of_scene(scene)).goal
    assert (found is None) == (not goal) and goal in (found or "")


@pytest.mark.parametrize(
    "text",
    [
        "Put everything in the bin except the glasses and the apple.",
        "Throw everything in the bin other than the apple and the glasses.",
    ],
)
def test_what_is_excepted_is_left_alone(text: str) -> None:
    path = EXAMPLES / "table-clearing.yaml"
    scene, _ = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
    assert scene is not None
    domain, problem = (read_pddl(one)[0] for one in problem_of_scene(scene))
    found = read_goal(Source(text), domain, problem, words_of_scene(scene)).goal or ""
    assert "half-apple" in found and "paper1" in found and " apple" not in found and "glass" not in found


def test_a_scene_is_a_problem() -> None:
    for name, domain, facts in (
        ("blocks", "tabletop", {("on", "green-block", "red-block"), ("at", "blue-block", "right"), ("hand-empty",)}),
        (
            "two-reagents",
            "lab",
            {("at", "beaker", "work"), ("capped", "soda-jar"), ("contains", "soda-jar", "baking-soda")},
        ),
    ):
        path = EXAMPLES / f"{name}.yaml"
        scene, _ = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
        assert scene is not None
        one, problem = problem_of_scene(scene)
        assert Path(one.name).stem == domain
        assert facts <= known_of(one, problem).task.init


# ------------------------------------------------------------------- docs/program.md says of running what the code does


ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "program.md").read_text().split("\n## Running\n")[1].split("\n## ")[0]
CHECKED = ("collision_free", "timeout", "motion_health")
PLAIN = " ".join(TEXT.split())


def test_the_bounds() -> None:
    told = f"`for` has at most {MOST_ROUNDS} rounds and `while` {WHILE_ROUNDS};"
    assert told in PLAIN
    assert f"at most {Bounds().actions} actions and {Bounds().looks:,} looks and rounds" in PLAIN
    assert Bounds().recoveries == 2 and "twice at the most; then the program has failed" in PLAIN
    assert signature(Disturbed).parameters["most"].default == 2 and "twice at the most, what earlier" in PLAIN


def test_the_names() -> None:
    schema = json.loads((ROOT / "schemas" / "program-report.schema.json").read_text())
    assert all(f"`{one}`" in PLAIN for one in schema["properties"]["ending"]["enum"])
    assert all(f"`{one}`" in PLAIN for one in (*CHECKED, *get_args(World)))


def test_the_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert "run_program" in code
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

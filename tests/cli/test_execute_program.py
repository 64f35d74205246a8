"""`clairify execute plan.py`: where a program runs, what is said before, and what comes of it."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from schemas_kept import fits

from cli.conftest import Run, start

HOUSEHOLD = stored(__file__, "HOUSEHOLD")

TOWER = stored(__file__, "TOWER")

BENCH = stored(__file__, "BENCH")

LOOK = stored(__file__, "LOOK")

AWAY = stored(__file__, "AWAY")


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> None:
    (own_folder / "plan.py").write_text(HOUSEHOLD)
    (own_folder / "away.py").write_text(AWAY)
    (own_folder / "bench.yaml").write_text(BENCH)


def report(path: Path) -> dict[str, Any]:
    """A report that fits its schema."""
    made: dict[str, Any] = json.loads(path.read_text())
    fits(made, "program-report")
    return made


def test_a_program_runs_where_its_heading_says(clairify: Run, own_folder: Path) -> None:
    ran = clairify("execute", "plan.py", "--report", "run.json")
    assert ran.code == 0, ran.err
    assert ran.out == ""
    assert 'line 4: open("fridge1"): ok: done' in ran.err
    assert 'line 10: assert holding("apple1"): holds' in ran.err
    assert ran.err.endswith("plan.py: done: the goal is reached (8 actions, 100 % of them taken, "
                            "2 of 2 conditions of the goal hold)\n")  # fmt: skip
    made = report(own_folder / "run.json")
    assert (made["world"], made["success"], made["ending"]) == ("pddl", True, "done")
    assert made["goal"] == {"reached": True, "conditions_reached": 2, "conditions": 2}
    assert [one["kind"] for one in made["steps"]].count("action") == 8
    assert made["steps"][7]["facts"] == {'holding("apple1")': True}


@pytest.mark.parametrize(
    ("heading", "why"), stored(__file__, "a_program_does_not_run_in_another_world_than_its_heading_names")
)
def test_a_program_does_not_run_in_another_world_than_its_heading_names(
    clairify: Run, own_folder: Path, heading: str, why: str
) -> None:
    text = (own_folder / "plan.py").read_text()
    (own_folder / "typo.py").write_text(f"# clairify: {heading}\n\n{text[text.index('def ') :]}")
    ran = clairify("execute", "typo.py")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"clairify: typo.py: in its heading: {why}")
    given = clairify("execute", "typo.py", "--domain", "household", "--problem", "kitchen")
    assert given.code == 0, given.err


def test_the_time_that_was_up_is_why_it_ended(clairify: Run, own_folder: Path) -> None:
    ran = clairify("execute", "plan.py", "--time-limit", "0.000001", "--report", "run.json")
    assert ran.code == 1
    assert "plan.py ended before its end: its time was up (--time-limit 1e-06)" in ran.err
    assert report(own_folder / "run.json")["ending"] == "stopped"


def test_a_program_that_is_not_there_is_said(clairify: Run) -> None:
    ran = clairify("execute", "nothere.py", "--world", "pddl")
    assert (ran.code, ran.err) == (2, "clairify: cannot read nothere.py: there is no such file\n")


def test_what_happens_by_itself_and_what_assertions_are_good_for(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("up_fast_downward")
    (own_folder / "tower.py").write_text(TOWER)
    disturbed = ("execute", "tower.py", "--world", "pddl", "--disturb", "0.5", "--seed", "5")
    ran = clairify(*disturbed, "--report", "run.json")
    assert ran.code == 0, ran.err
    made = report(own_folder / "run.json")
    assert sum("by itself" in each for one in made["steps"] for each in one.get("remarks", ())) == 2
    assert "recovered 1 time" in ran.err
    again = clairify(*disturbed, "--report", "again.json")
    assert again.err == ran.err
    assert (own_folder / "run.json").read_bytes() == (own_folder / "again.json").read_bytes()
    off = clairify(*disturbed, "--no-assertions", "--report", "run.json")
    assert off.code == 1
    made = report(own_folder / "run.json")
    assert not made["options"]["assertions"]
    assert made["goal_condition_recall"] < 1.0 and made["executability"] < 1.0


@pytest.mark.parametrize(
    ("text", "code"),
    stored(__file__, "errors_come_first_and_nothing_is_begun"),
)
def test_errors_come_first_and_nothing_is_begun(text: str, code: str, clairify: Run, own_folder: Path) -> None:
    (own_folder / "bad.py").write_text(text)
    ran = clairify("execute", "bad.py", "--domain", "household", "--problem", "kitchen", "--report", "run.json")
    assert ran.code == 1
    assert f"error[{code}" in ran.err
    assert "nothing was moved" in ran.err and "ok:" not in ran.err
    assert not (own_folder / "run.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    stored(__file__, "usage"),
)
def test_usage(arguments: tuple[str, ...], said: str, clairify: Run) -> None:
    ran = clairify("execute", *arguments)
    assert ran.code == 2, ran.err
    assert said in ran.err and "Traceback" not in ran.err


def test_a_program_is_no_domain(clairify: Run) -> None:
    assert "away.py is a program, and a domain is expected" in clairify("execute", "x.plan", "--domain", "away.py").err


# ------------------------------------------------------------------------------------------------------- with the arm


def need_the_arm() -> None:
    for one in ("pybullet", "pinocchio", "ompl", "up_fast_downward"):
        pytest.importorskip(one)


@pytest.mark.long
def test_on_a_bench_that_is_given(clairify: Run, own_folder: Path) -> None:
    need_the_arm()
    ran = clairify("execute", "away.py", "--scene", "bench.yaml", "--report", "run.json")
    assert ran.code == 0, ran.err
    assert 'line 5: if in_("apple", "bowl"): holds' in ran.err
    made = report(own_folder / "run.json")
    assert made["world"] == "panda" and made["goal"]["reached"] is None and made["success"]
    first = made["steps"][0]
    assert first["parameters"]["asked"]["speed"] == first["parameters"]["last"]["speed"] == 0.4
    assert first["expected"] == [{"check": 'holding("apple")', "expected": True, "passed": True}]
    for one in made["steps"]:
        if one["kind"] == "action":
            assert {"collision_free", "timeout", "motion_health"} <= {each["name"] for each in one["checks"]}


def test_the_objects_of_a_bench_are_held_to_the_program(clairify: Run, own_folder: Path) -> None:
    need_the_arm()
    (own_folder / "away.py").write_text(AWAY.replace('"apple"', '"aple"'))
    ran = clairify("execute", "away.py", "--scene", "bench.yaml")
    assert ran.code == 1 and "did you mean `apple`?" in ran.err and "step 1" not in ran.err
    (own_folder / "away.py").write_text(AWAY)
    ran = clairify(
        "execute", "away.py", "--scene", "bench.yaml", "--on-failure", "retune", "--tell", "Slower, and sing."
    )
    assert ran.code == 1 and "error[RUN116]: nothing in `sing` says how" in ran.err and "step 1" not in ran.err


def test_ctrl_c_ends_it_after_the_action_and_keeps_the_report(own_folder: Path) -> None:
    need_the_arm()
    again = 'def again():\n    for i in range(50):\n        pick("apple", "table")\n        place("apple", "table")\n'
    (own_folder / "again.py").write_text(again)
    # A time limit does not make it another end.
    process = start("execute", "again.py", "--scene", "bench.yaml", "--report", "run.json", "--time-limit", "600")
    assert process.stderr is not None
    for line in process.stderr:
        if b"ok (" in line:
            process.send_signal(signal.SIGINT)
            break
    rest = process.stderr.read().decode()
    assert process.wait(60) == 130
    assert "stopping after this action" in rest and "it was stopped" in rest
    assert report(own_folder / "run.json")["ending"] == "stopped"

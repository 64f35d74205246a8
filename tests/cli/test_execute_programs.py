"""`clairify execute` with several programs, and with --dry-run: what would be done, and what came of each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from schemas_kept import fits

from cli.batches import runs
from cli.conftest import Run
from cli.test_execute_program import AWAY, BENCH, HOUSEHOLD, TOWER, report

LIDDED = f"{BENCH}keep-out:\n  lid: {{at: [0.6, 0.3, 0.2], box: [0.3, 0.3, 0.2]}}\n"
SHUT = HOUSEHOLD.replace('    open("fridge1")\n', '    assert not closed("fridge1"), open("fridge1")\n')


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> None:
    (own_folder / "home.py").write_text(HOUSEHOLD)
    (own_folder / "tower.py").write_text(TOWER)
    (own_folder / "away.py").write_text(AWAY)
    (own_folder / "bench.yaml").write_text(BENCH)
    (own_folder / "lidded.yaml").write_text(LIDDED)


def seconds_masked(text: str) -> str:
    return re.sub(r"\b\d+\.\d\d s\b", "# s", text)


# ----------------------------------------------------------------------------------------------------------- dry runs


def test_what_would_be_done_in_the_state_of_a_problem(clairify: Run, own_folder: Path) -> None:
    ran = clairify("execute", "home.py", "--dry-run", "--report", "run.json")
    assert (ran.code, ran.out) == (0, "")
    assert 'line 4: open("fridge1"): can be done\n' in ran.err
    assert 'line 10: assert holding("apple1"): holds\n' in ran.err
    assert "home.py: can be done: the goal is reached (8 actions" in ran.err
    made = report(own_folder / "run.json")
    assert made["options"]["dry_run"] is True
    assert clairify("execute", "home.py", "--report", "done.json").code == 0
    done = report(own_folder / "done.json")
    assert done["options"]["dry_run"] is False
    taken = [[(one["action"], one["arguments"]) for one in each["steps"] if "action" in one] for each in (made, done)]
    assert taken[0] == taken[1]


def test_errors_are_found_before_a_dry_run(clairify: Run, own_folder: Path) -> None:
    (own_folder / "home.py").write_text(HOUSEHOLD.replace('    open("fridge1")\n', ""))
    ran = clairify("execute", "home.py", "--dry-run")
    assert ran.code == 1
    assert "error[PRG201]" in ran.err and "can be done" not in ran.err


def test_what_would_fail_is_said(clairify: Run, own_folder: Path) -> None:
    (own_folder / "home.py").write_text(SHUT)
    assert clairify("execute", "home.py", "--dry-run").code == 0
    ran = clairify("execute", "home.py", "--dry-run", "--no-assertions")
    assert ran.code == 1
    assert 'put("apple1", "fridge1"): REFUSED: it needs not closed("fridge1")' in ran.err
    assert "home.py: the goal is NOT reached (7 actions" in ran.err


def test_on_the_bench_all_is_planned_and_nothing_moves(
    clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pybullet")
    from clairify_cli.worlds.panda.world import PandaWorld

    def moved(*_: Any) -> None:
        raise AssertionError("the arm moved")

    monkeypatch.setattr(PandaWorld, "act", moved)
    monkeypatch.setattr(PandaWorld, "retreat", moved)
    given = ("execute", "away.py", "--scene", "bench.yaml", "--dry-run")
    ran = clairify(*given, "--report", "run.json")
    assert ran.code == 0, ran.err
    assert re.search(r'line 2: pick\("apple", "table"\): can be done \(score 0\.\d{3}\)\n', ran.err)
    assert 'line 5: if in_("apple", "bowl"): holds\n' in ran.err
    assert 'line 7: place("apple", "table"): can be done' in ran.err
    assert ran.err.endswith("away.py: can be done (4 actions, 100 % of them taken)\n")
    steps = report(own_folder / "run.json")["steps"]
    assert all(one["checks"] == [] and one["score"] > 0 for one in steps if one["kind"] == "action")
    again = clairify(*given, "--report", "again.json")
    assert again.err == ran.err
    assert (own_folder / "run.json").read_bytes() == (own_folder / "again.json").read_bytes()


def test_what_geometry_forbids_is_said(clairify: Run) -> None:
    pytest.importorskip("pybullet")
    ran = clairify("execute", "away.py", "--scene", "lidded.yaml", "--dry-run")
    assert ran.code == 1
    assert 'line 4: place_in_bowl("apple", "bowl"): REFUSED: ' in ran.err
    assert 'ended before its end: place_in_bowl("apple", "bowl") failed: ' in ran.err
    assert ran.err.endswith("away.py: CANNOT be done (2 actions, 50 % of them taken)\n")


# ------------------------------------------------------------------------------------------------------------ batches


@pytest.mark.long
def test_several_programs_are_carried_out(clairify: Run, own_folder: Path) -> None:
    (own_folder / "bad.py").write_text(HOUSEHOLD.replace("open(", "opn("))
    (own_folder / "shut.py").write_text(SHUT)
    given = ("execute", "home.py", "bad.py", "shut.py", "gone.py", "-o", "runs", "--no-assertions")
    ran = clairify(*given, "-j", "2", "--report", "all.json")
    assert (ran.code, ran.out) == (2, "")
    assert {name: (one["outcome"], one["steps"]) for name, one in runs().items()} == {
        "home.run.json": ("valid", 8),
        "bad.run.json": ("refused", 0),
        "shut.run.json": ("check-failed", 6),
        "gone.run.json": ("unreadable", 0),
    }
    said = seconds_masked(ran.err)
    assert "home.py -> home.run.json: done (8 steps, # s)\n" in said
    assert "bad.py: cannot be done: line 4: there is no action `opn` (# s)\n" in said
    assert "shut.py -> shut.run.json: check failed: the goal is not reached: 1 of 2 of its conditions hold" in said
    assert "clairify: cannot read gone.py: there is no such file\n" in said
    made = json.loads((own_folder / "all.json").read_text())
    fits(made, "batch-report")
    assert made["valid"] == 1
    alone = clairify("execute", "home.py", "--no-assertions", "--report", "alone.json", "-q")
    assert alone.code == 0
    assert (own_folder / "alone.json").read_bytes() == (own_folder / "runs" / "home.run.json").read_bytes()
    (own_folder / "bad.py").write_text(HOUSEHOLD)
    before = (own_folder / "runs" / "home.run.json").stat().st_mtime_ns
    again = clairify("execute", "home.py", "bad.py", "-o", "runs", "--no-assertions", "--resume")
    assert again.code == 0, again.err
    assert (own_folder / "runs" / "home.run.json").stat().st_mtime_ns == before
    other = clairify("execute", "home.py", "bad.py", "-o", "runs", "--resume", "-q")
    assert other.code == 0
    assert (own_folder / "runs" / "home.run.json").stat().st_mtime_ns > before  # carried out in another way


def test_a_program_whose_problem_has_changed_is_carried_out_again(clairify: Run, own_folder: Path) -> None:
    problem = "(define (problem away) (:domain switch) (:init) (:goal (lit)))\n"
    (own_folder / "switch.pddl").write_text(
        "(define (domain switch) (:predicates (lit)) (:action press :parameters () :effect (lit)))\n"
    )
    (own_folder / "here.pddl").write_text(problem)
    (own_folder / "press.py").write_text(
        "# clairify: domain switch.pddl, problem here.pddl\ndef press_it():\n    press()\n"
    )
    given = ("execute", "press.py", "home.py", "-o", "runs", "--no-assertions", "--resume")
    assert clairify(*given).code == 0
    assert "2 of them before" in clairify(*given).err
    (own_folder / "here.pddl").write_text(problem.replace("(lit)))", "(not (lit))))"))
    again = clairify(*given)
    assert again.code == 1
    assert "press.py: cannot be done: line 3: the program does not reach the goal" in again.err
    assert "1 of them before" in again.err


def test_programs_and_plans_in_one_batch(clairify: Run, own_folder: Path) -> None:
    pytest.importorskip("pybullet")
    (own_folder / "t.plan").write_text("(unstack green-block red-block)\n(stack green-block blue-block)\n")
    given = ("execute", "tower.py", "t.plan", "-o", "runs", "--dry-run")
    ran = clairify(*given, "--domain", "tabletop", "--problem", "three-blocks")
    assert "tower.py -> tower.run.json: can be done (" in ran.err
    assert runs()["tower.run.json"]["outcome"] == "valid"
    assert runs()["t.run.json"]["outcome"] == "refused"  # the plan does not reach the goal
    assert report(own_folder / "runs" / "tower.run.json")["options"]["dry_run"] is True


def test_what_does_not_fit_a_program_is_said_of_it(clairify: Run, own_folder: Path) -> None:
    ran = clairify("execute", "home.py", "-o", "runs", "--film", "png")
    assert ran.code == 1
    assert "--film is for the Panda's bench, and this program runs in `pddl`" in ran.err
    assert runs()["home.run.json"]["outcome"] == "refused"

"""`clairify replan`: what it prints, what it says, and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from agents.kitchenette import DOMAIN, SCENE
from case_tables import stored
from schemas_kept import fits

from cli.conftest import Ran, Run, interrupted, start, steps_in

ROOT = Path(__file__).parents[2]
FAKE = ROOT / "tests" / "fakes" / "planner.py"
FILES = ("kitchenette.pddl", "morning.pddl", "old.plan")
OLD = "(take apple1 shelf1)\n(wash apple1)\n(put apple1 fridge1)\n"
ELSEWHERE = ("--observe", "(and (in apple1 shelf2) (not (in apple1 shelf1)) (not (locked shelf2)))")


@pytest.fixture(autouse=True)
def _texts(own_folder: Path) -> None:
    scene = SCENE.replace("(and (in apple1 fridge1))", "(and (in apple1 fridge1) (clean apple1))")
    for name, text in zip(FILES, (DOMAIN, scene, OLD), strict=True):
        (own_folder / name).write_text(text, encoding="utf-8")


def fake(behaviour: str) -> str:
    return f"cmd:{sys.executable} {FAKE} {behaviour} {{domain}} {{problem}} {{plan}}"


def document(ran: Ran) -> dict[str, Any]:
    """The JSON on stdout, which the schema describes."""
    found: dict[str, Any] = json.loads(ran.out)
    fits(found, "replan-result")
    return found


def test_the_rest_of_the_plan_goes_on(clairify: Run) -> None:
    ran = clairify("replan", *FILES, "--executed", "1")
    assert (ran.code, steps_in(ran.out)) == (0, "(wash apple1)\n(put apple1 fridge1)\n; cost = 2 (unit cost)\n")
    assert ran.err == "old.plan: the rest of the plan still reaches the goal\n"
    found = document(clairify("replan", *FILES, "--executed", "1", "--format", "json"))
    assert (found["changed"], found["how"], found["executed"]) == (False, "keep", 1)
    assert found["kept"][0] == {"step": "(wash apple1)", "was": 2, "is": 1}


@pytest.mark.parametrize(("old", "new", "note"), stored(__file__, "older_names_of_options"))
def test_older_names_of_options(old: str, new: str, note: str, clairify: Run) -> None:
    before, now = clairify("replan", *FILES, *old.split()), clairify("replan", *FILES, *new.split())
    assert (before.code, before.out, before.err) == (now.code, now.out, f"note: {note}\n{now.err}")


def test_verbosely_the_changes_are_listed(clairify: Run) -> None:
    ran = clairify("replan", *FILES, *ELSEWHERE, "-v")
    assert "  - (take apple1 shelf1)\n  + (take apple1 shelf2)\n    (wash apple1)\n" in ran.err


def test_a_bridge(clairify: Run) -> None:
    ran = clairify("replan", *FILES, *ELSEWHERE)
    assert (ran.code, steps_in(ran.out).splitlines()[0]) == (0, "(take apple1 shelf2)")
    assert "the plan, changed little: 1 step added, 1 dropped, 2 kept, cost 3 -> 3" in ran.err
    assert "`(take apple1 shelf1)` cannot be done: `(in apple1 shelf1)` is false" in ran.err
    found = document(clairify("replan", *FILES, *ELSEWHERE, "--format", "json"))
    assert (found["changed"], found["how"], found["fewest_changes"]) == (True, "bridge", True)
    assert found["added"] == [{"step": "(take apple1 shelf2)", "is": 1}]
    assert found["dropped"] == [{"step": "(take apple1 shelf1)", "was": 1}]
    assert found["cost"] == {"before": 3.0, "after": 3.0}
    assert [one["kept"] for one in found["plan"]["steps"]] == [False, True, True]


def test_a_new_plan_is_one_that_the_checks_take(clairify: Run, own_folder: Path) -> None:
    Path("old.plan").write_text("(take apple1 shelf1)\n")
    assert clairify("replan", *FILES, "-o", "new.plan", "-q").err == ""
    checked = clairify("check", "new.plan", "--domain", FILES[0], "--problem", FILES[1])
    assert (checked.code, checked.out) == (0, "no findings in 1 file\n")


def test_in_english(clairify: Run) -> None:
    ran = clairify("replan", *FILES, "--executed", "1", "--observe", "apple1 fell onto shelf1", "--format", "json")
    found = document(ran)
    assert found["observed"] == ["(free)", "(in apple1 shelf1)", "(not (holding apple1))"]
    assert found["plan"]["steps"][0]["action"] == "take"
    ran = clairify("replan", *FILES, "--observe", "The kumquat is clean.")
    assert (ran.code, "`kumquat` is unknown" in ran.err) == (2, True)


def test_in_english_by_a_model(clairify: Run) -> None:
    replies = ["(:goal (in kumquat shelf1))", "(:goal (clean apple1))"]
    Path("replies.jsonl").write_text("".join(json.dumps({"reply": one}) + "\n" for one in replies))
    asked = ("--model", "replay:replies.jsonl", "--observe", "apple1 is clean")
    found = document(clairify("replan", *FILES, *asked, "--format", "json"))
    assert (found["observed"], found["how"]) == (["(clean apple1)"], "keep")
    Path("replies.jsonl").write_text(json.dumps({"reply": replies[0]}) + "\n")
    ran = clairify("replan", *FILES, *asked, "--rounds", "1")
    assert (ran.code, "kumquat" in ran.err) == (2, True)


def test_no_way(clairify: Run) -> None:
    ran = clairify("replan", *FILES, "--forbid", "(wash)")
    assert (ran.code, ran.out) == (1, "")
    assert "note: there would be a plan with `(wash apple1)`, which must not be done" in ran.err
    assert "old.plan: there is no plan (`(wash apple1)` is forbidden)" in ran.err
    found = document(clairify("replan", *FILES, "--forbid", "(wash)", "--format", "json"))
    assert (found["verdict"], found["plan"], found["changed"]) == ("no way", None, None)
    ran = clairify("replan", *FILES, "--observe", "(locked fridge1)", "--format", "json")
    assert (ran.code, bool(document(ran)["why_not"])) == (1, True)
    assert "PLN3" in ran.err
    # The initial state has fewer facts now than the file has lines for it, and yet the place is that in the file.
    drop = ("--observe", "(and (locked fridge1) (not (in egg1 shelf1)) (not (in apple2 shelf2)))")
    place = f"morning.pddl:{Path('morning.pddl').read_text().partition('(:goal')[0].count(chr(10)) + 1}:"
    assert place in clairify("replan", *FILES, *drop).err


TRIP = stored(__file__, "TRIP")
TOUR = """(define (problem tour) (:domain trip) (:objects b c - place)
 (:init (at b) (pump b) (= (fuel) 20)) (:goal (and (seen c) (at b))))
"""


def test_a_plan_that_lacks_numbers_is_repaired(clairify: Run) -> None:
    texts = {"trip.pddl": TRIP, "tour.pddl": TOUR, "tour.plan": "(drive b c)\n(look c)\n(drive c b)\n"}
    for name, text in texts.items():
        Path(name).write_text(text)
    found = document(clairify("replan", *texts, "--observe", "(= (fuel) 2)", "--format", "json"))
    assert [one["step"] for one in found["added"]] == ["(refuel b)", "(refuel b)"]
    assert found["dropped"] == []
    ran = clairify("replan", *texts, "--observe", "(= (fuel) 2)", "--forbid", "(refuel)")
    assert (ran.code, ran.out) == (1, "")
    assert "error[" not in ran.err  # with what is forbidden, there is a plan


def test_a_plan_with_times_is_refused(clairify: Run) -> None:
    domain = """(define (domain bake) (:requirements :durative-actions) (:predicates (baked))
     (:durative-action bake :parameters () :duration (= ?duration 5) :condition () :effect (at end (baked))))"""
    texts = {
        "bake.pddl": domain,
        "p.pddl": "(define (problem p) (:domain bake) (:init) (:goal (baked)))",
        "p.plan": "0: (bake) [5]",
    }
    for name, text in texts.items():
        Path(name).write_text(text)
    ran = clairify("replan", *texts)
    assert (ran.code, "plans with times cannot be repaired" in ran.err) == (2, True)
    ran = clairify("pddl", "--domain", "bake.pddl", "--problem", "p.pddl", "--forbid", "(bake)")
    assert (ran.code, "where time does not matter" in ran.err) == (2, True)


def test_what_failed_is_used_again_with_retry_step_only(clairify: Run) -> None:
    ran = clairify("replan", *FILES, "--failed", "(take apple1 shelf1)", "--observe", "(not (locked shelf2))")
    assert (ran.code, ran.out) == (1, "")
    assert "there would be a plan with `(take apple1 shelf1)`" in ran.err
    assert "--retry-step allows what failed" in ran.err
    ran = clairify("replan", *FILES, "--failed", "(take apple1 shelf1)", "--retry-step")
    assert (ran.code, steps_in(ran.out).splitlines()[0]) == (0, "(take apple1 shelf1)")


def _far() -> tuple[str, str, str]:
    """A task whose plan is too long for a quick search, and an old plan that is no help."""
    Path("empty.plan").write_text("; no steps\n")
    return str(ROOT / "domains/lab.pddl"), str(ROOT / "domains/problems/lab/series.pddl"), "empty.plan"


@pytest.mark.parametrize("behaviour", ["sleep", "crash"])
def test_no_answer_is_no_proof(behaviour: str, clairify: Run) -> None:
    ran = clairify("replan", *_far(), "--solver", fake(behaviour), "--solve-timeout", "1")
    assert ran.code == 3
    assert "there is no plan (" not in ran.err
    assert "no plan: " in ran.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    stored(__file__, "what_makes_no_sense"),
)
def test_what_makes_no_sense(arguments: tuple[str, ...], sentence: str, clairify: Run) -> None:
    ran = clairify("replan", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("content", "code"), [(b"", 2), (b"\0\1", 2), (b"<XDL/>", 1), (b"a" * 20_000_001, 2), (None, 2)]
)
def test_what_is_no_text_of_its_kind(place: int, content: bytes | None, code: int, clairify: Run) -> None:
    Path("wrong").mkdir() if content is None else Path("wrong").write_bytes(content)
    files = [*FILES]
    files[place] = "wrong"
    ran = clairify("replan", *files)
    if (place, content) == (2, b""):  # a plan without steps
        assert ran.code == 0
        return
    assert (ran.code, ran.out) == (code, "")
    assert "wrong" in ran.err and "Traceback" not in ran.err and "internal error" not in ran.err


def test_ctrl_c_while_a_solver_looks(own_folder: Path) -> None:
    begun = own_folder / "begun"
    solver = (
        f'cmd:{sys.executable} -c \'import time; open("{begun}", "w"); time.sleep(60)\' {{domain}} {{problem}} {{plan}}'
    )
    process = start("replan", *_far(), "--solver", solver)
    assert interrupted(process, begun.exists) == (130, "", "clairify: interrupted\n")


def test_errors_in_what_is_given(clairify: Run) -> None:
    Path("old.plan").write_text("(take aple1 shelf1)\n")
    ran = clairify("replan", *FILES)
    assert (ran.code, ran.out) == (1, "")
    assert "old.plan:1:7: error[PLN104]" in ran.err or "did you mean" in ran.err
    assert "nothing was repaired: what is given has errors" in ran.err


def test_a_report_of_a_run(clairify: Run) -> None:
    facts = ["(in apple1 shelf1)", "(in apple2 shelf1)", "(in egg1 shelf2)", "(free)", "(locked shelf2)"]
    done = [
        {"name": "take", "arguments": ["apple1", "shelf1"], "tries": [{"succeeded": True}]},
        {"name": "wash", "arguments": ["apple1"], "tries": [{"succeeded": False}]},
    ]
    failure = {"action": {"name": "wash", "arguments": ["apple1"]}, "state": {"facts": facts}}
    made = {"version": 1, "input": {"text": OLD}, "steps": [{"actions": done}], "failure": failure, "state": None}
    Path("run.json").write_text(json.dumps(made))
    found = document(clairify("replan", *FILES[:2], "--run", "run.json", "--format", "json"))
    assert (found["executed"], found["failed"]) == (1, "(wash apple1)")
    assert found["observed"] == ["(free)", "(in apple1 shelf1)", "(not (holding apple1))"]
    assert steps_in(found["plan"]["text"]).startswith("(take apple1 shelf1)\n(wash apple1)\n")

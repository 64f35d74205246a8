"""`clairify pddl`: what it hands out, what it says, and how it ends."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from agents.kitchenette import BARE_SCENE, DOMAIN, GOOD, SCENE, TEXT
from case_tables import stored
from schemas_kept import fits

from cli.conftest import Ran, Run, interrupted, start, steps_in

ROOT = Path(__file__).parents[2]
FAKE = ROOT / "tests" / "fakes" / "planner.py"
GIVEN = ("--domain", "kitchenette.pddl", "--problem", "morning.pddl")
CHILL = "Put the egg in the fridge."
"""Cannot be done: the egg is locked away."""


@pytest.fixture(autouse=True)
def _texts(own_folder: Path) -> None:
    for name, text in (("kitchenette.pddl", DOMAIN), ("morning.pddl", SCENE), ("bare.pddl", BARE_SCENE)):
        (own_folder / name).write_text(text, encoding="utf-8")


def fake(behaviour: str) -> str:
    return f"cmd:{sys.executable} {FAKE} {behaviour} {{domain}} {{problem}} {{plan}}"


def replies(*texts: str) -> str:
    Path("replies.jsonl").write_text("".join(json.dumps({"reply": text}) + "\n" for text in texts))
    return "replay:replies.jsonl"


def document(ran: Ran) -> dict[str, object]:
    """The JSON on stdout, which the schema describes."""
    found: dict[str, object] = json.loads(ran.out)
    fits(found, "plan-result")
    return found


# ------------------------------------------------------------------------------------------------------ artefacts


def test_the_plan_goes_to_stdout_and_is_good(clairify: Run) -> None:
    ran = clairify("pddl", TEXT, *GIVEN)
    assert ran.code == 0
    assert ran.out.endswith("; cost = 3 (unit cost)\n")
    assert "(wash apple" in ran.out
    assert "<text>: a plan of 3 steps, cost 3 (1 round, reader, fast-downward" in ran.err
    Path("a.plan").write_text(ran.out)
    wanted = clairify("pddl", TEXT, *GIVEN, "--emit", "problem", "-q").out
    Path("wanted.pddl").write_text(wanted)
    checked = clairify("check", "a.plan", "--domain", "kitchenette.pddl", "--problem", "wanted.pddl", "--strict")
    assert (checked.code, checked.out) == (0, "no findings in 1 file\n")


@pytest.mark.parametrize("scene", [SCENE, BARE_SCENE])
def test_the_goal_and_the_problem(scene: str, clairify: Run) -> None:
    Path("scene.pddl").write_text(scene)
    given = ("--domain", "kitchenette.pddl", "--problem", "scene.pddl")
    goal = "(:goal (exists (?apple - apple) (and (clean ?apple) (in ?apple fridge1))))"
    ran = clairify("pddl", TEXT, *given, "--no-solve")
    assert (ran.code, ran.out) == (0, goal + "\n")
    ran = clairify("pddl", TEXT, *given, "--emit", "problem", "--no-solve", "-q")
    assert (ran.code, ran.err) == (0, "")
    if scene is SCENE:
        assert ran.out == SCENE.replace("(:goal (and (in apple1 fridge1)))", goal)
    else:
        assert ran.out == BARE_SCENE[: BARE_SCENE.rindex(")")] + f"  {goal}\n)\n"
    assert clairify("pddl", TEXT, *given, "--emit", "domain", "--no-solve").out == DOMAIN
    both = clairify("pddl", TEXT, *given, "--emit", "pddl", "--no-solve", "-q").out
    assert both.startswith(DOMAIN) and goal in both


def test_as_json(clairify: Run) -> None:
    ran = clairify("pddl", TEXT, *GIVEN, "--format", "json")
    found = document(ran)
    assert (ran.code, found["outcome"], found["text"]) == (0, "solved", TEXT)
    assert found["domain"] == {"file": "kitchenette.pddl", "text": DOMAIN}
    plan = found["plan"]
    assert isinstance(plan, dict)
    assert plan["steps"][0] == {"action": "take", "arguments": {"x": "apple1", "p": "shelf1"}} or plan["steps"]
    assert set(plan["steps"][0]["arguments"]) == {"x", "p"}
    for arguments in (["--no-solve"], ["--solver", fake("unsolvable")], ["--solver", fake("crash")]):
        document(clairify("pddl", TEXT, *GIVEN, "--format", "json", *arguments))
    assert document(clairify("pddl", CHILL, *GIVEN, "--format", "json"))["why_not"]
    assert document(clairify("pddl", "Put a kumquat away.", *GIVEN, "--format", "json"))["outcome"] == "invalid"
    assert document(clairify("pddl", *GIVEN, "--format", "json"))["text"] is None


def test_into_files(clairify: Run, own_folder: Path) -> None:
    assert clairify("pddl", TEXT, *GIVEN, "-o", "out/a.plan").out == ""
    assert "(wash" in (own_folder / "out" / "a.plan").read_text()
    (own_folder / "task.txt").write_text(TEXT)
    assert clairify("pddl", "task.txt", *GIVEN, "-o", "out/").code == 0
    assert clairify("pddl", "task.txt", *GIVEN, "-o", "out/", "--format", "json").code == 0
    assert {path.name for path in (own_folder / "out").iterdir()} == {"a.plan", "task.plan", "task.json"}


def test_what_is_there_is_solved(clairify: Run) -> None:
    ran = clairify("pddl", *GIVEN)
    assert (ran.code, steps_in(ran.out)) == (0, "(take apple1 shelf1)\n(put apple1 fridge1)\n; cost = 2 (unit cost)\n")
    assert "morning.pddl: a plan of 2 steps" in ran.err
    assert clairify("pddl", *GIVEN, "--optimal").err.count("the least cost") == 1


def test_a_plan_is_shown(clairify: Run, own_folder: Path) -> None:
    ran = clairify("pddl", *GIVEN, "--show", "states")
    assert ran.out.splitlines()[3:6] == [
        "(take apple1 shelf1)",
        ";   true: (holding apple1)",
        ";   false: (free) (in apple1 shelf1)",
    ]
    assert ran.out.endswith("; cost = 2 (unit cost)\n")
    (own_folder / "shown.plan").write_text(ran.out)
    assert clairify("check", "shown.plan", *GIVEN).code == 0, "it is still a plan"
    (own_folder / "tasks").mkdir()
    (own_folder / "tasks" / "a.txt").write_text(TEXT)
    assert clairify("pddl", "tasks", *GIVEN, "--show", "gantt", "-o", "plans/").code == 0
    drawn = (own_folder / "plans" / "a.svg").read_text()
    words = [one.text for one in ElementTree.fromstring(drawn).iter() if one.text and one.text.strip()]
    assert words[1:4] == ["(take apple1 shelf1)", "(wash apple1)", "(put apple1 fridge1)"]
    assert words[4:] == ["0", "1", "2", "3"]
    for wrong in (["--emit", "plan"], ["--no-solve"], ["--format", "json"]):
        assert clairify("pddl", *GIVEN, "--show", "gantt", *wrong).code == 2


def test_domains_that_come_along(clairify: Run) -> None:
    ran = clairify("pddl", "Close the fridge.", "--domain", "household", "--problem", "kitchen", "--no-solve")
    assert (ran.code, ran.out) == (0, "(:goal (closed fridge1))\n")
    ran = clairify("pddl", "Close it.", "--domain", "househld", "--problem", "kitchen")
    assert (ran.code, "no such domain; did you mean `household`?" in ran.err) == (2, True)


# ------------------------------------------------------------------------------------------------------- no plan


def test_why_there_is_no_plan(clairify: Run) -> None:
    ran = clairify("pddl", CHILL, *GIVEN)
    assert (ran.code, ran.out) == (1, "")
    assert "error[PLN201]" in ran.err
    assert "can never be true" in ran.err
    assert "locked shelf2" in ran.err
    assert "<text>: there is no plan" in ran.err
    Path("locked.pddl").write_text(SCENE.replace("(in apple1 fridge1)", "(in egg1 fridge1)"))
    ran = clairify("pddl", "--domain", "kitchenette.pddl", "--problem", "locked.pddl")
    assert (ran.code, ran.out) == (1, "")
    assert "locked.pddl:8:" in ran.err


@pytest.mark.parametrize(("behaviour", "told"), stored(__file__, "a_solver_without_an_answer"))
def test_a_solver_without_an_answer(behaviour: str, told: str, clairify: Run) -> None:
    ran = clairify("pddl", TEXT, *GIVEN, "--solver", fake(behaviour), "--solve-timeout", "1")
    assert (ran.code, ran.out) == (3, "")
    assert "no plan" in ran.err
    assert "there is no plan" not in ran.err, "nobody knows that"
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_a_wrong_plan_is_not_handed_out(clairify: Run) -> None:
    ran = clairify("pddl", TEXT, *GIVEN, "--solver", fake("write_plan"))
    assert (ran.code, ran.out) == (3, "")
    assert "error[PLN1" in ran.err
    assert "is wrong, so it is not handed out; this is a fault of the solver" in ran.err


def test_a_solver_that_is_not_there(clairify: Run) -> None:
    ran = clairify("pddl", TEXT, *GIVEN, "--solver", "cmd:/no/such/planner {domain} {problem}")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    ran = clairify("pddl", TEXT, *GIVEN, "--solver", "fast-downwrd")
    assert ran.code == 2
    assert "did you mean `fast-downward`?" in ran.err


def test_a_feature_that_the_solver_lacks(clairify: Run) -> None:
    ran = clairify("pddl", *GIVEN, "--solver", "pyperplan")
    assert (ran.code, ran.out) == (3, "")
    assert "pyperplan does not support" in ran.err
    ran = clairify("pddl", TEXT, *GIVEN, "--solver", "pyperplan")
    assert (ran.code, "kitchenette.pddl:17:5: error[PLN205]" in ran.err) == (3, True)


# -------------------------------------------------------------------------------------------------- what is given


def test_a_text_that_can_be_read_in_several_ways(clairify: Run) -> None:
    blocks = ("--domain", "blocks", "--problem", "three")
    ran = clairify("pddl", "Put the block on c.", *blocks)
    assert (ran.code, ran.out) == (1, "")
    assert (
        "clairify: <text> can be read in 2 ways; say which is meant:\n  1. a is on c\n     (:goal (on a c))\n  2. "
        in ran.err
    )
    found = document(clairify("pddl", "Put the block on c.", *blocks, "--format", "json"))
    readings = found["readings"]
    assert isinstance(readings, list)
    assert [one["goal"] for one in readings] == ["(:goal (on a c))", "(:goal (on b c))"]
    assert clairify("pddl", "Put block a on c.", *blocks).code == 0


def test_words_that_nobody_knows(clairify: Run) -> None:
    ran = clairify("pddl", "Put a kumquat in the fridge.", *GIVEN)
    assert (ran.code, ran.out) == (1, "")
    assert "<text>:1:7: error[PDL691]: `kumquat` is unknown" in ran.err
    assert "MDL001" not in ran.err


def test_a_lexicon(clairify: Run) -> None:
    Path("words.yaml").write_text("names:\n  apple: [kumquat]\n")
    ran = clairify("pddl", "Put a kumquat in the fridge.", *GIVEN, "--lexicon", "words.yaml", "--no-solve")
    assert (ran.code, "?kumquat - apple" in ran.out) == (0, True)
    Path("words.yaml").write_text("nams:\n  apple: [kumquat]\n")
    ran = clairify("pddl", "Put a kumquat in the fridge.", *GIVEN, "--lexicon", "words.yaml")
    assert (ran.code, ran.err.count("\n") <= 2, "names" in ran.err) == (2, True, True)


def test_given_texts_with_errors(clairify: Run) -> None:
    Path("morning.pddl").write_text(SCENE.replace("(free))", "(fre))"))
    ran = clairify("pddl", TEXT, *GIVEN)
    assert (ran.code, ran.out) == (1, "")
    assert "morning.pddl:7:44: error[PDL202]" in ran.err
    assert "nothing was written or solved: what is given has errors" in ran.err


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "it is empty"), (b"\x00\xff\xfe\x01" * 20, "it is not a text"), (b" \n ", "it is empty")],
)
@pytest.mark.parametrize("which", ["kitchenette.pddl", "morning.pddl"])
def test_given_texts_that_are_none(which: str, content: bytes, told: str, clairify: Run) -> None:
    Path(which).write_bytes(content)
    ran = clairify("pddl", TEXT, *GIVEN)
    assert (ran.code, ran.out) == (2, "")
    assert f"cannot read {which}: {told}" in ran.err


def test_errors_in_given_texts_as_json(clairify: Run) -> None:
    Path("morning.pddl").write_text(SCENE.replace("(free))", "(fre))"))
    for text in ((), (TEXT,)):
        ran = clairify("pddl", *text, *GIVEN, "--format", "json")
        result = document(ran)
        assert (ran.code, result["outcome"], result["domain"]) == (1, "invalid", None)
        (found,) = result["diagnostics"]  # type: ignore[misc]
        assert (found["code"], found["file"], found["start"]["line"]) == ("PDL202", "morning.pddl", 7)  # type: ignore[has-type]
    clairify("pddl", *GIVEN, "--format", "json", "-o", "result.json")
    assert json.loads(Path("result.json").read_text())["outcome"] == "invalid"


def test_a_domain_and_a_problem_in_one_file(clairify: Run) -> None:
    for text in (DOMAIN + SCENE, SCENE + DOMAIN):
        Path("both.pddl").write_text(text)
        ran = clairify("pddl", "--domain", "both.pddl", "--problem", "both.pddl")
        assert (ran.code, ran.out.splitlines()[-1]) == (0, "; cost = 2 (unit cost)"), ran.err
        ran = clairify("pddl", "Put the egg in the fridge.", "--domain", "both.pddl", "--problem", "both.pddl")
        assert (ran.code, "PLN306" in ran.err) == (1, True), ran.err


def test_why_a_plan_is_empty(clairify: Run) -> None:
    Path("morning.pddl").write_text(BARE_SCENE.rstrip()[:-1] + "  (:goal (free)))\n")
    ran = clairify("pddl", *GIVEN)
    assert (ran.code, steps_in(ran.out), ran.err.count("PDL412")) == (0, "; cost = 0 (unit cost)\n", 1)
    assert "PDL412" not in clairify("pddl", *GIVEN, "-q").err


def test_a_domain_in_place_of_a_problem(clairify: Run) -> None:
    for text in ((), (TEXT,)):
        ran = clairify("pddl", *text, "--domain", "morning.pddl", "--problem", "kitchenette.pddl")
        assert (ran.code, ran.out) == (2, "")
        assert "cannot read morning.pddl: it is the problem `morning`, and a domain is expected" in ran.err
    Path("goal.pddl").write_text(GOOD)
    ran = clairify("pddl", TEXT, "--domain", "kitchenette.pddl", "--problem", "goal.pddl")
    assert (ran.code, "goal.pddl: it is a goal alone, and a problem is expected" in ran.err) == (2, True)
    ran = clairify("pddl", TEXT, "--domain", "kitchenette.pddl", "--problem", "kitchenette.pddl")
    assert (ran.code, "it is the domain `kitchenette`, and a problem is expected" in ran.err) == (2, True)
    Path("other.pddl").write_text(DOMAIN.replace("kitchenette", "other"))
    ran = clairify("pddl", TEXT, "--domain", "other.pddl", "--problem", "morning.pddl")
    assert (ran.code, "PDL220" in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    stored(__file__, "what_makes_no_sense"),
)
def test_what_makes_no_sense(arguments: tuple[str, ...], told: str, clairify: Run) -> None:
    Path("wrong.plan").write_text("(take egg1 shelf2)\n")
    ran = clairify("pddl", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") <= 2


def test_the_time_limit_holds_without_a_text(clairify: Run) -> None:
    ran = clairify("pddl", *GIVEN, "--solver", fake("sleep"), "--time-limit", "0.3", "--solve-timeout", "20")
    assert (ran.code, "found no plan within 0.3 s" in ran.err) == (3, True)


@pytest.mark.parametrize("command", ["pddl", "program"])
def test_and_for_what_is_done_before_the_solver(command: str, clairify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(*_: object) -> None:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            pass

    monkeypatch.setattr("clairify_cli.translate.loop.CHECKING_SECONDS", 0)
    monkeypatch.setattr("clairify_cli.languages.pddl.language.Pddl.check", check)
    ran = clairify(command, *GIVEN, "--time-limit", "0.3")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "clairify: the work on the problem was stopped when the time was up\n"


# -------------------------------------------------------------------------------------------------------- models


def test_a_model_and_its_rounds(clairify: Run) -> None:
    model = replies("(:goal (clean appel1))", "(:goal (and (clean egg1) (in egg1 fridge1)))", f"```pddl\n{GOOD}\n```")
    ran = clairify("pddl", TEXT, *GIVEN, "--model", model, "--no-fidelity", "-v")
    assert ran.code == 0
    assert "round 1: program, 1 error" in ran.err
    assert "round 2: program, 2 errors" in ran.err or "round 2: program, 3 errors" in ran.err
    assert "can never be true" in ran.err
    assert "(wash apple" in ran.out


def test_a_goal_that_differs_from_the_text(clairify: Run) -> None:
    model = replies("(:goal (in apple1 fridge1))")
    ran = clairify("pddl", TEXT, *GIVEN, "--model", model, "--rounds", "1")
    assert ran.code == 1
    assert steps_in(ran.out).startswith("(take apple1 shelf1)")
    assert "<goal>:1:2: error[PDL602]" in ran.err
    assert "but the goal differs from the text" in ran.err
    assert clairify("pddl", TEXT, *GIVEN, "--model", model, "--rounds", "1", "--no-fidelity").code == 0


def test_a_whole_problem_and_both(clairify: Run) -> None:
    ran = clairify("pddl", TEXT, "--domain", "kitchenette.pddl", "--model", replies(SCENE))
    assert (ran.code, "(put apple1 fridge1)" in ran.out) == (0, True)
    ran = clairify("pddl", TEXT, "--model", replies(DOMAIN + SCENE), "--no-solve")
    assert (ran.code, "(define (domain kitchenette)" in ran.out, "(define (problem" in ran.out) == (0, True, True)


def test_the_best_that_there_is(clairify: Run) -> None:
    model = replies("(:goal (clean appel1))")
    ran = clairify("pddl", TEXT, *GIVEN, "--model", model, "--rounds", "1", "--emit", "goal")
    assert (ran.code, ran.out) == (1, "")
    ran = clairify("pddl", TEXT, *GIVEN, "--model", model, "--rounds", "1", "--emit", "goal", "--keep-invalid")
    assert (ran.code, ran.out) == (1, "(:goal (clean appel1))\n")


def test_a_model_that_fails(clairify: Run) -> None:
    Path("replies.jsonl").write_text("")
    ran = clairify("pddl", TEXT, *GIVEN, "--model", "replay:replies.jsonl")
    assert (ran.code in (2, 3), ran.out) == (True, "")


# --------------------------------------------------------------------------------------------------------- batches


def test_many_texts(clairify: Run, own_folder: Path) -> None:
    (own_folder / "tasks").mkdir()
    for name, text in (("a", TEXT), ("b", CHILL), ("c", "Put a kumquat away."), ("d", "Hold an apple.")):
        (own_folder / "tasks" / f"{name}.txt").write_text(text)
    ran = clairify("pddl", "tasks", *GIVEN, "-o", "plans", "-j", "2")
    assert (ran.code, ran.out) == (1, "")
    lines = [json.loads(line) for line in (own_folder / "plans" / "manifest.jsonl").read_text().splitlines()]
    for line in lines:
        fits(line, "manifest")
    assert [line["outcome"] for line in lines] == ["valid", "stuck", "stuck", "valid"] or [
        line["outcome"] for line in lines
    ] == ["valid", "unsolvable", "stuck", "valid"]
    assert [line["steps"] for line in lines] == [3, 0, 0, 1]
    assert {path.name for path in (own_folder / "plans").glob("*.plan")} == {"a.plan", "d.plan"}
    assert "PLN201" in json.dumps(lines[1]["errors"]) and "PDL691" in json.dumps(lines[2]["errors"])
    assert lines[2]["first_errors"] == lines[2]["errors"], "not that the offline reader wrote nothing"
    assert "c.txt: not done: the text could not be read as a goal, left PDL691" in ran.err
    before = (own_folder / "plans" / "a.plan").stat().st_mtime_ns
    ran = clairify("pddl", "tasks", *GIVEN, "-o", "plans", "--resume")
    assert "done before         4" in ran.err
    assert (own_folder / "plans" / "a.plan").stat().st_mtime_ns == before
    (own_folder / "morning.pddl").write_text(SCENE.replace("(in apple2 shelf1)", "(in apple2 fridge1)"))
    ran = clairify("pddl", "tasks", *GIVEN, "-o", "plans", "--resume")
    assert "done before" not in ran.err, "another scene is another task"


# ------------------------------------------------------------------------------------------------------ interrupts


def test_an_interrupt_ends_the_solver(own_folder: Path) -> None:
    process = start("pddl", *GIVEN, "--solver", fake("sleep"))
    begun = Path("/proc") / str(process.pid) / "task" / str(process.pid) / "children"

    def solving() -> bool:
        return bool(begun.read_text().strip()) if begun.exists() else True

    code, out, err = interrupted(process, solving)
    assert (code, out) == (130, "")
    assert "interrupted" in err
    assert "Traceback" not in err


def test_an_interrupt_keeps_the_best_plan() -> None:
    process = start("pddl", "--domain", "blocks", "--problem", "forty", "--anytime")
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"a plan that costs ")
    code, out, err = interrupted(process, lambda: True)
    assert (code, out.splitlines()[-1].startswith("; cost = "), "Traceback" in err) == (130, True, False)


def test_an_interrupt_ends_a_batch(own_folder: Path) -> None:
    (own_folder / "tasks").mkdir()
    for name in "abc":
        (own_folder / "tasks" / f"{name}.txt").write_text(TEXT)
    process = start("pddl", "tasks", *GIVEN, "-o", "plans", "--solver", fake("sleep"))
    tasks = Path("/proc") / str(process.pid) / "task"

    def solving() -> bool:
        return not tasks.exists() or any((one / "children").read_text().strip() for one in tasks.iterdir())

    code, out, err = interrupted(process, solving)
    assert (code, out) == (130, "")
    assert "0 of 3 are done, and the same command with --resume goes on" in err


# -------------------------------------------------------------------------------------------------------- settings


def test_a_settings_file_starts_no_program(clairify: Run, own_folder: Path) -> None:
    (own_folder / "clairify.toml").write_text('[pddl]\nsolver = "cmd:touch hacked"\n')
    ran = clairify("pddl", *GIVEN)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "`solver` is one of auto, fast-downward, pyperplan in a project's file" in ran.err
    (own_folder / "clairify.toml").write_text('[pddl]\nsolver = "pyperplan"\nsolve-timeout = 5\n')
    assert "pyperplan does not support" in clairify("pddl", *GIVEN).err


Feed = Callable[[bytes], None]


def test_from_standard_input(clairify: Run, feed: Feed) -> None:
    feed(TEXT.encode())
    assert "(wash apple" in clairify("pddl", "-", *GIVEN, "-q").out

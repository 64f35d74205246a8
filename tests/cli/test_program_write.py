"""`clairify program` from a shell: by rule, by a model whose replies are recorded, batches, conversions, wrong use.

What it prints whole is in `golden-program`; `CLAIRIFY_GOLDEN=write pytest tests/cli/test_program_write.py` writes it
anew.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from agents.kitchenette import DOMAIN, SCENE, TEXT
from case_tables import stored
from schemas_kept import fits

from cli.conftest import Run, shell
from cli.golden_files import golden_text

GIVEN = ("--domain", "kitchenette.pddl", "--problem", "morning.pddl")
GOOD = '```python\ndef f():\n    take("apple1", "shelf1")\n    wash("apple1")\n    put("apple1", "fridge1")\n```\n'
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> None:
    (own_folder / "kitchenette.pddl").write_text(DOMAIN, encoding="utf-8")
    (own_folder / "morning.pddl").write_text(SCENE, encoding="utf-8")


def replies(*texts: str, name: str = "m.jsonl") -> str:
    lines = (json.dumps({"format": "clairify-record", "version": 1, "reply": one}) for one in texts)
    Path(name).write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    return f"replay:{name}"


GOLDEN = Path(__file__).parent / "golden-program"
PLACE = "--domain kitchenette.pddl --problem morning.pddl"
CASES = stored(__file__, "CASES")


@pytest.mark.parametrize("name", CASES)
def test_golden_program(name: str, clairify: Run) -> None:
    replies(GOOD.replace("wash(", "clean_it("), GOOD, name="slips.jsonl")
    replies(GOOD, name="good.jsonl")
    ran = clairify(*shlex.split(CASES[name]))
    got = f"$ clairify {CASES[name]}\n{ran.out}"
    got += "".join(f"stderr: {line}\n" for line in ran.err.splitlines())
    got = re.sub(r"\b\d+\.\d\d s\b", "0.00 s", f"{got}exit code {ran.code}\n")
    assert got == golden_text(GOLDEN / f"{name}.txt", got)


def test_no_golden_program_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)


def test_a_program_goes_to_stdout_and_is_good(clairify: Run) -> None:
    ran = clairify("program", TEXT, *GIVEN)
    assert ran.code == 0
    assert ran.out.startswith("# clairify: domain kitchenette.pddl, problem morning.pddl\n")
    assert 'assert holding("apple1"), take("apple1", "shelf1")\n' in ran.out
    Path("plan.py").write_text(ran.out, encoding="utf-8")
    checked = clairify("check", "--strict", "plan.py")
    assert (checked.code, "no findings" in checked.said) == (0, True)
    assert clairify("program", TEXT, *GIVEN, "-q").out == ran.out


def test_without_a_text_it_reaches_the_goal_of_the_problem(clairify: Run) -> None:
    ran = clairify("program", *GIVEN, "-q")
    assert ran.code == 0
    assert "def the_goal_of_morning():" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [("Put the egg in the fridge.", "there is no plan"), ("Put the kumquat in the fridge.", "kumquat")],
)
def test_where_there_is_no_plan_or_no_goal_nothing_is_written(clairify: Run, text: str, said: str) -> None:
    ran = clairify("program", text, *GIVEN)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err


def test_a_scene_is_a_world(clairify: Run) -> None:
    scene = ROOT / "examples" / "scenes" / "blocks.yaml"
    ran = clairify("program", "Put the green block in the red bowl.", "--scene", str(scene))
    assert ran.code == 0
    assert ran.out.startswith("# clairify: domain tabletop\n")
    assert 'place_in_bowl("green-block", "red-bowl")' in ran.out


def test_a_description_of_worlds_names_its_domain(clairify: Run) -> None:
    world = ROOT / "domains" / "household.world.yaml"
    ran = clairify("program", "Put the apple on the counter.", "--world", str(world), "--problem", "snack")
    assert ran.code in (0, 1)
    assert f"note: --world is now --domain {world.with_name('household.pddl')}\n" in ran.err
    named = clairify("program", "Up.", f"--world={ROOT / 'examples' / 'scenes' / 'nowhere.yaml'}")
    assert named.code == 2 and named.err.startswith("note: --world is now --scene\n")


# --------------------------------------------------------------------------------------------------------- documents


def document(text: str) -> dict[str, Any]:
    """The JSON, which the schema describes."""
    found: dict[str, Any] = json.loads(text)
    fits(found, "program-result")
    return found


def test_a_program_by_rule_as_json(clairify: Run) -> None:
    ran = clairify("program", TEXT, *GIVEN, "--format", "json")
    found = document(ran.out)
    assert (ran.code, found["outcome"], found["input"], found["text"]) == (0, "solved", "<text>", TEXT)
    assert found["program"] == clairify("program", TEXT, *GIVEN, "-q").out
    assert found["plan"]["steps"][0]["action"] == "take"
    assert "(clean " in found["problem"]
    assert document(clairify("program", *GIVEN, "--format", "json").out)["text"] is None
    ran = clairify("program", "Put the egg in the fridge.", *GIVEN, "--format", "json")
    found = document(ran.out)
    assert (ran.code, found["outcome"], found["program"], found["plan"]) == (1, "unsolvable", None, None)
    assert found["why_not"]
    blocks = ("--domain", "blocks", "--problem", "three")
    assert len(document(clairify("program", "Put the block on c.", *blocks, "--format", "json").out)["readings"]) == 2


def test_a_program_by_a_model_as_json(clairify: Run) -> None:
    bad = GOOD.replace("wash(", "clean_it(")
    asked = ("program", TEXT, *GIVEN, "--model", replies(bad, GOOD), "--no-cache", "--format", "json")
    ran = clairify(*asked, "-o", "out/")
    assert (ran.code, ran.out) == (0, "")
    (written,) = Path("out").glob("*.json")
    found = document(written.read_text(encoding="utf-8"))
    assert (found["outcome"], found["rounds"], found["plan"]) == ("valid", 2, None)
    assert 'wash("apple1")' in found["program"]
    found = document(clairify(*asked, "--rounds", "1").out)
    assert (found["outcome"], [one["code"] for one in found["diagnostics"]]) == ("rounds", ["PRG101"])
    assert "clean_it" in found["program"]


def test_errors_in_given_texts_as_json(clairify: Run) -> None:
    Path("bad.pddl").write_text(SCENE.replace("egg1 - egg", "egg1 - eg"), encoding="utf-8")
    ran = clairify("program", TEXT, "--domain", "kitchenette.pddl", "--problem", "bad.pddl", "--format", "json")
    found = document(ran.out)
    assert (ran.code, found["outcome"], found["diagnostics"][0]["file"]) == (1, "invalid", "bad.pddl")
    assert "no program was written: what is given has errors" in ran.err


# -------------------------------------------------------------------------------------------------------- by a model


def test_a_model_is_told_what_is_wrong(clairify: Run) -> None:
    model = replies(GOOD.replace("wash(", "clean_it("), GOOD)
    ran = clairify("program", TEXT, *GIVEN, "--model", model, "--no-cache", "-v", "--trace", "t.jsonl")
    assert ran.code == 0
    assert "round 1: program, 1 error" in ran.err
    assert "2 rounds" in ran.err
    assert 'wash("apple1")' in ran.out
    first, second = (json.loads(line)["messages"] for line in Path("t.jsonl").read_text(encoding="utf-8").splitlines())
    assert "$" not in first[0]["content"]
    assert "- take(x: item, p: place)" in first[0]["content"]
    assert TEXT in first[1]["content"]
    assert "there is no action `clean_it`" in second[1]["content"]
    assert "(:goal" not in first[0]["content"]  # the goal of the problem is not that of the text


def test_a_program_for_something_else_is_warned_of(clairify: Run) -> None:
    wrong = GOOD.replace('    wash("apple1")\n', "")
    ran = clairify("program", TEXT, *GIVEN, "--model", replies(wrong), "--no-cache")
    assert ran.code == 0
    assert "warning[PRG210]" in ran.err
    unchecked = clairify("program", TEXT, *GIVEN, "--model", replies(wrong), "--no-cache", "--no-fidelity")
    assert "PRG210" not in unchecked.err


def test_a_program_with_errors_is_kept_back(clairify: Run) -> None:
    bad = GOOD.replace("wash(", "clean_it(")
    ran = clairify("program", TEXT, *GIVEN, "--model", replies(bad), "--no-cache", "--rounds", "1")
    assert (ran.code, ran.out) == (1, "")
    kept = clairify("program", TEXT, *GIVEN, "--model", replies(bad), "--no-cache", "--rounds", "1", "--keep-invalid")
    assert kept.code == 1
    assert "clean_it" in kept.out


def test_nothing_of_a_reply_is_run(clairify: Run) -> None:
    bad = 'def f():\n    __import__("pathlib").Path("seen").write_text("x")\n'
    ran = clairify("program", TEXT, *GIVEN, "--model", replies(bad, bad), "--no-cache", "--rounds", "2")
    assert ran.code == 1
    assert not Path("seen").exists()


# ----------------------------------------------------------------------------------------------------------- batches


def test_a_batch_by_rule_goes_on_where_it_ended(clairify: Run) -> None:
    Path("texts").mkdir()
    Path("texts/one.txt").write_text(TEXT, encoding="utf-8")
    Path("texts/two.txt").write_text("Put the apple 2 in the fridge.", encoding="utf-8")
    ran = clairify("program", "texts", *GIVEN, "-o", "out")
    assert ran.code == 0, ran.err
    assert sorted(one.name for one in Path("out").iterdir()) == ["manifest.jsonl", "one.py", "two.py"]
    assert "domain ../kitchenette.pddl, problem ../morning.pddl" in Path("out/two.py").read_text(encoding="utf-8")
    assert clairify("check", "--strict", "out/one.py", "out/two.py").code == 0
    Path("out/two.py").unlink()
    again = clairify("program", "texts", *GIVEN, "-o", "out", "--resume")
    assert again.code == 0
    assert Path("out/two.py").is_file()


def test_a_batch_by_a_model(clairify: Run) -> None:
    for name in ("one", "two"):
        Path(f"{name}.txt").write_text(TEXT, encoding="utf-8")
    ran = clairify("program", "one.txt", "two.txt", *GIVEN, "-o", "out/", "--model", replies(GOOD, GOOD), "--no-cache")
    assert ran.code == 0, ran.err
    records = [json.loads(line) for line in Path("out/manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["steps"] for one in records if "steps" in one] == [3, 3]
    assert 'wash("apple1")' in Path("out/one.py").read_text(encoding="utf-8")


# --------------------------------------------------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    ("arguments", "said"),
    stored(__file__, "wrong_use_is_a_sentence"),
)
def test_wrong_use_is_a_sentence(clairify: Run, arguments: list[str], said: str) -> None:
    for name in ("a.txt", "b.txt"):
        Path(name).write_text(TEXT, encoding="utf-8")
    ran = clairify("program", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_given_texts_with_errors_are_said(clairify: Run) -> None:
    Path("bad.pddl").write_text(SCENE.replace("egg1 - egg", "egg1 - eg"), encoding="utf-8")
    ran = clairify("program", TEXT, "--domain", "kitchenette.pddl", "--problem", "bad.pddl")
    assert (ran.code, ran.out) == (1, "")
    Path("bad.yaml").write_text("scene: 1\nitems: 3\n", encoding="utf-8")
    scene = clairify("program", TEXT, "--scene", "bad.yaml")
    assert (scene.code, scene.out) == (1, "")
    assert "Traceback" not in scene.err


def test_completion_offers_domains_and_files() -> None:
    def completed(words: str) -> list[str]:
        count = str(len(words.split(" ")) - 1)
        return shell("clairify", _CLAIRIFY_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=count).out.split()

    assert completed("clairify prog") == ["plain,program"]
    assert "plain,household" in completed("clairify program --domain house")
    assert completed("clairify program --lex") == ["plain,--lexicon"]

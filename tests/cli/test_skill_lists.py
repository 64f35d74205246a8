"""Lists of skills from a shell: `--skills` of check, describe and program, headings, wrong use."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import Run

SKILLS = stored(__file__, "SKILLS")
GOOD = '```python\ndef f():\n    # 1: up with it\n    pick("apple1", "table", speed=0.3)\n```\n'
SCENES = Path(__file__).parents[2] / "examples" / "scenes"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> None:
    (own_folder / "skills.yaml").write_text(SKILLS, encoding="utf-8")
    (own_folder / "plan.py").write_text('def f():\n    pick("aple1", "table", speed=0.5)\n', encoding="utf-8")
    lines = (
        json.dumps({"format": "clairify-record", "version": 1, "reply": one})
        for one in 2 * (GOOD.replace("0.3", "0.5"), GOOD)
    )
    (own_folder / "m.jsonl").write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")


def found(clairify: Run, *arguments: str) -> list[str]:
    ran = clairify("check", "--format", "json", *arguments)
    return [one["code"] for file in json.loads(ran.out)["files"] for one in file["diagnostics"]]


def test_check_holds_a_program_to_a_list(clairify: Run) -> None:
    assert found(clairify, "plan.py") == []
    assert found(clairify, "plan.py", "--skills", "skills.yaml") == ["PRG103", "PRG107"]
    ran = clairify("check", "plan.py", "--skills", "skills.yaml", "--fix", "-q")
    assert ran.code == 1
    assert 'pick("apple1"' in Path("plan.py").read_text(encoding="utf-8")


def test_or_to_the_one_that_its_heading_names(clairify: Run) -> None:
    Path("lists").mkdir()
    Path("skills.yaml").rename("lists/skills.yml")
    text = Path("plan.py").read_text(encoding="utf-8")
    Path("plan.py").write_text(f"# clairify: skills lists/skills.yml\n{text}", encoding="utf-8")
    assert found(clairify, "plan.py") == ["PRG103", "PRG107"]
    assert found(clairify, "plan.py", "--domain", "household") == ["PRG101"]
    for name in ("nothere.yaml", "/etc/passwd"):
        Path("plan.py").write_text(f"# clairify: skills {name}\n{text}", encoding="utf-8")
        assert found(clairify, "plan.py") == ["PRG114"]


def test_a_list_is_checked_itself(clairify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(clairify, "skills.yaml") == []
    Path("skills.yaml").write_text(SKILLS.replace("0.3]", "3]"), encoding="utf-8")
    ran = clairify("check", "skills.yaml", "--format", "concise")
    assert ran.code == 1
    start = "skills.yaml:4:32: error[PRG113] number 2 in `speed` of `parameters` of the skill `pick` is `3`"
    assert ran.out.startswith(start)
    assert found(clairify, "plan.py", "--skills", "skills.yaml") == ["PRG112"]
    ran = clairify("check", "plan.py", "--skills", "skills.yaml")
    assert "skills.yaml:4:32: PRG113: number 2 in `speed` of `parameters` of the skill `pick` is `3`" in ran.out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"# clairify: ignore-file PRG113\nskills: [a]\n")))
    assert found(clairify, "-") == []
    assert clairify("format", "skills.yaml").code == 1


def test_a_model_writes_for_a_list_and_is_told_what_is_wrong(clairify: Run) -> None:
    ran = clairify("program", "Up.", "--skills", "skills.yaml", "--model", "replay:m.jsonl", "--no-cache", "-v")
    assert ran.code == 0
    heading = "# clairify: skills skills.yaml\n\n"
    assert ran.out == f'{heading}def f():\n    # 1: up with it\n    pick("apple1", "table", speed=0.3)\n'
    assert "error[PRG107]: `speed` cannot be 0.5" in ran.err
    assert "note: skills.yaml does not say what skills need and do" in ran.err


def test_for_many_texts_the_headings_name_the_list_as_seen_from_the_folder(clairify: Run) -> None:
    for name in ("a", "b"):
        Path(f"{name}.txt").write_text(f"Pick it up, {name}.", encoding="utf-8")
    given = ("--skills", "skills.yaml", "--model", "replay:m.jsonl", "--no-cache", "-o", "out")
    assert clairify("program", "a.txt", "b.txt", *given).code == 0
    assert Path("out/a.py").read_text(encoding="utf-8").startswith("# clairify: skills ../skills.yaml\n")
    assert found(clairify, "out/a.py", "out/b.py") == []
    assert json.loads(Path("out/manifest.jsonl").read_text(encoding="utf-8").splitlines()[0])["steps"] == 1


def test_without_a_model_nothing_can_be_planned(clairify: Run) -> None:
    ran = clairify("program", "Up.", "--skills", "skills.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == (
        "clairify: a list of skills does not say what they need and do, so that nothing can be planned by rule: "
        "add --model"
    )


def test_a_broken_list_is_shown_before_a_model_is_asked(clairify: Run) -> None:
    Path("skills.yaml").write_text("skills: [a]", encoding="utf-8")
    ran = clairify("program", "Up.", "--skills", "skills.yaml", "--model", "replay:nothere.jsonl")
    assert ran.code == 1
    assert "skills.yaml:1:9: error[PRG113]" in ran.err
    assert ran.err.endswith("no program was written: what is given has errors\n")


def test_describe_tells_the_words_of_a_list(clairify: Run) -> None:
    ran = clairify("describe", "program", "--skills", "skills.yaml")
    assert ran.code == 0
    assert "- pick(item: item, zone: zone)\n  takes speed (0.05 to 0.3)\n- wave()\n" in ran.out


def test_a_list_with_errors_is_not_described(clairify: Run) -> None:
    Path("skills.yaml").write_text("skills:\n", encoding="utf-8")
    ran = clairify("describe", "program", "--skills", "skills.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("skills.yaml:1:8: error[PRG113]")
    assert ran.err.endswith("clairify: nothing is described: what is given has errors\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    stored(__file__, "wrong_use_is_said"),
)
def test_wrong_use_is_said(arguments: str, words: str, clairify: Run) -> None:
    ran = clairify(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


@pytest.mark.parametrize(("heading", "said"), stored(__file__, "a_heading_that_names_no_list_is_said"))
def test_a_heading_that_names_no_list_is_said(heading: str, said: str, clairify: Run) -> None:
    for pipe in ("pipe.yaml", "pipe.pddl"):
        os.mkfifo(pipe)  # which nobody ever writes to
    Path("plan.py").write_text(f"# clairify: {heading}\ndef f():\n    soar()\n", encoding="utf-8")
    ran = clairify("check", "plan.py")
    assert (ran.code, f"plan.py:1:1: warning[PRG114]: in its heading: {said}, so the program is" in ran.out) == (
        0,
        True,
    )


@pytest.mark.parametrize("heading", ["skills: skills.yaml", "skills=skills.yaml", 'skills "skills.yaml"'])
def test_a_heading_may_be_written_otherwise(heading: str, clairify: Run) -> None:
    Path("plan.py").write_text(f"# clairify: {heading}\ndef f():\n    soar()\n", encoding="utf-8")
    assert found(clairify, "plan.py") == ["PRG101"]


def test_a_list_is_no_program_to_execute(clairify: Run) -> None:
    ran = clairify("execute", "skills.yaml")
    assert (ran.code, ran.err) == (2, "clairify: skills.yaml is a list of skills, and not a program\n")
    ran = clairify("execute", "plan.py", "--domain", "skills.yaml")
    assert (ran.code, ran.err) == (2, "clairify: skills.yaml is a list of skills, and a domain is expected\n")


UNSTACK = "skills: {{unstack: {{arguments: {{thing: item, other: item}}, parameters: {}}}}}\n"


def test_a_program_is_held_to_its_list_before_it_runs_in_a_scene(clairify: Run) -> None:
    scene = str(SCENES / "blocks.yaml")
    Path("bench.yaml").write_text(UNSTACK.format("{speed: [0.05, 0.2]}"))
    for speed, code in (("0.3", 1), ("0.2", 0)):
        text = f'# clairify: skills bench.yaml\ndef f():\n    unstack("green-block", "red-block", speed={speed})\n'
        Path("plan.py").write_text(text, encoding="utf-8")
        assert found(clairify, "plan.py") == ["PRG107"] * code
        ran = clairify("execute", "plan.py", "--scene", scene, "--dry-run")
        assert ran.code == code, ran.err
        assert ("error[PRG107]" in ran.err) is bool(code)


def test_a_program_is_held_to_its_list_beside_a_domain_and_a_problem_too(clairify: Run) -> None:
    text = "# clairify: skills {}\n# clairify: ignore-file PRG210\ndef f():\n    unstack('green-block', 'red-block')\n"
    given = ("execute", "plan.py", "--domain", "tabletop", "--problem", "three-blocks", "--world", "pddl", "--dry-run")
    Path("made.yaml").write_text(UNSTACK.format("[speed]"))
    Path("plan.py").write_text(text.format("made.yaml"), encoding="utf-8")
    assert clairify(*given).code == 0
    Path("plan.py").write_text(text.format("skills.yaml"), encoding="utf-8")
    ran = clairify(*given)
    assert (ran.code, "error[PRG101]: there is no action `unstack`" in ran.err) == (1, True)
    Path("plan.py").write_text(text.format("nothere.yaml"), encoding="utf-8")
    ran = clairify(*given)
    said = "in its heading: cannot read nothere.yaml: there is no such file"
    assert (ran.code, ran.err) == (2, f"clairify: plan.py: {said}\n")
    batch = clairify(*given, "made.yaml", "-o", "runs")
    assert f"clairify: cannot read plan.py: {said}\n" in batch.err

"""`clairify execute` says what it will not read and where it will not write before anything moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import Run
from cli.test_execute import TEXT, THREE_BLOCKS, TOWER, WAIT

NOWHERE = Path("/proc")
"""A folder in which not even an administrator can make a file."""

SCENE = "scene: 1\nname: bench\n"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    """A plan with its domain and problem, a text, a program, a scene and JSON, with their texts as they were."""
    (own_folder / "tower.plan").write_text(TOWER)
    (own_folder / "blocks.pddl").write_text(THREE_BLOCKS.read_text())
    (own_folder / "tabletop.pddl").write_text((THREE_BLOCKS.parents[2] / "tabletop.pddl").read_text())
    (own_folder / "wait.xdl").write_text(WAIT)
    (own_folder / "a.txt").write_text(TEXT)
    (own_folder / "bench.yaml").write_text(SCENE)
    (own_folder / "bench.png").write_text(SCENE)
    (own_folder / "link.json").symlink_to("a.txt")
    (own_folder / "run.json").write_text('{"format": "clairify-run-report", "input": {"text": "Add 12 g of water."}}')
    return own_folder


def texts(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


PLAN = ("tower.plan", "--domain", "tabletop.pddl", "--problem", "blocks.pddl")


@pytest.mark.parametrize(
    ("arguments", "said"),
    stored(__file__, "nothing_that_is_read_is_written_over"),
)
def test_nothing_that_is_read_is_written_over(
    arguments: tuple[str, ...], said: str, clairify: Run, files: Path
) -> None:
    (files / "runs").mkdir()
    (files / "tower.plan").write_text(TOWER)
    before = texts(files)
    ran = clairify("execute", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert texts(files) == before


def test_a_manifest_that_is_an_input_is_not_written_over(clairify: Run, files: Path) -> None:
    (files / "runs").mkdir()
    (files / "runs" / "manifest.jsonl").write_text("{}\n")
    before = texts(files)
    ran = clairify("execute", "a.txt", "runs/manifest.jsonl", "-o", "runs")
    assert (ran.code, texts(files)) == (2, before)
    assert "-o runs/manifest.jsonl would overwrite an input" in ran.err


@pytest.mark.parametrize("option", ["--report", "--film", "--record", "--output", "--scene", "--domain", "--problem"])
def test_an_empty_name_is_refused(option: str, clairify: Run) -> None:
    ran = clairify("execute", "a.txt", option, "")
    assert (ran.code, ran.out) == (2, "")
    assert f"clairify: {option} wants a name, and it is empty\n" in ran.err


@pytest.mark.skipif(not NOWHERE.is_dir(), reason="there is no folder in which nothing can be made")
@pytest.mark.parametrize("arguments", [("--report", "/proc/a.json"), ("--film", "/proc/a/b.png"), ("-o", "/proc/runs")])
def test_a_place_that_cannot_be_written_to_is_said_before_anything_is_read(
    arguments: tuple[str, ...], clairify: Run
) -> None:
    pytest.importorskip("pybullet")
    ran = clairify("execute", "a.txt", "--scene", "not-there.yaml", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"clairify: cannot write {arguments[1]}")
    assert "the folder /proc cannot be written to" in ran.err


@pytest.mark.parametrize(("arguments", "said"), stored(__file__, "files_of_another_kind_or_size"))
def test_files_of_another_kind_or_size(arguments: tuple[str, ...], said: str, clairify: Run) -> None:
    ran = clairify("execute", *arguments, "--print-scene")
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_text_may_begin_with_a_number_in_brackets(clairify: Run) -> None:
    assert clairify("execute", f"[1] {TEXT}", "--print-scene", "-q").code != 2


def test_errors_of_domain_and_problem_are_shown_in_them(clairify: Run, files: Path) -> None:
    (files / "blocks.pddl").write_text(THREE_BLOCKS.read_text().replace("(:init", "(:inti"))
    ran = clairify("execute", *PLAN, "--print-scene")
    assert (ran.code, ran.out) == (1, "")
    assert "blocks.pddl:11:4: error[PDL102]" in ran.err
    assert "tower.plan:" not in ran.err


def test_a_batch_names_each_input_once(clairify: Run, files: Path) -> None:
    pytest.importorskip("pybullet")
    (files / "empty.txt").write_text(" \n")
    (files / "other.plan").write_text(TOWER)
    (files / "odd.pddl").write_text(THREE_BLOCKS.read_text().replace("(:init", "(:inti"))
    given = ("--domain", "tabletop", "--problem", "odd.pddl", "-o", "runs", "-j", "2")
    ran = clairify("execute", "empty.txt", "bench.yaml", "run.json", "tower.plan", *given)
    assert ran.code == 2
    said = sorted(line for line in ran.err.splitlines() if ": " in line and "inputs" not in line)
    assert said[:3] == [
        "clairify: cannot read bench.yaml: it is a scene, and not a program: give it with --scene",
        "clairify: cannot read empty.txt: it is empty, and there is nothing to carry out",
        "clairify: cannot read run.json: it is JSON, and neither a program nor a plan nor a text in English",
    ]
    assert said[3].startswith("tower.plan: cannot be done: odd.pddl, line 11: a problem has no section `:inti`")

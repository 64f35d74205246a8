"""The services behind `pddl` and `program`, called as Python calls them."""

from __future__ import annotations

from pathlib import Path

import pytest
from agents.kitchenette import DOMAIN, SCENE, TEXT

from clairify_cli.files.inputs import Input
from clairify_cli.outcomes import Outcome
from clairify_cli.services.errors import RequestError
from clairify_cli.services.inputs import texts_in
from clairify_cli.services.parts import Output, Reading, Task
from clairify_cli.services.pddl import PddlRequest
from clairify_cli.services.pddl.write import pddl
from clairify_cli.services.program.request import ProgramRequest
from clairify_cli.services.program.write import program


@pytest.fixture
def task(tmp_path: Path) -> Task:
    for name, text in (("kitchenette.pddl", DOMAIN), ("morning.pddl", SCENE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Task(str(tmp_path / "kitchenette.pddl"), str(tmp_path / "morning.pddl"))


def only(text: str) -> Input:
    """The one input that a text is."""
    (item,) = texts_in((text,), Reading(), pytest.fail)
    return item


def test_a_plan_is_returned_and_printed_by_nobody(task: Task, capfd: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    result = pddl(PddlRequest((TEXT,), task), only(TEXT), said.append)
    assert (result.outcome, result.model, result.target) == (Outcome.SOLVED, "reader", None)
    assert "(wash apple" in result.printed
    assert (capfd.readouterr(), said) == (("", ""), [])


def test_a_plan_goes_into_its_file(task: Task, tmp_path: Path) -> None:
    request = PddlRequest((), task, format="json", output=Output(f"{tmp_path}/out/"))
    result = pddl(request, None, pytest.fail)
    assert (result.target, result.printed) == (tmp_path / "out" / "morning.json", "")
    assert (tmp_path / "out" / "morning.json").is_file()


def test_a_program_is_returned_with_its_plan(task: Task, capfd: pytest.CaptureFixture[str]) -> None:
    result = program(ProgramRequest((TEXT,), task=task), only(TEXT), pytest.fail)
    assert (result.outcome, result.printed) == (Outcome.SOLVED, result.program)
    assert result.made is not None and result.made.plan is not None
    assert capfd.readouterr() == ("", "")


def test_errors_in_given_texts_are_a_result(task: Task, tmp_path: Path) -> None:
    (tmp_path / "morning.pddl").write_text(SCENE.replace("(free))", "(fre))"), encoding="utf-8")
    planned = pddl(PddlRequest((TEXT,), task), only(TEXT), pytest.fail)
    written = program(ProgramRequest((TEXT,), task=task), only(TEXT), pytest.fail)
    for result in (planned, written):
        assert (result.outcome, result.printed) == (Outcome.INVALID, "")
        assert [one.code for one in result.found] == ["PDL202"]


def test_a_request_that_makes_no_sense_is_refused(task: Task) -> None:
    with pytest.raises(RequestError, match="a scene needs its domain"):
        pddl(PddlRequest((TEXT,), Task(problem=task.problem)), only(TEXT), pytest.fail)
    with pytest.raises(RequestError, match="add --domain and --problem, or a --scene"):
        program(ProgramRequest((TEXT,)), only(TEXT), pytest.fail)

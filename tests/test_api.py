"""The public interface: `from clairify_cli.api import check, translate, formalise, solve, validate`."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from agents.kitchenette import DOMAIN, GOOD, SCENE
from agents.kitchenette import TEXT as TASK

from clairify_cli import api
from clairify_cli.api import check, formalise, solve, translate, validate
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.outcomes import Outcome
from clairify_cli.services.parts import Batch
from clairify_cli.translate import LoopOptions, ModelSetupError
from clairify_cli.worlds.base import Parameters

TEXT = "Add 15 g of acetic acid to a beaker. Stir for 20 seconds."
PROGRAM = translate(TEXT).program
any_api: Any = api  # as a caller without types sees it
any_batch: Any = Batch


def test_the_examples_of_the_docstring() -> None:
    result = doctest.testmod(api)
    assert result.attempted > 5
    assert result.failed == 0


def test_findings_have_codes_places_and_the_name_given() -> None:
    found = check(PROGRAM.replace("20 s", "-20 s"), name="plan.xdl")
    assert all(isinstance(finding, Diagnostic) for finding in found)
    (finding,) = found
    line = PROGRAM.splitlines()[finding.span.line - 1]
    assert "<Stir" in line
    assert (finding.code, finding.span.file) == ("XDL305", "plan.xdl")


def test_constraints() -> None:
    assert check(PROGRAM, hardware=["beaker"], reagents=["acetic acid"]) == []
    assert [f.code for f in check(PROGRAM, hardware=["flask"])] == ["XDL207"]
    assert [f.code for f in check(PROGRAM, hardware=iter(()))] == ["XDL207"]
    full = PROGRAM.replace('mass="15 g"', 'volume="15 mL"')
    for size in (10, 10.0, "10 mL", "0.01 L"):
        assert [f.code for f in check(full, hardware={"beaker": size})] == ["XDL405"]
    for large in (None, 20, "20 mL"):
        assert check(full, hardware={"beaker": large}) == []


def test_dialects() -> None:
    assert check(PROGRAM, dialect="clairify") == []
    with pytest.raises(ValueError, match=r"^xdl has no dialect `3`; there are 2\.0, clairify, 0\.5, 0\.4$"):
        check(PROGRAM, dialect="3")
    with pytest.raises(ValueError, match="xdl has no dialect `3`"):
        translate("Stir.", dialect="3")


@pytest.mark.parametrize("function", [check, translate])
def test_arguments_that_make_no_sense(function: object) -> None:
    assert callable(function)
    with pytest.raises(ValueError, match="there is no language `klingon`; there are xdl"):
        function(PROGRAM, "klingon")
    with pytest.raises(ValueError, match="`hardware` is a list of names, not one text"):
        function(PROGRAM, hardware="beaker")
    with pytest.raises(ValueError, match="the capacity of `beaker` is `big`, which is not a volume such as `250 mL`"):
        function(PROGRAM, hardware={"beaker": "big"})
    with pytest.raises(ValueError, match="entry 2 of the list of reagents has no name"):
        function(PROGRAM, reagents=["water", None])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: any_api.check(None), "`text` is a text, not None"),
        (lambda: any_api.check(PROGRAM.encode()), "`text` is a text, not b'<XDL>"),
        (lambda: any_api.check(PROGRAM, hardware=5), "`hardware` is a list of names, not 5"),
        (lambda: any_api.translate(TEXT, dialect=2.0), "`dialect` is a text or None, not 2.0"),
        (lambda: any_api.solve(5, Path("p.pddl")), "`domain` is a text or a path, not 5"),
        (lambda: any_api.solve("blocks", "three", seconds="9"), "`seconds` is a number, not '9'"),
        (lambda: any_api.serve("check"), "a request such as XdlRequest(...) is expected, not 'check'"),
        (
            lambda: any_api.serve(any_api.CheckRequest("a.xdl")),
            "`CheckRequest.inputs` is a tuple of texts, not 'a.xdl'",
        ),
        (lambda: any_api.serve(any_api.XdlRequest((TEXT,), output="o")), "`XdlRequest.output` is Output(...), not 'o'"),
        (
            lambda: any_api.serve(any_api.XdlRequest((TEXT,), batch=any_batch(jobs="2"))),
            "`Batch.jobs` is a whole number, not '2'",
        ),
    ],
)
def test_arguments_of_other_types(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(said)


def test_a_model_and_its_limits(tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text(
        "".join(json.dumps({"reply": reply}) + "\n" for reply in ("No.", PROGRAM.replace("20 s", "-20 s"), PROGRAM))
    )
    model = f"replay:{tmp_path / 'replies.jsonl'}"
    result = translate(TEXT, model=model, trace=tmp_path / "trace.jsonl")
    assert (result.program, result.is_valid, len(result.rounds)) == (PROGRAM, True, 3)
    assert len((tmp_path / "trace.jsonl").read_text().splitlines()) == 3
    result = translate(TEXT, model=model, options=LoopOptions(rounds=2))
    assert (result.outcome, result.is_valid) == (Outcome.ROUNDS, False)
    assert [finding.code for finding in result.diagnostics] == ["XDL305"]


def test_models_that_cannot_be_used() -> None:
    with pytest.raises(ModelSetupError, match="did you mean `reader`"):
        translate("Stir.", model="readr")
    with pytest.raises(ModelSetupError, match="asks no server"):
        translate("Stir.", model="reader", api_base="http://localhost/v1")


def test_a_program_held_to_its_text() -> None:
    assert check(PROGRAM, source_text=TEXT) == []
    found = check(PROGRAM.replace("20 s", "30 s"), name="plan.xdl", source_text=TEXT)
    assert [finding.code for finding in found] == ["XDL602"]
    assert (found[0].span.file, found[0].related[0].span.file) == ("plan.xdl", "<source>")
    assert [finding.code for finding in check(PROGRAM.replace("20 s", "-20 s"), source_text=TEXT)] == ["XDL305"]


def test_planning(tmp_path: Path) -> None:
    (tmp_path / "d.pddl").write_text(DOMAIN)
    made = formalise(TASK, domain=tmp_path / "d.pddl", problem=SCENE)
    assert (made.outcome, made.domain) == (Outcome.SOLVED, DOMAIN)
    assert made.plan is not None and made.problem is not None
    assert validate(made.plan, DOMAIN, made.problem) == []
    assert [finding.code for finding in validate(made.plan, DOMAIN, SCENE.replace("(free)", ""))] == ["PLN105"]
    assert solve(DOMAIN, made.problem, optimal=True).plan is not None
    unsolvable = solve(DOMAIN, SCENE.replace("(in apple1 fridge1)", "(clean egg1)"))
    assert (unsolvable.outcome, unsolvable.plan) == (Outcome.UNSOLVABLE, None)
    assert {finding.code[:4] for finding in unsolvable.diagnostics} == {"PLN2", "PLN3"}
    written = formalise(TASK, domain=DOMAIN, problem=SCENE, solver=None)
    assert (written.outcome, written.plan) == (Outcome.WRITTEN, None)


def test_planning_with_a_model(tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text(
        "".join(json.dumps({"reply": reply}) + "\n" for reply in ("(:goal (clean appel1))", GOOD))
    )
    model = f"replay:{tmp_path / 'replies.jsonl'}"
    made = formalise(TASK, domain=DOMAIN, problem=SCENE, model=model, trace=tmp_path / "trace.jsonl")
    assert (made.outcome, made.goal) == (Outcome.SOLVED, GOOD)
    assert len((tmp_path / "trace.jsonl").read_text().splitlines()) == 2


def test_pddl_is_checked_with_its_domain() -> None:
    wrong = SCENE.replace("egg1 - egg", "egg1 - eg")
    assert [finding.code for finding in check(wrong, "pddl", domain=DOMAIN)] == ["PDL201"]
    assert [finding.code for finding in check(SCENE, "pddl", domain=DOMAIN, source_text=TASK)] == ["PDL602"]


def test_planning_that_makes_no_sense() -> None:
    for arguments, told in (
        ({"domain": DOMAIN, "problem": SCENE.replace("(free))", "(fre))")}, "line 7: the predicate `fre`"),
        ({"domain": "househld", "problem": "kitchen"}, "did you mean `household`"),
        ({"domain": DOMAIN, "problem": SCENE, "write": "both"}, "write='both' is for neither domain nor problem"),
        ({"problem": SCENE}, "a problem needs its domain"),
        ({"domain": DOMAIN, "problem": SCENE, "write": "plan"}, "there is nothing called 'plan' to write"),
        ({"domain": SCENE, "problem": DOMAIN}, "cannot read <domain>: it is the problem `morning`, and a domain"),
        ({"domain": ""}, "the name of a domain is expected, and this is empty"),
    ):
        with pytest.raises(ValueError, match=told):
            formalise(TASK, **arguments)


def test_what_is_carried_out_is_checked_first() -> None:
    program = translate("Add 12 g of water to a beaker.").program
    with pytest.raises(ValueError, match="<program>, line"):
        api.execute(program, dry_run=True, reagents=["salt"])
    with pytest.raises(ValueError, match="<program>, line"):
        api.execute(program, dry_run=True, source_text="Add 13 g of water to a beaker.")
    with pytest.raises(ValueError, match="give both"):
        api.execute("(take a b)", domain="lab")


def test_a_text_is_carried_out() -> None:
    pytest.importorskip("pybullet")
    text = "Add 12 g of water to a beaker."
    run = api.execute(text, dry_run=True, parameters=Parameters(speed=0.5))
    assert run.options.dry_run and run.options.parameters.speed == 0.5
    assert not run.findings and not run.stages

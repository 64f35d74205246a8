"""How requests declare their fields, and what the command line makes of that."""

from __future__ import annotations

import dataclasses
import runpy
from pathlib import Path

import click
import pytest
from case_tables import stored

from clairify_cli.cli import check, describe, execute, format, pddl, program, replan, rule, xdl
from clairify_cli.services.check.request import COMBINATIONS as CHECK
from clairify_cli.services.check.request import CheckRequest
from clairify_cli.services.combinations import Rule, combinations, first_broken
from clairify_cli.services.describe import DescribeRequest
from clairify_cli.services.execute.request import COMBINATIONS as EXECUTE
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.format import FormatRequest
from clairify_cli.services.options import Declared, Option, build, declared
from clairify_cli.services.parts import Laboratory, Reading
from clairify_cli.services.pddl import PddlRequest
from clairify_cli.services.program.request import ProgramRequest
from clairify_cli.services.replan.request import COMBINATIONS as REPLAN
from clairify_cli.services.replan.request import ReplanRequest
from clairify_cli.services.rule import RuleRequest
from clairify_cli.services.study.tables import StudyRequest
from clairify_cli.services.xdl.write import XdlRequest

REQUESTS = {
    CheckRequest: check.command,
    FormatRequest: format.command,
    DescribeRequest: describe.command,
    ReplanRequest: replan.command,
    RuleRequest: rule.command,
    XdlRequest: xdl.command,
    PddlRequest: pddl.command,
    ProgramRequest: program.command,
    ExecuteRequest: execute.command,
}


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: one.__name__)
def test_every_field_is_an_option_with_its_panel_and_help(request_: type) -> None:
    params = {param.name: param for param in REQUESTS[request_].params}
    for field in declared(request_):
        param = params.pop(field.name)
        assert field.declaration.help
        if isinstance(field.declaration, Option):
            assert field.flag in param.opts
            assert getattr(param, "rich_help_panel", None) == field.declaration.panel.value
            assert isinstance(param, click.Option)
            assert param.help == field.declaration.help
    assert not params, "an option that no field declares"


def test_one_name_means_one_thing() -> None:
    """The same field in two requests is the same declaration, but for what one command alone prints and takes."""
    seen: dict[str, tuple[type, Declared]] = {}
    own = {"inputs", "language", "format", "check", "world"}
    for request in REQUESTS:
        for field in declared(request):
            owner, other = seen.setdefault(field.name, (request, field))
            if field.name not in own:
                assert field.declaration == other.declaration, (owner, request)


def test_a_request_is_built_from_flat_values() -> None:
    made = build(
        CheckRequest,
        {"inputs": ("a.xdl",), "hardware": "beaker", "max_size": 5, "from_settings": frozenset({"hardware"})},
    )
    assert made.inputs == ("a.xdl",)
    assert made.laboratory == Laboratory(hardware="beaker", from_settings=frozenset({"hardware"}))
    assert made.reading == Reading(max_size=5)
    assert made.format == "text"


def test_what_is_not_declared_is_refused() -> None:
    @dataclasses.dataclass(frozen=True)
    class Bare:
        name: str = ""

    @dataclasses.dataclass(frozen=True)
    class Twice:
        one: Reading = Reading()  # noqa: RUF009 - frozen
        max_size: int = 1

    with pytest.raises(TypeError, match=r"Bare\.name has no declaration"):
        declared(Bare)
    with pytest.raises(TypeError, match="declares a field twice"):
        declared(Twice)


def test_combinations_are_judged_by_what_was_typed() -> None:
    rules = (Rule("map", "needs", ("source",), "needs"), Rule("write", "excludes", ("check", "diff"), "{map}"))
    assert first_broken(rules, {"map"}, {"map"}, {}) == "needs"
    assert first_broken(rules, {"map"}, {"map", "source"}, {}) is None
    assert first_broken(rules, set(), {"map"}, {}) is None, "a settings file may hold it"
    assert first_broken(rules, {"write", "diff"}, {"write", "diff"}, {"map": "{x}"}) == "{x}"


@pytest.mark.parametrize(
    ("conditions", "values", "broken"),
    [
        *stored(__file__, "a_combination_is_refused_when_all_its_conditions_hold"),
        ((lambda values: values["n"] > 1,), {"n": 2}, True),
    ],
)
def test_a_combination_is_refused_when_all_its_conditions_hold(
    conditions: tuple[str], values: dict[str, object], broken: bool
) -> None:
    rules = (Rule("model", "when", conditions, "when"),)
    assert first_broken(rules, {"model"}, {"model"}, values) == ("when" if broken else None)
    assert first_broken(rules, set(), {"model"}, values) is None


@pytest.mark.parametrize(
    ("rules", "request_type"),
    [
        (CHECK, CheckRequest),
        (EXECUTE, ExecuteRequest),
        (combinations("pddl"), PddlRequest),
        (combinations("program"), ProgramRequest),
        (REPLAN, ReplanRequest),
        (combinations("study"), StudyRequest),
        (combinations("xdl"), XdlRequest),
        (combinations("format"), FormatRequest),
    ],
)
def test_combinations_name_fields_of_their_request(rules: tuple[Rule, ...], request_type: type) -> None:
    known = {one.name for one in declared(request_type)} | {"runs", "place", "is_batch"}
    told = {
        other.partition("=")[0].removesuffix("!") for one in rules for other in one.others if isinstance(other, str)
    }
    assert rules
    assert {one.field for one in rules if one.field not in _ONLY_CLUSTERS} | told - {"executor"} <= known


_ONLY_CLUSTERS = {"scheduler", "chunk", "workers_write"}
"""Rows for all batches, of which games have no cluster."""


def test_the_page_of_options_is_fresh() -> None:
    docs = Path(__file__).parents[2] / "docs"
    made = runpy.run_path(str(docs / "options.py"))["text"]()
    assert made == (docs / "options.md").read_text(encoding="utf-8"), "run `make docs`"

"""The layer of vessel states: what the interpreter knows after each step, and that it comes to an end in time."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from types import FrameType
from typing import Any

import pytest
from case_tables import stored
from checking import check
from decoding import matcher_of, sampled
from effort import costs_less
from hypothesis import given
from hypothesis import strategies as st
from programs import thorough
from xdl_program import program

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.checks.state import Interpreter
from clairify_cli.languages.xdl.constrain import grammar, schema
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.languages.xdl.schema import DIALECTS
from clairify_cli.translate.judge import judge
from clairify_cli.translate.models.base import Reply

HARDWARE: list[str | dict[str, str]] = stored(__file__, "HARDWARE")
REAGENTS = ["water", "salt"]


def states(steps: str, **data: Any) -> list[str]:
    """The findings of the layer for some steps: code and step."""
    text = program(steps, {"hardware": HARDWARE, "reagents": REAGENTS, "filled": [], **data})
    found = check(text)
    assert not [d for d in found if d.is_error and not d.code.startswith("XDL4")], found
    return [f"{d.code} {text[d.span.start : d.span.end]}" for d in found if d.code.startswith("XDL4")]


def add(vessel: str, volume: str = "10 mL") -> str:
    return f'<Add vessel="{vessel}" reagent="water" volume="{volume}"/>'


def solid(vessel: str) -> str:
    return f'<Add vessel="{vessel}" reagent="salt" mass="1 g"/>'


def move(source: str, target: str, volume: str = "all") -> str:
    return f'<Transfer from_vessel="{source}" to_vessel="{target}" volume="{volume}"/>'


def stir(vessel: str) -> str:
    return f'<Stir vessel="{vessel}" time="20 s"/>'


def wash(source: str, target: str, waste: str = "sink", volume: str = "5 mL") -> str:
    return (
        f'<Separate purpose="wash" product_phase="bottom" from_vessel="{source}" separation_vessel="funnel" '
        f'to_vessel="{target}" waste_phase_to_vessel="{waste}" solvent="water" solvent_volume="{volume}"/>'
    )


def repeat(times: int | str, steps: str) -> str:
    return f'<Repeat repeats="{times}">{steps}</Repeat>'


CASES: dict[str, tuple[str, list[str]]] = stored(__file__, "CASES")


@pytest.mark.parametrize("what", CASES)
def test_states(what: str) -> None:
    steps, expected = CASES[what]
    assert states(steps) == expected


@pytest.mark.parametrize("what", CASES)
def test_blocks_change_nothing(what: str) -> None:
    steps, expected = CASES[what]
    assert states(f"<Prep>{steps}</Prep>") == expected


@pytest.mark.parametrize("what", CASES)
def test_a_loop_of_one_round_changes_nothing(what: str) -> None:
    steps, expected = CASES[what]
    assert states(repeat(1, steps)) == expected


# Blueprints

POUR = stored(__file__, "POUR")

CALLS: dict[str, tuple[str, list[str]]] = stored(__file__, "CALLS")


@pytest.mark.parametrize("what", CALLS)
def test_blueprints_are_expanded_with_what_they_are_given(what: str) -> None:
    steps, expected = CALLS[what]
    others = {"Pour": '<Pour from="c" to="c2"/>'}
    text = f"{steps}{add('c', '1 L')}" + "".join(call for name, call in others.items() if f"<{name}" not in steps)
    if "<Fill " not in steps:
        text += '<Fill pot="c" liquid="water"/>'
    if "<FillAndPour" not in steps:
        text += '<FillAndPour x="c" y="c2" z="salt"/>'
    parameters = [{"id": "own", "type": "volume", "value": "30 mL"}]
    assert states(text, blueprints=POUR, hardware=[*HARDWARE, "c2"], parameters=parameters) == expected


def test_the_finding_in_a_blueprint_names_the_vessel_of_the_caller() -> None:
    text = program('<Hold pot="b"/><Hold pot="a"/>', {"hardware": ["a", "b"], "filled": ["b"], "blueprints": HOLD})
    (found,) = [d for d in check(text) if d.code == "XDL401"]
    assert found.message == "`a` is empty when `Stir` needs its contents: nothing was put into it"


HOLD = stored(__file__, "HOLD")


# Capacities of the laboratory


@pytest.mark.parametrize(
    ("declared", "given", "overflows"),
    [(None, None, False), (None, 25.0, True), ("25 mL", None, True), ("40 mL", 25.0, True), ("25 mL", 40.0, True)],
)
def test_the_smaller_capacity_counts(declared: str | None, given: float | None, overflows: bool) -> None:
    vessel = {"id": "pot", **({"capacity": declared} if declared else {})}
    text = program(add("pot", "30 mL"), {"hardware": [vessel], "filled": []})
    constraints = Constraints(("pot",), None, (("pot", given),) if given else ())
    assert ("XDL405" in {d.code for d in check(text, constraints=constraints)}) is overflows


# Queues


def test_queues_run_in_parallel_so_that_order_says_nothing() -> None:
    steps = stir("a") + add("a") + move("a", "b") + solid("a")
    assert states(steps) == ["XDL401 Stir", "XDL406 Add"]
    assert states(steps.replace("<Stir ", '<Stir queue="1" ')) == []


# Time


def calls(run: Callable[[], object]) -> int:
    """How many functions of Python and of C are called."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return count


LONG = stored(__file__, "LONG")


@pytest.mark.parametrize("what", LONG)
def test_cost_is_linear_in_the_number_of_steps(what: str) -> None:
    def checked(rounds: int) -> Callable[[], object]:
        data = {"hardware": HARDWARE, "reagents": REAGENTS, "blueprints": HOLD, "filled": ["a"]}
        text = program("\n".join([LONG[what]] * rounds), data)
        return lambda: check(text)

    checked(10)()  # what is made once is made
    few, many = calls(checked(200)), calls(checked(2000))
    assert many / few < 11.5, (few, many)


def test_steps_interpreted_are_bounded_by_the_size_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    interpreted = 0
    run = Interpreter.run

    def counted(self: Interpreter, steps: Any, depth: int) -> None:
        nonlocal interpreted
        interpreted += len(steps)
        run(self, steps, depth)

    monkeypatch.setattr(Interpreter, "run", counted)
    for steps in (
        repeat(1_000_000, repeat(1_000_000, repeat(1_000_000, add("a")))),
        '<Repeat repeats="2">' * 90 + add("a") + "</Repeat>" * 90,
        repeat(99_999, add("a")) * 50,
    ):
        interpreted = 0
        check(program(steps, {"hardware": ["a"], "filled": []}))
        assert 10_000 <= interpreted <= 40_000


def test_large_loops_are_done_in_a_moment() -> None:
    for steps, found in (
        (repeat(1_000_000, repeat(1_000_000, repeat(1_000_000, add("a", "1 mL")))), []),
        (repeat("9" * 50, add("vial", "1 mL")), []),
        (repeat(1_000_000, add("vial", "1 mL")), ["XDL405 Add"]),
    ):
        assert costs_less(5, partial(states, steps)) == found


def test_many_blueprints_that_use_each_other_twice_are_done_in_a_moment() -> None:
    blueprints = "".join(
        f'<Blueprint id="B{n}"><Procedure><B{n + 1}/><B{n + 1}/></Procedure></Blueprint>' for n in range(60)
    )
    blueprints += '<Blueprint id="B60"><Procedure><Wait time="5 s"/></Procedure></Blueprint>'
    assert costs_less(5, lambda: states("<B0/>", blueprints=blueprints)) == []


# What holds for any program

STEPS = st.sampled_from(
    [
        *(add("a"), add("vial", "3 mL"), solid("b"), stir("a"), wash("a", "b")),
        *(move("a", "b"), move("b", "a", "2 mL"), move("a", "sink")),
        *('<Filter vessel="frit"/>', '<CleanVessel vessel="a"/>', '<Evaporate vessel="b"/>'),
        *('<StartStir vessel="a"/>', '<StopStir vessel="a"/>'),
        '<Dissolve vessel="a" solvent="water" volume="5 mL"/>',
    ]
)


@thorough(60)
@given(st.lists(STEPS, max_size=8), st.integers(1, 4))
def test_a_loop_finds_what_its_rounds_written_out_find(steps: list[str], rounds: int) -> None:
    """The codes with their steps, each told of once however many rounds there are."""
    once = "".join(steps)
    looped = set(states(repeat(rounds, once) + stir("c") + add("c")))
    written = set(states(once * rounds + stir("c") + add("c")))
    assert looped == written


@thorough(60)
@given(st.lists(STEPS, min_size=1, max_size=10))
def test_a_blueprint_finds_what_its_steps_written_out_find(steps: list[str]) -> None:
    names = [item if isinstance(item, str) else item["id"] for item in HARDWARE]
    declared = "".join(f'<Component id="{name}"/>' for name in names)
    reagents = "".join(f'<Reagent name="{name}"/>' for name in REAGENTS)
    body = f"<Procedure>{''.join(steps)}</Procedure>"
    blueprint = f'<Blueprint id="All"><Hardware>{declared}</Hardware><Reagents>{reagents}</Reagents>{body}</Blueprint>'
    arguments = " ".join(f'{name}="{name}"' for name in [*names, *REAGENTS])
    called = states(f"<All {arguments}/>{add('c')}", blueprints=blueprint)
    assert sorted(called) == sorted(states("".join(steps) + add("c")))


# ----------------------- What a decoder that is held to the grammar or the schema writes at random has no fault of form


XDL = get("xdl")
SAMPLES = 500
FORM = re.compile(r"XDL[0-2]|XDL30[1-49]|XDL31[25]")
"""Faults of XML, structure and references, and of the syntax of quantities; a size that is unusual is none of form."""

LABORATORY = Constraints(hardware=("beaker 1", "Büchner & co"), reagents=("salt", 'so-called "water"'))


@pytest.mark.parametrize("constraints", [Constraints(), LABORATORY], ids=["free", "laboratory"])
@pytest.mark.parametrize("form", ["grammar", "schema"])
def test_random_replies_have_no_fault_of_form(form: str, constraints: Constraints) -> None:
    rng = Random(form)
    for dialect in DIALECTS:
        options = CheckOptions(dialect, constraints=constraints)
        matcher = matcher_of(grammar(options) if form == "grammar" else schema(options))
        for _ in range(SAMPLES // len(DIALECTS) // 4 + 1):
            reply = sampled(matcher, rng)
            if XDL.extract(reply).startswith(("NO PROCEDURE: ", "CANNOT SAY: ")):
                continue
            program = Xdl().completed(XDL.extract(reply), options)
            wrong = [one for one in XDL.check(Source(program), options) if one.is_error and FORM.match(one.code)]
            assert not wrong, (wrong[0].code, wrong[0].message, program)


@pytest.mark.parametrize(("reply", "outcome"), [("NO PROCEDURE: ", "no-procedure"), ("CANNOT SAY: ", "inexpressible")])
@pytest.mark.parametrize("form", [grammar, schema], ids=["grammar", "schema"])
def test_a_decoder_may_say_that_there_is_no_program(reply: str, outcome: str, form: Callable[..., Any]) -> None:
    matcher = matcher_of(form(CheckOptions()))
    said = f"{reply}it is a list of yields"
    written = said if form is grammar else json.dumps({"steps": said})
    assert all(matcher.consume_token(byte) for byte in written.encode())
    assert matcher.is_accepting()
    judged = judge(Reply(written), XDL, CheckOptions())
    assert judged.outcome is not None
    assert (judged.outcome.value, judged.reason) == (outcome, "it is a list of yields")

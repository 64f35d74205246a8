"""The layer of vessel states: what the interpreter knows after each step, and that it comes to an end in time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest
from effort import costs_less
from hypothesis import given
from hypothesis import strategies as st
from programs import thorough
from xdl_program import program

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.checks.state import Interpreter

XDL = get("xdl")
HARDWARE: list[str | dict[str, str]] = [
    "a",
    "b",
    "c",
    {"id": "vial", "type": "vial", "capacity": "20 mL"},
    {"id": "frit", "type": "filter", "capacity": "50 mL"},
    {"id": "funnel", "type": "separator"},
    {"id": "sink", "type": "waste"},
]
REAGENTS = ["water", "salt"]


def check(text: str, options: CheckOptions | None = None) -> list[Diagnostic]:
    return XDL.check(Source(text, "program.xdl"), options or CheckOptions())


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


CASES: dict[str, tuple[str, list[str]]] = {
    # what there is
    "a vessel that was filled": (add("a") + stir("a"), []),
    "a vessel that was not": (add("a") + stir("b"), ["XDL401 Stir"]),
    "all of it was moved": (add("a") + move("a", "b") + stir("a") + stir("b"), ["XDL401 Stir"]),
    "a part of it was moved": (add("a") + move("a", "b", "4 mL") + stir("a") + stir("b"), []),
    "it was moved in parts": (
        add("a") + move("a", "b", "4 mL") + move("a", "b", "0.006 L") + stir("a"),
        ["XDL401 Stir"],
    ),
    "one of unknown volume": (solid("a") + move("a", "b", "4 mL") + stir("a"), []),
    "what is missing is told of once": (stir("a") + stir("a") + add("b"), ["XDL401 Stir"]),
    "dissolving nothing": (
        '<Dissolve vessel="a" solvent="water" volume="5 mL"/>' + stir("a"),
        ["XDL401 Dissolve"],
    ),
    "precipitating": (add("a") + '<Precipitate vessel="a" reagent="salt" amount="2 g"/>' + move("a", "b", "50 mL"), []),
    "a solution is made of nothing": (
        '<MakeSolution vessel="a" solute="salt" mass="2 g" solvent="water" volume="5 mL"/>' + stir("a"),
        [],
    ),
    "heating an empty vessel to a temperature": ('<HeatChillToTemp vessel="a" temp="100 °C"/>' + add("a"), []),
    "flushing an empty vessel": ('<EvacuateAndRefill vessel="a" gas="argon"/><Purge vessel="a"/>' + add("a"), []),
    # filters
    "the solid stays on the filter": (
        add("frit")
        + solid("frit")
        + '<Filter vessel="frit"/><WashSolid vessel="frit" solvent="water" volume="5 mL"/><Dry vessel="frit"/>'
        + move("frit", "a"),
        [],
    ),
    "the filtrate goes where it is told": (
        add("frit") + '<Filter vessel="frit" filtrate_vessel="a"/>' + stir("a") + stir("frit"),
        [],
    ),
    "filtering nothing": (add("a") + '<Filter vessel="frit" filtrate_vessel="b"/>', ["XDL401 Filter"]),
    "washing with more than fits": (
        solid("frit") + '<WashSolid vessel="frit" solvent="water" volume="60 mL"/>',
        ["XDL405 WashSolid"],
    ),
    # separators
    "a wash, and the product comes back": (add("a") + repeat(3, wash("a", "a")) + stir("a"), []),
    "washing in the separator itself": (
        add("a") + move("a", "funnel") + repeat(3, wash("funnel", "funnel")) + move("funnel", "b") + stir("b"),
        [],
    ),
    "the separator serves for the next mixture": (add("a") + wash("a", "b") + solid("a") + stir("b"), ["XDL406 Add"]),
    "the other phase can be used": (add("a") + wash("a", "b", "c") + stir("b") + stir("c"), []),
    "washing nothing": (add("b") + wash("a", "a"), ["XDL401 Separate"]),
    # more out than in
    "more out than in": (add("a") + move("a", "b", "11 mL"), ["XDL402 Transfer"]),
    "units are mixed": (add("a", "1 cL") + add("a", "0.5 dL") + move("a", "b", "0.0601 L"), ["XDL402 Transfer"]),
    "units are mixed and it is just enough": (add("a", "1 cL") + add("a", "0.5 dL") + move("a", "b", "0.06 L"), []),
    "amounts that are volumes count": (
        '<Add vessel="a" reagent="water" amount="10 mL"/>' + move("a", "b", "20 mL"),
        ["XDL402 Transfer"],
    ),
    "amounts that are none do not": ('<Add vessel="a" reagent="water" amount="1 mol"/>' + move("a", "b", "20 mL"), []),
    "a rinse brings more": (
        add("a")
        + '<Transfer from_vessel="a" to_vessel="b" volume="all" rinsing_solvent="water" rinsing_volume="5 mL"/>'
        + move("b", "c", "15 mL"),
        [],
    ),
    "evaporating leaves less, and how much is not known": (
        add("vial", "20 mL") + '<Evaporate vessel="vial"/>' + add("vial", "20 mL"),
        [],
    ),
    # capacity
    "as much as it holds": (add("vial", "20 mL"), []),
    "a drop more": (add("vial", "20 mL") + add("vial", "0.1 mL"), ["XDL405 Add"]),
    "a second drop too many is another finding": (
        add("vial", "21 mL") + add("vial", "1 mL"),
        ["XDL405 Add", "XDL405 Add"],
    ),
    "what is moved counts": (add("a", "30 mL") + move("a", "vial"), ["XDL405 Transfer"]),
    "a part of what is moved counts": (add("a", "30 mL") + move("a", "vial", "25 mL"), ["XDL405 Transfer"]),
    "an amount that is no volume never overflows": (repeat(100, solid("vial")) + stir("vial"), []),
    "what was taken counts no more": (add("vial", "20 mL") + move("vial", "a", "5 mL") + add("vial", "5 mL"), []),
    "in a loop, at the round in which it happens": (repeat(3, add("vial")), ["XDL405 Add"]),
    "in a loop that ends before": (repeat(2, add("vial")), []),
    # clean vessels
    "used again uncleaned": (add("a") + move("a", "b") + solid("a"), ["XDL406 Add"]),
    "cleaned": (add("a") + move("a", "b") + '<CleanVessel vessel="a"/>' + solid("a"), []),
    "the mixture comes back": (add("a") + move("a", "b") + move("b", "a"), []),
    "the mixture comes back by another way, with something in it": (
        add("a") + move("a", "b") + solid("b") + move("b", "c") + move("c", "a"),
        [],
    ),
    "another mixture comes": (
        add("a") + add("c") + move("a", "b") + move("c", "a"),
        ["XDL406 Transfer"],
    ),
    "waste is never clean": (add("a") + move("a", "sink") + add("b") + move("b", "sink") + solid("c"), []),
    # on and off
    "on and off": ('<StartStir vessel="a"/><StopStir vessel="a"/>' + add("a"), []),
    "off twice": (
        '<StartStir vessel="a"/><StopStir vessel="a"/><StopStir vessel="a"/>' + add("a"),
        ["XDL403 StopStir"],
    ),
    "on for ever": (add("a") + '<StartHeatChill vessel="a" temp="50 °C"/>', ["XDL404 StartHeatChill"]),
    "on twice, off once": (
        '<StartPurge vessel="a"/><StartPurge vessel="a"/><StopPurge vessel="a"/>' + add("a"),
        [],
    ),
    "off in a loop": (
        '<StartStir vessel="a"/>' + repeat(2, '<StopStir vessel="a"/>') + add("a"),
        ["XDL403 StopStir"],
    ),
    # the end
    "nothing is left": (add("a") + move("a", "sink"), ["XDL407 Transfer"]),
    "something is left in a separator": (add("a") + move("a", "funnel"), []),
    "into itself": (add("a") + move("a", "a"), ["XDL408 Transfer"]),
    # what runs in parallel
    "steps in parallel are run where they begin": (
        f'<Async pid="x">{add("a")}</Async><Await pid="x"/>' + stir("a"),
        [],
    ),
    "a monitor's steps": (f'<Monitor vessel="a">{add("a")}</Monitor>' + stir("a"), []),
    # loops
    "a loop in a loop": (repeat(2, repeat(2, add("vial", "6 mL"))), ["XDL405 Add"]),
    "a loop in a loop that is just enough": (repeat(2, repeat(2, add("vial", "5 mL"))), []),
    "what one round leaves, the next one finds": (
        add("a", "30 mL") + repeat(3, move("a", "b", "10 mL")) + stir("b"),
        [],
    ),
    "what one round takes, the next one misses": (
        add("a", "25 mL") + repeat(3, move("a", "b", "10 mL")),
        ["XDL402 Transfer"],
    ),
    "a loop over who knows what": (
        f'<Repeat x.role="solvent">{add("a")}</Repeat>' + move("a", "b", "500 mL"),
        [],
    ),
    "a loop until who knows when": (f"<Loop>{add('a')}</Loop>" + move("a", "b", "500 mL"), []),
    "a loop over who knows what empties who knows how much": (
        add("vial", "20 mL")
        + f'<Repeat loop_variables="x">{move("vial", "a", "1 mL")}</Repeat>'
        + add("vial", "20 mL"),
        [],
    ),
}


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

POUR = """
<Blueprint id="Pour">
  <Hardware><Component id="from"/><Component id="to"/></Hardware>
  <Parameters><Parameter id="much" type="volume" value="4 mL"/></Parameters>
  <Procedure><Transfer from_vessel="from" to_vessel="to" volume="much"/></Procedure>
</Blueprint>
<Blueprint id="Fill">
  <Hardware><Component id="pot"/></Hardware>
  <Reagents><Reagent name="liquid"/></Reagents>
  <Parameters>
    <Parameter id="much" type="volume" value="10 mL"/>
    <Parameter id="rounds" type="int" value="1"/>
  </Parameters>
  <Procedure>
    <Repeat repeats="rounds"><Add vessel="pot" reagent="liquid" volume="much"/></Repeat>
  </Procedure>
</Blueprint>
<Blueprint id="FillAndPour">
  <Hardware><Component id="x"/><Component id="y"/></Hardware>
  <Reagents><Reagent name="z"/></Reagents>
  <Parameters><Parameter id="v" type="volume" value="6 mL"/></Parameters>
  <Procedure><Fill pot="x" liquid="z" much="v"/><Pour from="x" to="y" much="v"/></Procedure>
</Blueprint>
"""

CALLS: dict[str, tuple[str, list[str]]] = {
    "vessels that are given": ('<Fill pot="a" liquid="water"/><Pour from="a" to="b"/>' + stir("b"), []),
    "vessels that are given the wrong way round": (
        '<Fill pot="a" liquid="water"/><Pour from="b" to="a"/>',
        ["XDL401 Transfer"],
    ),
    "a value by default": ('<Fill pot="vial" liquid="water"/><Fill pot="vial" liquid="salt"/>', []),
    "a value that is given": ('<Fill pot="vial" liquid="water" much="21 mL"/>', ["XDL405 Add"]),
    "a number of rounds that is given": ('<Fill pot="vial" liquid="water" rounds="3"/>', ["XDL405 Add"]),
    "a parameter of the caller": ('<Fill pot="vial" liquid="water" much="own"/>', ["XDL405 Add"]),
    "a blueprint in a blueprint": ('<FillAndPour x="a" y="b" z="water"/>' + stir("b") + stir("a"), ["XDL401 Stir"]),
    "a value through two blueprints": ('<FillAndPour x="vial" y="b" z="water" v="21 mL"/>', ["XDL405 Add"]),
    "a blueprint in a loop": (repeat(3, '<Fill pot="vial" liquid="water"/>'), ["XDL405 Add"]),
    "more out than in": ('<Fill pot="a" liquid="water"/><Pour from="a" to="b" much="1 L"/>', ["XDL402 Transfer"]),
    "into itself": ('<Fill pot="a" liquid="water"/><Pour from="a" to="a"/>', ["XDL408 Transfer"]),
}


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


HOLD = """
<Blueprint id="Hold">
  <Hardware><Component id="pot"/></Hardware>
  <Procedure><Stir vessel="pot" time="5 min"/></Procedure>
</Blueprint>
"""


# Capacities of the laboratory


@pytest.mark.parametrize(
    ("declared", "given", "overflows"),
    [(None, None, False), (None, 25.0, True), ("25 mL", None, True), ("40 mL", 25.0, True), ("25 mL", 40.0, True)],
)
def test_the_smaller_capacity_counts(declared: str | None, given: float | None, overflows: bool) -> None:
    vessel = {"id": "pot", **({"capacity": declared} if declared else {})}
    text = program(add("pot", "30 mL"), {"hardware": [vessel], "filled": []})
    constraints = Constraints(("pot",), None, (("pot", given),) if given else ())
    assert ("XDL405" in {d.code for d in check(text, CheckOptions(None, constraints))}) is overflows


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


LONG = {
    "adding": add("a", "1 mL") + stir("a"),
    "a pool": add("a", "1 mL") + move("a", "b"),
    "a ring": add("a", "1 mL") + move("a", "b") + move("b", "c") + move("c", "a", "1 mL") + '<CleanVessel vessel="a"/>',
    "washing": wash("a", "a"),
    "loops": repeat(2, add("a", "1 mL") + repeat(2, stir("a"))),
    "loops without end": repeat(1_000_000, add("a", "1 mL")),
    "starting": '<StartStir vessel="a"/><StopStir vessel="a"/>' + add("a"),
    "overflowing": add("vial", "100 mL"),
    "blueprints": '<Hold pot="a"/>' + add("a"),
}


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

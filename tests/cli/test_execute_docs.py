"""docs/execute.md says what the code does: tables of steps, parameters, checks, rules and exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clairify_cli.agents.execution import retune
from clairify_cli.agents.execution.jobs import steps
from clairify_cli.cli.execute import command
from clairify_cli.cli.shared.page import page_of
from clairify_cli.languages.xdl.schema import load
from clairify_cli.worlds.base import CHECKS, GRASPS, RANGES, Action, Check, Outcome, Parameters

TEXT = (Path(__file__).parents[2] / "docs" / "execute.md").read_text()


def section(title: str) -> str:
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def tables(title: str) -> list[list[list[str]]]:
    """The tables of a section: rows of cells, without their heads."""
    blocks = re.findall(r"(?:^\|.*\n)+", section(title), re.MULTILINE)
    return [[[cell.strip() for cell in line.strip("|").split("|")] for line in b.splitlines()[2:]] for b in blocks]


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_steps_are_those_that_there_is_a_skill_for() -> None:
    (rows,) = tables("From program to motion")
    told = [name for row in rows[:-1] for name in named(row[0])]
    assert sorted(told) == sorted(steps.TABLE)
    groups = named(rows[-1][0])
    assert set(groups) == set(steps._GROUPS) <= set(load().elements)


def test_ranges_of_parameters() -> None:
    ranges, _ = tables("Parameters")
    told = {named(row[0])[0]: row[1] for row in ranges}
    assert {name: told[name] for name in RANGES} == {
        name: f"{low:g} to {high:g}" for name, (low, high) in RANGES.items()
    }
    assert named(told["grasp"]) == list(GRASPS)
    assert set(told) == {*RANGES, "grasp"}


def test_parameters_that_the_context_chooses() -> None:
    pytest.importorskip("numpy")
    import math

    from clairify_cli.worlds.panda.skills.context import STRICTEST_TILT, manner

    _, rows = tables("Parameters")
    contexts = {
        "nothing": manner(Parameters()),
        "an open vessel with contents": manner(Parameters(), holding=True, vessel=True, open_full=True),
        "an empty or closed vessel": manner(Parameters(), holding=True, vessel=True),
        "anything else": manner(Parameters(), holding=True),
    }
    assert [row[0] for row in rows] == list(contexts)
    orientations: dict[float, float | None] = {0.0: None}
    for name, speed, clearance, orientation in rows:
        one = contexts[name]
        alike = manner(Parameters(orientation=float(orientation)))
        assert (speed, clearance, one.tilt) == (f"{one.speed:g}", f"{one.clearances[0]:g} m", alike.tilt), name
        orientations[float(orientation)] = one.tilt
    assert f"1 allows {math.degrees(STRICTEST_TILT):.0f}°" in section("Parameters")
    assert orientations[0.0] is None


def test_checks_and_their_limits() -> None:
    pytest.importorskip("numpy")
    from clairify_cli.worlds.panda import checks
    from clairify_cli.worlds.scene import limits

    (rows,) = tables("Checks")
    told = {named(row[0])[0]: row[1] for row in rows}
    assert tuple(told) == CHECKS
    assert f"{checks.TRACKING:g} rad" in told["motion_health"]
    assert f"fewer than {checks.CONTACTS} finger contacts" in told["holding"]
    assert f"{1000 * checks.SLIPPED:.0f} mm" in told["holding"]
    assert f"{checks.FAR:.2f} m" in told["at_location"]
    assert (checks.AMOUNT, f"more than {checks.LEAST_G:g} g" in told["amount"]) == (0.1, True)
    assert checks.amount(10, 9.0).passed and not checks.amount(10, 8.9).passed
    assert checks.amount(1, 0.5).passed and not checks.amount(1, 0.4).passed
    assert "a tenth" in told["amount"] and "a twentieth" in told["spilled"] and "0.1 g" in told["spilled"]
    assert checks.SPILLED == 1 / 20
    assert checks.spilled(0.1, 1).passed and not checks.spilled(0.11, 1).passed
    assert f"{checks.WARMTH:g} °C" in told["temperature"]
    assert f"({limits.REACH} m)" in section("Checks")
    assert "counts -2" in section("Checks")


def changes(check: str, times: int) -> dict[str, float | str] | None:
    now = Parameters(speed=0.8, obstacle_clearance=0.01, orientation=0.2, grasp="top")
    action = Action("weigh", (), now, {"mass": 10.0})
    outcome = Outcome(action, (Check(check, False, "", ""),), (), 0.0, measured={"poured_g": 7.0})
    made = retune.by_rule(action, outcome, times)
    return None if made is None else {one.name: one.value for one in made.changes}


def test_rules_of_retuning() -> None:
    (rows,) = tables("When a check fails")
    told = {name: row[1] for row in rows for name in named(row[0])}
    assert set(told) == set(CHECKS)
    more, other, slower = {"obstacle_clearance": 0.03}, {"grasp": "side"}, {"speed": 0.4}
    expected = {
        "0.02 m more clearance; then the other grasp; then both": [more, other, more | other],
        "the other grasp": [other, other, other],
        "half the speed": [slower, slower, slower],
        "the other grasp; then half the speed as well": [other, other | slower, other | slower],
        "orientation 1 and half the speed": [{"orientation": 1.0} | slower] * 3,
        "the rest of the dose, if too little arrived": [{"mass": 3.0}] * 3,
        "nothing: the action is repeated": [{}, {}, {}],
    }
    for check, words in told.items():
        assert [changes(check, times) for times in range(retune.MOST)] == expected[words], check
    assert changes("upright", retune.MOST) is None
    assert retune.MOST == 3 and "at most three times" in section("When a check fails")


def test_exit_codes_are_those_of_the_help() -> None:
    (rows,) = tables("Exit codes")
    assert [tuple(row) for row in rows] == [(str(code), what) for code, what in page_of("execute").codes]


def test_options_are_there() -> None:
    known = {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", TEXT)) <= known

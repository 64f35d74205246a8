"""The table of skills, the parameters by context and the checks, without a simulator."""

from __future__ import annotations

import math

import numpy as np
import pytest

from clairify_cli.worlds.base import CHECKS, Parameters
from clairify_cli.worlds.panda import checks
from clairify_cli.worlds.panda.skills import context, grasps, placements
from clairify_cli.worlds.panda.skills.context import CATALOGUE
from clairify_cli.worlds.scene.checks import GRIPPED

LAB = ["take", "put", "uncap", "cap", "pour", "weigh", "dose", "transfer", "wash", "swirl", "stir", "heat", "let-cool"]
LAB += ["cool"]
TABLETOP = ["pick", "place", "pick-from-bowl", "place-in-bowl", "unstack", "stack"]


def test_every_action_of_both_domains_has_a_skill() -> None:
    assert set(CATALOGUE) == {*LAB, *TABLETOP}


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        (Parameters(speed=0.0), "speed"),
        (Parameters(speed=math.nan), "speed"),
        (Parameters(obstacle_clearance=0.2), "obstacle_clearance"),
        (Parameters(orientation=1.5), "orientation"),
        (Parameters(grasp="left"), "grasp"),  # type: ignore[arg-type]
    ],
)
def test_parameters_out_of_range_are_named(parameters: Parameters, word: str) -> None:
    assert word in (context.invalid(parameters) or "")


def test_good_parameters_are_taken() -> None:
    assert context.invalid(Parameters(0.5, 0.05, 0.5, "top")) is None


def test_an_open_full_vessel_is_carried_slowly_and_upright() -> None:
    full = context.manner(Parameters(), holding=True, vessel=True, open_full=True)
    empty = context.manner(Parameters(), holding=True, vessel=True)
    assert full.speed < empty.speed
    assert full.tilt is not None and math.degrees(full.tilt) <= 15.0


def test_a_clearance_that_was_asked_for_is_not_lowered() -> None:
    assert context.manner(Parameters(obstacle_clearance=0.05)).clearances == (0.05,)
    assert len(context.manner(Parameters()).clearances) > 1


def test_checks_come_in_their_order_and_a_failure_is_kept() -> None:
    found = checks.ordered(
        [checks.holding("x", 1, 0), checks.holding("x", 2, 2), checks.can_reach(), checks.timeout(1.0, 2.0)]
    )
    assert [one.name for one in found] == [name for name in CHECKS if name in ("can_reach", "timeout", "holding")]
    assert not next(one for one in found if one.name == "holding").passed


def test_what_was_hit_is_named() -> None:
    check = checks.collision_free([("panda_hand", "lamp", 7.0)])
    assert not check.passed and "lamp" in check.observed


def test_amounts_within_a_tenth_pass() -> None:
    assert checks.amount(20.0, 21.9).passed
    assert not checks.amount(20.0, 22.1).passed
    assert not checks.spilled(1.1, 20.0).passed


@pytest.mark.parametrize(
    ("point", "passed"),
    [((0.3, 0.0), True), ((0.6, 0.0), False), ((0.3, 0.2), False), ((0.1, 0.0), False), ((0.4, 0.1), True)],
)
def test_lids_are_kept_from_where_the_hand_passes(point: tuple[float, float], passed: bool) -> None:
    slot, base = np.array((0.45, 0.0)), np.array((0.0, 0.0))
    assert placements._in_corridor(np.array(point), slot, base, 0.03) is passed


def test_a_scene_warns_of_just_those_vessels_that_are_refused() -> None:
    assert grasps.refused(GRIPPED - 1e-6, 100.0, None) is None
    assert grasps.refused(GRIPPED + 1e-6, 100.0, None) is not None

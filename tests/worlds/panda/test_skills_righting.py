"""A vessel that leans in the hand: where the hand lets it go, and where it stands then."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from clairify_cli.worlds.base import Action  # noqa: E402
from clairify_cli.worlds.panda.poses import inverse, matrix  # noqa: E402
from clairify_cli.worlds.panda.skills import grasps  # noqa: E402
from clairify_cli.worlds.panda.skills.placements import standing  # noqa: E402
from clairify_cli.worlds.panda.skills.prepared import Transform  # noqa: E402
from clairify_cli.worlds.panda.skills.righting import MOST, SLIGHT, STEEP, leaning  # noqa: E402
from clairify_cli.worlds.panda.world import PandaWorld  # noqa: E402
from worlds.panda.simulated import BENCH, BOTTLE  # noqa: E402

RADIUS, HEIGHT = 0.036, 0.1
ANGLES = st.floats(-math.pi, math.pi)


def about(axis: str, angle: float) -> Transform:
    c, s = math.cos(angle), math.sin(angle)
    made: Transform = np.eye(4)
    if axis == "y":
        made[:3, :3] = ((c, 0, s), (0, 1, 0), (-s, 0, c))
    else:
        made[:3, :3] = ((1, 0, 0), (0, c, -s), (0, s, c))
    return made


def gripped(steep: float, yaw: float, lean: float) -> Transform:
    """A vessel in the frame of a tool that gripped it so steeply, and in which it then turned."""
    approach = np.array((math.cos(yaw) * math.cos(steep), math.sin(yaw) * math.cos(steep), -math.sin(steep)))
    opening = np.array((-math.sin(yaw), math.cos(yaw), 0.0))
    tool = grasps.frame(np.array((0.0, 0.0, 0.6 * HEIGHT)), approach, opening)
    held: Transform = about("y", lean) @ inverse(tool)
    return held


@settings(max_examples=200, deadline=None)
@given(
    steep=st.sampled_from(STEEP),
    yaw=ANGLES,
    turn=ANGLES,
    lean=st.floats(1.01 * SLIGHT, 0.99 * MOST),
    back=st.booleans(),
)
def test_the_tool_is_as_steep_as_it_was_and_the_edge_stays(
    steep: float, yaw: float, turn: float, lean: float, back: bool
) -> None:
    upright = standing(np.array((0.4, 0.1, 0.002)), turn)
    grasp = gripped(steep, yaw, -lean if back else lean)
    found = leaning(upright, grasp, RADIUS, HEIGHT)
    if not found:  # it leans from one way of gripping just as it would stand in another
        assert min(abs(one - steep) for one in STEEP if one != steep) < lean + SLIGHT
        return
    tool, held = min(found, key=lambda one: abs(-float(one[0][2, 2]) - math.sin(steep)))
    assert -float(tool[2, 2]) == pytest.approx(math.sin(steep), abs=1e-6)
    assert np.allclose(tool @ grasp, held, atol=1e-9)
    assert math.acos(min(1.0, float(held[2, 2]))) == pytest.approx(lean, abs=1e-6)
    around = np.arange(0, 6.3, 0.001)
    ring = np.stack((RADIUS * np.cos(around), RADIUS * np.sin(around), 0 * around, 1 + 0 * around))
    rim = (held @ ring).T
    lowest = rim[np.argmin(rim[:, 2])]
    assert float(lowest[2]) == pytest.approx(0.002, abs=1e-6)
    assert math.dist(lowest[:2], upright[:2, 3]) == pytest.approx(RADIUS, abs=1e-6)


@pytest.mark.parametrize(
    ("axis", "lean"),
    [
        pytest.param("y", 0.5 * SLIGHT, id="hardly"),
        pytest.param("y", 1.05 * MOST, id="far, from above"),
        pytest.param("x", 0.1, id="to a finger"),
    ],
)
def test_otherwise_it_is_stood_upright_by_the_hand(axis: str, lean: float) -> None:
    upright = standing(np.array((0.4, 0.1, 0.002)), 0.0)
    tool = grasps.frame(np.array((0.0, 0.0, 0.06)), np.array((0.0, 0.0, -1.0)), np.array((0.0, 1.0, 0.0)))
    assert leaning(upright, about(axis, lean) @ inverse(tool), RADIUS, HEIGHT, tool) == []


def test_what_is_slim_would_fall() -> None:
    tool = grasps.frame(np.array((0.0, 0.0, 0.06)), np.array((1.0, 0.0, 0.0)), np.array((0.0, 1.0, 0.0)))
    upright = standing(np.array((0.4, 0.1, 0.002)), 0.0)
    assert leaning(upright, about("y", 0.15) @ inverse(tool), 0.008, 0.1) == []
    assert leaning(upright, about("y", 0.15) @ inverse(tool), 0.03, 0.1)


@pytest.mark.parametrize("lean", [-0.2, 0.2])
def test_a_jar_that_turned_in_the_hand_stands_where_it_was_put(lean: float) -> None:
    jar = replace(BOTTLE, capped=False, shape=replace(BOTTLE.shape, height=0.1), contents=())
    scene = replace(BENCH, vessels=(jar,))
    with PandaWorld(scene, seed=1) as world:
        assert world.act(Action("take", ("acid", "slot1"))).succeeded
        simulation = world.simulation
        seen = world.observe().held
        assert seen is not None
        held = matrix(seen.grasp)
        simulation.put("acid", simulation.tool() @ about("y", lean) @ held)
        simulation.hold(0.3)
        assert math.acos(float(simulation.pose("acid")[2, 2])) > 0.1
        outcome = world.act(Action("put", ("acid", "slot1")))
        assert outcome.succeeded, [one for one in outcome.checks if not one.passed]
        assert math.acos(min(1.0, float(simulation.pose("acid")[2, 2]))) < 0.01

"""What a run commanded is in its script, and a run that is recorded is the run that it would have been."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("ompl")

from clairify_cli.worlds.base import Action, Outcome
from clairify_cli.worlds.geometry import Box, Pose
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.script.quintic import Curve
from clairify_cli.worlds.ros.script.recorder import Recorder
from clairify_cli.worlds.ros.script.values import Fingers, Pause, Script, ScriptError, Step, Treatment
from clairify_cli.worlds.scene.model import Device, Item, Place, Robot, Scene, Table, Vessel
from clairify_cli.worlds.scene.sizes import DEVICE_SIZES, cup_for, mass_for

PANDA = profile_named("franka-ros1")
BLOCK = Item("block", "block", "block", Box((0.04, 0.04, 0.04)), Pose((0.45, -0.1, 0.0)), 40.0)
SCENE = Scene("blocks", Robot(Pose((0.0, 0.0, 0.0))), Table((1.4, 1.9), (0.2, 0.0)), items=(BLOCK,))
PLATE = Device("plate", "plate", "hotplate", DEVICE_SIZES["hotplate"], Pose((0.5, 0.2, 0.0)), "plate")
CUP = cup_for("beaker", 100.0)
ON = Place("plate", "plate", (0.5, 0.2, DEVICE_SIZES["hotplate"][2]), "plate")
BEAKER = Vessel("beaker", "beaker", "beaker", CUP, Pose(ON.position), 100.0, mass_for(CUP), place="plate")
STAND = Scene("stand", SCENE.robot, SCENE.table, places=(ON,), vessels=(BEAKER,), devices=(PLATE,))

PICK, PLACE = Action("pick", ("block", "table"), step=1), Action("place", ("block", "table"), step=2)


def done(world: PandaWorld, *actions: Action) -> list[Outcome]:
    return [world.act(one) for one in actions]


def recorded(scene: Scene, *actions: Action, before: Callable[[PandaWorld], object] | None = None) -> Recorder:
    with PandaWorld(scene, seed=1) as world, Recorder(world) as recorder:
        if before is not None:
            before(world)
        done(world, *actions)
    return recorder


@pytest.fixture(scope="module")
def script() -> Script:
    return recorded(SCENE, PICK, PLACE).script(SCENE, PANDA, 0.1)


def test_a_run_is_the_same_with_a_recorder() -> None:
    seen = []
    for records in (False, True):
        joints: list[list[float]] = []
        with PandaWorld(SCENE, seed=1) as world, contextlib.ExitStack() as stack:
            simulation = world.simulation
            hooks = list(simulation.on_step)
            if records:
                stack.enter_context(Recorder(world))
            simulation.on_step.insert(0, lambda kept=joints, of=simulation: kept.append(of.panda.joints().tolist()))  # type: ignore[misc]
            outcomes = done(world, PICK, PLACE)
            seen.append((outcomes, joints, world.observe()))
            stack.close()
            assert simulation.listeners == [] and simulation.on_step[1:] == hooks
    assert len(seen[0][1]) > 500
    assert seen[0] == seen[1]


def test_a_script_has_all_that_was_done_in_order(script: Script) -> None:
    said = [(type(one).__name__, one.name, one.step) for one in script.commands]
    first, second = Step("(pick block table)", 1), Step("(place block table)", 2)
    assert [(kind, name) for kind, name, step in said if step == first] == [
        ("Motion", "reach"), ("Motion", "approach"), ("Fingers", "grip"), ("Motion", "lift"),
    ]  # fmt: skip
    later = [name for _, name, step in said if step == second]
    assert [one for one in later if one not in ("adjust", "let go")] == ["carry", "lower", "withdraw"]
    assert {step for *_, step in said} == {first, second}
    grip = next(one for one in script.commands if isinstance(one, Fingers))
    assert grip.thing == "block" and grip.force is not None and grip.width == pytest.approx(0.04, abs=0.004)
    assert [one.holding for one in script.motions if one.name in ("reach", "lift", "carry", "withdraw")] == [
        None, "block", "block", None,
    ]  # fmt: skip


def test_motions_follow_one_another_from_home_and_keep_the_way_of_the_run(script: Script) -> None:
    place = script.home
    assert place == SCENE.robot.home
    for motion in script.motions:
        assert motion.start == place
        place = motion.end
        assert motion.deviation < 1e-3
        for end in (motion.points[0], motion.points[-1]):
            assert end.velocities == end.accelerations == (0.0,) * 7
    commanded: list[list[float]] = []
    with PandaWorld(SCENE, seed=1) as world:
        world.simulation.on_step.append(lambda: commanded.append(list(world.simulation.panda.wanted)))
        done(world, PICK)
        rows = np.array(commanded)
    # Every row that the run commanded is on the way of the script.
    ways = [Curve(one.points) for one in script.motions if one.step.number == 1]
    dense = np.concatenate([way.sampled(np.arange(64) / 64).reshape(-1, 7) for way in ways])
    far = [float(np.abs(dense - row).max(axis=1).min()) for row in rows[::7]]
    assert max(far) < 2e-3


def test_it_is_no_faster_than_asked_for(script: Script) -> None:
    limit = np.array(PANDA.limits.velocity)
    for motion in script.motions:
        share = float((np.abs(Curve(motion.points).sampled(np.linspace(0, 1, 9), 1)) / limit).max())
        assert share <= 0.1


def test_treatments_say_what_was_done_also_where_nobody_asked() -> None:
    recorder = recorded(STAND, Action("heat", ("beaker", "plate"), step=3))
    recorder.wait(30.0, Step("(wait)", 4))
    heat, wait = recorder.script(STAND, PANDA, 0.1).commands
    assert heat == Treatment("heat", Step("(heat beaker plate)", 3), "heat", "beaker", "plate", {"temperature": 60.0})
    assert wait == Pause("wait", Step("(wait)", 4), 30.0)


def test_there_is_no_script_of_a_run_in_which_something_failed() -> None:
    def slips(world: PandaWorld) -> None:
        away = np.eye(4)
        away[:3, 3] = (0.3, 0.5, 0.0)
        world.runner.progress = lambda name: world.simulation.put("block", away) if name == "lift" else None

    recorder = recorded(SCENE, PICK, before=slips)
    with pytest.raises(ScriptError, match=r"something failed.*\(pick block table\): holding"):
        recorder.script(SCENE, PANDA, 0.1)


def test_what_was_refused_is_not_in_the_script_and_does_no_harm() -> None:
    recorder = recorded(SCENE, Action("pick", ("ball", "table")), PICK)
    assert {one.step.action for one in recorder.script(SCENE, PANDA, 0.1).commands} == {"(pick block table)"}


def test_an_arm_that_moved_unheard_gives_no_script() -> None:
    with PandaWorld(SCENE, seed=1) as world:
        with Recorder(world) as recorder:
            done(world, PICK)
        world.retreat()
        with recorder:
            done(world, PLACE)
    with pytest.raises(ScriptError, match="moved by something unknown"):
        recorder.script(SCENE, PANDA, 0.1)

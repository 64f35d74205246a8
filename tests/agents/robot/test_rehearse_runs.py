"""A program and a plan are rehearsed: their scripts keep to the limits and come out the same without eyes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from case_tables import stored

pytest.importorskip("pybullet")
pytest.importorskip("pinocchio")
pytest.importorskip("up_fast_downward")

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.program import Setting, set_plan, set_program
from clairify_cli.agents.execution.results import Options
from clairify_cli.agents.robot import rehearse as rehearsing
from clairify_cli.agents.robot.rehearse import INSIDE, Rehearsal, rehearse
from clairify_cli.diagnostics.model import Source
from clairify_cli.files import data_text
from clairify_cli.worlds.geometry import Pose
from clairify_cli.worlds.panda.simulation.engine import SceneError
from clairify_cli.worlds.panda.world import PandaWorld
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.script.values import Pause, Step, Tare, Treatment, Weighing
from clairify_cli.worlds.scene.model import KeepOut, Workspace

PANDA, FR3 = profile_named("franka-ros1"), profile_named("franka-ros2")
PROBLEM = """(define (problem blocks) (:domain tabletop)
  (:objects red-block blue-block - block bowl - bowl middle left - zone)
  (:init (at red-block middle) (at blue-block middle) (at bowl left) (clear red-block) (clear blue-block) (hand-empty))
  (:goal (in red-block bowl)))"""
PLAN = "(pick red-block middle)\n(place-in-bowl red-block bowl)\n"
XDL = stored(__file__, "XDL")


def tabletop() -> Setting:
    domain = Source(data_text("domains", "tabletop.pddl"), "tabletop.pddl")
    return set_plan(Source(PLAN, "plan"), domain, Source(PROBLEM, "problem.pddl"))


@pytest.fixture(scope="module")
def placed() -> Rehearsal:
    return rehearse(tabletop(), Options(), FR3, 0.1)


@pytest.fixture(scope="module")
def program() -> Rehearsal:
    return rehearse(set_program(Source(XDL, "water.xdl")), Options(seed=1), FR3, 0.1)


@pytest.mark.parametrize("profile", [PANDA, FR3], ids=lambda one: str(one.name))
def test_a_pick_and_place_is_good_for_either_arm(profile: object, placed: Rehearsal) -> None:
    assert profile in (PANDA, FR3)
    robot = PANDA if profile is PANDA else FR3
    found = placed if robot is FR3 else rehearse(tabletop(), Options(), robot, 0.1)
    assert found.good and found.violations == (), found.why
    assert found.script is not None and found.checked is not None
    assert found.script.robot == robot.name and found.script.scale == 0.1
    assert found.checked.succeeded
    assert found.script.seconds > found.run.seconds
    assert max(one.deviation for one in found.script.motions) < 1e-3


def test_faster_is_shorter_but_never_faster_than_the_twin(placed: Rehearsal) -> None:
    slow, fast = placed.script, rehearse(tabletop(), Options(), FR3, 0.5).script
    assert slow is not None and fast is not None
    assert slow.seconds > 1.4 * fast.seconds > placed.run.seconds
    ends = [[one.end for one in script.motions] for script in (slow, fast)]
    assert ends[0] == ends[1]


@pytest.mark.long
def test_a_program_has_its_dose_its_treatment_and_its_wait(program: Rehearsal) -> None:
    assert program.good, (program.why, program.run.failure)
    script, checked = program.script, program.checked
    assert script is not None and checked is not None
    kinds = [one for one in script.commands if isinstance(one, Tare | Weighing | Treatment | Pause)]
    assert [type(one).__name__ for one in kinds] == ["Tare", "Pause", "Weighing", "Treatment", "Pause"]
    tare, _, weighing, stir, wait = kinds
    assert isinstance(tare, Tare) and isinstance(weighing, Weighing)
    assert tare.vessel == weighing.vessel == "beaker" and tare.device == weighing.device == "balance"
    assert weighing.grams == 15.0 and weighing.tolerance == 1.5
    assert isinstance(stir, Treatment) and stir.kind == "stir" and stir.settings["time"] == 20.0
    assert stir.device == "stirrer" and stir.settings["rpm"] > 0.0
    assert isinstance(wait, Pause) and wait.seconds == 90.0 and wait.step == Step("(wait)", 3)
    assert [one.number for one in (tare.step, stir.step)] == [1, 2]
    pour = next(one for one in script.motions if one.into is not None)
    at = script.commands.index(pour)
    assert script.commands[at - 1] == tare and script.commands[at + 2] == weighing
    assert pour.into == "beaker" and pour.holding is not None and pour.deviation < 1e-3
    assert max(one.deviation for one in script.motions if one.into is None) < 1e-3
    assert checked.succeeded


@pytest.mark.parametrize("name", ["placed", pytest.param("program", marks=pytest.mark.long)])
def test_the_joints_of_the_robot_keep_to_its_range(name: str, request: pytest.FixtureRequest) -> None:
    script = request.getfixturevalue(name).script
    assert script is not None
    for motion in script.motions:
        for point in motion.points:
            for angle, low, high in zip(point.positions, FR3.limits.lower, FR3.limits.upper, strict=True):
                assert low + INSIDE / 2 <= angle <= high - INSIDE / 2


def test_there_is_no_script_of_a_dry_run_or_one_that_fails() -> None:
    dry = rehearse(tabletop(), Options(dry_run=True), FR3, 0.1)
    assert dry.script is None and dry.run.succeeded and not dry.good
    begun: list[events.Event] = []
    stopped = rehearse(tabletop(), Options(), FR3, 0.1, progress=begun.append, stop=lambda: any(map(is_done, begun)))
    assert stopped.script is None and stopped.why == "the run in the twin failed: the run was stopped"
    assert not stopped.run.succeeded and stopped.tried == ()


def is_done(event: events.Event) -> bool:
    return isinstance(event, events.ActionDone)


def test_what_goes_wrong_by_chance_is_rehearsed_again_with_another_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    from clairify_cli.worlds.panda import world as worlds

    made: list[PandaWorld] = []

    class Clumsy(PandaWorld):
        """The first time the block is not between the fingers when the arm lifts them."""

        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            made.append(self)
            away = np.eye(4)
            away[:3, 3] = (0.2, 0.6, 0.0)
            if len(made) == 1:
                self.runner.progress = lambda name: self.simulation.put("red-block", away) if name == "lift" else None

    monkeypatch.setattr(worlds, "PandaWorld", Clumsy)
    found = rehearse(tabletop(), Options(seed=4), FR3, 0.1)
    assert found.good, found.why
    assert found.run.options.seed == 5
    assert len(found.tried) == 1 and found.tried[0].startswith("with seed 4: the run in the twin failed: (pick")
    made.clear()
    monkeypatch.setattr(rehearsing, "ATTEMPTS", 1)
    once = rehearse(tabletop(), Options(seed=4), FR3, 0.1)
    assert not once.good and once.tried == ()


def test_the_twin_goes_around_a_keep_out_zone(placed: Rehearsal) -> None:
    setting, free = tabletop(), placed
    assert setting.scene is not None and free.script is not None and free.run.last is not None
    start, end = (free.run.first, free.run.last)
    assert start is not None
    one, other = start.poses["red-block"].position, end.poses["red-block"].position
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2, 0.12)
    post = KeepOut("post", "post", (0.03, 0.03, 1.0), Pose(middle))
    from clairify_cli.worlds.ros.script.limits import violations

    scene = replace(setting.scene, keep_out=(post,))
    wrong = violations(free.script, FR3, scene)
    assert wrong and all("enters the keep-out zone post" in one for one in wrong)
    around = rehearse(replace(setting, scene=scene), Options(), FR3, 0.1)
    assert around.good, (around.why, around.run.failure)


def test_an_arm_that_begins_where_it_must_not_be_is_refused() -> None:
    setting = tabletop()
    assert setting.scene is not None
    small = replace(setting.scene, workspace=Workspace((0.2, -0.3, 0.0), (0.3, 0.3, 0.3)))
    with pytest.raises(SceneError, match="not within the workspace"):
        rehearse(replace(setting, scene=small), Options(), FR3, 0.1)
    home = KeepOut("home", "home", (0.3, 0.3, 0.3), Pose((0.4, 0.0, 0.5)))
    with pytest.raises(SceneError, match="in the keep-out zone home"):
        rehearse(replace(setting, scene=replace(setting.scene, keep_out=(home,))), Options(), FR3, 0.1)
    low = replace(setting.scene.robot, home=(0.0, -0.5, 0.0, -2.2, 0.0, 0.3, 0.7854))
    with pytest.raises(SceneError, match=r"joint 6 is at 0\.3 rad"):
        rehearse(replace(setting, scene=replace(setting.scene, robot=low)), Options(), FR3, 0.1)


@pytest.mark.parametrize("scale", [0.0, 0.6])
def test_a_scale_that_is_none_is_refused_before_anything(scale: float) -> None:
    with pytest.raises(ValueError, match="speed scale"):
        rehearse(tabletop(), Options(), FR3, scale)

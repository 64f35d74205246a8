"""Small scripts for tests: motions near where an arm is ready, by the smoothest polynomial."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from case_tables import stored
from ros_bridge import trial
from ros_bridge.bridge import HOME

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.ros.profile.text import profile_named, read_profile
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.script.values import Command, Fingers, Joints, Motion, Pause, Script, Step

NEAR: Joints = tuple(one + 0.2 for one in HOME)
STEP = Step("(test)", 1)

DEVICES = stored(__file__, "DEVICES")


def motion(start: Joints, end: Joints, seconds: float = 1.0, *, name: str = "carry", points: int = 9) -> Motion:
    """From rest to rest on a straight line in the joints' space."""
    return replace(trial.motion(start, end, seconds, points=points), name=name, step=STEP)


THERE, BACK = motion(HOME, NEAR, name="there"), motion(NEAR, HOME, name="back")
OPEN, GRASP = Fingers("open", STEP, 0.08), Fingers("grip", STEP, 0.03, force=20.0, thing="vial")


def script(*commands: Command) -> Script:
    """A script of some commands, there and back where there are none."""
    return Script(
        "bench", "franka-ros2", 0.1, HOME, 0.08, commands or (THERE, GRASP, BACK, OPEN, Pause("p", STEP, 1.0))
    )


def quick(name: str = "franka-ros2", devices: str = "", rate: float = 10.0) -> RobotProfile:
    """A profile that comes along, of a robot whose clock is fast, with devices."""
    made = profile_named(name)
    if devices:
        found, wrong = read_profile(Source(f"profile: 1\nextends: {name}\n{devices}", "devices.yaml"))
        assert found is not None, wrong
        made = found
    return replace(made, rate=rate)


def lines(path: Path) -> list[str]:
    """The lines of a file."""
    return path.read_text(encoding="utf-8").splitlines()

"""Figures of a script, shown before an arm executes it: how many motions, how fast, how long."""

from __future__ import annotations

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.script.values import Fingers, Script, Treatment


@dataclass(frozen=True, slots=True)
class Figures:
    """`turning` is the largest joint velocity (rad/s) and `joint` that joint, from 1; `hand` is the velocity of the
    hand's fastest point (m/s); both are measured at the waypoints. `seconds` are on the robot's clock and exclude the
    time that people need."""

    motions: int
    turning: float
    joint: int
    hand: float
    seconds: float


def figures(script: Script, profile: RobotProfile) -> Figures:
    """Compute the figures of a script. A finger command counts as a movement over the gripper's full range.

    Raises `RobotMissingError`.
    """
    from clairify_cli.worlds.geometry import Pose
    from clairify_cli.worlds.panda.extra import need, needed

    numpy = need("numpy")
    with needed():
        from clairify_cli.worlds.panda.arm.kinematics import Arm
        from clairify_cli.worlds.ros.script.limits import speeds

    arm = Arm(Pose((0.0, 0.0, 0.0)))
    hand = 0.0
    for motion in script.motions:
        rows = (numpy.array([getattr(one, name) for one in motion.points]) for name in ("positions", "velocities"))
        hand = max(hand, float(speeds(arm, *rows).max()))
    rates = (enumerate(one.velocities, 1) for motion in script.motions for one in motion.points)
    turning, joint = max(((abs(rate), -number) for some in rates for number, rate in some), default=(0.0, -1))
    gripper = profile.gripper
    fingers = sum(gripper.widest / gripper.speed for one in script.commands if isinstance(one, Fingers))
    treated = sum(one.settings.get("time", 0.0) for one in script.commands if isinstance(one, Treatment))
    return Figures(len(script.motions), turning, -joint, hand, script.seconds + fingers + treated)

"""Facts about a script for a person before an arm executes it: how many motions, how fast, how long."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.script.values import Fingers, Script, Treatment


@dataclass(frozen=True, slots=True)
class Figures:
    """`turning` is the largest velocity of a joint (rad/s), `joint` which one, from 1; `hand` that of the fastest point
    of the hand (m/s), both at the waypoints. `seconds` of the robot's clock without what persons do."""

    motions: int
    turning: float
    joint: int
    hand: float
    seconds: float


def figures(script: Script, profile: RobotProfile) -> Figures:
    """The figures of a script. A finger command is counted as if the fingers went all the way.

    Raises `RobotMissingError`.
    """
    from clairify_cli.worlds.geometry import Pose
    from clairify_cli.worlds.panda.extra import need, needed

    numpy = need("numpy")
    with needed():
        from clairify_cli.worlds.panda.arm.kinematics import Arm
        from clairify_cli.worlds.ros.script.zones import speeds

    arm = Arm(Pose((0.0, 0.0, 0.0)))
    turning, joint, hand = 0.0, 1, 0.0
    for motion in script.motions:
        rows = (numpy.array([getattr(one, name) for one in motion.points]) for name in ("positions", "velocities"))
        hand = max(hand, float(speeds(arm, *rows).max()))
        for point in motion.points:
            for number, velocity in enumerate(point.velocities, 1):
                if abs(velocity) > turning:
                    turning, joint = abs(velocity), number
    gripper = profile.gripper
    fingers = sum(gripper.widest / gripper.speed for one in script.commands if isinstance(one, Fingers))
    treated = sum(one.settings.get("time", 0.0) for one in script.commands if isinstance(one, Treatment))
    return Figures(len(script.motions), turning, joint, hand, script.seconds + fingers + treated)

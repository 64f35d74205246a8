"""The URDF of an arm, as `franka_description` makes it, or of another one."""

from __future__ import annotations

from collections.abc import Sequence

from case_tables import stored

from clairify_cli.worlds.ros.profile.text import published
from clairify_cli.worlds.ros.profile.values import RobotProfile

_TURN = 1.570796326794897
ORIGINS = stored(__file__, "ORIGINS")
"""By joint: where it is, and how it is rolled, as `kinematics.yaml` of franka_description has it."""
OTHER = (("0 0 0.36", 0.0), *ORIGINS[1:2], ("0 -0.42 0", _TURN), *ORIGINS[3:])
"""Those of another arm of seven joints."""


def urdf(
    profile: RobotProfile,
    joints: Sequence[str] | None = None,
    origins: Sequence[tuple[str, float]] = ORIGINS,
    *,
    adapter: bool = False,
) -> str:
    """The URDF of a profile's model, with a hand; with an `adapter` a fixed joint stands between joints 3 and 4."""
    limits = published(profile.model).limits
    parts = ['<?xml version="1.0" ?>', '<robot name="arm">', '<link name="base"/>']
    before = "base"
    for n, (name, (xyz, roll)) in enumerate(zip(joints or profile.joints, origins, strict=True)):
        if adapter and n == 3:
            parts.append(_fixed("adapter", before, "link3b", xyz))
            before, xyz = "link3b", "0 0 0"
        parts.append(
            f'<joint name="{name}" type="revolute"><parent link="{before}"/><child link="link{n + 1}"/>'
            f'<origin xyz="{xyz}" rpy="{roll} 0 0"/><axis xyz="0 0 1"/>'
            f'<limit lower="{limits.lower[n]}" upper="{limits.upper[n]}" velocity="{limits.velocity[n]}" effort="87"/>'
            "</joint>"
        )
        before = f"link{n + 1}"
    parts.append(_fixed("hand_joint", before, "hand", "0 0 0.107"))
    parts.append('<ros2_control name="arm"><joint name="fr3_joint1"/></ros2_control></robot>')
    return "\n".join(parts)


def _fixed(name: str, parent: str, child: str, xyz: str) -> str:
    return (
        f'<joint name="{name}" type="fixed"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}"/></joint>'
    )

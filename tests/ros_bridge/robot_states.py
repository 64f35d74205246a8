"""What the robot says of its state: `franka_msgs/FrankaState` in ROS 1, `franka_msgs/msg/FrankaRobotState` in ROS 2.

Only what is looked at is in the messages, with a little of the rest. The mode is that of a robot whose trajectory
controller runs: it moves or is idle, unless something went wrong.
"""

from __future__ import annotations

import asyncio
import itertools
import time

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile
from ros_bridge.arm import Arm
from ros_bridge.faults import Kind, Mischief
from ros_bridge.graph import Graph
from ros_bridge.schema import Message, stamp

RATES = {Dialect.ROS1: 30.0, Dialect.ROS2: 100.0}
"""Hz of the wall. A genuine one of ROS 2 has a thousand."""
IDLE, MOVE = 1, 2
MODES = {Kind.REFLEX: 4, Kind.USER_STOP: 5, Kind.GUIDING: 3, Kind.ODD_MODE: 42}
"""`robot_mode` where something is wrong."""
BLINK = 0.07
"""How long (s) a mode is told that is there for a moment: longer than there is between two messages of a bridge."""


class RobotStatePublisher:
    """Tells which mode the robot is in."""

    def __init__(self, profile: RobotProfile, arm: Arm):
        assert profile.robot_state is not None
        self.topic = profile.robot_state.name
        self._arm = arm
        self.load = 0.0
        """kg."""
        self.moves: bool = False
        """Whether it is in the mode `move` also while it stands, as with an active controller."""
        self._last: Message | None = None
        self._blinked: float | None = None

    def message(self, dialect: Dialect, mischief: Mischief) -> Message:
        """What is told now."""
        if mischief.on(Kind.FROZEN_ROBOT) and self._last is not None:
            return self._last
        positions, velocities = self._arm.seen()
        mode = next(
            (code for kind, code in MODES.items() if mischief.on(kind)),
            MOVE if self._arm.moving or self.moves else IDLE,
        )
        if mischief.on(Kind.BLINK):
            mode = MODES[Kind.REFLEX]
            self._blinked = self._blinked or time.monotonic()
            if time.monotonic() - self._blinked > BLINK:
                mischief.once(Kind.BLINK)
        header: Message = {"stamp": stamp(0.0 if mischief.on(Kind.NO_STAMPS) else time.time(), dialect), "frame_id": ""}
        if dialect is Dialect.ROS1:
            header["seq"] = 0
            told: Message = {"header": header, "q": list(positions), "dq": list(velocities)}
        else:
            joints = {"header": header, "position": list(positions), "velocity": list(velocities)}
            told = {"header": header, "measured_joint_state": joints}
        told |= {"m_load": self.load, "inertia_load": {"inertia": {"m": self.load}}}
        told |= {"time": time.monotonic(), "control_command_success_rate": 1.0}
        if not mischief.on(Kind.SHORT_ROBOT):
            told["robot_mode"] = mode
        self._last = told
        return told

    async def beat(self, graph: Graph, mischief: Mischief) -> None:
        """Tell it again and again."""
        begin, rate = time.monotonic(), RATES[graph.dialect]
        for count in itertools.count(1):
            if not (mischief.on(Kind.MUTE_ROBOT) or mischief.on(Kind.DEAD_DRIVER)):
                graph.publish(self.topic, self.message(graph.dialect, mischief))
            await asyncio.sleep(max(begin + count / rate - time.monotonic(), 0.001))

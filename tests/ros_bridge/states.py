"""The joint states, 100 times a second of the wall, and the states of the robot.

Only what is looked at is in the latter, with a little of the rest. Their mode is that of a robot whose trajectory
controller runs: it moves or is idle, unless something went wrong.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import time
from collections.abc import Sequence

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile
from ros_bridge.arm import Arm
from ros_bridge.faults import Kind, Mischief
from ros_bridge.graph import Graph
from ros_bridge.gripper import Hand
from ros_bridge.schema import Message, stamp

RATE = 100.0
"""Hz of the wall."""
_ORDER = (2, 0, 1, 4, 3, 6, 5)
"""The joints are not told in their order: a broadcaster keeps none."""


class StatePublisher:
    """Tells where the arm and the fingers are. `split` tells them in messages of their own, as two nodes do."""

    def __init__(
        self, topic: str, arm: Arm, hand: Hand, joints: Sequence[str], fingers: Sequence[str], *, split: bool = False
    ):
        self.topic = topic
        self._arm, self._hand = arm, hand
        self._joints, self._fingers = tuple(joints), tuple(fingers)
        self._split = split
        self._last: Message | None = None
        self._count = 0
        self._first: list[float] = []

    def message(self, dialect: Dialect, mischief: Mischief) -> Message:
        """What is told now."""
        frozen = mischief.on(Kind.FROZEN_STATE)
        if frozen and self._last is not None:
            return self._last
        positions, velocities = self._arm.seen()
        half = self._hand.width / 2
        rows = [(name, half, 0.0) for name in self._fingers] if not self._split else []
        rows += [(self._joints[at], positions[at], velocities[at]) for at in _ORDER]
        if (mischief.on(Kind.REPEATED_STATE) or mischief.on(Kind.DEAD_DRIVER)) and self._last is not None:
            known = zip(self._last["name"], self._last["position"], self._last["velocity"], strict=True)
            rows = list(known)
        self._count += 1
        if mischief.on(Kind.TWO_PUBLISHERS) and self._count % 2:
            rows = [(name, first, 0.0) for (name, _, _), first in zip(rows, self._first, strict=True)]
        elif not self._first:
            self._first = [at for _, at, _ in rows]
        if mischief.on(Kind.DEGREES):
            rows = [(name, math.degrees(at), math.degrees(speed)) for name, at, speed in rows]
        if mischief.on(Kind.OTHER_NAMES):
            rows = [(f"other_{name}", at, speed) for name, at, speed in rows]
        if mischief.on(Kind.NAN):
            rows = [(name, math.nan if name == self._joints[3] else at, speed) for name, at, speed in rows]
        if mischief.on(Kind.MISSING_JOINT):
            rows = [row for row in rows if row[0] != self._joints[5]]
        before, self._last = self._last, _joint_state(rows, dialect)
        if mischief.on(Kind.FROZEN_STAMPS) and before is not None:
            self._last["header"] = before["header"]
        if (earlier := mischief.on(Kind.BACKWARD)) is not None:
            self._last["header"]["stamp"] = stamp(time.time() - earlier.seconds, dialect)
        if mischief.on(Kind.NO_STAMPS):
            self._last["header"]["stamp"] = stamp(0.0, dialect)
        if mischief.on(Kind.SHORT):
            self._last["position"] = self._last["position"][:-2]
        return self._last

    async def beat(self, graph: Graph, mischief: Mischief) -> None:
        """Tell it again and again."""
        begin = time.monotonic()
        for count in itertools.count(1):
            if not mischief.on(Kind.STALE):
                graph.publish(self.topic, self.message(graph.dialect, mischief))
                if self._split and count % 3 == 0:
                    half = self._hand.width / 2
                    graph.publish(self.topic, _joint_state([(one, half, 0.0) for one in self._fingers], graph.dialect))
            await asyncio.sleep(max(begin + count / RATE - time.monotonic(), 0.001))


def _joint_state(rows: Sequence[tuple[str, float, float]], dialect: Dialect) -> Message:
    header: Message = {"stamp": stamp(time.time(), dialect), "frame_id": ""}
    return {
        "header": header | ({"seq": 0} if dialect is Dialect.ROS1 else {}),
        "name": [name for name, _, _ in rows],
        "position": [position for _, position, _ in rows],
        "velocity": [velocity for _, _, velocity in rows],
        "effort": [0.0 for _ in rows],
    }


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

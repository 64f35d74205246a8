"""`follow_joint_trajectory`, as `joint_trajectory_controller` does it."""

from __future__ import annotations

import asyncio
import itertools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clairify_cli.worlds.ros.profile.values import Dialect
from clairify_cli.worlds.ros.script.values import Joints, Waypoint
from ros_bridge.arm import Arm, Drift
from ros_bridge.faults import STANDS, Fault, Kind, Mischief, Moment
from ros_bridge.goals import Ended, Goal, State
from ros_bridge.schema import Message, seconds_of, stamp

INVALID_GOAL, INVALID_JOINTS, OLD_STAMP, PATH_VIOLATED = -1, -2, -3, -4
PATH_TOLERANCE = 0.05
"""How far from its first point the arm may be (rad)."""
HELD = 0.03
"""How far from where it is an arm may be sent that is told to hold (rad): it may have moved since it was seen."""
FEEDBACK_RATE = 20.0
"""Hz of the wall: `action_monitor_rate`."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A trajectory that the arm began to follow at `time` (s of the wall), as it was `here`."""

    time: float
    goal: str
    points: tuple[Waypoint, ...]
    here: Joints

    @property
    def still(self) -> bool:
        """Whether it asks the arm to stay about where it is."""
        return all(_distance(one.positions, self.here) < HELD for one in self.points)


class TrajectoryController:
    """Carries trajectories out. `accepted` are all that were begun."""

    def __init__(self, arm: Arm, joints: Sequence[str], dialect: Dialect, mischief: Mischief):
        self.arm = arm
        self.joints = tuple(joints)
        self.dialect = dialect
        self.accepted: list[Accepted] = []
        self._mischief = mischief
        self._told: Callable[[], None] | None = None
        self._aborted = False
        mischief.listeners.append(self._hear)

    def refuse(self, message: Message) -> Ended | None:
        """Why a goal is rejected, None where it is taken."""
        if self._mischief.on(Kind.REJECTED) or self._mischief.on(Kind.REJECTED_UNSAID):
            return _rejected(INVALID_GOAL, "not now")
        trajectory = message["trajectory"]
        points = trajectory["points"]
        if sorted(trajectory["joint_names"]) != sorted(self.joints):
            return _rejected(INVALID_JOINTS, f"joints {trajectory['joint_names']} are not {list(self.joints)}")
        if not points:
            return _rejected(INVALID_GOAL, "an empty trajectory")
        times = [seconds_of(one["time_from_start"]) for one in points]
        if times[0] < 0 or any(later <= earlier for earlier, later in itertools.pairwise(times)):
            return _rejected(INVALID_GOAL, "the times of the points are not strictly increasing")
        for point in points:
            if len(point["positions"]) != len(self.joints):
                return _rejected(INVALID_GOAL, "a point does not have a position for each joint")
            rows = [point[name] for name in ("positions", "velocities", "accelerations") if point[name]]
            if any(len(row) != len(self.joints) for row in rows) or point["effort"]:
                return _rejected(INVALID_GOAL, "a point does not have as many values as joints")
            if not all(math.isfinite(value) for row in rows for value in row):
                return _rejected(INVALID_GOAL, "a point is not finite")
        if any(abs(value) > 1e-9 for value in points[-1]["velocities"]):
            return _rejected(INVALID_GOAL, "the velocity of the last point is not zero")
        begin = seconds_of(trajectory["header"]["stamp"])
        if begin and begin + times[-1] < time.time():
            return _rejected(OLD_STAMP, "the trajectory is over already")
        return None

    async def execute(self, goal: Goal) -> Ended | None:
        """Follow it to its end."""
        points = self._points(goal.message["trajectory"])
        self.accepted.append(Accepted(self.arm.clock(), goal.id, points, self.arm.positions))
        number = len(self.accepted)
        self._aborted = False
        begin_stamp = seconds_of(goal.message["trajectory"]["header"]["stamp"])
        begin = self.arm.clock() + (max(begin_stamp - time.time(), 0.0) if begin_stamp else 0.0)
        away = _distance(points[0].positions, self.arm.positions) if points[0].seconds == 0 else 0.0
        if away > PATH_TOLERANCE:
            self.arm.hold()
            return State.ABORTED, _result(PATH_VIOLATED, f"{away:.3f} rad from the first point"), "path tolerance"
        lasts = points[-1].seconds / self.arm.rate
        self.arm.follow(points, begin)
        self._mischief.reach(Moment.START, number)
        middle = asyncio.get_running_loop().call_later(
            begin - self.arm.clock() + lasts / 2, self._mischief.reach, Moment.MIDDLE, number
        )
        try:
            ended = await self._follow(goal, points, begin + lasts + self.arm.lag / self.arm.rate, number)
        finally:
            middle.cancel()
        asyncio.get_running_loop().call_soon(self._mischief.reach, Moment.BEFORE, number + 1)
        return ended

    async def _follow(self, goal: Goal, points: tuple[Waypoint, ...], end: float, number: int) -> Ended | None:
        while True:
            cut = self._cut_short(goal, points)
            if cut is not None:
                return cut if cut[0] is not State.PENDING else None
            left = end - self.arm.clock()
            if left <= 0:
                break
            self._give_feedback(goal, points)
            try:
                await asyncio.wait_for(goal.cancelled.wait(), min(left, 1 / FEEDBACK_RATE))
            except TimeoutError:
                continue
        self._mischief.reach(Moment.END, number)
        cut = self._cut_short(goal, points)
        if cut is not None:
            return cut if cut[0] is not State.PENDING else None
        late = self._mischief.on(Kind.LATE_RESULT)
        if late is not None:
            await self._wait_late(goal, points, late.seconds)
        return State.SUCCEEDED, _result(0, ""), ""

    async def _wait_late(self, goal: Goal, points: tuple[Waypoint, ...], seconds: float) -> None:
        until = self.arm.clock() + seconds
        while self.arm.clock() < until and not goal.cancelled.is_set():
            self._give_feedback(goal, points)
            await asyncio.sleep(1 / FEEDBACK_RATE)

    def _cut_short(self, goal: Goal, points: tuple[Waypoint, ...]) -> Ended | None:
        """What ends it before its end; `PENDING` where nobody is told."""
        mischief = self._mischief
        if mischief.on(Kind.DEAD_SERVER) or mischief.on(Kind.DEAD_DRIVER):
            self.arm.hold()
            return State.PENDING, {}, ""
        if goal.cancelled.is_set():
            if not goal.replaced:
                self.arm.hold()
            return State.CANCELLED, _result(0, ""), "another goal came" if goal.replaced else ""
        if mischief.once(Kind.ABORT_AND_MOVE):
            self._aborted = True
            return State.ABORTED, _result(PATH_VIOLATED, "path tolerance violated"), ""
        if mischief.once(Kind.ABORT):
            self.arm.hold()
            return State.ABORTED, _result(PATH_VIOLATED, "path tolerance violated"), ""
        if mischief.once(Kind.CANCELLED):
            self.arm.hold()
            return State.CANCELLED, _result(0, ""), ""
        if mischief.once(Kind.ODD_SUCCESS):
            self.arm.hold()
            return State.SUCCEEDED, _result(-5, "goal tolerance violated"), ""
        return None

    def heard_cancel(self, goal: Goal | None) -> None:
        """A cancel came, of whatever goal: an arm that goes on after an abort stops."""
        if self._aborted and (goal is None or goal.state is not State.ACTIVE):
            self.arm.hold()

    def _hear(self, fault: Fault) -> None:
        now = self.arm.clock()
        if fault.kind is Kind.DRIFT:
            self.arm.drift = Drift(now, fault.speed, fault.size)
        elif fault.kind is Kind.ELSEWHERE:
            self.arm.put(tuple(one + (fault.size if at == 3 else 0.0) for at, one in enumerate(self.arm.positions)))
        elif fault.kind in STANDS:
            self.arm.put(self.arm.positions)

    def _give_feedback(self, goal: Goal, points: tuple[Waypoint, ...]) -> None:
        if self._mischief.on(Kind.NO_FEEDBACK):
            return
        now = self.arm.clock()  # one time for both, since a fast clock does not wait
        actual, speeds = self.arm.seen(now)
        desired = self.arm.wanted(now)
        error = [want - have for want, have in zip(desired, actual, strict=True)]
        since = stamp(
            min((self.arm.clock() - self.accepted[-1].time) * self.arm.rate, points[-1].seconds), self.dialect
        )
        none = stamp(0.0, self.dialect)
        goal.feedback(
            {
                "header": {"stamp": stamp(time.time(), self.dialect), "frame_id": ""}
                | ({"seq": 0} if self.dialect is Dialect.ROS1 else {}),
                "joint_names": list(self.joints),
                "desired": _point(list(desired), [], since),
                "actual": _point(list(actual), list(speeds), since),
                "error": _point(error, [], none),
            }
        )

    def _points(self, trajectory: Message) -> tuple[Waypoint, ...]:
        """In the order of the arm's joints."""
        order = [trajectory["joint_names"].index(name) for name in self.joints]

        def row(values: list[float]) -> Joints:
            return tuple(values[place] for place in order) if values else ()

        return tuple(
            Waypoint(
                seconds_of(one["time_from_start"]),
                row(one["positions"]),
                row(one["velocities"]),
                row(one["accelerations"]),
            )
            for one in trajectory["points"]
        )


def _point(positions: list[float], velocities: list[float], since: Message) -> Message:
    return {
        "positions": positions,
        "velocities": velocities,
        "accelerations": [],
        "effort": [],
        "time_from_start": since,
    }


def _result(code: int, text: str) -> Message:
    return {"error_code": code, "error_string": text}


def _rejected(code: int, text: str) -> Ended:
    return State.REJECTED, _result(code, text), text


def _distance(one: Joints, other: Joints) -> float:
    return max(abs(first - second) for first, second in zip(one, other, strict=True))

"""The hand with its fingers, and the actions of `franka_gripper`: homing, move, grasp and stop."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.faults import Fault, Kind, Mischief
from ros_bridge.goals import Ended, Goal, State
from ros_bridge.schema import Message

FEEDBACK_RATE = 10.0
"""Hz of the wall, in ROS 2; in ROS 1 the hand gives none."""


class GripperNode:
    """Moves the fingers. `stops` are the times (s of the wall) of the stops, `commands` what was begun."""

    def __init__(self, hand: Hand, dialect: Dialect, mischief: Mischief):
        self.hand = hand
        self.commands: list[tuple[float, str, Message]] = []
        self.stops: list[float] = []
        self.lasting = 0.0
        """How long (s of the wall) a grasp goes on once the fingers stand."""
        self.deny = False
        """Whether it says that it could not be stopped."""
        self._dialect = dialect
        self._mischief = mischief
        self._interrupted = asyncio.Event()
        self._moves = False
        """Whether the fingers move without force."""
        mischief.listeners.append(self._hear)

    def refuse(self, message: Message) -> Ended | None:
        """Goals of the hand are always taken; what is not finite it could not do."""
        numbers = [message.get(name, 0.0) for name in ("width", "speed", "force")]
        if all(math.isfinite(one) for one in numbers):
            return None
        return State.REJECTED, {"success": False, "error": "not finite"}, ""

    async def homing(self, goal: Goal) -> Ended | None:
        """The fingers open wide, close and open."""
        return await self._carry_out(goal, "homing", self.hand.move(self.hand.widest, 0.05))

    async def move(self, goal: Goal) -> Ended | None:
        """The fingers go to a width; a hand that is asked for more than it can fails."""
        width, speed = goal.message["width"], goal.message["speed"]
        if not 0 <= width <= self.hand.widest + 1e-9:
            return self._ended(False, "libfranka gripper: Command failed!")
        if width > self.hand.width + 1e-4:
            self.hand.thing = None if self.hand.asked else self.hand.thing
        muted = self._mischief.on(Kind.MUTE_GRIPPER)
        return await self._carry_out(goal, "move", 0.0 if muted else self.hand.move(width, speed))

    async def grasp(self, goal: Goal) -> Ended | None:
        """The fingers close; it is held where they then are within `epsilon` of the width."""
        width, epsilon = goal.message["width"], goal.message["epsilon"]
        muted = self._mischief.on(Kind.MUTE_GRIPPER)
        ended = await self._carry_out(goal, "grasp", 0.0 if muted else self._grasp(width, goal))
        if ended is None or ended[0] is not State.SUCCEEDED:
            return ended
        held = width - epsilon["inner"] - 1e-9 <= self.hand.width <= width + epsilon["outer"] + 1e-9
        return ended if held else self._ended(False, "")

    def _grasp(self, width: float, goal: Goal) -> float:
        return self.hand.grasp(width, goal.message["speed"]) + self.lasting

    async def stop(self, goal: Goal) -> Ended | None:
        """As an action (ROS 1)."""
        self.halt()
        if self._mischief.on(Kind.UNCONFIRMED_STOP):
            return None
        return State.SUCCEEDED, {"success": True, "error": ""}, ""

    async def stop_service(self, _: Message) -> Message:
        """As a service (ROS 2)."""
        self.halt()
        if self._mischief.on(Kind.UNCONFIRMED_STOP):
            await asyncio.Event().wait()
        return {"success": not self.deny, "message": "libfranka gripper: Command failed!" if self.deny else ""}

    def halt(self) -> None:
        """The fingers stay where they are, and what they did is aborted; a move may go on all the same."""
        self.stops.append(self.hand.clock())
        if self._goes_on():
            return
        self.hand.stop()
        self._interrupted.set()

    async def _carry_out(self, goal: Goal, name: str, seconds: float) -> Ended | None:
        self.commands.append((self.hand.clock(), name, goal.message))
        self._moves = name == "move"
        if self._mischief.on(Kind.MUTE_GRIPPER):
            return None
        self._interrupted.clear()
        end = self.hand.clock() + seconds
        while (left := end - self.hand.clock()) > 0:
            if self._interrupted.is_set():
                return self._aborted("libfranka gripper: Command aborted!")
            if goal.cancelled.is_set() and not self._goes_on():
                self.hand.stop()
                return State.CANCELLED, {"success": False, "error": ""}, ""
            if self._dialect is Dialect.ROS2:
                goal.feedback({"current_width": self.hand.width})
            await asyncio.sleep(min(left, 1 / FEEDBACK_RATE, 0.02))
        return State.SUCCEEDED, {"success": True, "error": ""}, ""

    def _goes_on(self) -> bool:
        """Whether it is a move that no stop ends, as libfranka sometimes has them; the stop succeeds all the same."""
        return self._moves and self._mischief.on(Kind.STUBBORN_HAND) is not None

    def _ended(self, success: bool, error: str) -> Ended:
        """What did not do what it should succeeds in ROS 1 with `success` false, unless something was thrown."""
        if success or (self._dialect is Dialect.ROS1 and not error):
            return State.SUCCEEDED, {"success": success, "error": error}, ""
        return self._aborted(error)

    def _aborted(self, error: str) -> Ended:
        return State.ABORTED, {"success": False, "error": error}, ""

    def _hear(self, fault: Fault) -> None:
        if fault.kind is Kind.LOSE:
            self.hand.lose()
        elif fault.kind is Kind.EMPTY_HAND:
            self.hand.asked = False
            self.hand.thing = None


@dataclass(frozen=True, slots=True)
class _Course:
    """The width goes from `start` at `since` (s of the wall) to `end` at `speed` m/s of the wall."""

    start: float
    end: float
    since: float
    speed: float


class Hand:
    """The hand. `thing` is how wide what is between the fingers is (m), None where nothing is there.

    `asked`, which is the default, puts a thing of just the width between them that a grasp asks for. A grasp holds it
    by force; a stop takes that away, and what it held falls: `dropped` has when (s of the wall).
    """

    def __init__(self, clock: Callable[[], float], *, rate: float = 1.0, width: float = 0.08, widest: float = 0.08):
        self.clock = clock
        self.rate = rate
        self.widest = widest
        self.thing: float | None = None
        self.asked = True
        self.dropped: list[float] = []
        self._force = False
        self._course = _Course(width, width, 0.0, 1.0)

    @property
    def width(self) -> float:
        """How far the fingers are apart (m)."""
        course = self._course
        way = course.end - course.start
        gone = (self.clock() - course.since) * course.speed
        return course.end if gone >= abs(way) else course.start + gone * (1 if way > 0 else -1)

    def move(self, width: float, speed: float) -> float:
        """Begin to go to `width` at `speed` m/s of the robot's time; how long that takes (s of the wall)."""
        self._force = False
        start = self.width
        end = min(max(width, 0.0), self.widest)
        if end < start and self.thing is not None:
            end = max(end, min(self.thing, start))
        wall = max(speed, 1e-3) * self.rate
        self._course = _Course(start, end, self.clock(), wall)
        return abs(end - start) / wall

    def grasp(self, width: float, speed: float) -> float:
        """Begin to close; a thing stops the fingers. How long that takes (s of the wall)."""
        if self.asked:
            self.thing = width
        seconds = self.move(0.0, speed)
        self._force = True
        return seconds

    @property
    def holds(self) -> bool:
        """Whether something is held by force."""
        return self._force and self.thing is not None and self.width <= self.thing + 1e-6

    @property
    def moving(self) -> bool:
        """Whether the fingers move."""
        return abs(self.width - self._course.end) > 1e-6

    def stop(self) -> None:
        """Stay as wide as it is, without force."""
        here = self.width
        if self.holds:
            self.dropped.append(self.clock())
            self.thing, self.asked = None, False
        self._force = False
        self._course = _Course(here, here, self.clock(), 1.0)

    def lose(self) -> None:
        """What was between the fingers is gone, and they close."""
        self.thing = None
        self.asked = False
        self.move(0.0, 0.5)

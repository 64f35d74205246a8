"""The actions of `franka_gripper`: homing, move, grasp and stop."""

from __future__ import annotations

import asyncio
import math

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.faults import Fault, Kind, Mischief
from ros_bridge.goals import Ended, Goal, State
from ros_bridge.hand import Hand
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

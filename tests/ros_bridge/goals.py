"""Action servers, whatever the dialect: goals that are accepted, go on, are cancelled and end."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from clairify_cli.worlds.ros.profile.values import Dialect
from ros_bridge.schema import Message


class State(enum.Enum):
    """What became of a goal."""

    PENDING = "pending"
    ACTIVE = "active"
    CANCELLING = "cancelling"
    SUCCEEDED = "succeeded"
    ABORTED = "aborted"
    CANCELLED = "cancelled"
    REJECTED = "rejected"
    RECALLED = "recalled"


CODES: dict[Dialect, dict[State, int]] = {
    # actionlib_msgs/GoalStatus
    Dialect.ROS1: {
        State.PENDING: 0,
        State.ACTIVE: 1,
        State.CANCELLED: 2,
        State.SUCCEEDED: 3,
        State.ABORTED: 4,
        State.REJECTED: 5,
        State.CANCELLING: 6,
        State.RECALLED: 8,
    },
    # action_msgs/msg/GoalStatus; a goal that was rejected never had a status
    Dialect.ROS2: {
        State.PENDING: 1,
        State.ACTIVE: 2,
        State.CANCELLING: 3,
        State.SUCCEEDED: 4,
        State.CANCELLED: 5,
        State.ABORTED: 6,
        State.REJECTED: 0,
        State.RECALLED: 5,
    },
}
ENDED = frozenset({State.SUCCEEDED, State.ABORTED, State.CANCELLED, State.REJECTED, State.RECALLED})


@dataclass(eq=False, slots=True)
class Goal:
    """One goal. `cancelled` is set as somebody asks for that; `tell` sends its feedback."""

    id: str
    message: Message
    tell: Callable[[Goal, Message], None]
    stamp: float = 0.0
    uuid: UUID = field(default_factory=uuid4)
    """What an action of ROS 2 knows it by."""
    state: State = State.PENDING
    result: Message = field(default_factory=dict)
    text: str = ""
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    replaced: bool = False
    """Whether another goal came instead."""
    ended_at: float | None = None

    def feedback(self, message: Message) -> None:
        """Send feedback."""
        self.tell(self, message)


Ended = tuple[State, Message, str]
"""How a goal ended: what became of it, its result, and words."""
Execute = Callable[[Goal], Awaitable[Ended | None]]
"""Carries a goal out; None where nobody is ever told."""


class ActionServer:
    """An action: its name and the last name of its type, without `Action`. One goal at a time, the newest."""

    def __init__(self, name: str, kind: str, execute: Execute, refuse: Callable[[Message], Ended | None]):
        self.name = name
        self.kind = kind
        self._execute = execute
        self._refuse = refuse
        self.goals: list[Goal] = []
        self.on_change: Callable[[Goal], None] = lambda goal: None
        self.on_end: Callable[[Goal], None] = lambda goal: None
        self.silent: Callable[[], bool] = lambda: False
        """Whether it takes no more notice of anything."""
        self.deaf: Callable[[], bool] = lambda: False
        """Whether it passes cancels over."""
        self.on_cancel: Callable[[Goal | None], None] = lambda goal: None

    async def run(self, goal: Goal) -> None:
        """Take a goal, carry it out and tell its end; comes back as it has ended."""
        if self.silent():
            await asyncio.Event().wait()
        refused = self._refuse(goal.message)
        self.goals.append(goal)
        if refused is not None:
            self._end(goal, refused)
            return
        for other in self.goals:
            if other is not goal and other.state not in ENDED:
                other.replaced = True
                other.cancelled.set()
        await asyncio.sleep(0)
        goal.state = State.ACTIVE
        self.on_change(goal)
        ended = await self._execute(goal)
        if ended is None:
            await asyncio.Event().wait()
        else:
            self._end(goal, ended)

    def cancel(self, goal: Goal | None) -> None:
        """Somebody asks for the cancel of a goal (None: of one that is not known)."""
        if self.deaf() or self.silent():
            return
        self.on_cancel(goal)
        if goal is not None and goal.state not in ENDED:
            if goal.state is State.ACTIVE:
                goal.state = State.CANCELLING
            self.on_change(goal)
            goal.cancelled.set()

    def _end(self, goal: Goal, ended: Ended) -> None:
        goal.state, goal.result, goal.text = ended
        goal.ended_at = asyncio.get_running_loop().time()
        self.on_end(goal)

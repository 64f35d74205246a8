"""Goals of actions, one interface over both dialects: what is sent for them, and what is known of them.

A goal succeeds by its status, never by what its result says besides: a goal that was cancelled may carry the error code
0. Where a result comes twice the first one counts; what is about goals of others is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from clairify_cli.worlds.ros.dialects import REJECTED
from clairify_cli.worlds.ros.grip import Grip
from clairify_cli.worlds.ros.messages import Fields, Heard, shown
from clairify_cli.worlds.ros.profile import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError


@dataclass(slots=True, eq=False)
class Goal:
    """A goal that was sent to an action, and what was heard of it. Times are of our clock, in s."""

    id: str
    action: Endpoint
    sent: float
    grip: Grip | None = None
    """What the hand may hold meanwhile; None for the arm's."""
    uuids: tuple[object, ...] = ()
    """What the action may know it by, as the bridge writes that (ROS 2): one, unless others sent theirs just then."""
    unsent: bool = False
    """Whether it was not sent after all: a stop came before."""
    begun: float | None = None
    """When it was first heard that the action has it."""
    told: float | None = None
    """When its last feedback came."""
    feedback: Fields | None = None
    listed: tuple[float, int, str] | None = None
    """Since when the list of statuses has it as ended, and how: the result may be lost."""
    ended: float | None = None
    status: int | None = None
    good: bool = True
    """Whether the bridge itself says nothing against it."""
    text: str = ""
    values: object = None

    def drop(self) -> None:
        """It is not sent."""
        self.unsent = True

    def live(self, at: float) -> None:
        """It was heard of."""
        if self.begun is None:
            self.begun = at

    def tell(self, feedback: Fields, at: float) -> None:
        """Its feedback came."""
        if self.ended is None:
            self.live(at)
            self.told, self.feedback = at, feedback

    def end(self, status: int, text: str, values: object, at: float, *, good: bool = True) -> bool:
        """It ended; whether that is news."""
        if self.ended is not None:
            return False
        if good:
            self.live(at)
        self.ended, self.status, self.text, self.values, self.good = at, status, text, values, good
        return True

    def over(self, now: float, patience: float) -> bool:
        """Whether it ended. Where the status says so and no result comes within `patience` s, the status is enough."""
        if self.ended is None and self.listed is not None and now - self.listed[0] > patience:
            self.end(self.listed[1], self.listed[2], None, self.listed[0])
        return self.ended is not None


class Actions(Protocol):
    """How actions are spoken in a dialect."""

    others: dict[str, tuple[str, ...]]
    """By action, the ids of the goals that it carries out for somebody else."""

    def statuses(self, action: Endpoint) -> Fields:
        """What is sent once to hear of all goals of an action."""
        ...

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        """What is sent once before an action is used."""
        ...

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        """What is sent for a goal."""
        ...

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        """What is sent to cancel a goal."""
        ...

    def silent(self, action: Endpoint) -> bool:
        """Whether an action that was listened to should have been heard of and was not."""
        ...

    def hear(self, heard: Heard, goals: Mapping[str, Goal], at: float) -> str | None:
        """Take something in that may be about a goal. Gives what is noteworthy, where it is passed over.

        Raises `HaltError` where it has the wrong shape.
        """
        ...


def actions_of(dialect: Dialect) -> Actions:
    """The actions of a dialect."""
    from clairify_cli.worlds.ros.actions_ros1 import Actionlib
    from clairify_cli.worlds.ros.actions_ros2 import ActionOperations

    return Actionlib() if dialect is Dialect.ROS1 else ActionOperations()


def failure(goal: Goal, profile: RobotProfile) -> HaltError | None:
    """Why a goal that ended did not succeed; None where it did."""
    if goal.good and goal.status in profile.succeeded:
        return None
    name = goal.action.name
    words = f": {goal.text}" if goal.text else error_of(goal.values)
    if (not goal.good and goal.begun is None) or (goal.good and goal.status in REJECTED[profile.dialect]):
        cause, said = Cause.REJECTED, f"{name} did not take the goal{words}."
    elif goal.good and goal.status in profile.cancelled:
        cause, said = Cause.CANCELLED, f"The goal of {name} was cancelled by somebody else{words}."
    else:
        cause, said = Cause.ABORTED, f"{name} aborted the goal{words}."
    expected = f"status {' or '.join(map(str, profile.succeeded))}"
    return HaltError(cause, said, expected=expected, actual=f"status {goal.status}")


def error_of(values: object) -> str:
    """The words, or the code, that a result has about an error."""
    if isinstance(values, Mapping):
        words = values.get("error_string") or values.get("error")
        code = values.get("error_code")
        if words:
            return f": {shown(words)}"
        return f" with the code {shown(code)}" if code else ""
    return f": {shown(values)}" if values else ""

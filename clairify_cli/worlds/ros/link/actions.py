"""Action goals: one interface to both dialects, with their messages and their known state.

A goal's success is decided by its status alone: the result of a cancelled goal may carry the error code 0. The first of
two results counts; messages about other clients' goals are ignored.

ROS 2 actions use the rosbridge operations of ROSBRIDGE_PROTOCOL.md, from `send_action_goal` on.

The bridge reports neither the acceptance of a goal nor the receipt of a cancel: feedback is the first sign of a goal,
and its result the first sign of a cancel. A rejected goal has a result that is not good, with the status 0.

It does not report the UUID of a goal either. The action publishes the UUIDs of its goals on `_action/status` on every
change: the first new one after ours was sent is ours.

`Grip` describes the object that the fingers may hold by force, which a stop of the hand would drop.

`stop` of a Franka hand mainly releases the force of a grasp, and does not reliably end a move
(github.com/frankarobotics/libfranka/issues 18, 52 and 111). In franka_ros2, cancelling a goal of the hand calls it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.link.dialects import (
    ACTIVE,
    REJECTED,
    action_goal,
    goal_id,
    goal_status,
    goal_statuses,
    uuid_statuses,
    uuid_text,
)
from clairify_cli.worlds.ros.link.messages import (
    Feedback,
    Fields,
    Heard,
    Published,
    Result,
    advertise,
    cancel_action_goal,
    object_in,
    publish,
    send_action_goal,
    shown,
    subscribe,
)
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError

EQUAL = 0.0005
"""How much (m) two widths of resting fingers may differ."""
NOTHING = -1.0
"""The limit of a grip that cannot hold anything."""
_STALLED = 0.15
"""Closing fingers that stay in one place this long (s) are assumed to have met something."""
_UNSEEN = 0.2
"""The maximum age (s) of a width that proves an empty grip; the fingers move on meanwhile."""


@dataclass(frozen=True, slots=True)
class Width:
    """The distance of the fingers (m), when it was received, and the width `at` which they stand since `since` (s)."""

    metres: float
    heard: float
    at: float
    since: float

    @classmethod
    def heard_after(cls, before: Width | None, metres: float, heard: float) -> Width:
        """Return the width that follows another one."""
        if before is None or abs(metres - before.at) > EQUAL:
            return cls(metres, heard, metres, heard)
        return cls(metres, heard, before.at, before.since)


@dataclass(frozen=True, slots=True)
class Grip:
    """What the hand may hold during a goal: `thing`, once the fingers are `limit` (m) or less apart.

    `begun` is the width (m) at which a grasp began, None for a move, which applies no force; the fingers may meet
    something wider than `limit`.
    """

    thing: str
    limit: float
    begun: float | None = None

    @classmethod
    def of_grasp(cls, thing: str, widest: float, speed: float, width: Width | None, *, held: bool) -> Grip:
        """Return the grip of a grasp at `speed` m/s of a thing at most `widest` m wide; `held`: not empty before."""
        if held or width is None:
            return cls(thing, float("inf"))
        return cls(thing, widest + speed * _UNSEEN, width.metres)

    def may_hold(self, width: Width | None, now: float) -> bool:
        """Whether something may be held at a time (s), by the last width; True if that is unknown."""
        if self.limit == NOTHING:
            return False
        if width is None or now - width.heard > _UNSEEN or width.metres <= self.limit:
            return True
        stalled = width.heard - width.since >= _STALLED
        return self.begun is not None and width.metres < self.begun - EQUAL and stalled


@dataclass(slots=True, eq=False)
class Goal:
    """A goal sent to an action, and what was received about it. Times are of our clock, in s."""

    id: str
    action: Endpoint
    sent: float
    grip: Grip | None = None
    """What the hand may hold meanwhile; None for a goal of the arm."""
    uuids: tuple[object, ...] = ()
    """Its possible UUIDs in the bridge's notation (ROS 2): one, unless other clients sent goals at the same time."""
    unsent: bool = False
    """Whether it was dropped before sending because of a stop."""
    begun: float | None = None
    """When the action first showed that it has the goal."""
    told: float | None = None
    """When the last feedback came."""
    feedback: Fields | None = None
    listed: tuple[float, int, str] | None = None
    """When the status list first showed it as ended, the status and its text: the result may be lost."""
    ended: float | None = None
    status: int | None = None
    good: bool = True
    """Whether the bridge itself reported no error."""
    text: str = ""
    values: object = None

    def drop(self) -> None:
        """Mark it as not sent."""
        self.unsent = True

    def live(self, at: float) -> None:
        """Note that the action has it."""
        if self.begun is None:
            self.begun = at

    def tell(self, feedback: Fields, at: float) -> None:
        """Store its feedback."""
        if self.ended is None:
            self.live(at)
            self.told, self.feedback = at, feedback

    def end(self, status: int, text: str, values: object, at: float, *, good: bool = True) -> bool:
        """Record its end; return whether that is news."""
        if self.ended is not None:
            return False
        if good:
            self.live(at)
        self.ended, self.status, self.text, self.values, self.good = at, status, text, values, good
        return True

    def over(self, now: float, patience: float) -> bool:
        """Whether it ended. An ended status is enough if no result comes within `patience` s."""
        # The result topic may be lost or overtaken, so it gets some time before the status counts.
        if self.ended is None and self.listed is not None and now - self.listed[0] > patience:
            self.end(self.listed[1], self.listed[2], None, self.listed[0])
        return self.ended is not None


def actions_of(dialect: Dialect) -> Actions:
    """Return the interface to a dialect's actions."""
    return Actionlib() if dialect is Dialect.ROS1 else ActionOperations()


def failure(goal: Goal, profile: RobotProfile) -> HaltError | None:
    """Return why an ended goal did not succeed; None if it did."""
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
    """Return the error text or code of a result, as the end of a sentence."""
    if isinstance(values, Mapping):
        words = values.get("error_string") or values.get("error")
        code = values.get("error_code")
        if words:
            return f": {shown(words)}"
        return f" with the code {shown(code)}" if code else ""
    return f": {shown(values)}" if values else ""


def _heard(
    heard: Feedback | Result, goals: Mapping[str, Goal], at: float, active: Container[int], text: str
) -> str | None:
    """Store the feedback or the result of a goal of ours; return what is odd about it."""
    what, goal = f"a {type(heard).__name__.lower()} of an action", goals.get(heard.id)
    if goal is None or goal.action.name != heard.action:
        return f"{what} with a goal of somebody else"
    if isinstance(heard, Feedback):
        goal.tell(heard.values, at)
        return None
    if heard.good and heard.status in active:
        return f"{what} with the status {heard.status}"
    return None if goal.end(heard.status, text, heard.values, at, good=heard.good) else f"{what} once more"


_GOING_ON = ACTIVE[Dialect.ROS1]
_RECALLING = 7
"""Cancelled before it was received."""


class Actionlib:
    """Actions of ROS 1. Goals and cancels are topics, so both are advertised in advance."""

    def __init__(self) -> None:
        self._heard: set[str] = set()
        """The actions whose status was received; each publishes it continuously."""
        self.others: dict[str, tuple[str, ...]] = {}

    def statuses(self, action: Endpoint) -> Fields:
        return subscribe(f"{action.name}/status", "actionlib_msgs/GoalStatusArray")

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        kind = action.type.removesuffix("Action")
        return (
            advertise(f"{action.name}/goal", f"{kind}ActionGoal"),
            advertise(f"{action.name}/cancel", "actionlib_msgs/GoalID"),
            self.statuses(action),
            subscribe(f"{action.name}/feedback", f"{kind}ActionFeedback"),
            subscribe(f"{action.name}/result", f"{kind}ActionResult"),
        )

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        return publish(f"{action.name}/goal", action_goal(goal, content))

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        return publish(f"{action.name}/cancel", goal_id(goal))

    def silent(self, action: Endpoint) -> bool:
        return action.name not in self._heard

    def hear(self, heard: Heard, goals: Mapping[str, Goal], at: float) -> str | None:
        if not isinstance(heard, Published):
            return None
        action, _, part = heard.topic.rpartition("/")
        if part == "status":
            self._heard.add(action)
            self._statuses(action, heard.message, goals, at)
            return None
        if part not in ("feedback", "result"):
            return None
        what = f"a {part} of an action"
        one = goal_status(object_in(heard.message, "status", what))
        values = object_in(heard.message, part, what)
        told = Feedback(one.goal, action, values) if part == "feedback" else None
        return _heard(told or Result(one.goal, action, True, one.status, values), goals, at, _GOING_ON, one.text)

    def _statuses(self, action: str, message: Fields, goals: Mapping[str, Goal], at: float) -> None:
        listed = goal_statuses(message)
        going_on = (one.goal for one in listed if one.status in _GOING_ON and one.status != _RECALLING)
        self.others[action] = tuple(name for name in going_on if name not in goals)
        for one in listed:
            goal = goals.get(one.goal)
            if goal is None or goal.action.name != action or goal.ended is not None:
                continue
            if one.status in _GOING_ON:
                if one.status != _RECALLING:
                    goal.live(at)
            elif goal.listed is None:
                goal.live(at)
                goal.listed = at, one.status, one.text


_STATUS = "/_action/status"
_LATE = 1.0
"""How long (s) after a goal's end a status list may still show it as active."""


class ActionOperations:
    """Actions of ROS 2."""

    def __init__(self) -> None:
        self.others: dict[str, tuple[str, ...]] = {}
        self._known: set[str] = set()
        """The ids of all goals ever listed."""
        self._ours: set[str] = set()

    def statuses(self, action: Endpoint) -> Fields:
        return subscribe(f"{action.name}{_STATUS}", "action_msgs/msg/GoalStatusArray")

    def listen(self, action: Endpoint) -> tuple[Fields, ...]:
        return (self.statuses(action),)

    def goal(self, action: Endpoint, goal: str, content: Fields) -> Fields:
        return send_action_goal(goal, action.name, action.type, content)

    def cancel(self, action: Endpoint, goal: str) -> Fields:
        return cancel_action_goal(goal, action.name)

    def silent(self, action: Endpoint) -> bool:
        return False

    def hear(self, heard: Heard, goals: Mapping[str, Goal], at: float) -> str | None:
        if isinstance(heard, Published) and heard.topic.endswith(_STATUS):
            self._statuses(heard.topic.removesuffix(_STATUS), heard.message, goals, at)
        if not isinstance(heard, Feedback | Result):
            return None
        failed = isinstance(heard, Result) and not heard.good
        return _heard(heard, goals, at, ACTIVE[Dialect.ROS2], shown(heard.values) if failed else "")

    def _statuses(self, action: str, message: Fields, goals: Mapping[str, Goal], at: float) -> None:
        """Tell our goals from others'. If two appear at once, nobody can tell: both count as ours and as others'."""
        listed = uuid_statuses(message)
        going_on = {uuid_text(uuid): uuid for uuid, status in listed if status in ACTIVE[Dialect.ROS2]}
        new = [name for name in going_on if name not in self._known]
        self._known.update(uuid_text(uuid) for uuid, _ in listed)
        own = next((one for one in reversed(list(goals.values())) if one.action.name == action), None)
        if new and own is not None and _may_be(own, at):
            own.uuids += tuple(going_on[name] for name in new)
            if len(own.uuids) == 1:
                self._ours.update(new)
        self.others[action] = tuple(name for name in going_on if name not in self._ours)


def _may_be(goal: Goal, at: float) -> bool:
    """Whether a newly listed goal may be this one: its UUID is not known, or it has given no sign yet."""
    if goal.unsent or not goal.good or (goal.ended is not None and at - goal.ended > _LATE):
        return False
    return not goal.uuids or goal.begun is None


Actions = Actionlib | ActionOperations

"""Execute a motion as one goal, monitored from the moment it is sent until the arm stands at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clairify_cli.records import dataclass
from clairify_cli.worlds.ros.discovery import texts_of
from clairify_cli.worlds.ros.link.actions import Goal, failure
from clairify_cli.worlds.ros.link.dialects import following, trajectory
from clairify_cli.worlds.ros.link.ledger import plain
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint
from clairify_cli.worlds.ros.robot import HaltError
from clairify_cli.worlds.ros.script.quintic import Course
from clairify_cli.worlds.ros.script.values import Joints, Motion
from clairify_cli.worlds.ros.session import WAIT, Session
from clairify_cli.worlds.ros.watch import watchdog
from clairify_cli.worlds.ros.watch.hearing import ArmState, Call

_SETTLING = 0.5
"""How long (s) the arm may take to come to rest at the end after its goal has succeeded."""
_NOTED = 0.5
"""The interval (s) at which the state is logged during a motion."""
_LOGGING = 0.02
"""How long (s) logging may take then."""
_SOONEST = 0.002
"""The shortest wait (s) for news."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is between the fingers, its width and how much (m) further they may close."""

    thing: str
    width: float
    tolerance: float


def lost(session: Session, held: Held | None) -> HaltError | None:
    """Return a fault if the held object is gone or the fingers are no longer seen; None if their width is unknown."""
    width = session.hearing.width
    if held is None or width is None:
        return None
    stale = watchdog.fresh(session.clock() - width.heard, session.profile.watching, "width of the hand")
    return stale or watchdog.still_held(held.width, held.tolerance, width.metres, held.thing)


class Follower:
    """A running motion. `state` returns the last state, or raises if it is too old."""

    def __init__(self, session: Session, motion: Motion, held: Held | None, state: Callable[[], ArmState]):
        self._session = session
        self._motion = motion
        self._held = held
        self._state = state
        self._watching = session.profile.watching
        self._rate = session.profile.rate
        self._course = Course(motion.points) if len(motion.points) > 1 else None
        self._noted = float("-inf")
        self._told = float("-inf")
        self._there: Call | None = None

    def run(self) -> None:
        """Execute it. Raises `HaltError`; the motion may then still be running."""
        session, motion = self._session, self._motion
        session.check()
        session.hearing.looked()
        before = self._state()
        self._note("start", before.joints)
        ask(watchdog.at_start(motion.start, before.joints, self._watching))
        ask(lost(session, self._held))
        if len(motion.points) < 2:
            return
        content = trajectory(session.hearing.joints, motion.points, session.profile.dialect)
        logged = {"motion": motion.name, "points": len(motion.points), "seconds": motion.seconds}
        logged |= {"from": plain(motion.start), "to": plain(motion.end)}
        goal = session.start(session.trajectory, content, "motion", logged)
        seen = -1
        while not session.over(goal):
            seen = session.hearing.wait(seen, self._patience(goal))
            session.check()
            self._watch(goal)
        self._look(goal)
        session.done(goal)
        assert goal.ended is not None
        session.check()  # an interruption or another client's goal explains more than how this goal ended
        ask(failure(goal, session.profile))
        ask(watchdog.not_early(motion.seconds, goal.ended - goal.sent, self._watching, self._rate))
        self._arrive(goal.ended)
        session.expect(None)

    def _patience(self, goal: Goal) -> float:
        """Return how long (s) nothing can become overdue."""
        now, watching = self._session.clock(), self._watching
        arm, untold = self._session.hearing.arm, self._session.mode.due()
        due = [now + WAIT, goal.sent + watching.answer]
        if untold is not None:
            due.append(untold)
        if arm is not None:
            due.append(min(arm.heard, self._session.hearing.moved) + watching.stale)
        if goal.begun is not None:
            due.append(max(goal.begun, goal.told or 0.0) + watching.feedback)
            due.append(goal.begun + watchdog.longest(self._motion.seconds, watching, self._rate))
        return max(min(due) - now, 0.0) + _SOONEST

    def _watch(self, goal: Goal) -> None:
        """Check all messages since the last call, and the missing ones."""
        session, watching = self._session, self._watching
        self._look(goal)
        if session.over(goal):
            return
        now = session.clock()
        name = goal.action.name
        begun, told = goal.begun, goal.told
        if begun is None:
            self._look_for(goal, now)
            fault = watchdog.answered(now - goal.sent, watching, name)
            there = self._there
            if fault is not None and there is not None and there.answered is not None and not goal.uuids:
                fault = watchdog.untaken(
                    fault, name, is_there=name in texts_of(there.values, "action_servers")
                )  # it was not even listed
            ask(_with_remarks(fault, tuple(session.hearing.remarks)))
            return
        if goal.listed is None:  # an ended goal gives no more feedback, though its result may be lost
            ask(watchdog.talking(now - max(begun, told or begun), watching, name))
        ask(watchdog.in_time(self._motion.seconds, now - begun, watching, self._rate))

    def _look_for(self, goal: Goal, now: float) -> None:
        """Check in time whether the action still exists: a Humble bridge never reports that a goal was rejected."""
        is_due = now - goal.sent > self._watching.answer / 2
        if is_due and self._there is None and self._session.profile.dialect is Dialect.ROS2:
            self._there = self._session.call(Endpoint("/rosapi/action_servers", ""), {})

    def _look(self, goal: Goal) -> None:
        """Check the joint states and the feedback."""
        session = self._session
        states, faults = session.hearing.looked()
        if faults:
            raise faults[0]
        for state in states:
            if state.heard >= goal.sent:
                self._on_path(state.joints, state.heard - state.late, goal, "The arm")
        ask(lost(self._session, self._held))
        latest = self._state()
        if latest.heard - self._noted > _NOTED:
            self._noted = latest.heard
            self._note("moving", latest.joints)
        feedback, told = goal.feedback, goal.told
        if feedback is not None and told is not None and told > self._told:
            self._told = told
            found = following(feedback, session.hearing.joints)
            for place, what in ((found.desired, "What the controller wants"), (found.actual, "The controller's arm")):
                if place is not None:
                    ask(watchdog.finite(session.hearing.joints, place, "The feedback"))
                    self._on_path(place, told, goal, what)
            if found.desired is not None and found.actual is not None:
                ask(watchdog.follows(found.desired, found.actual, self._watching))

    def _on_path(self, joints: Joints, at: float, goal: Goal, what: str) -> None:
        begun = goal.begun if goal.begun is not None else at
        times = watchdog.window(at - goal.sent, at - begun, self._watching, self._rate, self._motion.seconds)
        assert self._course is not None
        ask(watchdog.on_path(self._course, joints, times, self._watching, what))

    def _arrive(self, ended: float) -> None:
        """Check that a state from after the goal's end is soon at the end of the motion."""
        session = self._session

        def there() -> bool:
            arm = session.hearing.arm
            return (
                arm is not None
                and arm.heard - arm.late > ended
                and watchdog.at_end(self._motion.end, arm.joints, self._watching) is None
            )

        session.until(lambda: there() or bool(session.hearing.faults), _SETTLING)
        _states, faults = session.hearing.looked()
        if faults:
            raise faults[0]
        came, state = there(), self._state()
        self._note("end", state.joints)
        if not came:
            ask(watchdog.at_end(self._motion.end, state.joints, self._watching))
            ask(watchdog.fresh(None, self._watching, "joint state after the end of the motion"))
        ask(lost(self._session, self._held))

    def _note(self, when: str, joints: Joints) -> None:
        width = self._session.hearing.width
        fields = {
            "when": when,
            "motion": self._motion.name,
            "joints": plain(joints),
            "width": None if width is None else width.metres,
            **self._session.mode.seen(self._session.clock()),
        }
        if when == "moving":  # monitoring a moving arm must not wait for the disk
            self._session.ledger.attempt("state", fields, _LOGGING)
        else:
            self._session.ledger.write("state", fields)


def ask(error: HaltError | None) -> None:
    """Raise an error if there is one."""
    if error is not None:
        raise error


def _with_remarks(error: HaltError | None, remarks: Sequence[str]) -> HaltError | None:
    """Append the bridge's own last message, which may be the reason."""
    if error is None or not remarks:
        return error
    words = f"{error.message} The bridge says: {remarks[-1]}"
    return HaltError(error.cause, words, expected=error.expected, actual=error.actual)

"""Stop a robot: cancel our goal, then check that the arm and the hand stand still.

The hand is stopped only while a goal of ours moves it and it holds nothing, because its stop releases the force of a
grasp. Its answer proves little, so the fingers are observed. Whatever was not confirmed is reported.

If the goal was aborted, its cancel was not confirmed, or the arm still moves, the arm is told to hold its position.
This is not done if somebody else moves it, if joint states contradict each other (a false one would cause a motion),
or if the hold might be executed later and move the arm back: if the bridge might queue it, or a person guides the arm.
"""

from __future__ import annotations

import math

from clairify_cli.worlds.ros.link.actions import Goal, failure
from clairify_cli.worlds.ros.link.connection import Kind
from clairify_cli.worlds.ros.link.dialects import trajectory
from clairify_cli.worlds.ros.link.ledger import plain
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, Found, HaltError, HandSeen, Stopped, remark
from clairify_cli.worlds.ros.script.quintic import apart
from clairify_cli.worlds.ros.script.values import Joints, Waypoint
from clairify_cli.worlds.ros.session import Session

_AGAIN = 0.25
"""The interval (s) at which a cancel is repeated until it is confirmed."""
_WATCHED = 0.3
"""How long (s) the arm and the hand are observed to see whether they stand still."""
_LOOKS = 4
"""How many such observations are made."""
_STILL = 0.002
"""How far (rad) a joint of an arm at rest may seem to move."""
_SEEN = 0.1
"""How long (s) to wait for an arm state from after the stop."""
_HOLD = 0.3
"""The shortest time (s on the wall) that the arm gets to reach its hold position."""
_LONGEST = 2.0
"""The longest time (s of the robot's clock) for that, if the arm moves fast."""
_TAKEN = 0.5
"""How much longer (s) to wait for the hold to end."""
_LOGGING = 0.1
"""How long (s) to wait for other threads that write the log."""


class Stopping:
    """The stop of a robot. `already` is whether the stop messages were already sent."""

    def __init__(self, session: Session, error: HaltError, found: Found | None, *, already: bool):
        self._session = session
        self._error = error
        self._found = found
        self._already = already
        self._remarks: list[str] = []
        self._held = False

    def run(self) -> Stopped:
        """Stop the robot and return what was confirmed; takes as long as the answers may take, a few s at most."""
        session, error = self._session, self._error
        goal = session.going_on
        ended = goal is not None and goal.ended is not None
        if ended and goal is not None and self._already and goal.status in session.profile.cancelled:
            ended = False  # it ended by the cancel that a signal handler had already sent
        if not self._already:
            session.stop()
        fields: dict[str, object] = {
            "cause": error.cause.value,
            "message": error.message,
            "expected": error.expected,
            "actual": error.actual,
        }
        session.ledger.attempt("halt", {**fields, **self._seen()}, _LOGGING)
        begun = session.clock()
        until = begun + session.profile.watching.answer
        kept = goal is not None and goal.ended is None and session.keeps(goal)
        cancel = None if ended or kept else self._cancelled(goal, until)
        if session.hand_stopped:
            self._hand_answers(until)
        if error.cause is Cause.ABORTED or cancel is False or self._aborted(goal):
            self._hold(free=cancel is not False)
        still = self._stands_still()
        if still is False and not self._held and self._hold(free=cancel is not False):
            still = self._stands_still()
        gripper = None if goal is None or goal.grip is None else self._hand_seen(begun)
        if kept and goal is not None and goal.grip is not None:
            self._remark("hand-holds", thing=goal.grip.thing)
        if still is None:
            self._remark("unseen-contradicted" if self._contradicted else "unseen")
        elif not still:
            self._remark("moves")
        mode = session.mode.amiss()
        if mode is not None and error.cause is not Cause.NOT_IN_ORDER:
            self._remarks.append(mode.message)
        stopped = error.stopped = Stopped(cancel, gripper, still, tuple(self._remarks))
        seen = None if gripper is None else gripper.value
        fields = {"cancel": cancel, "gripper": seen, "still": still, "remarks": list(stopped.remarks)}
        session.ledger.attempt("stopped", {**fields, **self._seen()}, _LOGGING)
        return stopped

    def _remark(self, name: str, **values: object) -> None:
        self._remarks.append(remark(name, **values))

    def _seen(self) -> dict[str, object]:
        """Return the last known state of the arm and hand, for the log."""
        hearing, now = self._session.hearing, self._session.clock()
        arm, width = hearing.arm, hearing.width
        return {
            "joints": None if arm is None else plain(arm.joints),
            "age": None if arm is None else round(arm.age(now), 4),
            "width": None if width is None else width.metres,
            **self._session.mode.seen(now),
        }

    def _cancelled(self, goal: Goal | None, until: float) -> bool | None:
        """Return whether the goal ended by its cancel before `until`; None if none was active or it completed."""
        session = self._session
        if goal is None:
            return None
        while not session.lost and (left := until - session.clock()) > 0:
            if session.until(lambda: self._answered(goal), min(left, _AGAIN), anyway=True):
                break
            session.cancel(goal)
        if goal.unsent:
            return None
        if session.calls.of_all is not None:
            self._remark("cancelled-all", action=session.calls.of_all)
        if session.over(goal):
            if goal.good and goal.status in session.profile.succeeded:
                self._remark("ended-before")
                return None
            if session.unheard:
                self._remark("heard-elsewhere")
            return True
        # The action's own answer replaces the goal's end, which the dead first connection would have carried.
        if self._taken(goal):
            self._remark("answered-elsewhere", action=goal.action.name)
            return True
        if session.connection.error is not None and session.line.open:
            self._remark("unconfirmed-elsewhere")
        elif session.connection.error is not None:
            self._remark("bridge-gone")
        else:
            self._remark("unconfirmed", answer=session.profile.watching.answer)
            if session.prompt is False or (self._found is not None and self._found.stops_at_once is False):
                self._remark("cancels-late")
        return False

    def _answered(self, goal: Goal) -> bool:
        return goal.unsent or self._session.over(goal) or self._taken(goal)

    def _taken(self, goal: Goal) -> bool:
        """Whether the action confirmed the cancel, in case the goal's end can no longer be received."""
        return self._session.unheard and self._session.calls.took(goal)

    def _aborted(self, goal: Goal | None) -> bool:
        """Whether a motion of the arm ended in an error, so it may continue."""
        if goal is None or goal.action != self._session.trajectory or not self._session.over(goal):
            return False
        found = failure(goal, self._session.profile)
        return found is not None and found.cause is Cause.ABORTED

    def _hand_seen(self, begun: float) -> HandSeen:
        """Return whether the fingers have stood still for a while after `begun` (s)."""
        session = self._session

        def watched(since: float) -> bool:
            width = session.hearing.width
            return width is not None and width.heard - max(since, begun) >= _WATCHED

        def stands() -> bool:
            width = session.hearing.width
            return width is not None and watched(width.since)

        if session.until(stands, _LOOKS * _WATCHED, anyway=True):
            return HandSeen.STILL
        return HandSeen.MOVING if watched(begun) else HandSeen.UNSEEN

    def _hand_answers(self, until: float) -> None:
        """Wait until a time for the hand's answer to its stop; add a remark unless it confirms it."""
        session = self._session
        goal, call = session.stop_goal, session.stop_call

        def answered() -> bool:
            if goal is not None:
                return session.over(goal)
            return call is not None and call.answered is not None

        if not session.until(answered, max(until - session.clock(), 0.0), anyway=True):
            self._remark("hand-silent")
            return
        if goal is not None:
            good = goal.good and goal.status in session.profile.succeeded
            values = goal.values
        else:
            assert call is not None
            good, values = call.good, call.values
        if not good or (isinstance(values, dict) and values.get("success") is False):
            self._remark("hand-refuses")

    def _hold(self, *, free: bool) -> bool:
        """Tell the arm to hold its position, which replaces its current goal; return whether that was sent.

        `free` is whether no goal of ours is active that the bridge might have to wait for.
        """
        session = self._session
        if session.connection.error is not None or not (free or session.prompt):
            return False
        if session.unheard:  # a frozen bridge might execute the hold later, as a motion back
            self._remark("no-hold-silent")
            return False
        if session.mode.in_hands:  # it would move back as soon as the person lets go or has recovered it
            self._remark("no-hold-person")
            self._held = True
            return False
        if session.actions.others.get(session.trajectory.name):  # it would replace that goal
            self._remark("no-hold-others")
            self._held = True
            return False
        session.hearing.looked()
        session.until(lambda: len(session.hearing.arms) > 1, _SEEN, anyway=True)  # preferably after the stop
        arm = session.hearing.arm
        if arm is None or arm.age(session.clock()) > session.profile.watching.stale:
            self._remark("no-hold-unseen")
            return False
        if self._contradicted:  # holding a false position would be a motion
            self._remark("no-hold-contradicted")
            return False
        self._held = True
        point = resting(arm.joints, braking(arm.velocities, session.profile))
        content = trajectory(session.hearing.joints, [point], session.profile.dialect)
        logged = {"joints": plain(arm.joints), "seconds": point.seconds}
        goal = session.start(session.trajectory, content, "hold", logged, Kind.HOLDS)
        lasts = point.seconds / session.profile.rate
        good = session.until(lambda: session.over(goal), lasts + _TAKEN, anyway=True)
        good = good and goal.good and goal.status in session.profile.succeeded
        self._remark("held" if good else "held-unconfirmed")
        return True

    def _stands_still(self) -> bool | None:
        """Return whether the arm stands still; None if it is not seen or joint states contradict each other."""
        session = self._session
        moved: bool | None = None
        for _ in range(_LOOKS):
            session.hearing.looked()
            session.until(lambda: False, _WATCHED, anyway=True)
            states, _faults = session.hearing.looked()
            seen = [state.joints for state in states if state.late <= session.profile.watching.stale]
            if len(seen) < 2:  # messages may pause for a moment, and one state does not show motion
                if session.lost:
                    break
                continue
            if max(apart(seen[0], one) for one in seen) <= _STILL:
                return True
            moved = True
        return None if moved is None or self._contradicted else False

    @property
    def _contradicted(self) -> bool:
        return self._session.hearing.contradicted(self._session.clock())


def braking(velocities: Joints, profile: RobotProfile) -> float:
    """How long (s of the robot's clock) to take for the return to the current place, from these velocities (rad/s).

    The quintic from a place back to itself brakes with at most 4 v / T; this uses half of the acceleration limit.
    """
    pairs = zip(velocities, profile.limits.acceleration, strict=True)
    fastest = max(8 * abs(speed) / limit for speed, limit in pairs) if all(map(math.isfinite, velocities)) else 0.0
    return max(_HOLD * profile.rate, min(fastest, _LONGEST))


def resting(joints: Joints, seconds: float) -> Waypoint:
    """Return the waypoint of being at rest at some angles after some s."""
    none = (0.0,) * len(joints)
    return Waypoint(seconds, joints, none, none)

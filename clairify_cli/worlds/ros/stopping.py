"""Stopping a robot: our goal is cancelled, and then it is looked whether the arm and the hand stand still.

The hand is stopped only while a goal of ours moves it and it holds nothing: its stop takes the force off a grasp. That
it answered says little; what counts is what is seen of its fingers. What was not confirmed is said.

An arm whose goal was aborted, whose cancel was not confirmed or that is seen to move is told to hold where it is. It is
not where somebody else moves it, where joint states contradict each other, since one that is not true would make it a
motion, and where that might be carried out only later, when it would be a motion back: where the bridge might keep it,
or a person has the arm.
"""

from __future__ import annotations

import math

from clairify_cli.worlds.ros.link.actions import Goal, failure
from clairify_cli.worlds.ros.link.connection import Kind
from clairify_cli.worlds.ros.link.dialects import trajectory
from clairify_cli.worlds.ros.link.ledger import plain
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, Found, HaltError, HandSeen, Stopped
from clairify_cli.worlds.ros.script.quintic import apart
from clairify_cli.worlds.ros.script.values import Joints, Waypoint
from clairify_cli.worlds.ros.session import Session

_AGAIN = 0.25
"""How often (s) a cancel is sent until it is confirmed."""
_WATCHED = 0.3
"""How long (s) the arm and the hand are watched to see whether they stand still."""
_LOOKS = 4
"""How often they are watched for that long."""
_STILL = 0.002
"""How far (rad) a joint of an arm that stands still may seem to move."""
_SEEN = 0.1
"""How long (s) is waited for a state of the arm from after the stop."""
_HOLD = 0.3
"""How long (s on the wall) the arm may take at least to where it is told to hold."""
_LONGEST = 2.0
"""How long (s of the robot's clock) it may take for that at most where it moves fast."""
_TAKEN = 0.5
"""How much longer (s) is waited for the end of that."""
_LOGGING = 0.1
"""How long (s) is waited for others that write into the log."""
_CONTRADICTED = "joint states contradict each other, as where two nodes publish them"

NOT_SAFETY = "This is not a safety-rated stop: use the emergency stop where anything is in doubt."


class Stopping:
    """The stop of a robot. `already` is whether what stops it was sent."""

    def __init__(self, session: Session, error: HaltError, found: Found | None, *, already: bool):
        self._session = session
        self._error = error
        self._found = found
        self._already = already
        self._remarks: list[str] = []
        self._held = False

    def run(self) -> Stopped:
        """Stop it. Takes as long as answers may take, a few s at most."""
        session, error = self._session, self._error
        goal = session.going_on
        ended = goal is not None and goal.ended is not None
        if ended and goal is not None and self._already and goal.status in session.profile.cancelled:
            ended = False  # it ended by the cancel that a signal sent before it was this far
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
            held = goal.grip.thing
            self._remarks.append(f"The hand was not stopped: that takes its force off, and it may hold {held}.")
        if still is None:
            why = f"{_CONTRADICTED}. {NOT_SAFETY}" if self._contradicted else "there are no joint states."
            self._remarks.append(f"It is not known whether the arm stands still: {why}")
        elif not still:
            self._remarks.append(f"The arm still moves. {NOT_SAFETY}")
        mode = session.mode.amiss()
        if mode is not None and error.cause is not Cause.NOT_IN_ORDER:
            self._remarks.append(mode.message)
        stopped = error.stopped = Stopped(cancel, gripper, still, tuple(self._remarks))
        seen = None if gripper is None else gripper.value
        fields = {"cancel": cancel, "gripper": seen, "still": still, "remarks": list(stopped.remarks)}
        session.ledger.attempt("stopped", {**fields, **self._seen()}, _LOGGING)
        return stopped

    def _seen(self) -> dict[str, object]:
        """What was last heard of the arm and the hand, for the log."""
        hearing, now = self._session.hearing, self._session.clock()
        arm, width = hearing.arm, hearing.width
        return {
            "joints": None if arm is None else plain(arm.joints),
            "age": None if arm is None else round(arm.age(now), 4),
            "width": None if width is None else width.metres,
            **self._session.mode.seen(now),
        }

    def _cancelled(self, goal: Goal | None, until: float) -> bool | None:
        """Whether the goal ended by its cancel, until a time. None if none went on, or it came to its end."""
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
            words = f"{session.calls.of_all} had not told which goal is ours: each of its goals was cancelled."
            self._remarks.append(words)
        if session.over(goal):
            if goal.good and goal.status in session.profile.succeeded:
                self._remarks.append("What went on had come to its end before it was cancelled.")
                return None
            if session.unheard:
                self._remarks.append(
                    "The first connection is gone or frozen; the end of the goal was heard on another one."
                )
            return True
        if self._taken(goal):
            self._remarks.append(
                f"The first connection is gone or frozen, so the end of the goal was not heard; {goal.action.name} "
                "answered on another one that it cancels it."
            )
            return True
        if session.connection.error is not None and session.line.open:
            self._remarks.append(
                "The first connection is gone; the cancel was sent on another one, but nothing confirmed it: "
                f"the arm may go on to the end of its motion. {NOT_SAFETY}"
            )
        elif session.connection.error is not None:
            self._remarks.append(f"The bridge is gone, so the cancel may not have arrived. {NOT_SAFETY}")
        else:
            self._remarks.append(
                f"The bridge did not confirm the cancel within {session.profile.watching.answer:g} s: "
                f"the arm may go on to the end of its motion. {NOT_SAFETY}"
            )
            if session.prompt is False or (self._found is not None and self._found.stops_at_once is False):
                self._remarks.append("This bridge handles a cancel only after the goal has ended.")
        return False

    def _answered(self, goal: Goal) -> bool:
        return goal.unsent or self._session.over(goal) or self._taken(goal)

    def _taken(self, goal: Goal) -> bool:
        """Whether the action answered that it cancels the goal, where its end can no longer be heard of."""
        return self._session.unheard and self._session.calls.took(goal)

    def _aborted(self, goal: Goal | None) -> bool:
        """Whether a motion of the arm ended neither well nor by its cancel: then it may go on."""
        if goal is None or goal.action != self._session.trajectory or not self._session.over(goal):
            return False
        found = failure(goal, self._session.profile)
        return found is not None and found.cause is Cause.ABORTED

    def _hand_seen(self, begun: float) -> HandSeen:
        """Whether the fingers have stood still for a while since a time (s)."""
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
        """Wait until a time for what the hand says to its stop; a remark where that is not that it is done."""
        session = self._session
        goal, call = session.stop_goal, session.stop_call

        def answered() -> bool:
            if goal is not None:
                return session.over(goal)
            return call is not None and call.answered is not None

        if not session.until(answered, max(until - session.clock(), 0.0), anyway=True):
            self._remarks.append("The hand did not answer its stop.")
            return
        if goal is not None:
            good = goal.good and goal.status in session.profile.succeeded
            values = goal.values
        else:
            assert call is not None
            good, values = call.good, call.values
        if not good or (isinstance(values, dict) and values.get("success") is False):
            self._remarks.append("The hand says that it could not be stopped.")

    def _hold(self, *, free: bool) -> bool:
        """Tell the arm to stay where it is, which replaces whatever it does; whether that was sent.

        `free` is whether no goal of ours goes on that the bridge might have to wait for.
        """
        session = self._session
        if session.connection.error is not None or not (free or session.prompt):
            return False
        if session.unheard:  # where it is frozen, the hold might be a motion back later
            self._remarks.append("The arm could not be told to hold, since the first connection is silent.")
            return False
        if session.mode.in_hands:  # it would be a motion back as soon as that person lets go, or has recovered it
            self._remarks.append("The arm was not told to hold, since only a person moves it on.")
            self._held = True
            return False
        if session.actions.others.get(session.trajectory.name):  # it would replace that goal
            self._remarks.append("The arm was not told to hold, since somebody else moves it.")
            self._held = True
            return False
        session.hearing.looked()
        session.until(lambda: len(session.hearing.arms) > 1, _SEEN, anyway=True)  # from after the stop, if it may be
        arm = session.hearing.arm
        if arm is None or arm.age(session.clock()) > session.profile.watching.stale:
            self._remarks.append("The arm could not be told to hold, since it is not known where it is.")
            return False
        if self._contradicted:  # a place where it is not would be a motion
            self._remarks.append(f"The arm was not told to hold, since {_CONTRADICTED}.")
            return False
        self._held = True
        point = resting(arm.joints, braking(arm.velocities, session.profile))
        content = trajectory(session.hearing.joints, [point], session.profile.dialect)
        logged = {"joints": plain(arm.joints), "seconds": point.seconds}
        goal = session.start(session.trajectory, content, "hold", logged, Kind.HOLDS)
        lasts = point.seconds / session.profile.rate
        good = session.until(lambda: session.over(goal), lasts + _TAKEN, anyway=True)
        good = good and goal.good and goal.status in session.profile.succeeded
        words = "." if good else ", which was not confirmed."
        self._remarks.append(f"The arm was told to hold where it is{words}")
        return True

    def _stands_still(self) -> bool | None:
        """Whether the arm hardly moves for a while; None if it is not seen, or joint states contradict each other."""
        session = self._session
        moved: bool | None = None
        for _ in range(_LOOKS):
            session.hearing.looked()
            session.until(lambda: False, _WATCHED, anyway=True)
            states, _faults = session.hearing.looked()
            seen = [state.joints for state in states if state.late <= session.profile.watching.stale]
            if len(seen) < 2:  # none may come for a moment, and a single one says nothing of motion
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
    """How long (s of the robot's clock) to take back to where the arm is, from these velocities (rad/s).

    The quintic from a place to the same place at rest brakes with 4 v / T at most, of which half the limit is used.
    """
    pairs = zip(velocities, profile.limits.acceleration, strict=True)
    fastest = max(8 * abs(speed) / limit for speed, limit in pairs) if all(map(math.isfinite, velocities)) else 0.0
    return max(_HOLD * profile.rate, min(fastest, _LONGEST))


def resting(joints: Joints, seconds: float) -> Waypoint:
    """To be at rest at some angles, after so many s."""
    none = (0.0,) * len(joints)
    return Waypoint(seconds, joints, none, none)

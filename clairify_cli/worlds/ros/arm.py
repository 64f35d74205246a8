"""A Franka arm behind rosbridge: executes a script on it under constant monitoring.

None of this is a safety-rated stop. A motion is one goal of the arm's own controller, which continues if this program
or the network fails; this code detects what it can, requests a stop and reports how much of it was confirmed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace

from clairify_cli.worlds.ros import description, discovery
from clairify_cli.worlds.ros.devices import Devices
from clairify_cli.worlds.ros.following import Follower, Held, lost
from clairify_cli.worlds.ros.gripper import fingers
from clairify_cli.worlds.ros.link.ledger import Journal
from clairify_cli.worlds.ros.link.messages import subscribe
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause, Found, HaltError, RobotState, Stopped, remark
from clairify_cli.worlds.ros.script.values import Fingers, Joints, Motion
from clairify_cli.worlds.ros.session import Session
from clairify_cli.worlds.ros.setup import open_points, prepare
from clairify_cli.worlds.ros.stopping import Stopping
from clairify_cli.worlds.ros.watch import watchdog
from clairify_cli.worlds.ros.watch.hearing import ArmState, Standing


class RosRobot:
    """An arm with a hand, over rosbridge. After a stop it refuses every motion: it does not resume by itself.

    Its methods are called by one thread; `interrupt` may be called by any thread and by signal handlers. `devices` say
    what of the bench can be set and read, and switch everything off at the end, also after a stop.
    """

    def __init__(self, session: Session, found: Found, devices: Devices):
        self._session = session
        self._found = found
        self.devices = devices
        self._held: Held | None = None
        self._standing = Standing(session.hearing, session.profile.watching)
        session.watches += (self._standing,)
        self._error: HaltError | None = None
        """Why it was stopped; None before a stop."""

    @classmethod
    def connect(
        cls, url: str, profile: RobotProfile, journal: Journal, *, clock: Callable[[], float] = time.monotonic
    ) -> RosRobot:
        """Connect, discover the robot, and wait for the first joint state; nothing moves.

        Raises `RosMissingError`, and `HaltError` if the bridge is unavailable or does not serve such a robot.
        """
        session = Session(url, profile, journal, clock)
        try:
            known = discovery.graph(session)
            named = discovery.generation(profile, known)
            if named != profile:
                session.close()
                session = Session(url, named, journal, clock)
            return cls._found_out(session, known)
        except BaseException:
            session.close()
            raise

    @classmethod
    def _found_out(cls, session: Session, known: discovery.Graph | None) -> RosRobot:
        profile, hearing = session.profile, session.hearing
        session.send(subscribe(profile.joint_states.name, profile.joint_states.type))
        told = discovery.listen_to_mode(session, known)
        with hearing.condition:
            hearing.bad = None
        joints = discovery.joint_names(session)
        with hearing.condition:
            if joints != hearing.joints:
                hearing.joints, hearing.bad = joints, None
        remarks = (*discovery.trajectory_action(session, known), *discovery.packages(session, known))
        profile, devices = session.profile, Devices(session, known)
        remarks += (*devices.missing, *description.confirm(session, known, joints))
        lacks = (*discovery.listen(session), *discovery.missing_of_hand(profile, known))
        lacks = tuple(dict.fromkeys(lacks))
        at_once, stops = discovery.cancels_at_once(session, known)
        remarks += (*((remark("not-running", names=", ".join(lacks)),) if lacks else ()), *stops)
        remarks += () if session.line.open else (remark("no-line"),)
        session.guard.look(None if known is None else known.topics)
        remarks += () if told and discovery.mode_comes(session) else (discovery.no_mode(profile),)
        session.until(lambda: hearing.arm is not None or hearing.bad is not None, profile.watching.answer)
        unset = open_points(session)
        ways = (session.line.open, session.guard.limit, unset)
        found = Found(session.trajectory.name, joints, at_once, devices.ids(), (*remarks, *unset), lacks, *ways)
        robot = cls(session, found, devices)
        state = robot.state()
        session.ledger.write(
            "found",
            {
                **asdict(found),
                "model": profile.model.value,
                "hand_speed": asdict(profile.hand_speed),
                "keep_in": [asdict(one) for one in profile.keep_in],
                "at": list(state.joints),
                "width": state.width,
                **session.mode.seen(session.clock()),
            },
        )
        return robot

    @property
    def found(self) -> Found:
        """The facts discovered on connecting, and by `probe_cancel`."""
        return self._found

    def state(self) -> RobotState:
        """Return the latest state; never older than allowed.

        Raises `HaltError`, after a stop if anything moved; also if the hand has lost what it held."""
        with self._guarded(only_if_begun=True):
            if self._error is None:
                self._session.check()
            arm = self._state()
            gone = lost(self._session, self._held) if self._error is None else None
            if gone is not None:
                raise gone
            width = self._session.hearing.width
            now, mode = self._session.clock(), self._session.mode
            metres = None if width is None else width.metres
            said = None if mode.last is None else mode.last.words
            unfit = mode.unfit() or self._session.taken()
            return RobotState(arm.joints, metres, arm.age(now), said, unfit)

    def arm_guard(self) -> None:
        """Have the guard watch from now on, if there is one. Raises `HaltError` if it does not accept the run."""
        self._session.guard.arm(self._session.trajectory.name)

    def probe_cancel(self) -> Found:
        """Test whether a cancel is handled during a goal; a person has agreed to it. The arm stays where it is.

        Raises `HaltError`, after a stop, where the arm's action does not answer.
        """
        with self._moving():
            self._state()
            at_once, remarks = discovery.probe(self._session)
            others = [remark(one) for one in ("one-thread", "other-line", "not-known")]
            kept = tuple(one for one in self._found.remarks if one not in others)
            self._found = replace(self._found, stops_at_once=at_once, remarks=(*kept, *remarks))
            self._session.ledger.write("found", {"stops_at_once": at_once, "remarks": list(remarks)})
            return self._found

    def prepare(self, *, hand: bool) -> None:
        """Send or check the profile's setup, and home the hand (which holds nothing) if the run uses it.

        Raises `HaltError` after a stop.
        """
        with self._moving():
            prepare(self._session, self.devices, hand=hand)

    def stand(self, place: Joints) -> None:
        """From now on the arm must stand at a position (rad) until a motion starts; a deviation halts the run."""
        self._standing.at(place, self._session.clock())

    def follow(self, motion: Motion) -> None:
        """Execute a motion under monitoring; return when it has ended in the right place. Raises `HaltError` after a
        stop."""
        with self._moving():
            held = self._held if motion.holding is not None else None
            self._standing.at(None, self._session.clock())
            Follower(self._session, motion, held, self._state).run()
            self.stand(motion.end)

    def fingers(self, command: Fingers) -> float:
        """Open or close the hand, and return the width (m). Raises `HaltError` after a stop."""
        with self._moving():
            self._state()
            width = fingers(self._session, command, self._state, self._held)
            grasped = command.force is not None
            self._held = Held(command.thing or "What was held", width, command.tolerance) if grasped else None
            return width

    def set(self, device: str, setting: str, value: float) -> None:
        """Set a quantity of a device and watch it from then on. Raises `HaltError` after a stop."""
        with self._moving():
            self.devices.set(device, setting, value)

    def off(self, device: str, setting: str) -> None:
        """Switch a setting off. Raises `HaltError` after a stop."""
        with self._moving():
            self.devices.off(device, setting)

    def reading(self, device: str, setting: str | None = None) -> float:
        """The reading of a balance (g) or a setting (°C, rpm). Raises `HaltError`, after a stop if anything
        moved."""
        with self._guarded(only_if_begun=True):
            return self.devices.reading(device, setting)

    def halt(self, error: HaltError) -> Stopped | None:
        """Cancel our active goals, and verify that the arm stands still; fills in `error.stopped`.

        A second call does nothing and returns what was confirmed the first time. If nothing of ours was begun,
        nothing is sent: any motion is then somebody else's.
        """
        if self._error is not None and self._error.stopped is not None:
            error.stopped = self._error.stopped
            return self._error.stopped
        self._error = error
        if not self._session.begun:
            return None
        stopping = Stopping(self._session, error, self._found, already=self._session.interrupted)
        return stopping.run()

    def interrupt(self) -> None:
        """Stop our active goals, from a signal handler or any thread; the run ends with a `HaltError`."""
        self._session.interrupted = True
        self._session.stop()

    def close(self) -> None:
        """Close the connection; a second time does nothing."""
        stopped = self._error.stopped if self._error is not None else Stopped(None, None, still=True)
        self._session.close(good=stopped is not None and stopped.cancel is not False and stopped.still is True)

    def _state(self) -> ArmState:
        """Return the last joint state. Raises `HaltError` if it is invalid or too old."""
        hearing, watching = self._session.hearing, self._session.profile.watching
        with hearing.condition:
            arm, bad = hearing.arm, hearing.bad
        if bad is not None:
            raise HaltError(bad.cause, bad.message, expected=bad.expected, actual=bad.actual)
        now = self._session.clock()
        fault = watchdog.fresh(None if arm is None else now - arm.heard, watching)
        fault = fault or watchdog.moving_stamps(now - hearing.moved, watching)
        if arm is not None:
            fault = fault or watchdog.soon(arm.late, watching)
        if fault is not None:
            raise fault
        assert arm is not None
        return arm

    @contextmanager
    def _moving(self) -> Iterator[None]:
        """Guard a block that moves something: it refuses to run after a stop, and any error in it stops the robot."""
        if self._error is not None:
            error = HaltError(self._error.cause, f"The robot was stopped; it does not resume by itself: {self._error}")
            error.stopped = self._error.stopped
            raise error
        self.arm_guard()
        with self._guarded():
            self._session.check()
            unfit = None if self._session.begun else self._session.mode.unfit() or self._session.taken()
            if unfit is not None:
                raise unfit
            self._session.begun = True
            self._session.mode.run()
            yield

    @contextmanager
    def _guarded(self, *, only_if_begun: bool = False) -> Iterator[None]:
        """Stop the robot on an error inside the block before the error is reported."""
        try:
            yield
        except HaltError as error:
            self._session.explain(error)
            if self._session.begun or not only_if_begun:
                self.halt(error)
            raise
        except BaseException as error:  # nothing of ours may leave the arm in motion
            if self._session.begun:
                self.halt(HaltError(Cause.INTERRUPTED, f"The program failed: {type(error).__name__}."))
            raise

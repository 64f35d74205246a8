"""The hand: fingers that open to a width or close on an object, judged by their final width.

The fields are those of `franka_gripper/Move` and `Grasp` (ROS 1) and `franka_msgs/action/Move` and `Grasp` (ROS 2):
width (m), speed (m/s), force (N), and for a grasp `epsilon`, the tolerances `inner` and `outer` (m). Both results have
`success`, which may be false although the goal's status is success.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from clairify_cli.worlds.ros.following import Held, ask
from clairify_cli.worlds.ros.link.actions import EQUAL, NOTHING, Goal, Grip, Width, error_of, failure
from clairify_cli.worlds.ros.link.messages import Fields
from clairify_cli.worlds.ros.profile.values import Dialect
from clairify_cli.worlds.ros.robot import Cause, HaltError, halt
from clairify_cli.worlds.ros.script.values import Fingers, Step
from clairify_cli.worlds.ros.session import Session
from clairify_cli.worlds.ros.watch import watchdog

_BEGINNING = 1.0
"""How long (s of the robot's clock) the hand may take in addition to the travel of the fingers."""
_SETTLING = 0.15
"""How long (s of the robot's clock) a width may be outdated after the result: hands are read ten times a second."""
_PATIENCE = 0.5
"""How long (s) to wait for a newer width."""
_HOMING = 30.0
"""How long (s of the robot's clock) homing may take."""
_LOOKING = 0.05
"""The longest interval (s) between checks that the fingers do not take too long."""


def content(command: Fingers, speed: float) -> Fields:
    """Return the goal of a command: a grasp if it has a force, otherwise a move."""
    numbers = [command.width, speed, command.tolerance, command.force or 0.0]
    if not all(math.isfinite(number) for number in numbers):
        raise halt("fingers-not-finite", name=command.name)
    if command.force is None:
        return {"width": float(command.width), "speed": float(speed)}
    return {
        "width": float(command.width),
        "epsilon": {"inner": float(command.tolerance), "outer": float(command.tolerance)},
        "speed": float(speed),
        "force": float(command.force),
    }


def judge(command: Fingers, width: float) -> HaltError | None:
    """Check that the fingers are as far apart (m) as they should be."""
    if abs(width - command.width) <= command.tolerance:
        return None
    wanted, actual = command.width * 1000, f"{width * 1000:.1f} mm"
    said = {"wanted": wanted, "actual": actual}
    expected = f"{wanted:.1f} mm, give or take {command.tolerance * 1000:.1f} mm"
    if command.force is None:
        return halt("fingers-elsewhere", **said, expected=expected)
    how = "closed to" if width < command.width else "stopped at"
    return halt("nothing-held", **said, expected=expected, thing=command.thing or "what was to be grasped", how=how)


def fingers(session: Session, command: Fingers, look: Callable[[], object], held: Held | None = None) -> float:
    """Open or close the hand; return the width (m), or the command's if the fingers are not seen.

    `held` is what the hand holds before. `look` raises if the robot is no longer heard. Raises `HaltError`; the
    fingers may then still move.
    """
    session.check()
    gripper, watching = session.profile.gripper, session.profile.watching
    if not 0 <= command.width <= gripper.widest:
        raise halt("too-wide", name=command.name, width=command.width * 1000, widest=gripper.widest * 1000)
    before = session.hearing.width
    planned = gripper.widest / gripper.speed + _BEGINNING
    action = gripper.move if command.force is None else gripper.grasp
    wanted = content(command, gripper.speed)
    grip = _grip(command, gripper.speed * session.profile.rate, before, held)
    goal = session.start(action, wanted, "move" if command.force is None else "grasp", wanted, grip=grip)
    seen = -1
    while not session.over(goal):
        seen = session.hearing.wait(seen, _LOOKING)
        session.check()
        look()
        waited = session.clock() - goal.sent
        if goal.begun is None and session.profile.dialect is Dialect.ROS1:  # in ROS 2 it may give no sign
            ask(watchdog.answered(waited, watching, action.name))
        ask(watchdog.in_time(planned, waited, watching, session.profile.rate))
    session.done(goal)
    width = _settled(session, goal) if before is not None else None
    session.ledger.write("fingers", {"command": command.name, "wanted": command.width, "width": width})
    ask(_failed(session, goal, command, width))
    if width is not None:
        ask(judge(command, width))
    session.expect(None)
    return command.width if width is None else width


def home(session: Session) -> None:
    """Home the hand, which does not know its range after it was switched on. It must hold nothing.

    Raises `HaltError`; the fingers may then still move.
    """
    action, watching = session.profile.gripper.homing, session.profile.watching
    goal = session.start(action, {}, "home", {}, grip=Grip("", NOTHING))
    seen = -1
    while not session.over(goal):
        seen = session.hearing.wait(seen, _LOOKING)
        session.check()
        ask(watchdog.in_time(_HOMING, session.clock() - goal.sent, watching, session.profile.rate))
    session.done(goal)
    ask(_failed(session, goal, Fingers("home", Step("homing"), 0.0), None))
    session.expect(None)


def _grip(command: Fingers, speed: float, width: Width | None, held: Held | None) -> Grip:
    if command.force is None:
        return Grip("", NOTHING) if held is None else Grip(held.thing, held.width + held.tolerance)
    thing, widest = command.thing or "a thing", command.width + command.tolerance
    return Grip.of_grasp(thing, widest, speed, width, held=held is not None)


def _failed(session: Session, goal: Goal, command: Fingers, width: float | None) -> HaltError | None:
    """Return why the goal failed; if the fingers closed on nothing, the width explains it better."""
    error = failure(goal, session.profile)
    values = goal.values
    if error is None and isinstance(values, Mapping) and values.get("success") is False:
        error = halt("hand-failed", action=goal.action.name, why=error_of(values))
    if error is not None and error.cause is Cause.ABORTED and width is not None:
        return judge(command, width) or error
    return error


def _settled(session: Session, goal: Goal) -> float | None:
    """Return the width (m) once the fingers stand still after the result; None if their width is unknown."""
    assert goal.ended is not None
    begin = goal.ended + _SETTLING / session.profile.rate
    widths: list[tuple[float, float]] = []

    def settled() -> bool:
        width = session.hearing.width
        if width is None or width.heard <= begin:
            return False
        if not widths or width.heard > widths[-1][0]:
            widths.append((width.heard, width.metres))
        return len(widths) > 1 and abs(widths[-1][1] - widths[-2][1]) <= EQUAL

    if session.until(settled, _PATIENCE + _SETTLING / session.profile.rate):
        return widths[-1][1]
    if widths:
        return widths[-1][1]
    width = session.hearing.width
    age = None if width is None else session.clock() - width.heard
    ask(watchdog.fresh(age, session.profile.watching, "width of the hand"))
    return None if width is None else width.metres

"""Describe for people what a robot does and asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clairify_cli.worlds.ros.robot import TO_DO, Cause, HaltError, HandSeen, Stopped, Switched
from clairify_cli.worlds.ros.script.values import Command, Fingers, Motion, Pause, Tare, Treatment, Weighing


def duration(seconds: float) -> str:
    """Format a duration: `4.2 s`, `2:05 min`, `1:30:00 h`."""
    if seconds < 60:
        return f"{seconds:.3g} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02} h"


def angles(joints: Iterable[float]) -> str:
    """Format angles in rad for a message."""
    return "[" + ", ".join(f"{one:.3f}" for one in joints) + "] rad"


def at_work(command: Command, names: Mapping[str, str]) -> str:
    """Describe what a command does, for the progress line."""
    match command:
        case Motion():
            return f"{command.name} ({duration(command.seconds)})"
        case Fingers(force=None):
            return f"the hand goes {1000 * command.width:.0f} mm apart"
        case Fingers():
            return f"the hand closes on {names.get(command.thing or '', command.thing or 'a thing')}"
        case Pause():
            return f"waiting for {duration(command.seconds)}"
        case Tare():
            return f"the balance below {names.get(command.vessel, command.vessel)} is read"
        case Weighing():
            return f"{names.get(command.vessel, command.vessel)} is weighed"
        case Treatment():
            return f"{command.kind} {names.get(command.vessel, command.vessel)}"


def halted(error: HaltError) -> str:
    """Describe why an arm was stopped, in one sentence without its full stop."""
    told = error.message.strip().rstrip(".")
    return told or error.cause.value


_HAND = {
    None: "the hand was left as it is, with the force that it had",
    HandSeen.STILL: "the fingers stand still",
    HandSeen.MOVING: "THE FINGERS WERE STILL SEEN TO MOVE",
    HandSeen.UNSEEN: "NOT SEEN: whether the fingers stand still",
}


def confirmed(stopped: Stopped | None) -> list[str]:
    """List what was and what was not confirmed about a stop, in sentences."""
    if stopped is None:
        return ["nothing had been begun, and nothing had to be stopped"]
    told = []
    if stopped.cancel is not None:
        told.append("the motion was cancelled" if stopped.cancel else "NOT CONFIRMED: that the motion was cancelled")
    told.append(_HAND[stopped.gripper])
    if stopped.still is None:
        told.append("NOT SEEN: whether the arm stands still")
    else:
        told.append("the arm stands still" if stopped.still else "THE ARM WAS STILL SEEN TO MOVE")
    return [*told, *(one.strip().rstrip(".") for one in stopped.remarks)]


def switched(one: Switched, device: str) -> str:
    """Describe whether a setting is off at the end of a run."""
    if one.off:
        return f"{device} ({one.setting}) is off: {one.shows}" + ("" if one.read else "; NOT CONFIRMED: that it was on")
    return f"NOT CONFIRMED: that {device} ({one.setting}) is off: {one.shows}"


def how_to_go_on(cause: Cause) -> str:
    """Return what to do after a stop. A run is never resumed automatically."""
    return TO_DO["cause"].get(cause.value, TO_DO["cause"]["else"])

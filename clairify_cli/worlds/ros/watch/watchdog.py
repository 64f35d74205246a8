"""What a robot is stopped for: decisions over times and states, without a clock and without a network.

Each function says nothing (None), or gives the `HaltError` with what was expected and what was observed. Limits are
those of the profile's `Watching`. The limits on ages and on answers are of the clock on the wall, as is the grace of a
motion; a motion's own times are of the robot's clock, which runs `rate` times as fast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clairify_cli.worlds.ros.profile.values import Watching
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.script.quintic import Course, apart
from clairify_cli.worlds.ros.script.values import Joints

JITTER = 0.1
"""How late a message may be on its way (s on the wall) where the robot's clock runs faster than that on the wall."""
CREEP = 0.1
"""How fast (rad/s) a joint of an arm that stands may seem to move: well above what encoders tell at rest."""
EARLY = 0.9
"""The share of its time after which a motion may be over at the earliest."""
BACKWARD = 1e-6
"""How far a stamp may lie before the one before it (s): less than any sender can mean."""


def finite(joints: Sequence[str], values: Joints, what: str = "The joint states") -> HaltError | None:
    """An error unless all angles are finite numbers. NaN also stands for a missing joint."""
    bad = [name for name, value in zip(joints, values, strict=True) if not math.isfinite(value)]
    if not bad:
        return None
    return HaltError(
        Cause.NOT_FINITE,
        f"{what} have no number for {', '.join(bad)}.",
        expected=f"{len(joints)} finite angles",
        actual=angles(values),
    )


def forward(before: float | None, now: float | None) -> HaltError | None:
    """The stamps of joint states never go back (s of the robot's clock)."""
    if before is None or now is None or now >= before - BACKWARD:
        return None
    return HaltError(
        Cause.STALE,
        f"A joint state is {before - now:.3f} s older than the one before it.",
        expected=f"a stamp from {before:.3f} s on",
        actual=f"{now:.3f} s",
    )


def fresh(age: float | None, watching: Watching, what: str = "joint state") -> HaltError | None:
    """The last state (None: there is none) is no older than it may be, in s."""
    if age is not None and age <= watching.stale:
        return None
    was = f"The last {what} is {age:.2f} s old." if age is not None else f"There is no {what}."
    return HaltError(
        Cause.STALE,
        was,
        expected=f"at most {watching.stale:g} s",
        actual="none" if age is None else f"{age:.2f} s",
    )


def at_start(start: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm is where the motion begins."""
    return _there(start, actual, watching.start, Cause.ELSEWHERE, "The arm is not where the motion begins")


def at_end(end: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm is where the motion ends."""
    return _there(end, actual, watching.end, Cause.NOT_THERE, "The motion is over, but the arm is not at its end")


def stands(place: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm is where it should stand. It may be as far off as it may be when a motion ends or begins."""
    limit = max(watching.standing, watching.end, watching.start)
    return _there(place, actual, limit, Cause.MOVED, "The arm was moved while it should stand")


def rests(velocities: Joints) -> HaltError | None:
    """No joint of an arm that should stand moves."""
    number = max(range(len(velocities)), key=lambda one: abs(velocities[one]))
    if not abs(velocities[number]) > CREEP:
        return None
    said = f"Joint {number + 1} moves at {velocities[number]:.3f} rad/s while the arm should stand."
    return HaltError(Cause.MOVED, said, expected=f"at most {CREEP:g} rad/s", actual=f"{velocities[number]:.3f} rad/s")


def on_path(
    course: Course, actual: Joints, times: tuple[float, float], watching: Watching, what: str = "The arm"
) -> HaltError | None:
    """The arm is near some place of its path that lies in a window of times (s since the begin)."""
    time, distance = course.nearest(actual, *times)
    if distance <= watching.following:
        return None
    place = course.at(time)
    number = max(range(len(place)), key=lambda one: abs(place[one] - actual[one]))
    return HaltError(
        Cause.OFF_PATH,
        f"{what} is {distance:.4f} rad off its path at joint {number + 1}, {time:.2f} s after the begin; "
        f"{watching.following:g} rad are allowed.",
        expected=angles(place),
        actual=angles(actual),
    )


def follows(desired: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The controller has the arm where it wants it."""
    distance = apart(desired, actual)
    if distance <= watching.following:
        return None
    return HaltError(
        Cause.OFF_PATH,
        f"The controller says that the arm is {distance:.4f} rad from where it should be; "
        f"{watching.following:g} rad are allowed.",
        expected=angles(desired),
        actual=angles(actual),
    )


def window(
    since_sent: float, since_begun: float, watching: Watching, rate: float, seconds: float
) -> tuple[float, float]:
    """The times of a motion (s of the robot's clock) at which the arm may be.

    The motion began at the earliest when it was sent and at the latest when that was first heard; `since_sent` and
    `since_begun` are how long that is ago (s on the wall).
    """
    lag = max(watching.lag, JITTER * rate if rate != 1.0 else 0.0)
    return min(since_begun * rate, seconds) - lag, since_sent * rate + lag


def longest(planned: float, watching: Watching, rate: float = 1.0) -> float:
    """How long a motion of so many s of the robot's clock may last, in s on the wall."""
    return watching.times * planned / rate + watching.grace


def in_time(planned: float, elapsed: float, watching: Watching, rate: float = 1.0) -> HaltError | None:
    """A motion does not last longer than it may. `elapsed` is in s on the wall."""
    limit = longest(planned, watching, rate)
    if elapsed <= limit:
        return None
    return HaltError(
        Cause.LATE,
        f"The motion goes on after {elapsed:.2f} s; planned were {planned / rate:.2f} s, allowed are {limit:.2f} s.",
        expected=f"at most {limit:.2f} s",
        actual=f"{elapsed:.2f} s",
    )


def not_early(planned: float, elapsed: float, watching: Watching, rate: float = 1.0) -> HaltError | None:
    """A motion is not said to be over long before it can be. `elapsed` is since it was sent, in s on the wall."""
    least = EARLY * planned - watching.start
    if elapsed * rate >= least:
        return None
    return HaltError(
        Cause.NOT_THERE,
        f"The motion was said to be over after {elapsed:.2f} s; it was planned for {planned / rate:.2f} s.",
        expected=f"at least {max(least, 0.0) / rate:.2f} s",
        actual=f"{elapsed:.2f} s",
    )


def answered(waiting: float, watching: Watching, action: str) -> HaltError | None:
    """A goal was heard of within the time for an answer; `waiting` is in s on the wall."""
    if waiting <= watching.answer:
        return None
    return HaltError(
        Cause.NO_FEEDBACK,
        f"{action} said nothing about the goal that it was sent: it is gone, or does not know the message.",
        expected=f"a sign within {watching.answer:g} s",
        actual=f"none in {waiting:.2f} s",
    )


def talking(silence: float, watching: Watching, action: str) -> HaltError | None:
    """An action that goes on gives feedback; `silence` is in s of wall-clock time."""
    if silence <= watching.feedback:
        return None
    return HaltError(
        Cause.NO_FEEDBACK,
        f"{action} gave no feedback for {silence:.2f} s.",
        expected=f"feedback every {watching.feedback:g} s",
        actual=f"none in {silence:.2f} s",
    )


def still_held(held: float, tolerance: float, width: float, thing: str) -> HaltError | None:
    """What was held is still between the fingers, which have not closed further than `tolerance` (m)."""
    if width >= held - tolerance:
        return None
    return HaltError(
        Cause.NOT_HELD,
        f"{thing} is no longer between the fingers: they closed to {width * 1000:.1f} mm.",
        expected=f"{held * 1000:.1f} mm, at least {(held - tolerance) * 1000:.1f} mm",
        actual=f"{width * 1000:.1f} mm",
    )


def angles(values: Joints) -> str:
    """Angles as a message has them."""
    return " ".join(f"{value:.4f}" for value in values) + " rad"


def _there(place: Joints, actual: Joints, limit: float, cause: Cause, words: str) -> HaltError | None:
    distance = apart(place, actual)
    if distance <= limit:
        return None
    number = max(range(len(place)), key=lambda one: abs(place[one] - actual[one]))
    return HaltError(
        cause,
        f"{words}: joint {number + 1} is at {actual[number]:.4f} rad, expected {place[number]:.4f} rad "
        f"(at most {limit:g} rad apart).",
        expected=angles(place),
        actual=angles(actual),
    )

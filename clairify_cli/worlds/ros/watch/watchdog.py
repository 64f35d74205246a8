"""Reasons to stop a robot: decisions on times and states, without a clock or a network.

Each function returns None, or the `HaltError` with what was expected and what was observed. Limits come from the
profile's `Watching`. Those on ages and answers, and the grace of a motion, are wall-clock times; a motion's own times
are of the robot's clock, which runs `rate` times as fast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clairify_cli.worlds.ros.profile.values import Watching
from clairify_cli.worlds.ros.robot import HaltError, halt
from clairify_cli.worlds.ros.script.quintic import Course, apart
from clairify_cli.worlds.ros.script.values import Joints

JITTER = 0.1
"""How late a message may be (s on the wall) if the robot's clock runs at another rate than wall-clock time."""
CREEP = 0.1
"""How fast (rad/s) a joint of a resting arm may seem to move: well above encoder noise."""
EARLY = 0.9
"""The share of its planned time after which a motion may be over at the earliest."""
BACKWARD = 1e-6
"""How far a stamp may go back (s): less than any sender can mean."""
JUMP = 0.02
"""How far (rad) a joint state may be off its stamped time, through noise and the sender's stamping."""


def finite(joints: Sequence[str], values: Joints, what: str = "The joint states") -> HaltError | None:
    """All angles must be finite numbers; NaN also marks a missing joint."""
    bad = [name for name, value in zip(joints, values, strict=True) if not math.isfinite(value)]
    if not bad:
        return None
    return halt("not-finite", what=what, names=", ".join(bad), count=len(joints), angles=angles(values))


def forward(before: float | None, now: float | None) -> HaltError | None:
    """The stamps of joint states must not go back (s of the robot's clock)."""
    if before is None or now is None or now >= before - BACKWARD:
        return None
    return halt("older", by=before - now, before=before, now=now)


def reachable(before: Joints, after: Joints, seconds: float, fastest: Joints) -> bool:
    """Whether joints with these maximum speeds (rad/s) can get from one place to another within a time (s)."""
    rows = zip(before, after, fastest, strict=True)
    return all(abs(last - first) <= most * seconds + JUMP for first, last, most in rows)


def fresh(age: float | None, watching: Watching, what: str = "joint state") -> HaltError | None:
    """The last state (None: there is none) must not be older than allowed; `age` in s."""
    if age is not None and age <= watching.stale:
        return None
    return halt("no-state" if age is None else "stale", what=what, age=age, limit=watching.stale)


def moving_stamps(still: float, watching: Watching) -> HaltError | None:
    """The stamps of arriving states must not have stood `still` for too long (s)."""
    return None if still <= watching.stale else halt("stamps-stand", still=still, limit=watching.stale)


def soon(late: float, watching: Watching) -> HaltError | None:
    """A state must not be later (s) than allowed, relative to the fastest one."""
    return None if late <= watching.slow else halt("slow", late=late, limit=watching.slow)


def at_start(start: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm must be where the motion begins, within the tolerance of the previous motion's end."""
    return _there("elsewhere", start, actual, max(watching.start, watching.end))


def at_end(end: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm must be where the motion ends."""
    return _there("not-there", end, actual, watching.end)


def settles(place: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm must be where a motion left it, within the tolerances of a motion's begin and end."""
    return _there("moved", place, actual, max(watching.standing, watching.end, watching.start))


def stands(place: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The arm must be where it came to rest."""
    return _there("moved", place, actual, watching.standing)


def rests(velocities: Joints) -> HaltError | None:
    """No joint of an arm that should stand may move."""
    number = max(range(len(velocities)), key=lambda one: abs(velocities[one]))
    if not abs(velocities[number]) > CREEP:
        return None
    return halt("moves", joint=number + 1, speed=velocities[number], limit=CREEP)


def on_path(
    course: Course, actual: Joints, times: tuple[float, float], watching: Watching, what: str = "The arm"
) -> HaltError | None:
    """The arm must be near a place of its path within a window of times (s since the begin)."""
    time, distance = course.nearest(actual, *times)
    limit = max(watching.following, watching.end)  # it may begin as far off as the motion before was allowed to end
    if distance <= limit:
        return None
    place = course.at(time)
    said = {"what": what, "distance": distance, "joint": _worst(place, actual) + 1, "time": time}
    return halt("off-path", **said, limit=limit, expected=angles(place), actual=angles(actual))


def follows(desired: Joints, actual: Joints, watching: Watching) -> HaltError | None:
    """The controller must have the arm where it wants it."""
    distance, limit = apart(desired, actual), watching.following
    if distance <= limit:
        return None
    return halt("off-wanted", distance=distance, limit=limit, expected=angles(desired), actual=angles(actual))


def window(
    since_sent: float, since_begun: float, watching: Watching, rate: float, seconds: float
) -> tuple[float, float]:
    """Return the window of a motion's times (s of the robot's clock) at which the arm may be.

    The motion began at the earliest when it was sent and at the latest when its begin was first received; `since_sent`
    and `since_begun` are how long ago that was (s on the wall).
    """
    lag = max(watching.lag, JITTER * rate if rate != 1.0 else 0.0)
    return min(since_begun * rate, seconds) - lag, since_sent * rate + lag


def longest(planned: float, watching: Watching, rate: float = 1.0) -> float:
    """Return how long (s on the wall) a motion planned for `planned` s of the robot's clock may last."""
    return watching.times * planned / rate + watching.grace


def in_time(planned: float, elapsed: float, watching: Watching, rate: float = 1.0) -> HaltError | None:
    """A motion must not last longer than allowed. `elapsed` is in s on the wall."""
    limit = longest(planned, watching, rate)
    return None if elapsed <= limit else halt("late", elapsed=elapsed, planned=planned / rate, limit=limit)


def not_early(planned: float, elapsed: float, watching: Watching, rate: float = 1.0) -> HaltError | None:
    """A motion must not be reported as over long before it can be. `elapsed` is since sending, in s on the wall."""
    least = EARLY * planned - watching.start
    if elapsed * rate >= least:
        return None
    return halt("early", elapsed=elapsed, planned=planned / rate, least=max(least, 0.0) / rate)


def answered(waiting: float, watching: Watching, action: str) -> HaltError | None:
    """A goal must show a sign within the time for an answer; `waiting` is in s on the wall."""
    limit = watching.answer
    return None if waiting <= limit else halt("unanswered", action=action, limit=limit, waited=waiting)


def untaken(fault: HaltError, action: str, *, is_there: bool) -> HaltError:
    """Refine an unanswered goal's fault once it is known whether the action still exists."""
    return halt("untaken" if is_there else "gone", action=action, expected=fault.expected, actual=fault.actual)


def talking(silence: float, watching: Watching, action: str) -> HaltError | None:
    """An active goal must give feedback; `silence` is in s of wall-clock time."""
    limit = watching.feedback
    return None if silence <= limit else halt("silent-action", action=action, silence=silence, limit=limit)


def still_held(held: float, tolerance: float, width: float, thing: str) -> HaltError | None:
    """The held object must still be between the fingers: they have not closed by more than `tolerance` (m)."""
    if width >= held - tolerance:
        return None
    mm = {"width": width * 1000, "held": held * 1000, "least": (held - tolerance) * 1000}
    return halt("not-held-any-more", thing=thing, **mm)


def angles(values: Joints) -> str:
    """Format angles for a message."""
    return " ".join(f"{value:.4f}" for value in values) + " rad"


def _worst(place: Joints, actual: Joints) -> int:
    return max(range(len(place)), key=lambda one: abs(place[one] - actual[one]))


def _there(name: str, place: Joints, actual: Joints, limit: float) -> HaltError | None:
    if apart(place, actual) <= limit:
        return None
    number = _worst(place, actual)
    at, wanted = actual[number], place[number]
    off = f": joint {number + 1} is at {at:.4f} rad, expected {wanted:.4f} rad (at most {limit:g} rad apart)."
    return halt(name, off=off, expected=angles(place), actual=angles(actual))

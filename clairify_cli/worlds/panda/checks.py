"""The checks of an action: expected and observed results, in words.

The first seven are those of Action Contextualization (Gupta et al., 2024); the others belong to the bench.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from clairify_cli.worlds.base import CHECKS, Check, Refusal

TRACKING = 0.08
"""How far a joint may be from where it should be, in rad."""

TORQUE = 1.0
"""The share of a joint's torque that is sound. The drive is cut off there: what is too much shows in tracking."""

DEEPEST = 0.002
"""A finger that presses on a thing is less deep in it than this, in m."""

CONTACTS = 2
"""So many finger contacts hold a thing, one of them at least on each finger."""

SLIPPED = 0.02
"""A thing that moves this far (m) in the hand during one motion is not held."""

FAR = 0.10
"""A thing this far (m) from a location is not at it, whatever else is allowed."""

AMOUNT = 0.10
"""The share by which a dose may differ."""

LEAST_G = 0.5
"""No dose is asked to be more exact than this, in g."""

SPILLED = 0.05
"""The share of what is moved that may be spilled."""

WARMTH = 3.0
"""How far a temperature may be from the one asked for, in °C."""


def can_reach(refusal: Refusal | None) -> Check:
    """Whether there are joint angles and a path."""
    seen = "joint angles and a free path" if refusal is None else refusal.message
    return Check("can_reach", refusal is None, "joint angles within the limits and a free path to them", seen)


def can_grasp(label: str, distance: float, most: float, why: str | None = None) -> Check:
    """Whether the fingers are at the thing: `distance` is that of the further finger, in m; infinite where unknown."""
    seen = why or (f"{1000 * distance:.0f} mm" if math.isfinite(distance) else "nothing near the fingers")
    return Check(
        "can_grasp", why is None and distance <= most, f"{label} within {1000 * most:.0f} mm of both fingers", seen
    )


def collision_free(touched: Iterable[tuple[str, str, float]]) -> Check:
    """`touched` has the colliding pairs, by name, with their forces in N."""
    hits = [f"{part} hit {thing} with {force:.1f} N" for part, thing, force in touched]
    return Check("collision_free", not hits, "nothing is hit", "; ".join(hits) or "nothing was hit")


def timeout(seconds: float, most: float) -> Check:
    """Whether it took no longer than it may, in simulated s."""
    return Check("timeout", seconds <= most, f"at most {most:.1f} s", f"{seconds:.1f} s")


def motion_health(error: float, torque: float, commanded: float, deepest: float) -> Check:
    """The largest tracking error (rad), share of a joint's torque, share of its limit of velocity, acceleration or jerk
    that was commanded, and how deep (m) a finger was in a thing."""
    sound = error <= TRACKING and torque <= TORQUE + 1e-6 and commanded <= 1.0 + 1e-6 and deepest <= DEEPEST
    return Check(
        "motion_health",
        sound,
        f"tracking within {TRACKING:g} rad, torques, velocities, accelerations and jerks within the limits, no finger "
        f"{1000 * DEEPEST:g} mm in a thing",
        f"{error:.3f} rad, {100 * torque:.0f} % of a torque, {100 * commanded:.0f} % of a limit of motion, "
        f"{1000 * deepest:.1f} mm",
    )


def holding(label: str, left: int, right: int, slipped: float = 0.0) -> Check:
    """Whether the fingers hold a thing: contacts on the left and on the right one, and how far (m) it slipped."""
    held = left + right >= CONTACTS and min(left, right) >= 1 and slipped <= SLIPPED
    seen = f"{left} on the left and {right} on the right" if left + right else "no contact"
    seen += f", slipped by {1000 * slipped:.0f} mm" if slipped > SLIPPED else ""
    return Check("holding", held, f"at least {CONTACTS} finger contacts with {label}", seen)


def at_location(
    label: str, place: str, distance: float, most: float, *, inside: bool | None = None, stands: bool | None = None
) -> Check:
    """Whether a thing is where it was put: its distance (m), inside a container, and upright where that is asked."""
    most = min(most, FAR)
    near = distance <= most if inside is None else inside
    expected = f"{label} in {place}" if inside is not None else f"{label} within {1000 * most:.0f} mm of {place}"
    seen = ("inside" if inside else "outside") if inside is not None else f"{1000 * distance:.0f} mm"
    if stands is not None:
        expected, seen = f"{expected}, standing", f"{seen}, {'standing' if stands else 'fallen over'}"
    return Check("at_location", near and stands is not False, expected, seen)


def upright(label: str, tilt: float, most: float | None) -> Check:
    """The largest tilt (rad) of what was carried; `most` None allows any."""
    allowed = "any tilt" if most is None else f"a tilt of at most {math.degrees(most):.0f}°"
    return Check("upright", most is None or tilt <= most, f"{label}: {allowed}", f"{math.degrees(tilt):.1f}°")


def stands(label: str, standing: bool) -> Check:
    """Whether an uninvolved vessel still stands."""
    return Check("upright", standing, f"{label} stands", "it stands" if standing else f"{label} fell over")


def amount(asked: float, got: float) -> Check:
    """A dose in g, within a tenth or half a gram."""
    within = max(AMOUNT * asked, LEAST_G)
    return Check("amount", abs(got - asked) <= within, f"{asked:.1f} g ± {within:.1f} g", f"{got:.1f} g")


def spilled(lost: float, of: float) -> Check:
    """The spilled mass in g, out of the moved mass."""
    most = max(SPILLED * of, 0.1)
    return Check("spilled", lost <= most, f"at most {most:.1f} g spilled", f"{lost:.1f} g")


def stirred(seconds: float, asked: float, rpm: float) -> Check:
    """How long it was stirred, in s."""
    return Check("stirred", seconds >= asked - 0.5, f"{asked:.0f} s at {rpm:.0f} rpm", f"{seconds:.0f} s")


def temperature(asked: float, reached: float) -> Check:
    """The temperature reached, in °C."""
    return Check(
        "temperature", abs(reached - asked) <= WARMTH, f"{asked:.0f} °C ± {WARMTH:.0f} °C", f"{reached:.1f} °C"
    )


def cooled(most: float, reached: float) -> Check:
    """Whether something is no hotter than it may be, in °C."""
    return Check("temperature", reached <= most + WARMTH, f"at most {most:.0f} °C", f"{reached:.1f} °C")


def ordered(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Checks in the order of `CHECKS`; of several with the same name, the first that failed, otherwise the last."""
    kept: dict[str, Check] = {}
    for check in checks:
        if check.name not in kept or kept[check.name].passed:
            kept[check.name] = check
    return tuple(kept[name] for name in CHECKS if name in kept)

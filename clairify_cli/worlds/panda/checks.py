"""The checks of an action: expected and observed results, in words.

The first seven are those of Action Contextualization (Gupta et al., 2024); the others belong to the bench.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from clairify_cli.worlds.base import CHECKS, Check

REACHED = "joint angles within the limits and a free path to them"

TRACKING = 0.08
"""The largest tracking error (rad) of a joint."""

TORQUE = 1.0
"""The largest sound share of a joint's torque. The drive saturates there, so excess load shows in tracking."""

DEEPEST = 0.002
"""The largest depth (m) of the arm in an object, or of an object that it touches in another one."""

CONTACTS = 2
"""The number of finger contacts that hold an object, with at least one on each finger."""

SLIPPED = 0.02
"""An object that moves this far (m) in the hand during one motion is not held."""

FAR = 0.10
"""An object this far (m) from a location is not at it, whatever the tolerance."""

AMOUNT = 0.10
"""The share by which a dose may deviate."""

LEAST_G = 0.5
"""The smallest tolerance (g) of a dose."""

SPILLED = 0.05
"""The share of the moved contents that may be spilled."""

WARMTH = 3.0
"""The largest difference (°C) from a requested temperature."""


def can_reach() -> Check:
    """Check that there are joint angles and a path, which is so wherever something moved."""
    return Check("can_reach", True, REACHED, "joint angles and a free path")


def can_grasp(label: str, distance: float, most: float) -> Check:
    """Check that the fingers are at the object: `distance` (m) of the farther one; infinite if unknown."""
    seen = f"{1000 * distance:.0f} mm" if math.isfinite(distance) else "nothing near the fingers"
    return Check("can_grasp", distance <= most, f"{label} within {1000 * most:.0f} mm of both fingers", seen)


def collision_free(touched: Iterable[tuple[str, str, float]]) -> Check:
    """Check for collisions; `touched` has the colliding pairs, by name, with their forces in N."""
    hits = [f"{part} hit {thing} with {force:.1f} N" for part, thing, force in touched]
    return Check("collision_free", not hits, "nothing is hit", "; ".join(hits) or "nothing was hit")


def timeout(seconds: float, most: float) -> Check:
    """Check that it took no longer than allowed, in simulated s."""
    return Check("timeout", seconds <= most, f"at most {most:.1f} s", f"{seconds:.1f} s")


def motion_health(error: float, torque: float, commanded: float, deepest: float) -> Check:
    """Check tracking error (rad), torque (share of the limit), commanded motion and the depth (m) of what it presses.

    `commanded` is the largest share of a limit of velocity, acceleration or jerk."""
    sound = error <= TRACKING and torque <= TORQUE + 1e-6 and commanded <= 1.0 + 1e-6 and deepest <= DEEPEST
    return Check(
        "motion_health",
        sound,
        f"tracking within {TRACKING:g} rad, torques, velocities, accelerations and jerks within the limits, nothing "
        f"pressed {1000 * DEEPEST:g} mm into a thing",
        f"{error:.3f} rad, {100 * torque:.0f} % of a torque, {100 * commanded:.0f} % of a limit of motion, "
        f"{1000 * deepest:.1f} mm",
    )


def holding(label: str, left: int, right: int, slipped: float = 0.0) -> Check:
    """Check that the fingers hold an object: contacts on the left and the right one, and how far (m) it slipped."""
    held = left + right >= CONTACTS and min(left, right) >= 1 and slipped <= SLIPPED
    seen = f"{left} on the left and {right} on the right" if left + right else "no contact"
    seen += f", slipped by {1000 * slipped:.0f} mm" if slipped > SLIPPED else ""
    return Check("holding", held, f"at least {CONTACTS} finger contacts with {label}", seen)


def at_location(
    label: str, place: str, distance: float, most: float, *, inside: bool | None = None, stands: bool | None = None
) -> Check:
    """Check that an object is where it was put: by distance (m) or in a container, and upright if required."""
    most = min(most, FAR)
    near = distance <= most if inside is None else inside
    expected = f"{label} in {place}" if inside is not None else f"{label} within {1000 * most:.0f} mm of {place}"
    seen = ("inside" if inside else "outside") if inside is not None else f"{1000 * distance:.0f} mm"
    if stands is not None:
        expected, seen = f"{expected}, standing", f"{seen}, {'standing' if stands else 'fallen over'}"
    return Check("at_location", near and stands is not False, expected, seen)


def upright(label: str, tilt: float, most: float | None) -> Check:
    """Check the largest tilt (rad) of a carried object; `most` None allows any."""
    allowed = "any tilt" if most is None else f"a tilt of at most {math.degrees(most):.0f}°"
    return Check("upright", most is None or tilt <= most, f"{label}: {allowed}", f"{math.degrees(tilt):.1f}°")


def stands(label: str, standing: bool) -> Check:
    """Check that an uninvolved vessel still stands."""
    return Check("upright", standing, f"{label} stands", "it stands" if standing else f"{label} fell over")


def amount(asked: float, got: float) -> Check:
    """Check a dose in g, within a tenth or half a gram."""
    within = max(AMOUNT * asked, LEAST_G)
    return Check("amount", abs(got - asked) <= within, f"{asked:.1f} g ± {within:.1f} g", f"{got:.1f} g")


def spilled(lost: float, of: float) -> Check:
    """Check the spilled mass in g, relative to the moved mass."""
    most = max(SPILLED * of, 0.1)
    return Check("spilled", lost <= most, f"at most {most:.1f} g spilled", f"{lost:.1f} g")


def stirred(seconds: float, asked: float, rpm: float) -> Check:
    """Check how long it was stirred, in s."""
    return Check("stirred", seconds >= asked - 0.5, f"{asked:.0f} s at {rpm:.0f} rpm", f"{seconds:.0f} s")


def temperature(asked: float, reached: float) -> Check:
    """Check the temperature reached, in °C."""
    return Check(
        "temperature", abs(reached - asked) <= WARMTH, f"{asked:.0f} °C ± {WARMTH:.0f} °C", f"{reached:.1f} °C"
    )


def ordered(checks: Iterable[Check]) -> tuple[Check, ...]:
    """Sort checks by `CHECKS`; of several with the same name keep the first that failed, otherwise the last."""
    kept: dict[str, Check] = {}
    for check in checks:
        if check.name not in kept or kept[check.name].passed:
            kept[check.name] = check
    return tuple(kept[name] for name in CHECKS if name in kept)

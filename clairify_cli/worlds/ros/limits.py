"""Whether a script keeps to the limits: point by point, between the points too, and from one motion to the next."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """Where a script leaves what it is allowed.

    `command` is the index of the command, from 0; `waypoint` that of the waypoint at or before it, None where it is
    about a whole command. `joint` is from 1 to 7, None where it is about no single one. `quantity` is `position`,
    `velocity`, `acceleration`, `jerk`, `finite`, `order`, `start`, `width`, `workspace` or `keep-out`; `value` and
    `limit` are in its unit. `text` says it in a sentence.
    """

    command: int
    waypoint: int | None
    joint: int | None
    quantity: str
    value: float
    limit: float
    text: str

"""The record of a running action."""

from __future__ import annotations

from clairify_cli.records import dataclass, field
from clairify_cli.worlds.base import Check, Motion
from clairify_cli.worlds.panda.checks import TRACKING


@dataclass(slots=True)
class Log:
    """The record of a running action.

    `touched` has what hit what with which force (N). `error` (rad), `torque` and `commanded` (shares of the limits of
    torque, and of velocity, acceleration and jerk) and `deepest` (m, a finger in an object) are the largest values;
    `tilt` (rad) is the held object's, and `tilt_most` its limit (None: any). `carried` is what was gripped last;
    `skipped` (s) passed without simulation; `moved`: the arm moved.
    """

    checks: list[Check] = field(default_factory=list)
    motions: list[Motion] = field(default_factory=list)
    touched: list[tuple[str, str, float]] = field(default_factory=list)
    measured: dict[str, float] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    error: float = 0.0
    torque: float = 0.0
    commanded: float = 0.0
    deepest: float = 0.0
    tilt: float = 0.0
    tilt_most: float | None = None
    carried: str | None = None
    skipped: float = 0.0
    moved: bool = False

    @property
    def failed(self) -> bool:
        """Whether a fault ends the action."""
        wrong = bool(self.touched) or self.error > TRACKING
        return wrong or any(not one.passed for one in self.checks)

"""What is gathered while an action runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.worlds.base import Check, Motion
from clairify_cli.worlds.panda.checks import TRACKING


@dataclass(slots=True)
class Log:
    """What is gathered while an action runs."""

    checks: list[Check] = field(default_factory=list)
    motions: list[Motion] = field(default_factory=list)
    touched: list[tuple[str, str, float]] = field(default_factory=list)
    measured: dict[str, float] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    error: float = 0.0
    torque: float = 0.0
    velocity: float = 0.0
    tilt: float = 0.0
    tilt_most: float | None = None
    carried: str | None = None
    skipped: float = 0.0
    moved: bool = False

    @property
    def failed(self) -> bool:
        wrong = bool(self.touched) or self.error > TRACKING
        return wrong or any(not one.passed for one in self.checks)

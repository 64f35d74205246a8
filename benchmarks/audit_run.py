"""Audits runs of the simulated arm by PyBullet's own state, 240 times a simulated second, whatever the checks say.

`python -m benchmarks.audit_run` runs the cases of `CASES` with two seeds each. Of every run it tells which share of the
real arm's limits was commanded at most (angle, velocity, acceleration and jerk, by differences of the angles that were
commanded), which share of a torque was used, how deep anything moved reached into something else, whether the arm or a
thing was put somewhere at once, and how much liquid was made or lost. Bars: shares at most 1, 2 mm, no reset, 1 mg.
`--cases`, `--seeds` and `--json FILE` choose; the exit code is 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.world import PandaWorld

DEEPEST_MM = 2.0
LOST_G = 0.001

_ADD = '<Add vessel="{0}" reagent="{1}" {2}/>'

CASES: Mapping[str, str] = {
    "pour 2 g": _ADD.format("beaker", "water", 'mass="2 g"'),
    "pour 12 g": _ADD.format("beaker", "water", 'mass="12 g"'),
    "pour 40 mL": _ADD.format("flask", "ethanol", 'volume="40 mL"'),
    "pour 120 g": _ADD.format("beaker", "water", 'mass="120 g"'),
    "powder 5 g": _ADD.format("vial", "sodium chloride", 'mass="5 g"'),
    "two and stir": _ADD.format("beaker", "water", 'mass="30 g"')
    + _ADD.format("beaker", "ethanol", 'mass="8 g"')
    + '<Stir vessel="beaker" time="20 s"/>',
    "transfer": _ADD.format("beaker", "water", 'mass="25 g"')
    + '<Transfer from_vessel="beaker" to_vessel="flask" volume="all"/>',
    "heat and clean": _ADD.format("beaker", "water", 'mass="20 g"')
    + '<HeatChillToTemp vessel="beaker" temp="50 °C"/><CleanVessel vessel="beaker" solvent="water"/>',
    "ice bath": _ADD.format("flask", "water", 'mass="15 g"') + '<HeatChillToTemp vessel="flask" temp="5 °C"/>',
    "three doses": "".join(_ADD.format("beaker", "water", f'mass="{one} g"') for one in (1, 5, 60)),
}
"""Procedures in XDL, each on the bench that is made for it."""


@dataclass
class Audit:
    """What one run came to. Shares are of the real arm's limits, lengths in mm, masses in g, times in s."""

    case: str
    seed: int
    succeeded: bool = False
    angle: float = 0.0
    velocity: float = 0.0
    acceleration: float = 0.0
    jerk: float = 0.0
    torque: float = 0.0
    deepest_mm: float = 0.0
    between: str = ""
    resets: int = 0
    lost_g: float = 0.0
    where: str = ""
    simulated: float = 0.0
    wall: float = 0.0
    why: str = ""

    @property
    def good(self) -> bool:
        """Whether all bars are held."""
        shares = max(self.angle, self.velocity, self.acceleration, self.jerk, self.torque)
        return shares <= 1.0 + 1e-6 and self.deepest_mm <= DEEPEST_MM and not self.resets and self.lost_g <= LOST_G


class Auditor:
    """Looks at a world after every step of it."""

    def __init__(self, world: PandaWorld, audit: Audit) -> None:
        import numpy as np

        from clairify_cli.worlds.scene import limits

        self.world, self.audit, self.action = world, audit, "at rest"
        self._np, self._limits = np, limits
        self._rows: list[Any] = []
        self._total = world.liquids.total_g
        self._guarded = True
        simulation = world.simulation
        simulation.on_step.append(self._look)
        bodies = {one.number for one in simulation.known().values()} | {simulation.panda.number}
        for name in ("resetBasePositionAndOrientation", "resetJointState"):
            setattr(simulation.bullet, name, self._counted(getattr(simulation.bullet, name), bodies))

    def _counted(self, call: Any, bodies: set[int]) -> Any:
        """A function of PyBullet that puts something somewhere, with those calls counted that do it to a `body`."""

        def counted(body: int, *given: Any, **named: Any) -> Any:
            self.audit.resets += body in bodies
            return call(body, *given, **named)

        return counted

    def _look(self) -> None:
        np, limits, audit = self._np, self._limits, self.audit
        simulation = self.world.simulation
        self._rows = [*self._rows[-3:], np.array(simulation.panda.wanted)]
        lower, upper = np.array(limits.LOWER), np.array(limits.UPPER)
        self._worst("angle", np.abs(self._rows[-1] - (lower + upper) / 2) / ((upper - lower) / 2))
        values = np.stack(self._rows)
        for name, limit in (
            ("velocity", limits.VELOCITY),
            ("acceleration", limits.ACCELERATION),
            ("jerk", limits.JERK),
        ):
            values = np.diff(values, axis=0) * 240
            if len(values):
                self._worst(name, np.abs(values[-1]) / np.array(limit))
        states = simulation.bullet.getJointStates(simulation.panda.number, range(7))
        self._worst("torque", np.abs([one[3] for one in states]) / np.array(limits.TORQUE))
        audit.lost_g = max(audit.lost_g, abs(self.world.liquids.total_g - self._total))
        self._penetration()

    def _worst(self, name: str, shares: Any) -> None:
        worst = float(shares.max())
        if worst > getattr(self.audit, name):
            setattr(self.audit, name, worst)
            if worst > 1.0:
                self.audit.where += f"; {name} {worst:.2f} of joint {int(shares.argmax()) + 1} in {self.action}"

    def _penetration(self) -> None:
        """How deep the arm is in things, whether or not they may touch for the solver, and things are in each other."""
        simulation, audit = self.world.simulation, self.audit
        bullet, arm = simulation.bullet, simulation.panda.number
        tool = simulation.tool()[:3, 3]
        known = simulation.known()
        names = {one.number: name for name, one in known.items()}
        found = []
        for name, one in known.items():
            if one.fixed or float(self._np.linalg.norm(simulation.pose(name)[:3, 3] - tool)) > 0.35:
                continue
            for finger in (9, 10):
                found += [(-p[8], "a finger", name) for p in bullet.getClosestPoints(arm, one.number, 0.0, finger)]
            for point in bullet.getContactPoints(bodyA=one.number):
                other = point[2] if point[1] == one.number else point[1]
                if other in names:
                    found.append((-point[8], name, names[other]))
        for depth, one_name, other_name in found:
            if 1000 * depth > audit.deepest_mm:
                audit.deepest_mm = 1000 * depth
                audit.between = f"{one_name} in {other_name} during {self.action}"


def audited(case: str, seed: int) -> Audit:
    """Run one case, and look at it all the time."""
    from clairify_cli.agents.execution import events
    from clairify_cli.agents.execution.carry import carried_out
    from clairify_cli.agents.execution.program import set_program
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.diagnostics.model import Source

    audit, begun = Audit(case, seed), time.monotonic()
    setting = set_program(Source(_program(CASES[case]), f"{case}.xdl"))
    if setting.task is None:
        audit.why = "; ".join(one.message for one in setting.findings if one.is_error)
        return audit

    def watch(world: PandaWorld) -> events.Progress:
        auditor = Auditor(world, audit)

        def tell(event: events.Event) -> None:
            if isinstance(event, events.ActionStarted):
                auditor.action = event.action.text

        return tell

    run = carried_out(setting, Options(seed=seed), watch=watch)
    audit.succeeded, audit.simulated, audit.wall = run.succeeded, run.seconds, time.monotonic() - begun
    audit.why = run.failure.message if run.failure is not None else "; ".join(one.message for one in run.findings)
    return audit


def _program(steps: str) -> str:
    """A whole program of some steps, with the vessels and reagents that they name."""
    import re

    vessels = sorted(set(re.findall(r'vessel="([^"]+)"', steps)))
    reagents = sorted(set(re.findall(r'reagent="([^"]+)"', steps)) | set(re.findall(r'solvent="([^"]+)"', steps)))
    hardware = "".join(f'<Component id="{one}" type="{one}"/>' for one in vessels)
    named = "".join(f'<Reagent name="{one}"/>' for one in reagents)
    return (
        f"<XDL><Synthesis><Hardware>{hardware}</Hardware><Reagents>{named}</Reagents>"
        f"<Procedure>{steps}</Procedure></Synthesis></XDL>"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", nargs="*", default=list(CASES), choices=list(CASES))
    parser.add_argument("--seeds", nargs="*", type=int, default=[0, 1])
    parser.add_argument("--json", type=Path, help="write the audits to this file")
    asked = parser.parse_args()
    audits = []
    for case in asked.cases:
        for seed in asked.seeds:
            one = audited(case, seed)
            audits.append(one)
            shares = f"{one.angle:.2f} {one.velocity:.2f} {one.acceleration:6.2f} {one.jerk:6.2f} {one.torque:.2f}"
            print(
                f"{case:15} {seed} {'done' if one.succeeded else 'FAILED'} {shares} {one.deepest_mm:5.2f} mm "
                f"{one.simulated:5.1f} s in {one.wall:5.1f} s {one.between}{one.where} {one.why}",
                flush=True,
            )
    if asked.json is not None:
        asked.json.write_text(json.dumps([asdict(one) for one in audits], indent=2) + "\n", encoding="utf-8")
    good = sum(one.good for one in audits)
    print(f"{good} of {len(audits)} runs hold all bars")
    sys.exit(good < len(audits))


if __name__ == "__main__":
    main()

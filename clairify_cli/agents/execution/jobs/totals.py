"""The amount of each substance that a vessel should contain after a program, and the actual amount."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.agents.execution.jobs.kinds import NOTHING, Held, Job, carry_out
from clairify_cli.records import dataclass
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene.model import Content, Scene


@dataclass(frozen=True, slots=True)
class Total:
    """Grams of a substance in a vessel: requested and actual."""

    vessel: str
    substance: str
    asked: float
    there: float


def asked(scene: Scene, jobs: Iterable[Job]) -> Held:
    """Return the contents that every vessel should have after the jobs."""
    held: Held = {one.id: _grams(one.contents) for one in scene.vessels}
    for job in jobs:
        carry_out(held, job)
    return held


def totals(scene: Scene, jobs: Iterable[Job], last: Belief) -> tuple[Total, ...]:
    """Return the requested and actual contents of every vessel that the jobs fill."""
    jobs = tuple(jobs)
    wanted = asked(scene, jobs)
    vessels = dict.fromkeys(job.vessel for job in jobs if job.vessel and job.kind in ("add", "move"))
    found = []
    for vessel in vessels:
        now = _grams(last.contents.get(vessel, ()))
        for substance in sorted({*wanted.get(vessel, {}), *now}):
            amount, there = wanted.get(vessel, {}).get(substance, 0.0), now.get(substance, 0.0)
            if amount > NOTHING or there > NOTHING:
                found.append(Total(vessel, substance, amount, there))
    return tuple(found)


def _grams(contents: Iterable[Content]) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in contents:
        found[one.substance] = found.get(one.substance, 0.0) + one.grams
    return found


def spilled(first: Belief, last: Belief) -> float:
    """Return the mass spilled on the bench during the run, in g."""
    return max(0.0, last.spilled_g - first.spilled_g)

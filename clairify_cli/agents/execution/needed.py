"""What the jobs of a program need of a bench, and whether a scene has it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from clairify_cli.agents.execution.amounts import matter
from clairify_cli.agents.execution.held import Held, carry_out, millilitres
from clairify_cli.agents.execution.jobs import Job
from clairify_cli.agents.execution.skills import SKILLS, WEIGHING
from clairify_cli.agents.execution.steps import Jobs
from clairify_cli.worlds.scene.furniture import word
from clairify_cli.worlds.scene.needs import Needed, NeededReagent, NeededVessel

APART = "weighing-beaker"
"""The vessel in which is weighed what goes into a hot one, which stays where it is."""

HOT = 45.0
"""A vessel that is heated to more than this, in °C, is left where it stands; the hand would not grip it."""

KINDS: Mapping[str, str] = {
    "flask": "flask",
    "reactor": "flask",
    "rotavap": "flask",
    "separator": "flask",
    "vial": "vial",
    "tube": "vial",
    "dish": "dish",
    "plate": "dish",
    "crystallizer": "dish",
    "cylinder": "cylinder",
}
"""Types of glassware of the `lab` domain by the type of a component; all others are beakers."""


def slug(name: str, taken: Collection[str] = (), otherwise: str = "vessel") -> str:
    """A name as a word that PDDL takes, unlike those that are taken."""
    return word(name, taken, otherwise)


def needed(program: Jobs) -> Needed:
    """What a bench must have for a program: its vessels with the most that they ever hold, reagents, devices."""
    ids: dict[str, str] = {}
    for job in program.jobs:
        for name in (job.vessel, job.source):
            if name and name not in ids:
                ids[name] = slug(name, ids.values())
    most = most_held(program.jobs)
    vessels = [
        NeededVessel(ids[name], name, KINDS.get(_kind(program.vessels, name), "beaker"), most.get(name, 0.0))
        for name in ids
    ]
    weighed_apart = _weighed_apart(program.jobs)
    if weighed_apart:
        vessels.append(
            NeededVessel(slug(APART, ids.values()), "weighing beaker", "beaker", max(map(_bulk, weighed_apart)))
        )
    reagents = []
    doses: dict[str, list[float]] = {}
    for job in program.jobs:
        if job.kind == "add" and job.grams is not None:
            doses.setdefault(job.reagent, []).append(job.grams)
    taken = [*ids.values()]
    for name, of in doses.items():
        taken.append(slug(name, taken, "reagent"))
        known = matter(name)
        reagents.append(NeededReagent(taken[-1], name, tuple(of), known.density, known.solid))
    return Needed(tuple(vessels), tuple(reagents), _devices(program.jobs))


def most_held(jobs: Iterable[Job]) -> dict[str, float]:
    """The largest volume in mL that each vessel ever holds, by the name that the program gives it."""
    held: Held = {}
    most: dict[str, float] = {}
    for job in jobs:
        carry_out(held, job)
        if job.vessel:
            most[job.vessel] = max(most.get(job.vessel, 0.0), millilitres(held[job.vessel]))
    return most


def _bulk(job: Job) -> float:
    return 0.0 if job.grams is None else job.grams / matter(job.reagent).density


def _kind(types: Mapping[str, str], name: str) -> str:
    kind = types.get(name, "").removeprefix("Chemputer").lower()
    if kind:
        return kind
    return next((one for one in KINDS if one in name.lower()), "")


def _weighed_apart(jobs: Iterable[Job]) -> list[Job]:
    """The additions to a vessel that a step before has heated and that no step has cooled."""
    hot: set[str] = set()
    found = []
    for job in jobs:
        match job.kind:
            case "heat" if job.temperature is not None and job.temperature > HOT:
                hot.add(job.vessel)
            case "cool" | "rest" | "wash" | "heat":
                hot.discard(job.vessel)
            case "add" if job.vessel in hot and job.weighed:
                found.append(job)
            case "move":
                hot.discard(job.source)
    return found


def _devices(jobs: Iterable[Job]) -> frozenset[str]:
    """One device for each skill. What has to be there anyway is used for others, if it can be."""
    skills = [SKILLS[kind] for kind in dict.fromkeys(job.kind for job in jobs)]
    if any(job.weighed for job in jobs):
        skills.append(WEIGHING)
    found: set[str] = set()
    for skill in sorted(skills, key=lambda one: len(one.devices)):
        if skill.devices and found.isdisjoint(skill.devices):
            found.add(skill.devices[0])
    return frozenset(found)

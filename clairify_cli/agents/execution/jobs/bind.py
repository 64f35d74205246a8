"""Find what the jobs of a program need on a bench, and bind their names to objects of a scene."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from clairify_cli.agents.execution.jobs import kinds
from clairify_cli.agents.execution.jobs.kinds import SKILLS, WEIGHING, Held, Job, Skill, carry_out, matter, millilitres
from clairify_cli.agents.execution.jobs.steps import Jobs
from clairify_cli.agents.execution.rules import rules
from clairify_cli.chemistry import stand_in
from clairify_cli.diagnostics.model import Diagnostic, Span
from clairify_cli.worlds.scene.furniture import word
from clairify_cli.worlds.scene.limits import PAYLOAD_G, WIDEST
from clairify_cli.worlds.scene.model import Content, Device, Scene, Vessel
from clairify_cli.worlds.scene.needs import Needed, NeededReagent, NeededVessel

APART = "weighing-beaker"
"""The vessel for weighing additions to a hot vessel, which cannot be moved to the balance."""

HOT = 45.0
"""A vessel heated above this, in °C, is not moved, because the hand would not grip it."""

KINDS: Mapping[str, str] = {word: kind for kind, words in kinds.DATA["glassware"].items() for word in words}
"""Kinds of glassware by words in the type of a component; all other vessels are beakers."""


def slug(name: str, taken: Collection[str] = (), otherwise: str = "vessel") -> str:
    """Turn a name into a PDDL word different from those in `taken`."""
    return word(name, taken, otherwise)


def needed(program: Jobs) -> Needed:
    """Return what a bench must have for a program: vessels with their largest contents, reagents, devices."""
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
    """Return the largest volume in mL that each vessel ever contains, by its name in the program."""
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
    """Return the weighed additions to vessels that are hot from an earlier step and have not been cooled."""
    hot: set[str] = set()
    found = []
    for job in jobs:
        match job.kind:
            case "heat" | "rest" if job.temperature is not None and job.temperature > HOT:
                hot.add(job.vessel)
            case "cool" | "rest" | "wash" | "heat":
                hot.discard(job.vessel)
            case "add" if job.vessel in hot and job.weighed:
                found.append(job)
            case "move":
                hot.discard(job.source)
    return found


def _devices(jobs: Iterable[Job]) -> frozenset[str]:
    """Choose a device for each skill. Devices that are needed anyway are reused for other jobs if possible."""
    skills = [SKILLS[kind] for kind in dict.fromkeys(job.kind for job in jobs)]
    if any(job.weighed for job in jobs):
        skills.append(WEIGHING)
    found: set[str] = set()
    # Skills with the fewest alternatives first, so that their devices can serve other skills too.
    for skill in sorted(skills, key=lambda one: len(one.devices)):
        if skill.devices and found.isdisjoint(skill.devices):
            found.add(skill.devices[0])
    return frozenset(found)


_HALF_MM = 0.0005


def bound(jobs: Iterable[Job], scene: Scene, types: Mapping[str, str]) -> tuple[tuple[Job, ...], list[Diagnostic]]:
    """Bind jobs to a scene; also report everything that the scene lacks for them, each once.

    Vessels get their ids in the scene, reagents the name of the substance, and the bottle of an `add` is its `source`.
    """
    binder = _Binder(scene, types)
    made = tuple(binder.job(one) for one in jobs)
    return made, list(dict.fromkeys(binder.found))


def devices_of(scene: Scene) -> dict[str, str]:
    """Return the kind of each device by the id of its place; a sink counts as a device."""
    kinds = {one.id: one.kind for one in scene.devices} | {one.id: one.kind for one in scene.containers}
    return {one.id: kinds[one.device] for one in scene.places if one.device is not None and one.device in kinds}


class _Binder:
    """The state while binding jobs: the volume in each vessel, and the amounts taken."""

    def __init__(self, scene: Scene, types: Mapping[str, str]) -> None:
        self.scene = scene
        self.types = types
        self.found: list[Diagnostic] = []
        self.volumes = {one.id: sum(c.grams / c.density for c in one.contents) for one in scene.vessels}
        self.grams = {one.id: sum(c.grams for c in one.contents) for one in scene.vessels}
        self.taken: dict[tuple[str, str], float] = {}
        self.devices = set(devices_of(scene).values())
        self.said: set[tuple[str, str]] = set()

    def job(self, job: Job) -> Job:
        job = replace(job, kept=frozenset(found.id for one in job.kept if (found := self._named(one)) is not None))
        self._device(job, SKILLS[job.kind])
        pump = self._pump(job.reagent) if job.kind == "add" else None
        # A pump measures the dose itself, so that no balance is needed.
        if job.weighed and pump is None:
            self._device(job, WEIGHING)
        if job.temperature is not None and job.kind != "rest":
            self._temperature(job)
        vessel = self._vessel(job.vessel, job.span) if job.vessel else None
        source = self._vessel(job.source, job.span) if job.source else None
        if job.kind == "add":
            return self._add(job, vessel, pump)
        if job.kind == "move" and vessel is not None and source is not None:
            self._move(job, source, vessel)
        if job.kind == "wash" and vessel is not None:
            self.volumes[vessel.id] = self.grams[vessel.id] = 0.0
        changed = replace(job, vessel=vessel.id if vessel else job.vessel)
        return replace(changed, source=source.id) if source is not None else changed

    def _pump(self, reagent: str) -> tuple[Device, Content] | None:
        """Return the pump that doses a reagent, and its content."""
        pumps = [(one, content) for one in self.scene.devices for content in one.contents if one.kind == "pump"]
        return next((one for one in pumps if stand_in(reagent, [one[1].substance.replace("-", " ")])), None)

    def _add(self, job: Job, vessel: Vessel | None, pump: tuple[Device, Content] | None) -> Job:
        bottle, substance = self._bottle(job.reagent) if pump is None else (None, pump[1].substance)
        grams = job.grams or 0.0
        if pump is not None:
            self._enough(job, pump[0].id, substance, pump[1].grams)
        elif bottle is None:
            self._say(
                rules.reagent_not_in_scene(job.span, job.reagent, _listed(self._substances())), "reagent", job.reagent
            )
        else:
            self._carried(bottle, job.span)
            there = sum(one.grams for one in bottle.contents if one.substance == substance)
            self._enough(job, bottle.id, substance, there)
        if vessel is not None:
            self._fill(vessel, grams / matter(job.reagent).density, grams, job.span)
        return replace(
            job,
            vessel=vessel.id if vessel else job.vessel,
            source=pump[0].top if pump else bottle.id if bottle else "",
            reagent=substance or job.reagent,
            weighed=job.weighed and pump is None,
        )

    def _enough(self, job: Job, source: str, substance: str, there: float) -> None:
        key = (source, substance)
        self.taken[key] = self.taken.get(key, 0.0) + (job.grams or 0.0)
        if self.taken[key] > there + _HALF_MM:
            self._say(rules.not_enough_reagent(job.span, job.reagent, self.taken[key], there), "enough", source)

    def _move(self, job: Job, source: Vessel, target: Vessel) -> None:
        self._carried(source, job.span)
        volume, there = self.volumes[source.id], self.grams[source.id]
        if job.grams is not None and job.grams > there + _HALF_MM:
            self._say(rules.not_enough_reagent(job.span, "", job.grams, there, source.name), "enough", source.id)
        share = 1.0 if job.grams is None else min(1.0, job.grams / there) if there > 0.0 else 0.0
        self._fill(source, -share * volume, -share * there, job.span)
        self._fill(target, share * volume, share * there, job.span)

    def _fill(self, vessel: Vessel, volume: float, grams: float, span: Span) -> None:
        self.volumes[vessel.id] += volume
        self.grams[vessel.id] += grams
        if self.volumes[vessel.id] > vessel.capacity_ml + _HALF_MM:
            made = rules.vessel_overfull(span, vessel.name, self.volumes[vessel.id], vessel.capacity_ml)
            self._say(made, "overfull", vessel.id)

    def _carried(self, vessel: Vessel, span: Span) -> None:
        width = 2 * vessel.shape.radius
        if width > WIDEST - _HALF_MM:
            why = f"it is {1000 * width:.0f} mm wide, and the hand opens by {1000 * WIDEST:.0f} mm"
            self._say(rules.too_much_for_hand(span, vessel.name, why), "wide", vessel.id)
        mass = vessel.mass_g + self.grams[vessel.id]
        if mass > PAYLOAD_G:
            why = f"it weighs {mass:.0f} g, and the arm carries {PAYLOAD_G:.0f} g"
            self._say(rules.too_much_for_hand(span, vessel.name, why), "heavy", vessel.id)

    def _device(self, job: Job, skill: Skill) -> None:
        kinds = skill.devices
        if kinds and self.devices.isdisjoint(kinds):
            self._say(rules.device_missing(job.span, " or ".join(kinds), skill.use), "device", kinds[0])

    def _temperature(self, job: Job) -> None:
        assert job.temperature is not None
        heat = job.kind == "heat"
        kind, rating = ("hotplate", "hottest") if heat else ("ice-bath", "coldest")
        known = [dict(one.ratings).get(rating) for one in self.scene.devices if one.kind == kind]
        limits = [one for one in known if one is not None]
        if len(limits) < len(known) or not limits:
            return
        limit = max(limits) if heat else min(limits)
        if job.temperature > limit if heat else job.temperature < limit:
            self.found.append(rules.temperature_out_of_reach(job.span, job.temperature, kind, limit))

    def _vessel(self, name: str, span: Span) -> Vessel | None:
        found = self._named(name)
        if found is None:
            there = [one.name for one in self.scene.vessels if one.kind != "bottle"]
            self._say(rules.vessel_not_in_scene(span, name, _listed(there)), "vessel", name)
        return found

    def _named(self, name: str) -> Vessel | None:
        word = slug(name)
        for one in self.scene.vessels:
            if one.id in (name, word) or slug(one.name) == word:
                return one
        kind = KINDS.get(self.types.get(name, "").lower(), "beaker")
        alike = [one for one in self.scene.vessels if one.kind == kind]
        return alike[0] if len(alike) == 1 else None

    def _bottle(self, reagent: str) -> tuple[Vessel | None, str]:
        """Return the vessel that a reagent is taken from, and the name of its substance there."""
        word = slug(reagent, otherwise="reagent")
        every = [(one, content) for one in self.scene.vessels for content in one.contents]
        every.sort(key=lambda pair: (pair[0].kind != "bottle", -pair[1].grams))
        ways: tuple[Callable[[Vessel, str], bool], ...] = (
            lambda vessel, substance: slug(substance) == word,
            lambda vessel, substance: word in (slug(vessel.name), vessel.id),
            lambda vessel, substance: stand_in(reagent, [substance.replace("-", " ")]) is not None,
        )
        found = ((vessel, one.substance) for way in ways for vessel, one in every if way(vessel, one.substance))
        return next(found, (None, ""))

    def _substances(self) -> list[str]:
        return sorted({content.substance for one in self.scene.vessels for content in one.contents})

    def _say(self, made: Diagnostic, kind: str, about: str) -> None:
        if (kind, about) not in self.said:
            self.said.add((kind, about))
            self.found.append(made)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{one}`" for one in names)

"""The `lab` domain's view of a scene: the facts that hold, and the goal of each job.

Every dose is a separate object (`water-3`, for step 3) that the bottle contains, so that adding the same reagent twice
is two goals. The treatment of a mixture is removed from the state before it becomes a goal again. Only actions that may
serve a goal are available to the planner, so that nothing is heated or washed without need.
"""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.agents.execution.domain_text import Atom, Wanted
from clairify_cli.agents.execution.jobs.bind import devices_of, slug
from clairify_cli.agents.execution.jobs.kinds import SKILLS, Job
from clairify_cli.planning.repair.model import step_text
from clairify_cli.worlds.base import Action
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.panda.liquids.amounts import MIXTURE
from clairify_cli.worlds.panda.skills.context import CATALOGUE
from clairify_cli.worlds.scene.limits import HOTTEST
from clairify_cli.worlds.scene.model import Scene

GLASSWARE = ("beaker", "flask", "vial", "dish", "cylinder")


def objects_of(scene: Scene) -> dict[str, str]:
    """Return the objects of a scene with their types, without reagents."""
    devices = devices_of(scene)
    found = {one.id: devices.get(one.id, "slot") for one in scene.places}
    for vessel in scene.vessels:
        found[vessel.id] = vessel.kind if vessel.kind in (*GLASSWARE, "bottle") else "beaker"
    return found


def reagents_of(scene: Scene) -> dict[str, str]:
    """Return the substances of a scene by the words for them in PDDL, which are free of spaces."""
    found: dict[str, str] = {}
    taken = objects_of(scene)
    for contents in (*(one.contents for one in scene.vessels), *(one.contents for one in scene.devices)):
        for content in contents:
            if content.substance not in found.values():
                found[slug(content.substance, (*taken, *found))] = content.substance
    return found


def observed(scene: Scene, belief: Belief) -> frozenset[Atom]:
    """Return the observable facts: places of vessels, the held object, lids, and vessels too hot to grip."""
    found: set[Atom] = set()
    for place in scene.places:
        vessel = belief.places.get(place.id)
        found.add(("free", place.id) if vessel is None else ("at", vessel, place.id))
    found.add(("hand-empty",) if belief.held is None else ("holding", belief.held.thing))
    found |= {("capped", one) for one in belief.capped}
    found |= {("hot", one) for one, degrees in belief.temperatures.items() if degrees > HOTTEST}
    return frozenset(found)


def remembered_at_first(scene: Scene) -> frozenset[Atom]:
    """Return known but unobservable facts of a scene: the contents of vessels, and that empty ones are clean."""
    names = {substance: name for name, substance in reagents_of(scene).items()}
    found: set[Atom] = {
        ("feeds", one.top, names[content.substance])
        for one in scene.devices
        for content in one.contents
        if one.kind == "pump"
    }
    for one in scene.vessels:
        found |= {("contains", one.id, names[content.substance]) for content in one.contents}
        if not one.contents and one.kind != "bottle":
            found.add(("clean", one.id))
    return frozenset(found)


def with_contents(facts: frozenset[Atom], belief: Belief, doses: Mapping[str, str]) -> frozenset[Atom]:
    """Correct the facts about vessels by their observed contents, as after a pour that stopped short.

    `doses` maps reagent objects to substances. Vessels that the facts call neither clean nor filled stay so.
    """
    found = set(facts)
    names = {substance: name for name, substance in reversed([*doses.items()])}
    for vessel in {one[1] for one in facts if one[0] in ("clean", "contains")}:
        there = {one.substance for one in belief.contents.get(vessel, ())}
        known = {doses.get(one[2], one[2]) for one in facts if one[:2] == ("contains", vessel)}
        found |= {("contains", vessel, names.get(one, one)) for one in there - known}
        if there:
            found.discard(("clean", vessel))
        else:
            found -= {one for one in facts if one[:2] in (("contains", vessel), ("weighed", vessel))}
    return frozenset(found)


SEEN = frozenset({"at", "free", "holding", "hand-empty", "capped", "hot"})
"""The observable predicates; all others are remembered."""


def goal_of(job: Job, facts: frozenset[Atom], objects: Mapping[str, str], doses: Mapping[str, str]) -> Wanted:
    """Return the planning task of a job that is bound to a scene, given all facts.

    `objects` maps objects to types, `doses` those so far to substances. Without formulas there is nothing to plan.
    """
    vessel = job.vessel
    keep = {one for one in facts if one[0] == "contains" and one[1] != job.source}
    formulas = ["(hand-empty)"]
    state = set(facts)
    taken, every = (*objects, *doses), dict(doses)
    tidy: tuple[str, ...] = ()
    hot = ("hot", vessel) in facts
    allowed = SKILLS[job.kind].actions
    match job.kind:
        case "wait" | "rest":
            return Wanted((), facts, (), {**objects, **dict.fromkeys(doses, "reagent")}, doses)
        case "add":
            dose = slug(f"{job.reagent}-{job.number}", taken)
            every[dose] = job.reagent
            feeds = any(one[:2] == ("feeds", job.source) for one in facts)
            state.add(("feeds" if feeds else "contains", job.source, dose))
            formulas.append(step_text(("weighed" if job.weighed else "contains", vessel, dose)))
            # Put the bottle back where it was, if possible.
            tidy = tuple(step_text(one) for one in sorted(facts) if one[:2] == ("at", job.source))
            # A hot vessel stays where it is: the dose is weighed in another vessel (`bind.APART`) and transferred.
            if hot:
                formulas.append(step_text(("hot", vessel)))
                allowed = (*allowed, "transfer")
        case "move" if job.grams is not None:
            there = {doses.get(one[2], one[2]) for one in facts if one[:2] == ("contains", job.source)}
            substance = there.pop() if len(there) == 1 else MIXTURE
            dose = slug(f"{substance}-{job.number}", taken)
            every[dose] = substance
            state.add(("contains", job.source, dose))
            formulas.append(step_text(("weighed", vessel, dose)))
        case "move":
            moved = [one[2] for one in sorted(facts) if one[:2] == ("contains", job.source)]
            formulas += [step_text(("contains", vessel, one)) for one in moved]
            formulas += [f"(not (contains {job.source} {one}))" for one in moved]
        case "wash":
            keep = {one for one in keep if one[1] != vessel}
            state.discard(("clean", vessel))
            formulas.append(step_text(("clean", vessel)))
        case _:
            done = {"stir": "stirred", "heat": "heated", "cool": "cooled"}[job.kind]
            state -= {(one, vessel) for one in ((done, "mixed") if done == "stirred" else (done,))}
            formulas.append(step_text((done, vessel)))
            if job.kind == "stir" and hot and any(one[:2] == ("at", vessel) for one in facts):
                formulas.append(step_text(("hot", vessel)))
    formulas += [step_text(one) for one in sorted(keep)]
    known = {**objects, **dict.fromkeys(every, "reagent")}
    return Wanted(tuple(formulas), frozenset(state), allowed, known, every, tidy)


def action_of(step: Atom, job: Job, doses: Mapping[str, str]) -> Action:
    """Return the world's action for a step of a plan, with doses replaced by their substances."""
    name, *arguments = step
    # On the way to its own treatment, a vessel cools by itself until it can be gripped.
    taken = () if name == "let-cool" else CATALOGUE[name].settings
    settings = {key: value for key, value in job.settings.items() if key in taken}
    return Action(name, tuple(doses.get(one, one) for one in arguments), settings=settings, step=job.number)

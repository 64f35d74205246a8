"""Turn the scene of a bench into a problem to write programs for, in the domain `lab` or `tabletop`, without a goal.

A scene with vessels at places is a laboratory, unless it has zones; any other is a tabletop. Objects are those of the
scene, under their ids, and the initial facts are what can be observed before anything moves. A tabletop without zones
gets one, the table, since things are picked from zones.
"""

from __future__ import annotations

import re
from dataclasses import replace

from clairify_cli.agents.execution.jobs import lab_problem, tabletop_facts
from clairify_cli.agents.execution.jobs.bind import slug
from clairify_cli.agents.formalise.given import read_domain
from clairify_cli.diagnostics.model import Source
from clairify_cli.english.morphology import plural
from clairify_cli.languages.pddl.companions import heading
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.planning.repair.model import step_text
from clairify_cli.reader.goals import Lexicon
from clairify_cli.worlds.geometry import Cup, Pose
from clairify_cli.worlds.panda.belief import Belief
from clairify_cli.worlds.scene import sizes
from clairify_cli.worlds.scene.model import Container, Item, Scene, Vessel, Zone

TABLE = "table"
"""The table's id, which the skills of the arm use too."""

_MOST_BYTES = 20_000_000


def problem_of_scene(scene: Scene, domain: Source | None = None) -> tuple[Source, Source]:
    """Return the scene's domain, or the given one, and the scene as a problem in it.

    Raises `UnreadableError` if the domain cannot be read.
    """
    name = "lab" if _is_lab(scene) else "tabletop"
    domain = domain or read_domain(name, most_bytes=_MOST_BYTES)
    name = heading(domain.text).domain or name
    scene = with_table(scene)
    objects, facts = _lab(scene) if name == "lab" else _tabletop(scene)
    by_type: dict[str, list[str]] = {}
    for one, kind in objects.items():
        by_type.setdefault(kind, []).append(one)
    lines = [f"; The scene {scene.name!r} before anything moves.", f"(define (problem {slug(scene.name) or 'scene'})"]
    lines += [f"  (:domain {name})", "  (:objects"]
    lines += [f"    {' '.join(names)} - {kind}" for kind, names in by_type.items()]
    lines += ["  )", "  (:init", *(f"    {step_text(one)}" for one in sorted(facts)), "  )", "  (:goal (and))", ")"]
    return domain, Source("\n".join(lines) + "\n", f"{slug(scene.name) or 'scene'}.pddl")


def words_of_scene(scene: Scene) -> Lexicon:
    """Return the words for objects on a tabletop: their names, their kinds, and categories such as rubbish."""
    things: list[Item | Vessel] = [*scene.items, *scene.vessels]
    called = ((one.id, one.name) for some in (things, scene.containers, scene.zones) for one in some)
    names: dict[str, tuple[str, ...]]
    names = {thing: (name, name.replace(" of ", " with ")) for thing, name in called if name != thing}
    for one in things:
        for number in re.findall(r"\d+$", one.id):  # paper ball 2
            names[one.id] = (*names.get(one.id, ()), f"{one.kind} {number}")
    groups: dict[str, list[str]] = {}
    for one in things:
        head = one.name.partition(" of ")[0].rpartition(" ")[2]
        kinds = [head, one.kind, *(name for name, kinds in sizes.GROUPS.items() if {one.kind, one.name} & {*kinds})]
        for word in dict.fromkeys(kinds):
            groups.setdefault(word, []).append(one.id)
    known = {one.id for one in things}
    # "The apple" is the thing of this name, where others are apples, too; "the apples" are all of them.
    groups |= {plural(word): ids for word, ids in groups.items() if len(ids) > 1 and slug(word) in known}
    kept = {word: tuple(ids) for word, ids in groups.items() if word not in known and slug(word) not in known}
    sayings = (dict.fromkeys(_CLEAR, clearing) if (clearing := _clearing(scene)) else {}) | _AWAY
    return Lexicon(names={**names, "block": ("item", "object")}, groups=kept, sayings=sayings)


_TIDY = ("clear away", "clear up")
_CLEAR = tuple(f"{verb} the table" for verb in ("clear", "clear up", "clear off", "empty", "tidy", "tidy up"))

# What is cleared away is not what has nothing on it.
_AWAY = {f"{verb} the {one}": (f"throw away the {one}",) for verb in _TIDY for one in ("rubbish", "litter", "waste")}
_AWAY |= dict.fromkeys(_TIDY, ("tidy away",))


def _clearing(scene: Scene) -> tuple[str, ...]:
    """Return what it means to clear a table: vessels go into the only sink, the rest into the only other container."""
    sinks, bins = ([one for one in scene.containers if (one.kind == "sink") is is_sink] for is_sink in (True, False))
    heads = {one.name.partition(" of ")[0].rpartition(" ")[2] for one in scene.vessels} if sinks else set()
    if len(bins) != 1 or len(sinks) > 1 or len(heads) > 1:
        return ()
    rest = f"put everything{''.join(f' except the {plural(one)}' for one in heads)} in the {bins[0].id}"
    return (rest + "".join(f" and the {plural(one)} in the {sinks[0].id}" for one in heads),)


def with_table(scene: Scene) -> Scene:
    """Return a tabletop scene in which everything lies in a zone: the whole table, if there is no other."""
    things: list[Item | Vessel] = [*scene.items, *scene.vessels]
    is_whole = bool(scene.zones) and all(tabletop_facts.zone_of(scene, one.pose.position) is not None for one in things)
    if is_whole or _is_lab(scene) or TABLE in {one.id for one in (*scene.things, *scene.places, *scene.zones)}:
        return scene
    return replace(
        scene,
        zones=(
            *scene.zones,
            Zone(TABLE, "table", scene.table.centre, scene.table.size),
        ),
    )


def _is_lab(scene: Scene) -> bool:
    return not scene.zones and any(one.place is not None for one in scene.vessels)


def first_belief(scene: Scene) -> Belief:
    """Return the initial belief about a scene's bench, from the scene's own positions."""
    return Belief(
        joints=scene.robot.home,
        held=None,
        poses={one.id: one.pose for one in scene.items} | {one.id: one.pose for one in scene.vessels},
        places={one.place: one.id for one in scene.vessels if one.place is not None},
        contents={one.id: one.contents for one in scene.vessels},
        capped=frozenset(one.id for one in scene.vessels if one.capped),
        temperatures={one.id: scene.ambient for one in scene.vessels},
        inside={item.id: box.id for item in scene.items for box in scene.containers if _is_in(item.pose, box)},
    )


def _is_in(pose: Pose, box: Container) -> bool:
    """Whether an object at a pose is in a container; the container's yaw is ignored."""
    across = [abs(pose.position[axis] - box.pose.position[axis]) for axis in (0, 1)]
    above = pose.position[2] - box.pose.position[2]
    if isinstance(box.shape, Cup):
        return max(across) < box.shape.radius and 0 <= above < box.shape.height
    return all(one < size / 2 for one, size in zip(across, box.shape.size, strict=False)) and (
        0 <= above < box.shape.size[2]
    )


def _tabletop(scene: Scene) -> tuple[dict[str, str], set[GroundAtom]]:
    objects = tabletop_facts.objects_of(scene)
    return objects, set(tabletop_facts.observed(scene, first_belief(scene)))


def _lab(scene: Scene) -> tuple[dict[str, str], set[GroundAtom]]:
    objects = {**lab_problem.objects_of(scene), **dict.fromkeys(lab_problem.reagents_of(scene), "reagent")}
    return objects, {*lab_problem.observed(scene, first_belief(scene)), *lab_problem.remembered_at_first(scene)}

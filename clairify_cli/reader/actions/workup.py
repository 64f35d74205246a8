"""Actions after a reaction: filter, wash, extract, dry, evaporate, crystallise, purify; and inert gas and light."""

from __future__ import annotations

from clairify_cli.reader.actions import thermal
from clairify_cli.reader.actions.common import finish, is_material, present, wait_first, words_of, xdl
from clairify_cli.reader.clauses import Clause
from clairify_cli.reader.lexicon import VesselNoun, lexicon
from clairify_cli.reader.model import Quantity
from clairify_cli.reader.nouns import Noun
from clairify_cli.reader.roles import Note, Roles
from clairify_cli.reader.scene import Draft, Scene
from clairify_cli.reader.vessels import Known


def _in_use(scene: Scene, clause: Clause, found: Roles) -> Known:
    """The vessel of a work-up step; goals are where things go, and do not say where it happens."""
    goals, found.goals = found.goals, []
    vessel = present(scene, clause, found)
    found.goals = goals
    return vessel


def filtering(scene: Scene, clause: Clause) -> bool:
    """Filter; `through celite` is FilterThrough, `into a flask` names where the filtrate goes."""
    return filter_with(scene, clause, scene.roles(clause))


def filter_with(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`filter` with its roles sorted."""
    wait_first(scene, clause, found)
    vessel = _in_use(scene, clause, found)
    words = lexicon().words
    through = next((noun for noun in found.through if noun.name.lower() in words["cartridges"]), None)
    goal = next((noun for kind, noun in found.goals if noun.kind == "vessel" and kind in ("into", "to", "in")), None)
    target = scene.vessel(goal, clause.tokens, vessel) if goal is not None else None
    for noun in found.through:
        if noun is not through:
            found.notes.append(Note(noun.tokens[0].start, noun.tokens[-1].end, ""))
    if through is not None:
        target = target or scene.aside(clause.tokens, "the text names no vessel to filter into")
        draft = scene.emit(
            "FilterThrough", clause.tokens, from_vessel=vessel.id, to_vessel=target.id, through=scene.declare(through)
        )
        target.contents.update(vessel.contents)
        scene.current = target
        return finish(scene, draft, found)
    draft = scene.emit(
        "Filter",
        clause.tokens,
        vessel=vessel.id,
        filtrate_vessel=target.id if target is not None else None,
        temp=xdl(found.temp()),
    )
    if target is not None:
        target.contents.update(vessel.contents)
    vessel.filtered = True
    if clause.verb.keep:
        draft.notes.append(
            Note(clause.predicate[0].start, clause.predicate[-1].end, "XDL has no step for it but filtering")
        )
    if target is not None:
        scene.current, scene.solid = target, vessel
    return finish(scene, draft, found)


def _solvents(found: Roles) -> list[Noun]:
    return [noun for noun in found.withs if is_material(noun)]


def wash(scene: Scene, clause: Clause) -> bool:
    """Wash a vessel (CleanVessel), a filtered solid (WashSolid) or an organic layer (Separate)."""
    found = scene.roles(clause)
    washed = next((noun for noun in found.objects if noun.kind == "vessel"), None)
    if washed is not None:
        return _clean(scene, clause, found, washed)
    wait_first(scene, clause, found)
    solvents = _solvents(found) or [noun for kind, noun in found.goals if kind == "in" and is_material(noun)]
    vessel = scene.solid if _is_solid(found) and scene.solid is not None else scene.current
    liquid = any(noun.kind == "reference" for noun in found.objects) or scene.separating or clause.kind == "passive"
    if vessel is None or not solvents or not (vessel.filtered or liquid):
        return False
    vessel.filtered = vessel.filtered or _is_solid(found)
    draft: Draft | None = None
    for noun in solvents:
        if vessel.filtered:
            draft = _wash_solid(scene, clause, found, vessel, noun)
        else:
            draft = _separate(scene, clause, found, vessel, noun, "wash")
    return finish(scene, draft, found)


def _is_solid(found: Roles) -> bool:
    """Whether what is washed is a solid: `the precipitate`."""
    solids = lexicon().words["solids"]
    return any(noun.name.lower().rpartition(" ")[2] in solids for noun in found.objects)


def _volume(noun: Noun) -> Quantity | None:
    return next((one for one in noun.quantities if one.dimension == "volume"), None)


def _repeats(found: Roles, volume: Quantity | None) -> str | None:
    times = found.repeats if found.repeats > 1 else (volume.times if volume is not None else 1)
    return str(times) if times > 1 else None


def _wash_solid(scene: Scene, clause: Clause, found: Roles, vessel: Known, noun: Noun) -> Draft | None:
    """WashSolid where the text gives a volume; else the solvent is added and filtered off again."""
    volume = _volume(noun)
    name = scene.declare(noun)
    if volume is not None:
        return scene.emit(
            "WashSolid",
            clause.tokens,
            vessel=vessel.id,
            solvent=name,
            volume=volume.xdl,
            repeats=_repeats(found, volume),
        )
    draft = scene.add(vessel, noun, clause.tokens)
    if draft is not None:
        scene.note(
            draft, clause.predicate[0].start, noun.tokens[-1].end, "WashSolid needs a volume, and the text gives none"
        )
        scene.emit("Filter", clause.tokens, vessel=vessel.id)
    return draft


def clean(scene: Scene, clause: Clause) -> bool:
    """Clean a vessel."""
    found = scene.roles(clause)
    washed = next((noun for noun in found.objects if noun.kind == "vessel"), None)
    return _clean(scene, clause, found, washed) if washed is not None else False


def _clean(scene: Scene, clause: Clause, found: Roles, washed: Noun) -> bool:
    vessel = scene.vessel(washed, clause.tokens)
    solvents = _solvents(found)
    volume = _volume(solvents[0]) if solvents else None
    name = scene.declare(solvents[0]) if solvents else None
    draft = scene.emit(
        "CleanVessel",
        clause.tokens,
        vessel=vessel.id,
        solvent=name,
        volume=xdl(volume),
        temp=xdl(found.temp()),
        repeats=_repeats(found, volume),
    )
    vessel.contents.clear()
    vessel.filtered = False
    return finish(scene, draft, found)


def extract(scene: Scene, clause: Clause) -> bool:
    """Extract with each solvent in turn."""
    found = scene.roles(clause)
    wait_first(scene, clause, found)
    solvents = _solvents(found) or [noun for kind, noun in found.goals if kind in ("into", "in") and is_material(noun)]
    if not solvents:
        return False
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in solvents]
    vessel = _in_use(scene, clause, found)
    draft: Draft | None = None
    for noun in solvents:
        draft = _separate(scene, clause, found, vessel, noun, "extract")
        vessel = scene.current or vessel
    return finish(scene, draft, found)


def _separate(scene: Scene, clause: Clause, found: Roles, vessel: Known, noun: Noun, purpose: str) -> Draft:
    """One Separate step; the product's layer follows from whether the organic solvent is denser than water."""
    heavy = lexicon().heavy
    organic = [noun.name.lower()] if purpose == "extract" else [name.lower() for name in vessel.contents]
    bottom = any(name == word or name.endswith(" " + word) for name in organic for word in heavy)
    separators = [one for one in scene.vessels.all.values() if one.noun.type == "separator"][:1]
    separator = (
        separators[0] if separators else scene.vessels.another(VesselNoun("separator", "separator", generic=False))
    )
    target = vessel
    if purpose == "extract" and not scene.separating:
        target = scene.aside(clause.tokens, "the text names no vessel for the extract")
    scene.separating = True
    volume = _volume(noun)
    draft = scene.emit(
        "Separate",
        words_of(clause, noun),
        purpose=purpose,
        product_phase="bottom" if bottom else "top",
        from_vessel=vessel.id,
        separation_vessel=separator.id,
        to_vessel=target.id,
        solvent=scene.declare(noun),
        solvent_volume=xdl(volume),
        repeats=_repeats(found, volume),
    )
    if purpose == "extract":
        target.contents[draft.properties["solvent"]] = None
    scene.current = target
    return draft


def dry(scene: Scene, clause: Clause) -> bool:
    """Dry a solid; `dry over MgSO4` adds the drying agent."""
    found = scene.roles(clause)
    wait_first(scene, clause, found)
    agents = [noun for kind, noun in found.goals if kind in ("over", "on") and is_material(noun)]
    agents += [noun for noun in _solvents(found) if noun.name.lower() in lexicon().words["drying"]]
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in agents]
    vessel = _in_use(scene, clause, found)
    if agents:
        draft = scene.add(vessel, agents[0], clause.tokens)
        if draft is not None:
            scene.note(draft, clause.predicate[-1].start, agents[0].tokens[-1].end, "")
        return finish(scene, draft, found)
    temp, notes = thermal.temperature(scene, found, vessel)
    made = scene.emit(
        "Dry", clause.tokens, vessel=vessel.id, time=xdl(found.time()), pressure=xdl(found.pressure), temp=temp
    )
    made.notes.extend(notes)
    return finish(scene, made, found)


def evaporate(scene: Scene, clause: Clause) -> bool:
    """Evaporate; what is evaporated off is in the vessel already."""
    found = scene.roles(clause)
    if any(noun.kind == "place" for noun in found.objects):
        return False  # `reduce the heat`
    wait_first(scene, clause, found)
    if not any(noun.measured for noun in found.objects):
        found.objects = [
            noun for noun in found.objects if noun.kind in ("vessel", "reference") or scene.holder(noun) is not None
        ]
    vessel = present(scene, clause, found)
    temp, notes = thermal.temperature(scene, found, vessel)
    made = scene.emit(
        "Evaporate", clause.tokens, vessel=vessel.id, time=xdl(found.time()), pressure=xdl(found.pressure), temp=temp
    )
    made.notes.extend(notes)
    scene.separating = False
    vessel.filtered = False
    return finish(scene, made, found)


def remove(scene: Scene, clause: Clause) -> bool:
    """Remove a solvent (Evaporate) or a vessel from the heat (StopHeatChill)."""
    found = scene.roles(clause)
    words = {word for noun in found.objects for word in noun.name.lower().split()}
    if words & {"solvent", "solvents", "volatiles"} or found.vacuum:
        return evaporate(scene, clause)
    source = next((noun for noun in found.sources if noun.kind == "place"), None)
    if source is not None or any(noun.kind == "place" for noun in found.objects):
        vessel = scene.here(clause.tokens)
        for noun in found.objects:
            if noun.kind == "vessel":
                vessel = scene.vessel(noun, clause.tokens)
        return finish(scene, scene.emit("StopHeatChill", clause.tokens, vessel=vessel.id), found)
    return False


def crystallise(scene: Scene, clause: Clause) -> bool:
    """Crystallise, after adding the solvent that is named."""
    found = scene.roles(clause)
    wait_first(scene, clause, found)
    vessel = _in_use(scene, clause, found)
    for noun in [*found.sources, *_solvents(found)]:
        if is_material(noun):
            scene.emit(
                "Dissolve",
                words_of(clause, noun),
                vessel=vessel.id,
                solvent=scene.declare(noun),
                volume=xdl(_volume(noun)),
            )
    temp, notes = thermal.temperature(scene, found, vessel)
    draft = scene.emit("Crystallize", clause.tokens, vessel=vessel.id, ramp_time=xdl(found.time()), ramp_temp=temp)
    draft.notes.extend(notes)
    return finish(scene, draft, found)


def column(scene: Scene, clause: Clause) -> bool:
    """Purify by chromatography; another way to purify is not read here."""
    if not any("chromatograph" in token.low or token.low == "column" for token in clause.tokens):
        return False
    found = scene.roles(clause)
    vessel = scene.here(clause.tokens)
    target = scene.aside(clause.tokens, "the text names no vessel for what leaves the column")
    draft = scene.emit("RunColumn", clause.tokens, from_vessel=vessel.id, to_vessel=target.id)
    content = [t for t in clause.after if t.kind != "mark"]
    found.notes = [Note(content[0].start, content[-1].end, "")] if content else []
    target.contents.update(vessel.contents)
    scene.current = target
    return finish(scene, draft, found)


def purge(scene: Scene, clause: Clause) -> bool:
    """Purge a vessel with a gas."""
    found = scene.roles(clause)
    gas = next(
        (noun.name for noun in [*found.withs, *found.objects] if noun.name.lower() in lexicon().words["gases"]), None
    )
    found.objects = [noun for noun in found.objects if noun.kind in ("vessel", "reference", "pronoun")]
    vessel = present(scene, clause, found)
    time = found.time()
    draft = scene.emit("Purge", clause.tokens, vessel=vessel.id, gas=gas, time=xdl(time))
    return finish(scene, draft, found)


def irradiate(scene: Scene, clause: Clause) -> bool:
    """Irradiate for a time."""
    found = scene.roles(clause)
    time = found.time()
    if time is None:
        scene.fail(clause.tokens, "Irradiate needs a time, and the text gives none")
        return False
    vessel = present(scene, clause, found)
    draft = scene.emit(
        "Irradiate",
        clause.tokens,
        vessel=vessel.id,
        time=time.xdl,
        wavelength=xdl(found.wavelength),
        temp=xdl(found.temp()),
    )
    return finish(scene, draft, found)

"""Layers: wash, extract, partition, separate."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.chemistry import find
from clairify_cli.chemistry import is_aqueous as is_water
from clairify_cli.english.lexicon import WORDS, VesselNoun
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.actions.common import add_all, finish, present, wait_first, warm, words_of
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.phrases.phrases import phrases
from clairify_cli.reader.protocol.phrases.roles import Roles
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import is_aqueous, is_organic, is_solid, part_words, product_phase
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known


def in_use(scene: Scene, clause: Clause, found: Roles) -> Known:
    """The vessel of a work-up step. Goals are ignored: they say where things go, not where the step takes place."""
    goals, found.goals = found.goals, []
    if found.measured:  # `in a separate flask, A (5 g) was dried`
        found.goals = [(kind, noun) for kind, noun in goals if kind == "in" and noun.kind == "vessel"]
    vessel = present(scene, clause, found)
    found.goals = goals
    return vessel


def solvents(found: Roles) -> list[Noun]:
    """The material of a clause: `with ether`, `using brine`."""
    return [noun for noun in found.withs if noun.is_material]


def portions(given: list[Noun]) -> list[Noun]:
    """Portions of several sizes, used one by one: `ether (200 mL, 2 x 50 mL)`."""
    made = []
    for noun in given:
        volumes = [one for one in noun.quantities if one.dimension == "volume" and one.upper is None]
        several = len(volumes) > 1 and any(one.times > 1 for one in volumes)
        made += [replace(noun, quantities=[one]) for one in volumes] if several else [noun]
    return made


def repeats(found: Roles, noun: Noun | None) -> str | None:
    """The repeat count of a step, if more than one: `3 x 50 mL`, `(x4)`, `three times`."""
    given = noun.amount("volume") if noun is not None else None
    times = given.times if given is not None and given.times > 1 else found.repeats
    times = noun.times if noun is not None and noun.times > 1 else times
    return str(times) if times > 1 else None


def extract(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Extract with each solvent in turn."""
    wait_first(scene, clause, found)
    given = solvents(found)
    given += [noun for kind, noun in found.goals if kind in ("into", "in") and noun.is_material]
    given += [noun for kind, noun in found.goals if kind == "to" and noun.is_material and is_organic(noun.name)]
    whole, given = given, portions([scene.owner(noun) for noun in given])
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in whole]
    if not given:
        between = _between(clause)
        return partitioned(scene, clause, found, between) if between else _again(scene, clause, found)
    solid = _solid(scene, found)
    if solid is not None and all(noun.amount("volume") is not None for noun in given):
        return _leached(scene, clause, found, solid, given)
    part_first(scene, clause, found, given)
    vessel = in_use(scene, clause, found)
    last = scene.last
    apart = last.name == "Separate" and "solvent" not in last.properties
    if apart and vessel is scene.parts.organic and all(is_organic(noun.name) for noun in given):
        # `were separated, followed by extraction with A`
        vessel = discourse.aqueous_layer(scene, clause.tokens) or vessel
    draft: Draft | None = None
    for noun in given:
        draft = extracted(scene, clause, found, vessel, noun)
        again = draft.properties["purpose"] == "extract" and noun is not given[-1]
        vessel = (discourse.aqueous_layer(scene, clause.tokens) if again else scene.current) or vessel
    return finish(scene, draft, found)


def part_first(scene: Scene, clause: Clause, found: Roles, given: list[Noun]) -> None:
    """Separate a mixture if the text goes on with its organic layer: `the ether layer was extracted with NaOH`."""
    here = scene.current
    named = any(part_words(noun.name, "layers") and not discourse.is_of_water(noun.name) for noun in found.objects)
    if not named or here is None or not scene.parts.settled or not all(is_aqueous(noun.name) for noun in given):
        return
    if any(map(is_organic, here.contents)) and any(map(is_water, here.contents)):
        phase = product_phase(here.contents)
        separation(scene, clause.subject or clause.tokens, Roles(), here, None, purpose="wash", phase=phase)


def _again(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The aqueous layer was extracted again`: an extraction whose solvent the text does not name."""
    aqueous = any("aqueous" in noun.name.lower() or "water" in noun.name.lower() for noun in found.objects)
    if not aqueous and any(part_words(noun.name, "layers") for noun in found.objects):
        return layers_apart(scene, clause, found)  # `the organic layer was extracted`: it was separated
    if not aqueous or clause.kind != "passive":
        return False
    vessel = discourse.aqueous_layer(scene, clause.tokens) or in_use(scene, clause, found)
    phase = product_phase(scene.parts.organic.contents if scene.parts.organic is not None else [])
    draft = separation(scene, clause.tokens, found, vessel, None, purpose="extract", phase=phase)
    return finish(scene, draft, found)


def _solid(scene: Scene, found: Roles) -> Known | None:
    """The vessel with the solid that is extracted: `the cake`, or a residue without water."""
    heads = {noun.name.lower().rpartition(" ")[2] for noun in found.objects}
    here = scene.parts.solid if not scene.parts.settled else scene.current
    waters = any("aqueous" in noun.name.lower() for noun in found.objects)
    if here is None or waters or not is_solid(scene.drafts, here):
        return None
    surely = heads & WORDS["workup.surely_solid"]
    residue = heads & {"residue", "residues", "product", "compound"} and not any(
        is_aqueous(name) for name in here.contents
    )
    return here if surely or residue else None


def washing(scene: Scene, tokens: list[Token], found: Roles, vessel: Known, noun: Noun, target: str | None) -> Draft:
    """Emit WashSolid; what is washed off goes to the vessel with the id `target`."""
    return scene.emit(
        "WashSolid",
        tokens,
        vessel=vessel,
        solvent=scene.declare(noun),
        volume=noun.amount("volume"),
        filtrate_vessel=target,
        temp=found.temp() or warm(noun),
        repeats=repeats(found, noun),
    )


def _leached(scene: Scene, clause: Clause, found: Roles, vessel: Known, given: list[Noun]) -> bool:
    """Extract a solid by washing it: the text continues with the washings."""
    target = scene.aside(clause.tokens, "the text names no vessel for the extract", "XDL652")
    draft: Draft | None = None
    for noun in given:
        draft = washing(scene, words_of(clause, noun), found, vessel, noun, target.id)
        target.contents[draft.properties["solvent"]] = None
    scene.parts.settled, scene.parts.organic, scene.current = True, target, target
    return finish(scene, draft, found)


def extracted(scene: Scene, clause: Clause, found: Roles, vessel: Known, noun: Noun) -> Draft:
    """Extract with one solvent. Water added to an organic layer is a wash, unless the text continues with the water."""
    words = words_of(clause, noun)
    organic = [name for name in vessel.contents if is_organic(name)]
    if is_aqueous(noun.name) and (organic or vessel is scene.parts.organic):
        draft = separation(scene, words, found, vessel, noun, purpose="wash", phase=product_phase(organic))
        scene.parts.by_water = draft
        return draft
    return separation(scene, words, found, vessel, noun, purpose="extract", phase=product_phase([noun.name]))


def washed(scene: Scene, clause: Clause, found: Roles, vessel: Known, noun: Noun) -> Draft:
    """Wash a layer with one solvent; if extracts exist, an organic solvent extracts an aqueous layer."""
    words = words_of(clause, noun)
    organic = [name for name in vessel.contents if is_organic(name)]
    heads = {word for one in found.objects for word in one.name.lower().split()}
    named = discourse.placed(heads)
    if named:
        return separation(scene, words, found, vessel, noun, purpose="wash", phase=named)
    if is_organic(noun.name) and ("aqueous" in heads or not organic):
        if vessel is scene.parts.aqueous and scene.parts.organic is not None:
            return separation(scene, words, found, vessel, noun, purpose="extract", phase=product_phase([noun.name]))
        if "aqueous" in heads or any(is_aqueous(name) for name in vessel.contents):
            phase = product_phase([noun.name], aqueous=True)
            draft = separation(scene, words, found, vessel, noun, purpose="wash", phase=phase)
            scene.parts.aqueous, scene.parts.organic = scene.current, None  # the product stays in the water
            return draft
    return separation(scene, words, found, vessel, noun, purpose="wash", phase=product_phase(organic))


def separation(
    scene: Scene,
    tokens: list[Token],
    found: Roles,
    vessel: Known,
    noun: Noun | None,
    *,
    purpose: str,
    phase: str,
    into: Known | None = None,
) -> Draft:
    """Emit one Separate step; its product goes `into` a vessel, by default a flask that collects all extracts."""
    separator = next((one for one in scene.vessels.all.values() if one.noun.type == "separator"), None)
    separator = separator or scene.vessels.another(VesselNoun("separator", "separator", generic=False))
    target = into or _target(scene, tokens, vessel, purpose)
    given = noun.amount("volume") if noun is not None else None
    draft = scene.emit(
        "Separate",
        tokens,
        purpose=purpose,
        product_phase=phase,
        from_vessel=vessel,
        separation_vessel=separator,
        to_vessel=target,
        solvent=scene.declare(noun) if noun is not None else None,
        solvent_volume=given,
        repeats=repeats(found, noun),
    )
    if purpose == "extract" and noun is not None:
        target.contents[draft.properties["solvent"]] = None
    elif target is not vessel:
        scene.hand_over(vessel, target)
    water = [name for name in target.contents if is_aqueous(name)]
    if purpose == "extract" or any(is_organic(name) for name in target.contents):
        # The aqueous layer does not go along with the product.
        for name in water:
            target.contents.pop(name)
    target.filtered = False
    discourse.separated(scene, draft, target)
    scene.current = target
    return draft


def _target(scene: Scene, tokens: list[Token], source: Known, purpose: str) -> Known:
    """The vessel for the product of a separation: that of earlier extracts, the source, or a new flask."""
    parts = scene.parts
    of_water = purpose == "extract" and source.contents and not any(is_organic(name) for name in source.contents)
    if source in (parts.organic, parts.washed) and not of_water:
        return source
    joins = purpose == "extract" and source is parts.aqueous and not _changed(scene, source)
    if joins and parts.organic is not None:
        return parts.organic
    made = scene.aside(tokens, "the text names no vessel for the layer with the product", "XDL652")
    parts.washed = made
    return made


def _changed(scene: Scene, vessel: Known) -> bool:
    """Whether something was added to an aqueous layer since it was separated, so that it holds the product."""
    last = scene.parts.separated
    # Only the latest steps, so that the cost of a long text stays linear.
    for draft in reversed(scene.drafts[-20:]):
        if draft is last:
            return False
        if draft.vessel == vessel.id and draft.name in ("Add", "Dissolve"):
            return True
    return False


def separate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The layers were separated`: no new step if the step before separated them, otherwise a Separate without a
    solvent."""
    wait_first(scene, clause, found)
    return layers_apart(scene, clause, found)


def layers_apart(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Separate the contents of the current vessel into layers, unless the step before did."""
    waters = any("aqueous" in noun.name.lower() for noun in found.objects)
    removed = clause.verb.action == "remove"
    if scene.last.name == "Separate":
        scene.last.tokens.extend(clause.tokens)
        scene.changed.append(scene.last)
        return True
    vessel = scene.here(clause.tokens)
    heads = {word for one in found.objects for word in one.name.lower().split()}
    phase = product_phase(vessel.contents)
    named = discourse.placed(heads)
    if named:
        phase = named if not (waters or removed) else "top" if named == "bottom" else "bottom"
    goal = next((noun for kind, noun in found.goals if noun.kind == "vessel" and kind in ("into", "to")), None)
    into = scene.vessel(goal, clause.tokens, vessel) if goal is not None and not (waters or removed) else None
    known = [one for name in vessel.contents if not is_aqueous(name) and (one := find(name)) is not None]
    if not (named or any(map(is_organic, vessel.contents)) or any(one.is_a("solvent") for one in known)):
        scene.assume("XDL693", clause.tokens, "the text names no solvent of the layers", f"`{phase}` is taken", vessel)
    draft = separation(scene, clause.tokens, Roles(), vessel, None, purpose="wash", phase=phase, into=into)
    if waters and not removed:
        scene.current = discourse.aqueous_layer(scene, clause.tokens) or scene.current
    found.objects = [noun for noun in found.objects if noun.is_material and noun.measured]
    return finish(scene, draft, found)


def _between(clause: Clause) -> list[Noun]:
    """The two liquids of `partitioned between A and B`."""
    for phrase in phrases(clause.after):
        if phrase.kind == "between":
            return [noun for noun in nouns(phrase.tokens, eager=True) if noun.is_material]
    return []


def partition(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Partitioned between A and B`: add both and separate the layers."""
    wait_first(scene, clause, found)
    between = _between(clause)
    if not between:
        return extract(scene, clause, found) if solvents(found) else layers_apart(scene, clause, found)
    return partitioned(scene, clause, found, between)


def partitioned(scene: Scene, clause: Clause, found: Roles, between: list[Noun]) -> bool:
    """Add the liquids and separate the layers."""
    vessel = in_use(scene, clause, found)
    organic = next((noun for noun in between if is_organic(noun.name)), None)
    organic = organic or next((noun for noun in between if not is_aqueous(noun.name)), between[0])
    several = repeats(Roles(), organic)  # `between water and ether (3 x 20 mL)`: each portion is separated
    add_all(scene, clause, vessel, [noun for noun in between if noun is not organic or not several])
    phase = product_phase([organic.name])
    purpose, solvent = ("extract", organic) if several else ("wash", None)
    draft = separation(scene, clause.tokens, Roles(), vessel, solvent, purpose=purpose, phase=phase)
    found.notes = [note for note in found.notes if not _within(note.start, between)]
    return finish(scene, draft, found)


def _within(start: int, between: list[Noun]) -> bool:
    first = min(noun.tokens[0].start for noun in between)
    return first - 12 <= start <= between[-1].tokens[-1].end

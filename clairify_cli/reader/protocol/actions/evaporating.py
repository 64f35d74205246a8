"""Removal of a liquid: evaporate, distil, remove, dry."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.tokens import Token, first_quantity, leaves
from clairify_cli.reader.protocol.actions import adding, solids, thermal
from clairify_cli.reader.protocol.actions.common import bracketed, finish, present, wait_first, words_of
from clairify_cli.reader.protocol.actions.separating import in_use, layers_apart, solvents
from clairify_cli.reader.protocol.actions.temperatures import lasting, temperature
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import NO_PROPERTY, Note, Roles, over
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import is_aqueous, is_organic, is_solid
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known, written

_WITH_ANOTHER = ("co-", "coe", "azeo")
"""How verbs begin that evaporate with a solvent added for it."""


def evaporate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Evaporate; the evaporated liquid is in the vessel already."""
    if clause.verb.base == "reduce" and found.temps and not found.vacuum:
        return thermal.cool(scene, clause, found)  # `the temperature was reduced to 0 °C`
    if clause.verb.base in WORDS["workup.distils_off"] and _boils(clause, found):
        return distilling(scene, clause, found, off=True)
    return evaporating(scene, clause, found)


def _boils(clause: Clause, found: Roles) -> bool:
    """Whether a non-solvent distils at a pressure: `the bromide was distilled off at 35 °C/0.3 mmHg`."""
    words = {word for noun in found.objects for word in noun.name.lower().split()}
    stated = {"temp", "pressure"} <= {token.dimension for token in leaves(clause.after)}
    solvent = words & WORDS["workup.volatiles"] or any(is_organic(noun.name) for noun in found.objects)
    return stated and bool(found.objects) and not solvent


def evaporating(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Evaporate; make one step for a solvent whose removal the text spreads over two sentences."""
    of_reaction = {token.low for token in (*clause.subject, *clause.before)}
    if "water" in of_reaction and not of_reaction.isdisjoint(WORDS["workup.formed"]):
        scene.fail(clause.tokens, "only the water of the reaction goes, for which XDL has no step")
        return False  # `the water formed was removed azeotropically`
    wait_first(scene, clause, found)
    added = [noun for noun in (*found.withs, *found.sources) if noun.is_material]
    chaser = added if clause.verb.base.startswith(_WITH_ANOTHER) else [noun for noun in added if noun.measured]
    if chaser and (_is_azeotropic(clause) or clause.verb.base.startswith(("co", "azeo"))):
        return _coevaporated(scene, clause, found, chaser, present(scene, clause, found))
    filled = scene.current is not None and bool(scene.current.contents or scene.drafts)
    parts = [over(noun.tokens, "XDL has no shares of an amount") for noun in found.objects if _is_part(noun)]
    if filled or not any(noun.measured for noun in found.objects):
        found.objects = [
            noun
            for noun in found.objects
            if noun.kind == "vessel"
            or (noun.kind == "reference" and not (clause.verb.action == "remove" and clause.kind == "noun"))
            or (scene.holder(noun) is not None and not noun.measured)
        ]
    found.goals = [(kind, noun) for kind, noun in found.goals if noun.kind == "vessel"]
    found.notes += parts
    vessel = present(scene, clause, found)
    temp, notes = temperature(scene, found, vessel)
    bath = [t for group in clause.after if any(one.low == "bath" for one in group.inner) for t in group.inner]
    temp = temp or getattr(first_quantity(bath, "temp"), "xdl", None)  # `(keep the bath below 30 °C)`
    given = written({"time": found.time(), "pressure": found.pressure, "temp": temp})
    more = WORDS["unwanted"].union(("all", "volatiles")).intersection(token.low for token in clause.tokens)
    draft = scene.last
    same = draft.name == "Evaporate" and draft.vessel == vessel.id and not (more and not clause.link)
    if same and all(draft.properties.get(key, value) == value for key, value in given.items()):
        scene.changed.append(draft)
        draft.properties.update(given)
        draft.tokens.extend(clause.tokens)
    else:
        draft = _each_time(scene, found, scene.emit("Evaporate", clause.tokens, vessel=vessel, **given))
    draft.notes.extend(notes)
    found.notes = [note for note in found.notes if scene.words(note.start, note.end).lower() != "to dryness"]
    if _leaves_water(clause) and not given and any(is_aqueous(name) for name in vessel.contents):
        draft.notes.append(
            over(clause.tokens, "Evaporate without a time or a pressure goes to dryness, and water stays")
        )
    _gone(vessel, water=not _leaves_water(clause))
    scene.parts.solid, scene.parts.settled = vessel, True
    scene.parts.organic = scene.parts.washed = None
    vessel.filtered = False
    return finish(scene, draft, found)


def _is_azeotropic(clause: Clause) -> bool:
    return any(token.low.startswith("azeotrop") for token in clause.tokens)


def _is_part(noun: Noun) -> bool:
    """`Two thirds of the solvent`, but not `excess solvent`."""
    return noun.portion.lower().rpartition(" ")[2].removesuffix("s") in WORDS["parts"]


def _each_time(scene: Scene, found: Roles, draft: Draft) -> Draft:
    """`Toluene (2 × 50 mL) was added and evaporated`, `A was added and evaporated twice`: each portion separately."""
    at = len(scene.drafts) - 2
    if at < scene.sentence_starts[-1]:
        return draft
    before = scene.drafts[at]
    added = before.children[0] if before.name == "Repeat" and len(before.children) == 1 else before
    if added.name != "Add" or added.vessel != draft.vessel:
        return draft
    if added is not before:
        before.children.append(scene.drafts.pop())
    return draft


def _coevaporated(scene: Scene, clause: Clause, found: Roles, chaser: list[Noun], vessel: Known) -> bool:
    """`The residue was co-evaporated with toluene (2 × 20 mL)`: add and evaporate, as often as stated."""
    for noun in chaser:
        start = len(scene.drafts)
        times = max([noun.times, found.repeats, *(one.times for one in noun.quantities)])
        noun.quantities = [replace(one, times=1) for one in noun.quantities]
        scene.add(vessel, noun, words_of(clause, noun))
        scene.emit("Evaporate", clause.tokens, vessel=vessel)
        if times > 1:
            scene.wrap(start, times, clause.tokens)
    found.repeats = 0
    _gone(vessel, water=True)
    return finish(scene, scene.drafts[-1], found)


def _leaves_water(clause: Clause) -> bool:
    """Whether only an organic solvent is removed: `the methanol was evaporated`, `concentrated to remove the THF`."""
    named = [found for token in clause.tokens if (found := find(token.low)) is not None and found.is_a("solvent")]
    organic = any(token.low == "organic" for token in clause.subject)  # `the organic solvents were removed`
    return organic or (bool(named) and all(not is_aqueous(one.name) for one in named))


def _gone(vessel: Known, *, water: bool) -> None:
    """Forget the solvents in a vessel; with `water`, the aqueous contents too."""
    volatile = WORDS["workup.volatiles"]
    for name in list(vessel.contents):
        substance = find(name)
        solvent = substance is not None and substance.is_a("solvent") and not is_aqueous(name)
        if is_organic(name) or solvent or name.lower().rpartition(" ")[2] in volatile or (water and is_aqueous(name)):
            vessel.contents.pop(name)


def distil(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Distil, at the temperature and pressure given next to the verb: `(b.p. 61 °C at 12 mmHg)`."""
    heads = {noun.name.lower().rpartition(" ")[2] for noun in found.objects}
    mixed = scene.current is not None and len(scene.current.contents) > 1
    solvent = bool(found.objects) and all(is_organic(noun.name) and not noun.measured for noun in found.objects)
    if heads & {"solvent", "solvents", "volatiles", "excess"} or (mixed and solvent):
        return evaporating(scene, clause, found)
    away = any(token.low in WORDS["workup.away"] for token in clause.after[:1])
    rest = any(token.low in WORDS["unwanted"] for noun in (*found.objects, *found.withs) for token in noun.tokens)
    rest = rest or any(token.low in WORDS["unwanted"] for token in clause.after[:4])  # `sublimation of any residual A`
    return distilling(scene, clause, found, off=away or rest)


def distilling(scene: Scene, clause: Clause, found: Roles, *, off: bool = False) -> bool:
    """Distil; if something is distilled `off`, the text continues with what is left."""
    named = [find(noun.name) for noun in found.objects if not noun.measured]
    solvent = any(one is not None and one.is_a("solvent") for one in named)
    removed = any(token.low == "removed" for token in clause.predicate)
    unwanted = any(token.low in WORDS["unwanted"] for token in clause.after)  # `by sublimation of residual A`
    solvent = solvent or any(noun.name in ("solvent", "solvents") for noun in found.objects)
    if unwanted or (removed and solvent):
        return evaporating(scene, clause, found)  # `the ethanol was removed by distillation`
    wait_first(scene, clause, found)
    objects, found.goals = found.objects, []
    found.objects = [noun for noun in objects if noun.kind != "material" or (noun.measured and not off)]
    vessel = present(scene, clause, found)
    found.objects = objects
    temp = found.temp() or first_quantity(leaves(clause.after), "temp")
    pressure = found.pressure or first_quantity(leaves(clause.after), "pressure")
    target = scene.aside(clause.tokens, "the text names no vessel for the distillate")
    draft = scene.emit("Distill", clause.tokens, from_vessel=vessel, to_vessel=target, temp=temp, pressure=pressure)
    scene.hand_over(vessel, target)
    steam = [token for token in clause.predicate if token.low.startswith("steam")]
    draft.notes += [over(steam, "XDL has no distillation with steam")] if steam else []
    if found.vacuum and pressure is None:
        scene.note(draft, clause.tokens[0].start, clause.tokens[-1].end, "the text gives no pressure")
    scene.current = vessel if off else target
    found.withs, found.through, found.sources = [], [], []
    return finish(scene, draft, found)


def boils_at(scene: Scene, tokens: list[Token]) -> None:
    """Give the last distillation the boiling point of its product: `to give an oil, b.p. 76 °C/1 mm`."""
    last = scene.last
    if last.name != "Distill" or "temp" in last.properties:
        return
    flat = leaves(tokens)
    at = next((k for k, token in enumerate(flat) if token.low.rstrip(".") in WORDS["workup.boils"]), len(flat))
    for dimension in ("temp", "pressure"):
        one = first_quantity(leaves(flat[at:]), dimension)
        if one is not None and dimension not in last.properties:
            last.properties[dimension] = one.xdl
            last.tokens = [*last.tokens, *(token for token in flat if token.quantity is one)]


def remove(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Remove a solvent (Evaporate), a layer (Separate), a liquid (Transfer), or a vessel from the heat."""
    wait_first(scene, clause, found)
    words = {word for noun in found.objects for word in noun.name.lower().split()}
    heads = {noun.name.lower().rpartition(" ")[2] for noun in found.objects}
    if heads & WORDS["workup.layers"] and not found.vacuum:
        return layers_apart(scene, clause, found)
    if heads & WORDS["workup.filtrates"] and not found.vacuum:
        return solids.decant(scene, clause, found)
    source = next((noun for noun in found.sources if noun.kind == "place"), None)
    if source is not None or any(noun.kind == "place" for noun in found.objects):
        vessel = scene.here(clause.tokens)
        return finish(scene, scene.emit("StopHeatChill", clause.tokens, vessel=vessel), found)
    excess = found.pressure is not None and any(noun.portion.lower() == "excess" for noun in found.objects)
    if words & WORDS["workup.volatiles"] or found.vacuum or _is_azeotropic(clause) or excess:
        return evaporating(scene, clause, found)
    last = scene.last
    if heads & WORDS["workup.surely_solid"] and last.name in ("Filter", "WashSolid"):
        last.tokens.extend(clause.tokens)  # `removed` here means taken off the filter
        return True
    if heads & (WORDS["workup.surely_solid"] | WORDS["workup.stay_behind"]) and not found.goals:
        return solids.filtering(scene, clause, found)
    return False


def dry(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Dry a solid, or a solution with a drying agent, which is filtered off before the text continues."""
    wait_first(scene, clause, found)
    chaser = [noun for noun in (*found.withs, *(goal for _, goal in found.goals)) if noun.amount("volume") is not None]
    if chaser and _is_azeotropic(clause):
        found.goals = []  # `dried azeotropically with toluene (2 x 20 mL)`
        return _coevaporated(scene, clause, found, chaser, present(scene, clause, found))
    if clause.verb.base == "activate" and any(noun.measured for noun in found.withs):
        return adding.fill(scene, clause, found)  # `the magnesium was activated with 1,2-dibromoethane (0.1 mL)`
    agents = _agents(scene, clause, found)
    frozen = any(token.low.startswith(_FROZEN) for token in clause.predicate)
    solution = not agents and not frozen and _is_layer(scene, found)
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in agents]
    found.withs = [noun for noun in found.withs if noun not in agents]
    if not agents and not solution:
        return dry_solid(scene, clause, found)
    vessel = in_use(scene, clause, found)
    if not agents:
        agents = [Noun("material", list(clause.predicate), name="drying agent")]
    thermal.bring_to(scene, clause, found, vessel)
    draft = [scene.add(vessel, noun, clause.tokens) for noun in agents][-1]
    time = found.time()
    if time is not None:
        lasting(scene, clause.tokens, vessel, time, stir=found.stirring)
    first, last = clause.predicate[-1].start, agents[-1].tokens[-1].end
    draft.notes.append(Note(first, last, ""))
    scene.parts.agent = draft
    found.notes = [note for note in found.notes if not first <= note.start < last]
    return finish(scene, draft, found)


_FROZEN, _SUCKED = ("lyophil", "freeze"), ("suck", "pull")


def _agents(scene: Scene, clause: Clause, found: Roles) -> list[Noun]:
    """The drying agents of a clause: `over MgSO4`, `with Na2SO4`, `(K2CO3)`."""
    over = [noun for kind, noun in found.goals if kind in ("over", "on") and noun.is_material]
    over += [noun for noun in solvents(found) if _is_agent(noun)]
    over += [noun for noun in found.objects if _is_agent(noun) and noun.tokens[0].start > clause.predicate[0].start]
    if not over:
        over = [
            noun for token in clause.after[:2] if token.kind == "group" for noun in bracketed(token) if _is_agent(noun)
        ]
    current = scene.current
    solid = current is not None and not _is_layer(scene, found) and is_solid(scene.drafts, current)
    strong = any(noun.name.lower() in WORDS["workup.also_strong"] for noun in over)
    if over and (discourse.dries_solid(clause) or ((found.vacuum or strong) and solid)):
        return []
    return over


def _is_agent(noun: Noun) -> bool:
    low = noun.name.lower()
    return any(low == word or low.endswith(" " + word) for word in WORDS["workup.drying"])


def _is_layer(scene: Scene, found: Roles) -> bool:
    """Whether a liquid is dried: it is named as a layer, or the previous step separated it."""
    if found.vacuum or found.temps or found.times:
        return False
    layers = WORDS["workup.layers"]
    if any(noun.name.lower().rpartition(" ")[2] in layers for noun in found.objects):
        return True
    plain = all(noun.kind in ("reference", "pronoun") for noun in found.objects)
    return plain and scene.last.name == "Separate"


def dry_solid(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Emit the Dry step, with the conditions of the clause."""
    vessel = in_use(scene, clause, found)
    last = scene.last.properties if scene.last.name in ("Separate", "WashSolid") else {}
    if any(token.low.startswith(_SUCKED) for token in clause.predicate) and not is_solid(scene.drafts, vessel):
        return solids.filtering(scene, clause, found)
    if found.vacuum and vessel.id in (last.get("to_vessel"), last.get("filtrate_vessel")):
        return evaporating(scene, clause, found)  # `the combined extracts were dried in vacuo`
    temp, notes = temperature(scene, found, vessel)
    made = scene.emit("Dry", clause.tokens, vessel=vessel, time=found.time(), pressure=found.pressure, temp=temp)
    made.notes.extend(notes)
    vacuum = [t for t in clause.tokens if t.low in WORDS["vacuum"] or "vacu" in t.low]
    if vacuum and found.pressure is None:
        made.notes.append(over(vacuum, "the text gives no pressure"))
    frozen = [t for t in clause.predicate if t.low.startswith(_FROZEN)]
    if frozen:
        made.notes.append(over(frozen, NO_PROPERTY))
    scene.parts.solid = vessel
    return finish(scene, made, found)

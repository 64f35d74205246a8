"""Actions that prepare and mix: measure, crush, combine, stir, dissolve."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.actions import common, solids, thermal
from clairify_cli.reader.protocol.actions.adding import adding
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import Note, Roles, over
from clairify_cli.reader.protocol.scene.contents import is_solid, part_words
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known, Stock

_PARTED = frozenset(("Separate", "Filter", "WashSolid"))
_SUSPENDS = ("suspend", "slurry", "swell", "preswell", "pre-swell", "disperse", "redisperse", "re-disperse")


def measure(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Weigh out 12 g of salt` is kept for when the salt is used; `measure 80 mL of water into a beaker` adds it."""
    made_from = [noun for noun in found.sources if noun.is_material and noun.measured]
    if clause.verb.base == "prepare" and made_from:
        found.objects, found.sources = made_from, []  # `prepared from A (5 g) and B (2 g)`
        return adding(scene, clause, found)
    if any(noun.contents and noun.kind == "material" for noun in found.objects):
        return combine(scene, clause, found)
    if found.goals:
        return adding(scene, clause, found)
    done = False
    for noun in found.objects:
        if noun.is_material and noun.measured:
            list_stock(scene, noun, clause.predicate)
            done = True
    return done


def prepare(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Crush 5 g of chalk`: keep it like a measured reagent, with a note in the comment of the step that uses it."""
    if found.times and scene.current is not None and scene.current.contents and not found.measured:
        return thermal.stirring(scene, clause, found)  # `the mixture was ground for 15 min`
    if found.times and len(found.objects) > 1 and all(noun.is_material for noun in found.objects):
        return combine(scene, clause, found)  # `A (5 g) and B (2 g) were ground for 10 min`
    listed = [scene.take_stock(noun) for noun in found.objects]
    given = [
        noun if stock is None or noun.measured else stock.noun
        for noun, stock in zip(found.objects, listed, strict=True)
    ]
    if not given or not all(noun.kind == "material" and noun.measured for noun in given):
        return False
    flat = [token for token in leaves(clause.tokens) if token.kind != "mark"]
    note = over(flat, "XDL has no step for it")
    for noun in given:
        list_stock(scene, noun, clause.predicate, note)
    return True


def list_stock(scene: Scene, noun: Noun, predicate: list[Token], note: Note | None = None) -> None:
    """Keep what was measured until it is used; only then are its words covered."""
    stock = Stock(noun, [*predicate, *noun.tokens], note=note)
    scene.stock[noun.name.lower()] = stock
    scene.set_aside.append(stock)
    scene.last_noun = noun if predicate else scene.last_noun  # `it` is not the last entry of a list


def stir(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Stir for a time; with a temperature, heat while stirring; without a time, start to stir."""
    shaken = clause.verb.base == "shake" and bool(found.withs)
    portions = found.repeats or any(noun.times > 1 for noun in found.withs)
    portions = portions or any(token.low == "portions" for token in clause.after)
    if shaken and (portions or any(part_words(noun.name, "layers") for noun in found.objects)):
        return solids.wash(scene, clause, found)
    withs = [part for noun in found.withs for part in noun.contents or [noun]]
    if any(noun.measured or (noun.is_material and _is_reagent(noun)) for noun in withs):
        return combine(scene, clause, found)
    into = [noun for kind, noun in found.goals if kind in ("into", "to") and noun.kind != "vessel"]
    if any(noun.measured for noun in found.objects) and (into or any(kind == "into" for kind, _ in found.goals)):
        found.stirring = True
        return adding(scene, clause, found)
    return thermal.stirring(scene, clause, found)


def _is_reagent(noun: Noun) -> bool:
    """Whether the means of stirring is a reagent, not a tool: `with 1 M HCl`, `with brine`."""
    return noun.strong or find(noun.name) is not None


def combine(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Mix A and B`: add the named reagents, with or without amounts, then stir; `mix the solution` only stirs."""
    inside = _solvents(clause, found)
    members = [noun for noun in [*found.objects, *inside, *found.withs] if noun.kind not in ("tool", "none")]
    parts = [
        part for noun in members for part in (noun.contents if noun.kind == "material" and noun.contents else [noun])
    ]
    if not scene.drafts and not any(noun.measured for noun in parts):
        parts = [_unnamed(noun) for noun in parts]
    if len(parts) == 1 and parts[0].name.lower() in ("solutions", "two solutions", "both solutions", "the two"):
        return _both_together(scene, clause, found, parts[0])
    for noun in parts:
        if noun.vessel is not None and noun.vessel.every:
            scene.fail(clause.tokens, "it is not clear which vessels are meant")
            return False
    # `The extracts were combined with the ester`: the first separation left it in their flask.
    after_layers = clause.verb.base == "combine" and scene.last.name in _PARTED
    reaction = clause.verb.keep and clause.kind == "passive"  # `residual borane was oxidised with A`
    there = scene.current is not None and bool(scene.current.contents)
    fresh = [
        noun
        for noun in parts
        if noun.is_material
        and (noun.measured or scene.take_stock(noun) is not None or scene.holder(noun) is None)
        and not (after_layers and (common.meant(scene, noun) or part_words(noun.name, "layers", "filtrates")))
        and (noun.measured or not (reaction and there and noun in found.objects))
    ]
    if not fresh or (
        len(parts) == 1
        and not fresh[0].measured
        and not (found.withs and _is_reagent(fresh[0]))  # `mixed with brine`
        and there
    ):
        if clause.kind == "passive" and clause.verb.base == "combine" and scene.drafts:
            return common.finish(scene, scene.drafts[-1], Roles(notes=found.notes))  # `the layers were combined`
        return thermal.stirring(scene, clause, found)
    common.wait_first(scene, clause, found)
    vessel = common.destination(scene, clause, found)
    common.add_all(scene, clause, vessel, [noun for noun in parts if noun in fresh])
    scene.current = vessel
    found.objects, found.withs, found.goals = [], [], []
    worked = clause.verb.base in WORDS["worked"] and any(token.low == "until" for token in clause.after)
    stirred = clause.verb.action == "stir" or found.times or found.speed or found.stirring or worked
    if clause.kind == "passive" and scene.drafts and not stirred:
        # A report only says that the reagents were put together, not that they were stirred.
        thermal.bring_to(scene, clause, found, vessel)
        return common.finish(scene, scene.drafts[-1], found)
    return thermal.stirring(scene, clause, found)


def _both_together(scene: Scene, clause: Clause, found: Roles, noun: Noun) -> bool:
    """`The two solutions were combined`: move the other solution into the current one."""
    vessel = scene.current
    others = [one for one in scene.vessels.all.values() if one.contents and one is not vessel]
    if vessel is None or len(others) != 1:
        scene.fail(clause.tokens, "it is not clear which solutions are meant")
        return False
    draft = common.move(scene, clause, found, Noun("reference", noun.tokens), others[0], vessel)
    found.objects = []
    return (
        thermal.stirring(scene, clause, found) if found.times or found.stirring else common.finish(scene, draft, found)
    )


def _solvents(clause: Clause, found: Roles) -> list[Noun]:
    """`A (5 g) was stirred in B (9 mL) with C`: the solvent is added after what it dissolves."""
    if clause.kind != "passive" or not any(noun.measured or noun.contents for noun in found.objects):
        return []
    inside = [noun for kind, noun in found.goals if kind in ("in", "over") and noun.is_material and noun.measured]
    found.goals = [(kind, noun) for kind, noun in found.goals if not any(noun is one for one in inside)]
    return inside


def _unnamed(noun: Noun) -> Noun:
    """`The reagents are mixed`, at the beginning: add unnamed reagents under the text's noun."""
    plural = noun.kind == "reference" and noun.name.lower().rpartition(" ")[2] in WORDS["unnamed"]
    return Noun("material", noun.tokens, name=noun.name) if plural else noun


def dissolve(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Dissolve A in B`: add A, then Dissolve with B; without a solvent, stir until it is dissolved."""
    suspends = clause.verb.base.startswith(_SUSPENDS)
    common.wait_first(scene, clause, found)
    solvents = [noun for kind, noun in found.goals if noun.is_material and kind in ("in", "into", "to", "with")]
    solvents += [noun for noun in found.withs if noun.is_material]
    given = solvents
    solvents = [part for noun in solvents for part in noun.contents or [noun]]
    fresh = [
        noun
        for noun in solvents
        if noun.measured
        or scene.take_stock(noun) is not None
        or scene.holder(noun) is None
        or (clause.kind == "passive" and (noun.portion or not noun.definite) and _is_solvent(noun.name))
    ]
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in given]
    if not found.objects and clause.kind == "imperative" and not (scene.current and scene.current.contents):
        # `Weigh 5 g of NaCl. Dissolve in water`
        weighed = [one.noun for one in scene.stock.values() if not one.used and one.tokens[0] not in one.noun.tokens]
        found.objects = [Noun("material", list(clause.predicate), name=noun.name, definite=True) for noun in weighed]
    solutes = [noun for noun in found.objects if noun.is_material]
    moved = next((noun for noun in found.objects if noun.kind in ("vessel",)), None)
    apart = clause.kind == "passive" or (clause.kind == "imperative" and _is_named_later(scene, clause, solutes))
    if apart and moved is None and _is_begun(scene, solutes, fresh):
        scene.begin(clause.tokens)
    if clause.verb.base.endswith("disperse") and not solvents:
        return False  # `the ammonia was allowed to disperse`
    if clause.kind == "noun" and not solvents and not any(noun.measured for noun in found.objects):
        return True  # `upon complete dissolution`
    if len(solutes) > 1 and len(fresh) == 1 and _is_apart(clause):
        return _each_dissolved(scene, clause, found, solutes, fresh[0])
    vessel = scene.vessel(moved, clause.tokens) if moved is not None else common.destination(scene, clause, found)
    scene.current = vessel
    new = (noun for noun in solutes if noun.measured or not _is_there(scene, noun, vessel))
    draft = common.add_all(scene, clause, vessel, new)
    if not fresh:
        return _dissolve_there(scene, clause, found, vessel, draft)
    if suspends:
        thermal.bring_to(scene, clause, found, vessel)
    first = next((noun for noun in fresh if noun.amount("volume") is not None), fresh[0])
    first = fresh[0] if _is_solvent(fresh[0].name) else first
    listed = scene.lists and not vessel.contents  # what is dissolved comes in the lines below
    for noun in fresh:
        if noun is first and not suspends and not listed:
            draft = _dissolve(scene, clause, found, vessel, noun)
        else:
            draft = scene.add(vessel, noun, common.words_of(clause, noun))
    time = found.time() if suspends else None
    if time is not None and "swell" in clause.verb.base:
        draft = scene.emit("Wait", clause.tokens, time=time)
    elif time is not None:
        draft = scene.emit("Stir", clause.tokens, vessel=vessel, time=time, stir_speed=found.speed)
    return common.finish(scene, draft, found)


def _is_apart(clause: Clause) -> bool:
    """Whether several things are dissolved separately: `A and B were each dissolved in 50 mL of methanol`."""
    flat = {token.low for token in leaves([*clause.predicate, *clause.after])}
    return bool(flat & {"each", "separately", "individually"})


def _each_dissolved(scene: Scene, clause: Clause, found: Roles, solutes: list[Noun], solvent: Noun) -> bool:
    """Dissolve each of several things in a vessel of its own."""
    draft: Draft | None = None
    for noun in solutes:
        vessel = scene.aside(noun.tokens, "the text names no vessel for each of the solutions")
        scene.add(vessel, noun, common.words_of(clause, noun))
        draft = _dissolve(scene, clause, found, vessel, solvent)
        scene.current = vessel
    return common.finish(scene, draft, found)


def _is_solvent(name: str) -> bool:
    substance = find(name)
    return substance is not None and substance.is_a("solvent")


def _is_begun(scene: Scene, solutes: list[Noun], solvents: list[Noun]) -> bool:
    """Whether a solution is a new one: all parts have amounts, and the current vessel holds something else."""
    current = scene.current
    if current is None or not current.contents or not solutes or not solvents:
        return False
    return all(noun.measured for noun in solutes) and any(noun.measured for noun in solvents)


def _is_named_later(scene: Scene, clause: Clause, solutes: list[Noun]) -> bool:
    """Whether the text goes on to call what is dissolved a solution of its own: `add the nitrite solution to B`."""
    rest = scene.source.text[clause.tokens[-1].end :].lower()
    return any(
        f"{noun.name.lower()} solution" in rest or f"solution of {noun.name.lower()}" in rest for noun in solutes
    )


def _is_there(scene: Scene, noun: Noun, vessel: Known) -> bool:
    """Whether `the amine`, given without an amount, is what the vessel holds."""
    holds = bool(vessel.contents) or is_solid(scene.drafts, vessel)
    crude = noun.name.lower().startswith("crude ")
    return holds and (crude or (noun.definite and (find(noun.name) is None or common.is_class(noun))))


def _dissolve(scene: Scene, clause: Clause, found: Roles, vessel: Known, noun: Noun) -> Draft:
    """The Dissolve step for one solvent."""
    owner = scene.owner(noun)
    volume = owner.amount("volume")
    amount = None if volume else owner.amount("mass") or owner.amount("amount")
    place = next((place for _, place, _ in found.places if place.temp is not None), None)
    said = found.temp() or (place.temp if place is not None else common.warm(noun))
    hot, notes = (said, []) if said else common.as_hot(noun)
    draft = scene.emit(
        "Dissolve",
        clause.tokens,
        vessel=vessel,
        solvent=scene.declare(owner),
        volume=volume,
        amount=amount,
        temp=hot,
        time=found.time(),
        stir_speed=found.speed,
    )
    carried = volume or amount
    scene.remaining(draft, owner, owner.quantities, carried)
    draft.notes.extend(notes)
    for _, _, where_noun in found.places:
        draft.notes.append(over(where_noun.tokens, "" if place else "the text gives no temperature"))
    vessel.contents[draft.properties["solvent"]] = None
    scene.place_of[draft.properties["solvent"]] = vessel
    return draft


def _dissolve_there(scene: Scene, clause: Clause, found: Roles, vessel: Known, draft: Draft | None) -> bool:
    """Dissolve in a solvent that is there already: stir, as XDL's Dissolve would add solvent."""
    time = found.time()
    if draft is not None and time is None:
        draft.notes.append(over(clause.tokens, "Dissolve would add more of the solvent"))
        return common.finish(scene, draft, found)
    name = "Stir" if time is not None else "StartStir"
    made = scene.emit(name, clause.tokens, vessel=vessel, time=time, stir_speed=found.speed, purpose="dissolve")
    return common.finish(scene, made, found)

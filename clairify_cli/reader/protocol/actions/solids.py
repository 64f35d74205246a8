"""Solids: filter, wash, clean, crystallise, triturate, precipitate, decant."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.tokens import Token, quantities
from clairify_cli.reader.protocol.actions import separating
from clairify_cli.reader.protocol.actions.adding import adding
from clairify_cli.reader.protocol.actions.additions import brought_along
from clairify_cli.reader.protocol.actions.common import (
    add_all,
    as_hot,
    bracketed,
    finish,
    often,
    pour_over,
    present,
    wait_first,
    words_of,
)
from clairify_cli.reader.protocol.actions.separating import in_use, portions, repeats, solvents
from clairify_cli.reader.protocol.actions.temperatures import boiling_point, celsius, is_at, reached, temperature
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.phrases.roles import Note, Roles, over
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import is_aqueous, is_solid, is_solid_substance, part_words
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known, written

_WARM = 30
"""In °C: what was brought above this is still hot."""


def filtering(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Filter; `through celite` is FilterThrough, `into a flask` names the filtrate vessel."""
    if clause.verb.base.startswith("drain") and any(part_words(noun.name, "layers") for noun in found.objects):
        return separating.separate(scene, clause, found)
    wait_first(scene, clause, found)
    solids = [
        noun for noun in found.objects if part_words(noun.name, "surely_solid", "stay_behind") or _comes_out(noun)
    ]
    found.objects = [noun for noun in found.objects if noun not in solids]  # these come out of the current mixture
    vessel = in_use(scene, clause, found)
    through = next((named for noun in _media(found) if (named := cartridge(noun)) is not None), None)
    goal = next((noun for kind, noun in found.goals if noun.kind == "vessel" and kind in ("into", "to", "in")), None)
    target = scene.vessel(goal, clause.tokens, vessel) if goal is not None else None
    for noun in found.through:
        found.notes.append(over(noun.tokens, ""))
    if through is not None:
        return _through(scene, clause, found, vessel, through, target)
    temp, notes = (found.temp(), []) if found.temp() else _hot(scene, clause, vessel)
    # What is recrystallised is filtered while it is hot, before it crystallises.
    is_hot = any(token.low == "hot" for token in clause.tokens)
    at_once = any(token.low == "hot" for token in clause.after[:1])  # `was filtered hot`
    early = scene.drafts.pop() if is_hot and scene.last.name == "Crystallize" else None
    draft = scene.emit("Filter", clause.tokens, vessel=vessel, filtrate_vessel=target, temp=temp)
    draft.notes.extend(notes)
    after_agent, cleared = scene.parts.agent is not None, False
    discourse.filtered(scene, draft, vessel)
    if clause.verb.keep:
        draft.notes.append(over(clause.predicate, "XDL has no step for it but filtering"))
    if target is not None:
        scene.hand_over(vessel, target)
        scene.current, scene.parts.settled = target, True
    elif after_agent or early is not None or at_once or (cleared := discourse.is_cleared(clause)):
        scene.current, scene.parts.settled = discourse.filtrate(scene, clause.tokens), True
        scene.parts.solid = None if cleared else vessel  # `the powder` is none that was filtered off
    else:
        scene.current = vessel
    return finish(scene, draft, found)


def _hot(scene: Scene, clause: Clause, vessel: Known) -> tuple[str | None, list[Note]]:
    """The temperature of what is filtered hot: that of its vessel, or else its boiling point."""
    hot = [token for token in clause.tokens if token.low == "hot"]
    last = reached(scene, vessel, "") if hot else ""
    if last and celsius(last) > _WARM:
        return last, []
    temp = boiling_point(vessel) if hot else None
    return (temp, [over(hot[:1], "", temp, "XDL655")]) if temp else (None, [])


def _comes_out(noun: Noun) -> bool:
    """Whether a thing is named as what has come out of a mixture: `the precipitated benzoic acid`."""
    return not noun.measured and noun.name.lower().startswith(("precipitated ", "crystallised ", "crystallized "))


def _media(found: Roles) -> list[Noun]:
    """Materials for filtering through: `through celite`, `over a pad of silica`."""
    over = [noun for kind, noun in found.goals if kind in ("over", "on") and noun.kind == "material"]
    return [*found.through, *over, *(noun for noun in found.withs if noun.kind == "material")]


def cartridge(noun: Noun) -> Noun | None:
    """The filter material, under its own name: `a short pad of Celite` is `Celite`."""
    name = noun.name.lower()
    best = ""
    for word in WORDS["workup.cartridges"]:
        if f" {word} " in f" {name.replace('®', '')} " and len(word) > len(best):
            best = word
    if not best:
        return None
    at = name.replace("®", "").find(best)
    return Noun("material", noun.tokens, name=noun.name.replace("®", "")[at : at + len(best)])


def _through(scene: Scene, clause: Clause, found: Roles, vessel: Known, through: Noun, target: Known | None) -> bool:
    """Filter through a material (FilterThrough) into `target` or a vessel of its own."""
    scene.parts.agent, scene.parts.filtered, scene.parts.settled = None, None, True
    target = target or scene.aside(clause.tokens, "the text names no vessel to filter into")
    draft = scene.emit(
        "FilterThrough", clause.tokens, from_vessel=vessel, to_vessel=target, through=scene.declare(through)
    )
    pour_over(scene, vessel, target)
    scene.current = target
    rinse = [noun for noun in found.withs if noun.is_material and cartridge(noun) is None]
    rinse = rinse or [noun for group in clause.after if group.kind == "group" for noun in _rinsed_with(group)]
    if rinse:
        _rinse(scene, draft, found, rinse[0])
    found.goals = [(kind, noun) for kind, noun in found.goals if cartridge(noun) is None]
    return finish(scene, draft, found)


def _rinsed_with(group: Token) -> list[Noun]:
    """What a bracket says that a pad is rinsed with: `through Celite (rinsing with ether, 3 x 5 mL)`."""
    told = any(one.low.startswith(("rins", "wash", "elut")) for one in group.inner)
    words = [one for one in group.inner[1:-1] if not one.low.startswith(("rins", "wash", "elut", "with"))]
    return [noun for noun in nouns(words) if noun.is_material][:1] if told else []


def _rinse(scene: Scene, draft: Draft, found: Roles, noun: Noun) -> None:
    """Wash the pad of a FilterThrough."""
    rinse = {"solvent": scene.declare(noun), "volume": noun.amount("volume"), "repeats": repeats(found, noun)}
    draft.properties.update(written({f"eluting_{key}": value for key, value in rinse.items()}))


def wash(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Wash a vessel (CleanVessel), a solid (WashSolid), the pad of a filtration, or a layer (Separate)."""
    if solvents(found) and _is_rinsed_in(scene, found):
        found.objects = []
        return finish(scene, add_all(scene, clause, scene.here(clause.tokens), solvents(found)), found)
    vessel_washed = next((noun for noun in found.objects if noun.kind == "vessel"), None)
    solid_too = any(part_words(noun.name, "surely_solid") for noun in found.objects)
    if vessel_washed is not None and solid_too:  # `the flask and the solid were washed`: onto the filter
        found.objects.remove(vessel_washed)
    elif vessel_washed is not None:
        return _clean(scene, clause, found, vessel_washed)
    wait_first(scene, clause, found)
    given = solvents(found) or [noun for kind, noun in found.goals if kind == "in" and noun.is_material]
    if not given and clause.kind == "imperative" and all(is_aqueous(noun.name) for noun in found.objects):
        given, found.objects = found.objects, []  # `wash 1 M HCl (50 mL), brine`
    if clause.verb.base == "elute":
        return _eluted(scene, clause, found, given)
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in given]
    loose = quantities([t for t in clause.after if t.kind != "group"], "volume")
    if len(loose) == 1 and not any(noun.measured for noun in (*given, *found.objects)):
        given = [replace(noun, quantities=loose) for noun in given]  # `wash 4 x 20 mL each with DMF and methanol`
    given = [scene.owner(noun) for noun in given]
    what = _washed(scene, clause, found)
    if what == "pad" and given:
        draft = scene.drafts[-1]
        _rinse(scene, draft, found, given[0])
        scene.changed.append(draft)
        draft.tokens.extend(clause.tokens)
        return finish(scene, draft, found)
    if what == "layer" and scene.current is not None and scene.current.contents:  # `the ether solution was washed`
        found.objects = [
            noun
            for noun in found.objects
            if noun.measured or not noun.name.lower().endswith("solution") or "aqueous" in noun.name.lower()
        ]
    if what == "layer" and given:
        separating.part_first(scene, clause, found, given)
    vessel = _washed_vessel(scene, clause, found, what)
    if not given:
        if what != "layer" or not scene.drafts:
            return False
        return separating.layers_apart(scene, clause, found)
    made: Draft | None = None
    if what == "solid" and scene.last.name == "Crystallize":  # off the mother liquor
        discourse.filtered(scene, scene.emit("Filter", clause.tokens, vessel=vessel), vessel)
    for noun in portions(given):
        if what == "solid":
            made = wash_solid(scene, clause, found, vessel, noun)
        else:
            made = separating.washed(scene, clause, found, vessel, noun)
            vessel = scene.current or vessel
    return finish(scene, made, found)


def _is_rinsed_in(scene: Scene, found: Roles) -> bool:
    """Whether the rinse of something that stands in the mixture stays in it: `the electrodes were rinsed with A`."""
    parts = {token.low for noun in found.objects for token in noun.tokens}
    filled = scene.current is not None and bool(scene.current.contents) and not scene.current.filtered
    return filled and not WORDS["workup.rinsed"].isdisjoint(parts)


def _eluted(scene: Scene, clause: Clause, found: Roles, given: list[Noun]) -> bool:
    """`Filtered and eluted with ether (10 mL)`: rinse the residue on the filter; on a column this is not a step."""
    last = scene.last
    if last.name == "FilterThrough" and given:
        _rinse(scene, last, found, given[0])
        scene.changed.append(last)
        return finish(scene, last, found)
    if last.name != "Filter" or not given or given[0].amount("volume") is None:
        return last.name == "RunColumn"
    vessel = scene.vessels.all[last.vessel]
    return finish(scene, wash_solid(scene, clause, found, vessel, given[0]), found)


def _washed(scene: Scene, clause: Clause, found: Roles) -> str:
    """What is washed: `solid`, `layer` or `pad`; if the clause does not say, what the last step left."""
    named = {word for noun in found.objects for word in noun.name.lower().replace("-", " ").split()}
    last = scene.last
    if last.name == "FilterThrough" and (not found.objects or named & (WORDS["workup.pads"] | {"residue", "residues"})):
        return "pad"
    if named & WORDS["workup.filtrates"] or "aqueous" in named:  # `the aqueous residue`
        return "layer"
    if last.name == "Crystallize" or _is_decanted(scene, last):
        return "layer" if named & WORDS["workup.layers"] else "solid"
    if named & WORDS["workup.surely_solid"] or named & {"residue", "residues"}:
        return "solid"
    if named & WORDS["workup.layers"] or named & {"extract", "extracts", "solution", "mixture", "organics"}:
        return "layer"
    if any(is_solid_substance(noun.name) or _is_weighed(noun) for noun in found.objects if noun.measured):
        return "solid"
    current = scene.current
    if current is None:
        return "layer" if clause.kind == "passive" else ""
    return "solid" if is_solid(scene.drafts, current) or not scene.parts.settled else "layer"


def _is_weighed(noun: Noun) -> bool:
    """Whether a thing is given by its mass alone and is no known liquid: `200 g of rice`."""
    known = find(noun.name)
    masses = {one.dimension for one in noun.quantities} == {"mass"} and not noun.contents
    return noun.kind == "material" and masses and (known is None or known.state != "liquid")


def _is_decanted(scene: Scene, last: Draft) -> bool:
    """Whether a step has poured the liquid off the remaining solid."""
    solid = scene.parts.solid
    return last.name == "Transfer" and solid is not None and last.properties.get("from_vessel") == solid.id


def _washed_vessel(scene: Scene, clause: Clause, found: Roles, what: str) -> Known:
    """The vessel that holds what is washed."""
    solid = scene.parts.solid
    left = not scene.parts.settled or scene.current is None or _is_decanted(scene, scene.last)
    if what == "solid" and solid is not None and left:
        scene.current = solid
        return solid
    return in_use(scene, clause, found)


def wash_solid(scene: Scene, clause: Clause, found: Roles, vessel: Known, noun: Noun) -> Draft | None:
    """Emit WashSolid if the text gives a volume; otherwise add the solvent and filter it off again."""
    if noun.amount("volume") is not None:
        side = scene.parts.filtered.properties.get("filtrate_vessel") if scene.parts.filtered is not None else None
        keep = side if scene.parts.filtered is not None and scene.parts.filtered.vessel == vessel.id else None
        return separating.washing(scene, clause.tokens, found, vessel, noun, keep)
    temp = found.temp()
    if temp is not None and not is_at(scene, vessel, temp.xdl):  # `washed with pentane at -78 °C`
        scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp)
    draft = scene.add(vessel, noun, clause.tokens)
    if draft is not None:
        scene.note(
            draft, clause.predicate[0].start, noun.tokens[-1].end, "WashSolid needs a volume, and the text gives none"
        )
        discourse.filtered(scene, scene.emit("Filter", clause.tokens, vessel=vessel), vessel)
        times = int(repeats(found, noun) or 1)
        if times > 1:
            scene.wrap(len(scene.drafts) - 2, times, clause.tokens)
    return draft


def clean(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Clean a vessel."""
    washed = next((noun for noun in found.objects if noun.kind == "vessel"), None)
    return _clean(scene, clause, found, washed) if washed is not None else False


def _clean(scene: Scene, clause: Clause, found: Roles, washed: Noun) -> bool:
    """Emit CleanVessel for the vessel that is washed."""
    vessel = scene.vessel(washed, clause.tokens)
    given = solvents(found)
    amount = given[0].amount("volume") if given else None
    if given and _is_rinsed_over(scene, clause, vessel):
        return finish(scene, _rinse_over(scene, clause, vessel, given[0], int(repeats(found, given[0]) or 1)), found)
    draft = scene.emit(
        "CleanVessel",
        clause.tokens,
        vessel=vessel,
        solvent=scene.declare(given[0]) if given else None,
        volume=amount,
        temp=found.temp(),
        repeats=repeats(found, given[0] if given else None),
    )
    vessel.contents.clear()
    vessel.filtered = False
    return finish(scene, draft, found)


def _is_rinsed_over(scene: Scene, clause: Clause, vessel: Known) -> bool:
    """Whether a rinse goes along with what the same sentence moves: `transferred to B, and the flask was rinsed`."""
    last = scene.last
    moved = last.name == "Transfer" and last.properties.get("from_vessel") == vessel.id
    if not moved and not vessel.contents:
        return False
    same = moved and scene.sentence_starts[-1:] < [len(scene.drafts)]
    leaves = scene.leaving is not None and scene.leaving.source is vessel
    return same or leaves or clause.predicate[0].text.lower().endswith("ing")


def _rinse_over(scene: Scene, clause: Clause, vessel: Known, noun: Noun, times: int) -> Draft:
    """Add a rinse to a vessel, and move it to where the contents went, if they are gone already."""
    target = None if vessel.contents else scene.current
    once = replace(noun, quantities=[replace(one, times=1) for one in noun.quantities])
    start = len(scene.drafts)
    scene.add(vessel, once, clause.tokens)
    return brought_along(scene, start, clause.tokens, vessel, target, times)


def crystallise(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Crystallise, after dissolving in the named solvent and filtering off charcoal."""
    if clause.after and clause.after[0].text.lower() in ("out", "out of"):
        return True  # the solid crystallises by itself
    wait_first(scene, clause, found)
    given = [noun for noun in [*found.sources, *solvents(found)] if noun.is_material]
    given += [noun for kind, noun in found.goals if kind in ("in", "from") and noun.is_material]
    given = _as_written(scene, given)
    if not given and clause.after and clause.after[0].kind == "group":
        given = [noun for noun in bracketed(clause.after[0]) if not noun.measured or noun.amount("volume") is not None]
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in given]
    vessel = in_use(scene, clause, found)
    start, last = len(scene.drafts), scene.last
    if given and last.name == "Filter" and last.properties.get("filtrate_vessel") == vessel.id:
        # A product that is recrystallised must be out of solution first.
        scene.emit("Evaporate", clause.tokens, vessel=vessel)
        scene.assume(
            "XDL693", clause.predicate, "what is recrystallised is still in solution", "it is evaporated first", vessel
        )
        vessel.contents.clear()
    agents = [noun for noun in given if "charcoal" in noun.name.lower() or noun.name.lower() == "carbon"]
    for number, noun in enumerate(noun for noun in given if noun not in agents):
        if number:
            scene.add(vessel, noun, words_of(clause, noun))
            continue
        again = clause.verb.base.startswith("re")  # `recrystallised`: from a hot solution, as everybody does it
        temp, notes = as_hot(noun, noun.name if again else "")
        solvent, tokens = scene.declare(noun), words_of(clause, noun)
        draft = scene.emit("Dissolve", tokens, vessel=vessel, solvent=solvent, volume=noun.amount("volume"), temp=temp)
        draft.notes.extend(notes)
        vessel.contents[scene.reagent(noun.name)] = None
    for noun in agents:
        scene.parts.agent = scene.add(vessel, noun, words_of(clause, noun))
        discourse.filter_agent(scene)
        vessel = scene.current or vessel
    temp, notes = temperature(scene, found, vessel)
    draft = scene.emit("Crystallize", clause.tokens, vessel=vessel, ramp_time=found.time(), ramp_temp=temp)
    draft.notes.extend(notes)
    if found.repeats > 1:  # `recrystallised twice from ethanol`: what has crystallised is filtered off before
        discourse.filtered(scene, scene.emit("Filter", clause.tokens, vessel=vessel), vessel)
        often(scene, clause, found, start)
    vessel.filtered = False
    return finish(scene, draft, found)


def _as_written(scene: Scene, given: list[Noun]) -> list[Noun]:
    """`25% ethyl acetate in hexanes (20 mL)` is one solvent, a blend given by its share."""
    if len(given) != 2 or given[0].measured or not scene.words(given[0].first, given[0].tokens[-1].end)[:1].isdigit():
        return given
    first, last = given
    name = f"{first.name} in {last.name}"
    return [Noun("material", [*first.tokens, *last.tokens], name=name, quantities=last.quantities)]


def triturate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Triturate: add the solvent."""
    wait_first(scene, clause, found)
    given = solvents(found) or [noun for kind, noun in found.goals if kind in ("in", "under") and noun.is_material]
    if not given:
        return False
    found.goals = [(kind, noun) for kind, noun in found.goals if noun not in given]
    vessel = in_use(scene, clause, found)
    return finish(scene, add_all(scene, clause, vessel, given), found)


def precipitate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Precipitated with X`, `by addition of X`: add X; a solid that forms by itself is not a step."""
    given = [noun for noun in solvents(found) if noun.kind == "material"]
    if any(kind in ("into", "in") and noun.is_material for kind, noun in found.goals) and not found.measured:
        found.objects = [Noun("pronoun", clause.predicate)]  # `the polymer was precipitated into methanol`
        if found.repeats > 1:
            times = [token for token in clause.after if found.repeats_at[0] <= token.start < found.repeats_at[1]]
            scene.fail(times, "the text does not say in what it is dissolved again")
            scene.undone += [token.start for token in times]
            found.repeats = 0
        return adding(scene, clause, found)
    if not given:
        if clause.verb.base != "reprecipitate":
            return True
        scene.fail(clause.tokens, "the text does not say with what")
        return False
    wait_first(scene, clause, found)
    found.objects = [noun for noun in found.objects if noun.measured]
    vessel = present(scene, clause, found)
    return finish(scene, add_all(scene, clause, vessel, given, "precipitate"), found)


def decant(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Pour the liquid off what has settled, all of it into another vessel."""
    drawn = clause.verb.base.startswith(("draw", "run", "tap"))
    if drawn and any(part_words(noun.name, "layers") for noun in found.objects):
        return separating.separate(scene, clause, found)  # `the aqueous layer was drawn off`
    if clause.verb.base == "suck off" and any(part_words(noun.name, "surely_solid") for noun in found.objects):
        return filtering(scene, clause, found)
    wait_first(scene, clause, found)
    source, last = scene.here(clause.tokens), scene.last
    named = next((noun for _, noun in found.goals if noun.kind == "vessel"), None)
    target = scene.vessel(named, clause.tokens, source) if named is not None else None
    if last.name == "Filter" and last.vessel == source.id and target is None:
        last.tokens.extend(clause.tokens)  # `was centrifuged, and the supernatant was decanted`: the Filter does it
        return finish(scene, last, found)
    target = target or scene.aside(clause.tokens, "the text names no vessel to decant into")
    portions = scene.last
    draft = scene.emit("Transfer", clause.tokens, from_vessel=source, to_vessel=target, volume="all")
    if portions.name == "Repeat" and all(one.name == "Add" for one in portions.children):
        portions.children.append(scene.drafts.pop())  # `triturated with pentane (2 x 20 mL), which was decanted`
    scene.hand_over(source, target)
    scene.parts.agent, scene.parts.solid, scene.parts.settled = None, source, True
    unwanted = any(noun.name.lower().rpartition(" ")[2] in WORDS["workup.poured_off"] for noun in found.objects)
    scene.current = source if unwanted and clause.kind == "imperative" else target
    return finish(scene, draft, found)

"""Actions that put things into a vessel: add, fill, and adjust a pH."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import leaves, quantities
from clairify_cli.reader.protocol.actions import additions, thermal
from clairify_cli.reader.protocol.actions.common import (
    add_all,
    destination,
    finish,
    move,
    often,
    pour_over,
    present,
    wait_first,
    words_of,
)
from clairify_cli.reader.protocol.clauses.asides import Aside
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Mention, Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.phrases.measures import ph_in
from clairify_cli.reader.protocol.phrases.roles import Roles, over
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import Parts, part_words, to_make_up
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known, Value, written

_NEUTRAL, _FAR = 7, 11
_BESIDE = 4
"""Fewer tokens lie between what is taken and the order to add to it."""


def add(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Add each object to the vessel; an object that is the contents of another vessel is transferred."""
    if _is_up_to(clause) and not found.measured:
        found.withs, found.objects = found.objects, []
        return make_up(scene, clause, found)  # `Add water to 1 L`
    taken = scene.last_noun if scene.current is None or not scene.current.contents else None
    stock = scene.take_stock(taken) if taken is not None and not found.goals else None
    if taken is not None and stock is not None and clause.tokens[0].index - stock.tokens[-1].index < _BESIDE:
        stock.used = True
        scene.add(scene.here(clause.tokens), taken, stock.tokens)  # `Take 50 mL of A, | add 5 mL of B`
        scene.cover(stock.tokens)
    done = adding(scene, clause, found)
    scene.purpose = ""
    return done


def _is_up_to(clause: Clause) -> bool:
    """Whether only a volume follows `to`: `Add water | to 1 L`, `top up | to 500 mL`."""
    at = next((at for at, token in enumerate(clause.after) if token.low in ("to", "up to")), len(clause.after))
    behind = clause.after[at + 1 : at + 3]
    return bool(behind) and behind[0].dimension == "volume" and (len(behind) < 2 or behind[1].low in ("with", ","))


def _pairs(scene: Scene, clause: Clause) -> list[Roles] | None:
    """`Put A in a beaker and B in a cup`: one set of roles for each pair of thing and place."""
    cuts = [
        at
        for at, token in enumerate(clause.after)
        if token.low in WORDS["conjunctions"]
        and any(t.low in LEXICON.vessels for t in clause.after[:at])
        and any(t.kind == "quantity" or t.low in WORDS["the rest"] for t in clause.after[at : at + 3])
        and any(t.low in LEXICON.vessels for t in clause.after[at:])
    ]
    if not cuts:
        return None
    edges = [0, *cuts, len(clause.after)]
    return [scene.roles(replace(clause, after=clause.after[left:right])) for left, right in pairwise(edges)]


def adding(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Add the objects of a clause, pair by pair if each has its own place."""
    if any(token.low == "respectively" for token in clause.tokens):
        scene.fail(clause.tokens, "what belongs to what, `respectively`, is not read; write a sentence for each")
        return False
    pairs = _pairs(scene, clause)
    if pairs is not None:
        source, done = scene.current, []
        for one in pairs:
            scene.current = source  # `40 mL into flask A and the rest into flask B`
            done.append(_adding(scene, clause, one))
        return all(done)
    return _adding(scene, clause, found)


def _adding(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Put each object of a clause where it goes, after any waits and temperature changes."""
    objects = [noun for noun in (found.objects or found.withs) if noun.kind not in ("tool", "none")]
    objects = _without_apposed(clause, objects)
    if found.objects:
        objects += [noun for noun in found.withs if noun.is_material]  # `A was added together with B`
    elif not objects and scene.drafts and (clause.kind != "imperative" or any(n.measured for _, n in found.goals)):
        # `was dissolved and then added to B`, `Add to the resin (5 g)`
        objects = [Noun("pronoun", clause.predicate)] if found.goals else []
    if not objects:
        return _how_last(scene, clause, found)
    if scene.last.properties.get("volume") == "all" and all(_is_the_rest(noun) for noun in objects):
        return took(scene, clause, found)
    objects = _dissolved_together(objects)
    reacts = found.time("for") if found.stirring and found.pace is None else None  # `with stirring for 2 h`
    found.times = [(kind, one) for kind, one in found.times if one is not reacts]
    later = _waits_between(found, objects)
    wait_first(scene, clause, found)
    for _, noun in found.goals:
        if noun.vessel is not None and (noun.vessel.every or noun.vessel.count > 1):
            return _to_each(scene, clause, found, noun.vessel, objects)
    start = len(scene.drafts)
    moved = next((noun for noun in objects if not noun.is_material), None)
    before = scene.here(clause.tokens) if moved is not None and moved.kind == "reference" else scene.current
    if moved is not None and moved.kind == "reference" and part_words(moved.name, "layers"):
        before = discourse.part(scene, moved.name, moved.tokens) or before  # `the aqueous layer was poured into acid`
    if moved is not None and moved.kind in ("reference", "pronoun"):
        before = additions.elsewhere(scene, found, before)
    avoid = before if moved is not None and moved.kind in ("reference", "pronoun") else None
    if moved is not None and moved.kind == "vessel":
        avoid = scene.vessel(moved, clause.tokens)
    elif moved is None and clause.verb.action == "pour":  # not back into the vessel that it comes from
        avoid = next((held for noun in objects if (held := additions.holder(scene, clause, noun)) is not None), None)
    vessel = additions.vessel_before(scene, found, moved, before) or destination(scene, clause, found, avoid)
    fronted = {token.start for token in clause.before}
    poured = clause.verb.action == "pour" and any(one.start in fronted for _, one in found.temps)
    empty, at = not vessel.contents, len(scene.drafts)
    # `At -10 °C, the mixture was poured into B`
    _temperature(scene, clause, found, before if poured and before is not None and moved is not None else vessel)
    main: Draft | None = None
    for noun in objects:
        _wait_for(scene, clause, found, noun, later)
        draft = _put(scene, clause, found, noun, vessel, before)
        main = main or draft
    if main is None:
        return start < len(scene.drafts)
    said = [one.start for _, one in found.temps] + [noun.first for _, _, noun in found.places if noun.tokens]
    behind = min(said, default=0) > clause.predicate[0].start
    if empty and behind and [one.name for one in scene.drafts[at : at + 1]] == ["HeatChillToTemp"]:
        scene.drafts.append(scene.drafts.pop(at))  # `condensed into a flask at -78 °C`: there must be something to cool
    if clause.verb.base == "layer":
        main.notes.append(over(clause.predicate, "XDL has no step that keeps liquids in layers"))
    often(scene, clause, found, start)
    if reacts is not None:
        thermal.reacts(scene, clause, found, vessel, reacts)
    return finish(scene, main, found)


def _is_the_rest(noun: Noun) -> bool:
    """`The remainder of the bromide solution`, which went in with the first portion of it."""
    rest = noun.portion.lower().rpartition(" ")[2] in WORDS["the rest"] and not noun.measured
    return rest and noun.name.lower().rpartition(" ")[2] in WORDS["solutions"]


def _waits_between(found: Roles, things: list[Noun]) -> list[Quantity]:
    """Take the times out that pass between things: `A and, after 10 min, B were added`."""
    first, last = things[0].tokens, things[-1].tokens
    later = [one for one in found.waits if first and last and first[-1].end <= one.start < last[-1].start]
    found.waits = [one for one in found.waits if not any(one is late for late in later)]
    return later


def _wait_for(scene: Scene, clause: Clause, found: Roles, noun: Noun, later: list[Quantity]) -> None:
    """Let the times pass that come before a thing."""
    while later and noun.tokens and later[0].start < noun.tokens[-1].start:
        found.waits = [later.pop(0)]
        wait_first(scene, clause, found)


def _without_apposed(clause: Clause, objects: list[Noun]) -> list[Noun]:
    """`The internal standard, dimethyl sulfone (0.05 g), was added`: one thing, named after the comma."""
    if len(objects) != 2:
        return objects
    what, named = objects
    between = [t.low for t in clause.subject if what.tokens[-1].end <= t.start < named.tokens[0].start]
    apposed = what.definite and not what.measured and named.measured and between == [","]
    return [named] if apposed and what.is_material else objects


def _dissolved_together(objects: list[Noun]) -> list[Noun]:
    """`TREN (5 g) and TEA (4 g) in THF (25 mL) were added`: one solution, as all share the solvent."""
    last = objects[-1]
    if last.kind != "material" or len(last.contents) != 2 or not last.contents[0].measured or last.mixture:
        return objects
    solvents = [
        (known := find(noun.name)) is not None and known.is_a("solvent") for noun in (*objects, last.contents[1])
    ]
    if any(solvents[:-2]) or not solvents[-1] or not all(noun.measured and not noun.contents for noun in objects[:-1]):
        return objects
    tokens = [token for noun in objects for token in noun.tokens]
    return [replace(last, tokens=tokens, contents=[*objects[:-1], *last.contents])]


def _how_last(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`A was charged and was then added over 45 min`, `…, which was added over 2 h`: how the last addition is done."""
    relative = any(token.low in ("which", "that") for token in clause.before)
    here = clause.kind == "passive" and not found.goals and (relative or scene.beside is None)
    return here and took(scene, clause, found)


def took(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Give the last addition the time of a clause about it: `The addition was performed over one hour`."""
    last, time = scene.last, found.time(*additions.DURING)
    if last.name not in ("Add", "Transfer") or "time" in last.properties:
        return False
    if time is None and found.pace is None:
        return False
    last.properties.update(written({"time": additions.time_of(scene, found)}))
    last.tokens = [*last.tokens, *clause.tokens]
    scene.changed.append(last)
    found.times = []
    return finish(scene, last, found)


def _to_each(scene: Scene, clause: Clause, found: Roles, mention: Mention, objects: list[Noun]) -> bool:
    """`to each glass`: the objects go into every vessel of the kind."""
    main: Draft | None = None
    if not mention.every:
        scene.assume(
            "XDL693", mention.tokens, "the text does not say whether the amount is for each", "it is taken for each"
        )
    sources = [scene.current if noun.kind == "reference" else additions.holder(scene, clause, noun) for noun in objects]
    scene.each = scene.vessels.every(mention)
    if mention.every and len(scene.each) == 1:
        scene.assume("XDL693", mention.tokens, "the text does not say how many there are", "one is taken")
    for vessel in scene.each:
        for noun, source in zip(objects, sources, strict=True):
            if source is not None and source not in scene.each and noun.measured:
                main = move(scene, clause, found, noun, source, vessel)
            elif noun.is_material:
                tokens = [*words_of(clause, noun), *mention.tokens]
                main = scene.add(vessel, noun, tokens, **_how(scene, found, noun)) or main
    scene.current = vessel
    return finish(scene, main, found)


def _how(scene: Scene, found: Roles, noun: Noun) -> dict[str, Value]:
    """The properties of Add for pace and stirring."""
    return {
        **additions.manner(scene, found, noun, _time_of(noun)),
        "stir": found.stirring or found.speed is not None,
        "stir_speed": found.speed,
    }


def _time_of(noun: Noun) -> Quantity | None:
    """The addition time in brackets after what is added: `A (30 mL; over 10 min by syringe)`."""
    for group in (token for token in noun.tokens if token.kind == "group"):
        for before, token in pairwise(group.inner):
            one = token.quantity
            if one is not None and one.dimension == "time" and before.low in ("in", "over", "within", "during"):
                return one
    return None


def _by_ph(found: Roles, added: list[Noun]) -> str | None:
    """The purpose of additions up to a pH: to neutralize, acidify or basify."""
    if found.ph is None:
        return None
    if found.ph == _NEUTRAL:
        return "neutralize"
    kinds = [known for noun in added if (known := find(noun.name)) is not None]
    if any(one.is_a("acid") for one in kinds) != any(one.is_a("base") for one in kinds):
        return "acidify" if any(one.is_a("acid") for one in kinds) else "basify"
    return "acidify" if found.ph < _NEUTRAL else "basify"


def _put(scene: Scene, clause: Clause, found: Roles, noun: Noun, vessel: Known, before: Known | None) -> Draft | None:
    """Put one thing into a vessel: add it, make it there as a solution, or move it from where it is."""
    tokens = [*words_of(clause, noun), *(token for _, goal in found.goals for token in goal.tokens)]
    if not noun.measured and noun.name.lower().rpartition(" ")[2] in WORDS["rinsings"]:
        rinsed = additions.rinsings_added(scene, clause, vessel)
        if rinsed is not None or noun.is_material:
            return rinsed
    if noun.is_material:
        if noun.contents and any(part.measured for part in noun.contents):
            return _solution(scene, clause, found, noun, vessel)
        holder = additions.holder(scene, clause, noun) or additions.made_before(scene, noun, vessel, before)
        if holder is not None and holder is not vessel:
            return move(scene, clause, found, noun, holder, vessel)
        beside = scene.beside if not found.goals and clause.verb.action == "add" else None
        solution = not noun.measured and noun.name.lower().rpartition(" ")[2] in WORDS["solutions"]
        if holder is vessel and solution and beside is not None and beside.contents:
            scene.current = beside  # `Add the sugar solution`, which was made next to it
            return move(scene, clause, found, noun, vessel, beside)
        if holder is vessel and noun.definite and not noun.portion and noun.kind == "material":
            scene.fail(noun.tokens, "it is in the vessel already")
            return None
        draft, how = None, _put_how(scene, clause, found, noun)
        if (own := _own_temperature(noun)) is not None and vessel.contents:
            made = scene.aside(noun.tokens, "the text names no vessel in which it is warmed or cooled")
            scene.add(made, noun, tokens)
            scene.emit("HeatChillToTemp", noun.tokens, vessel=made, temp=own)
            return _over(scene, clause, found, noun, made, vessel)
        for part in noun.contents or [noun]:
            draft = scene.add(vessel, part, tokens, **how)
        return draft
    source = scene.vessel(noun, clause.tokens) if noun.kind == "vessel" else before
    # A text may begin mid-procedure; after its first clause, a vessel that was never filled cannot be meant.
    empty = source is not None and not source.contents and noun.kind != "vessel" and scene.clause_start > 0
    if source is None or source is vessel or empty:
        scene.fail(noun.tokens, "it is not clear what is moved and where to")
        scene.undone += [token.start for token in noun.tokens]
        return None
    return move(scene, clause, found, noun, source, vessel)


def _own_temperature(noun: Noun) -> Quantity | None:
    """The temperature in brackets of what is added: `A (5 mL), | cooled to 0 °C |, was added`."""
    groups = [one for one in noun.notes if one.kind == "group" and one.inner[1].low in WORDS["of temperature"]]
    return next(iter(quantities([token for group in groups for token in group.inner], "temp")), None)


def _put_how(scene: Scene, clause: Clause, found: Roles, noun: Noun) -> dict[str, Value]:
    """The manner and purpose of an addition."""
    how = _how(scene, found, noun)
    if clause.verb.stirs:
        how["stir"] = True
    before = scene.purpose if clause.kind in ("gerund", "noun") else ""  # `acidified by the addition of B`
    how["purpose"] = clause.verb.purpose or found.purpose or before or _by_ph(found, [*found.withs, *found.objects])
    return how


def _solution(scene: Scene, clause: Clause, found: Roles, noun: Noun, vessel: Known) -> Draft | None:
    """Make a solution in the vessel itself if that is empty, else next to it and then transfer it."""
    made = vessel
    if vessel.contents:
        made = scene.aside(noun.tokens, "the text names no vessel for the solution that is added")
    draft = add_all(scene, clause, made, noun.contents)
    if made is vessel:
        return draft
    return _over(scene, clause, found, noun, made, vessel)


def _over(scene: Scene, clause: Clause, found: Roles, noun: Noun, made: Known, vessel: Known) -> Draft:
    """Transfer what was prepared next to the vessel into it, over the time that the text gives."""
    own = _time_of(noun)
    time = own.xdl if own is not None else additions.time_of(scene, found)
    draft = scene.emit("Transfer", words_of(clause, noun), from_vessel=made, to_vessel=vessel, volume="all", time=time)
    if found.pace is not None:
        draft.notes.append(over(clause.tokens, "Transfer has no property for dropwise addition"))
    pour_over(scene, made, vessel)
    return draft


def _temperature(scene: Scene, clause: Clause, found: Roles, vessel: Known) -> None:
    """A temperature at which something is added: the vessel's in a report, the reagent's own in an instruction."""
    places = [one for one in found.places if one[1].temp is not None or one[1].kind == "boiling"]
    if places:  # the bath is what does it
        found.temps = [pair for pair in found.temps if pair[1] is not found.held]
    quantity = found.temp()
    followed = scene.reported and any(token.low.startswith(("followed", "then")) for token in clause.predicate)
    ahead = clause.predicate[0].start  # `To A at 0 °C add B`
    fronted = any(one.start < ahead for _, one in found.temps) or any(noun.first < ahead for _, _, noun in places)
    told = clause.kind == "passive" or followed or found.held is not None or fronted  # `followed by B at 0 °C`
    if told and (quantity is not None or places):
        thermal.bring_to(scene, clause, found, vessel)
        return
    for _, _, noun in found.places:
        if noun.tokens:
            found.notes.append(over(noun.tokens, "Add has no temperature"))


def overlay(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Cover with a layer of ether (5 mL)`: add what has a volume; without one, this is not a step."""
    measured = any(t.dimension == "volume" for t in leaves(clause.after))
    return measured and fill(scene, clause, found)


def _to_what_is_there(
    scene: Scene, clause: Clause, found: Roles, added: list[Noun], purpose: str | None, **given: str
) -> bool:
    """Add things to the object of a clause, which is in a vessel already."""
    wait_first(scene, clause, found)
    found.objects = [noun for noun in found.objects if noun.kind in ("reference", "vessel", "pronoun")]
    vessel = present(scene, clause, found)
    draft: Draft | None = None
    for noun in added:
        how = {**given, **_how(scene, found, noun), "purpose": purpose}
        draft = scene.add(vessel, noun, words_of(clause, noun), **how)
    found.goals = []
    return finish(scene, draft, found)


def seed(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The solution was seeded (with A)`, `on seeding, the product separated`: seed crystals are added."""
    crystals = [noun for noun in found.withs if noun.is_material]
    crystals = crystals or [Noun("material", list(clause.predicate), name="seed crystals")]
    if found.temps or found.places:
        thermal.bring_to(scene, clause, found, scene.here(clause.tokens))
    return _to_what_is_there(scene, clause, found, crystals, None)


def adjust(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The pH was adjusted to 9 with A`, `by addition of A`: A is added, to acidify or to basify."""
    found.ph = found.ph if found.ph is not None else ph_in(leaves(clause.tokens), _FAR)
    start = next((at for at, token in enumerate(clause.after) if token.low in ("addition", "adding")), None)
    means = nouns(clause.after[start + 1 :]) if start is not None else found.withs
    added = [noun for noun in means if noun.is_material]
    if found.ph is None:
        return False
    of = next((at for at, token in enumerate(clause.subject) if token.low == "of"), len(clause.subject))
    layer = discourse.part(scene, " ".join(token.low for token in clause.subject[of + 1 :]), clause.tokens)
    scene.current = layer or scene.current  # `the pH of the aqueous phase was adjusted`
    open_still = {"if", "or"} & {token.low for token in (*clause.before, *clause.after)}
    if not added or open_still:
        unsaid = "with what the pH is set" if not (added and "if" in open_still) else "whether the pH must be set"
        scene.fail(clause.tokens, f"the text does not say {unsaid}")
        return False
    return _to_what_is_there(scene, clause, found, added, _by_ph(found, added))


def make_up(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Make up to 1 L with water`, `bring the volume to 1 L`: what is lacking, if the volume so far is known."""
    named = [noun for noun in found.withs if noun.is_material]
    made = [noun for noun in found.objects if noun.kind == "material" and not noun.measured and not noun.definite]
    if made and not named and not quantities(leaves(clause.after), "volume"):
        scene.remark(Aside(clause.tokens, "title"))  # `Make up some saline: …`
        return True
    content = [token for token in (*clause.predicate, *clause.after) if token.kind != "mark"]
    found.goals = [(kind, noun) for kind, noun in found.goals if noun.kind == "vessel"]
    named = named or [Noun("material", list(clause.predicate), name="water")]
    volumes = [one.xdl for one in quantities(leaves(clause.after), "volume")]
    vessel = scene.here(clause.tokens)
    named_in = next((scene.vessel(noun, clause.tokens) for _, noun in found.goals), vessel)
    if named_in is not vessel and vessel.contents and not named_in.contents:
        move(scene, clause, Roles(), Noun("pronoun", []), vessel, named_in)  # `make up to 1 L in a volumetric flask`
    vessel = named_in
    lacking = to_make_up(scene.drafts, vessel.id, (volumes or [vessel.capacity])[0])
    given = {"volume": lacking} if lacking and len(named) == 1 and not named[0].measured else {}
    found.notes.append(over(content, "" if given else "XDL has no property for a volume in all"))
    return _to_what_is_there(scene, clause, found, named, "dilute", **given)


def fill(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Fill a tube with 10 mL of ethanol`, `dilute the acid with water`: the object is where, `with` is what."""
    on_top = (not found.withs and bool(found.objects)) or any(kind in WORDS["on top"] for kind, _ in found.goals)
    if clause.verb.base == "layer" and on_top:
        return adding(scene, clause, found)  # `A was layered over B`, `layer A on top`
    if clause.verb.base in ("top up", "dilute") and _is_up_to(clause):
        return make_up(scene, clause, found)
    if any(token.low in ("burette", "buret") for noun in found.objects for token in noun.tokens):
        return False  # what is run out of it later is no addition yet
    added = list(found.withs)
    given = any(noun.is_material and (noun.measured or noun.contents) for noun in found.objects)
    if not added and given and clause.verb.base in ("charge", "load"):
        return adding(
            scene, clause, found
        )  # `water (500 mL) was charged over 30 min`, `charge 50 g of A to the kettle`
    if not added:
        added = [noun for _, noun in found.goals if noun.is_material] if clause.verb.base != "fill" else []
        found.goals = [] if added else found.goals
    if not added and clause.verb.base == "treat" and found.temps and found.time():
        return thermal.heat(scene, clause, found)  # `sealed and treated at 160 °C for 24 h`
    if not added:
        scene.purpose = clause.verb.purpose  # `acidified by the addition of B`
        return False
    later = _waits_between(found, added)
    wait_first(scene, clause, found)
    lasts = found.time("for", "") if clause.verb.base in WORDS["reacts"] and found.pace is None else None
    if lasts is not None:  # `treated with A for 2 h at 25 °C`: the reaction time, not the addition time
        found.times = [(kind, one) for kind, one in found.times if one is not lasts]
    another = any(noun.vessel is not None and noun.vessel.indefinite for noun in found.objects)
    if another and scene.last.name in discourse.ISOLATES:
        scene.current, scene.beside, scene.parts = None, None, Parts()  # `A flask was charged`, once more
    vessel = present(scene, clause, found)
    if lasts is None:
        _temperature(scene, clause, found, vessel)
    main: Draft | None = None
    for noun in _dissolved_together(added):
        _wait_for(scene, clause, found, noun, later)
        draft = _put(scene, clause, found, noun, vessel, scene.current)
        if draft is not None and clause.verb.base == "layer":
            draft.notes.append(over(clause.predicate, "XDL has no step that keeps liquids in layers"))
        if draft is not None and not noun.measured and clause.verb.base.endswith("fill"):
            scene.note(draft, clause.predicate[0].start, noun.tokens[-1].end, "XDL cannot say how full a vessel is")
        main = main or draft
    if lasts is not None and main is not None:
        thermal.reacts(scene, clause, found, vessel, lasts)
    return finish(scene, main, found)

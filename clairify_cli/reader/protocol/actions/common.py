"""Common parts of several actions: the place of a clause, and contents that must be added first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clairify_cli.chemistry import find, is_aqueous
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token, leaves, quantities
from clairify_cli.reader.protocol.actions import additions
from clairify_cli.reader.protocol.actions.temperatures import (
    boiling_at,
    celsius,
    last_thermal,
    lasting,
    reached,
    still_cold,
)
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.phrases.roles import NO_PROPERTY, Note, Roles, over
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import held, millilitres, share
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known

_OPENING = 5
"""How many opening words show whether a clause only times the step before: `After the reaction was complete`."""
_SHORT = 3
"""The most tokens in a bracket that holds only a time: `(2 h)`, `(ca. 2 h)`."""
_RECENT = 200
"""How many steps back to look for vessels that the text may still refer to."""
_LONG = 6
"""A step of at least this many hours can last until the next day."""
_DEEP = -20
"""In °C: a vessel at or below this is kept cold while it rests."""
_REST = "10 min"
"""The time assumed for something to dissolve or a gas evolution to end if the text gives none."""


def warm(noun: Noun) -> str | None:
    """The bracketed temperature of a solvent: `hot (60 °C) hexane`."""
    for group in (token for token in noun.tokens if token.kind == "group"):
        inner = [token.quantity for token in group.inner if token.quantity is not None]
        if len(inner) == 1 and inner[0].dimension == "temp":
            return inner[0].xdl
    return None


def bracketed(group: Token) -> list[Noun]:
    """The things in brackets, without amounts: `(MgSO4)`, `(ether-hexane)`."""
    return [noun for noun in nouns(list(group.inner[1:-1])) if noun.kind == "material"]


def words_of(clause: Clause, noun: Noun) -> list[Token]:
    """The words that a step for one object is read from: the predicate and the noun."""
    return [*clause.predicate, *noun.tokens]


def add_all(scene: Scene, clause: Clause, vessel: Known, given: Iterable[Noun], purpose: str = "") -> Draft | None:
    """Add several things to a vessel; return the last step."""
    made: Draft | None = None
    for noun in given:
        made = scene.add(vessel, noun, words_of(clause, noun), purpose=purpose)
    return made


def referent(scene: Scene, noun: Noun, clause: Clause) -> Known:
    """The vessel whose contents `the mixture`, `it` or `the filtrate` refers to."""
    found = discourse.part(scene, noun.name, clause.tokens)
    if found is None and noun.name:
        found = scene.mixed(noun.name.lower())
    alone = scene.current is not None and scene.current not in scene.each
    if found is None and alone and scene.current is not None and _is_one_of_several(scene, scene.current):
        what = (
            f"`{noun.name}` may be what is in any of several vessels" if noun.name else "it may be of several vessels"
        )
        scene.assume(
            "XDL653", noun.tokens or clause.tokens, what, f"that in `{scene.current.id}` is taken", scene.current
        )
    return found or scene.here(clause.tokens)


def _is_one_of_several(scene: Scene, current: Known) -> bool:
    """Whether a reference may mean a vessel other than the current one, in which earlier work may continue.

    A vessel last emptied (filter, funnel, column) or isolated from does not count, as the text would name it; nor does
    one last used before this paragraph if the current one was begun in it.
    """
    used: dict[str, tuple[int, int, bool]] = {}
    """Per vessel: the numbers of its first and last step, and whether the last one empties it or isolates from it."""
    start = max(0, len(scene.drafts) - _RECENT)
    for number, step in enumerate(scene.drafts[start:], start):
        for draft in flattened([step]):
            for key, value in draft.properties.items():
                if "vessel" in key and value in scene.vessels.all:
                    left = key == "from_vessel" or (key == "vessel" and draft.name in discourse.ISOLATES)
                    used[value] = (used.get(value, (number, 0, False))[0], number, left)
    begun = used.get(current.id, (len(scene.drafts), 0, False))[0]
    for one in scene.vessels.all.values():
        _, last, left = used.get(one.id, (0, 0, True))
        earlier = last < scene.scope_start <= begun
        if one.contents and one is not current and not left and not earlier:
            return True
    return False


def where(scene: Scene, noun: Noun, clause: Clause) -> Known | None:
    """The vessel that a noun refers to, or None."""
    if noun.kind == "vessel":
        return scene.vessel(noun, clause.tokens)
    if noun.kind in ("reference", "pronoun"):
        return referent(scene, noun, clause)
    return scene.holder(noun)


def unknown(scene: Scene, noun: Noun) -> bool:
    """Whether a reagent must be added before anything can be done with it."""
    if not noun.is_material or _is_here(scene, noun):
        return False
    return noun.measured or (scene.holder(noun) is None and not meant(scene, noun))


def _is_here(scene: Scene, noun: Noun) -> bool:
    """Whether `the DCM solution (6 mL)` means the contents of the current vessel, to which DCM was added."""
    name, _, head = noun.name.rpartition(" ")
    if not noun.definite or head.lower() not in WORDS["solutions"] or scene.current is None:
        return False
    return scene.reagent(name) in scene.current.contents


def meant(scene: Scene, noun: Noun) -> bool:
    """Whether `the indoxyl chloride`, an unknown name, means the contents of the current vessel."""
    there = scene.current is not None and bool(scene.current.contents)
    unknown_name = not noun.measured and not noun.contents and scene.take_stock(noun) is None
    return there and noun.definite and unknown_name and (find(noun.name) is None or is_class(noun))


def is_class(noun: Noun) -> bool:
    """Whether a noun names a class of substances and means one of them: `the salt`, `the ester`."""
    return noun.name.lower() in WORDS["classes"]


def destination(scene: Scene, clause: Clause, roles: Roles, avoid: Known | None = None) -> Known:
    """The vessel a clause puts things into. Contents that the text presents as already there (`to 100 mL of water`) are
    added first."""
    vessel: Known | None = None
    bases: list[Noun] = []
    new: list[Noun] = []
    for _, noun in roles.goals:
        if noun.kind == "vessel" and vessel is None:
            vessel = scene.vessel(noun, clause.tokens, avoid)
        elif noun.kind in ("reference", "pronoun") and vessel is None:
            vessel = referent(scene, noun, clause)
        elif noun.is_material:
            parts = noun.contents or [noun]
            if vessel is None and _is_made_before(scene, noun, parts):
                vessel, parts = scene.current, parts[1:]
                new.extend(parts)
            bases.extend(parts)
            # The solvent of a new substance is new as well.
            new.extend(parts[1:] if unknown(scene, parts[0]) else [])
    fresh = [noun for noun in bases if unknown(scene, noun) or any(noun is one for one in new)]
    if vessel is None and len(fresh) < len(bases):
        vessel = next(
            (found for noun in bases if noun not in fresh and (found := scene.holder(noun)) is not None), None
        )
    if vessel is None and fresh and scene.current is not None and scene.current.contents:
        vessel = scene.unnamed(fresh[0].tokens, "what is added to is new, and the text names no vessel for it")
    vessel = vessel or scene.here(clause.tokens)
    scene.current = vessel
    add_all(scene, clause, vessel, fresh)
    hot = next((point for noun in fresh if (point := boils(noun)) is not None), None)
    iced = clause.verb.action == "add" and any(
        noun.name.lower().split()[0] in WORDS["iced"] and not is_aqueous(noun.name) for noun in fresh
    )
    if hot is not None or iced:  # `was added to refluxing toluene`, `to ice-cooled DMF`
        scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=hot or LEXICON.places["ice bath"].temp)
    return vessel


def _is_made_before(scene: Scene, noun: Noun, parts: list[Noun]) -> bool:
    """Whether a solution is of what was isolated last: `To a solution of the above alcohol in DCM was added A`."""
    there = scene.current is not None and bool(scene.current.contents) and scene.last.name in discourse.ISOLATES
    told = not WORDS["made before"].isdisjoint(token.low for token in noun.tokens)
    first = parts[0]
    return there and len(parts) > 1 and not first.measured and (told or (first.definite and is_class(first)))


def boils(noun: Noun, *also: str) -> str | None:
    """The boiling point of `boiling water`, `refluxing toluene`, and of a solvent with one of the words `also`."""
    first, _, name = noun.name.partition(" ")
    return boiling_at(name) if first.lower() in ("boiling", "refluxing", *also) else None


def as_hot(noun: Noun, name: str = "") -> tuple[str | None, list[Note]]:
    """The temperature of a hot solvent, and the guess that it nearly boils: `hot ethanol`, or the solvent `name`.

    `Hot water` may come from a tap, so its temperature is not guessed.
    """
    water = is_aqueous(noun.name) and noun.name.lower().startswith("hot ")
    temp = (boiling_at(name) if name else None) or boils(noun, *(() if water else ("hot", "heated")))
    if water and not temp:
        return None, [Note(noun.first, noun.tokens[-1].end, "the text gives no temperature")]
    return temp, [Note(noun.first, noun.tokens[-1].end, "", temp, "XDL655")] if temp else []


def present(scene: Scene, clause: Clause, roles: Roles) -> Known:
    """The vessel in which a process takes place; objects that are not in it yet are added first."""
    vessel: Known | None = None
    for _, noun in roles.goals:
        if noun.kind == "vessel":
            vessel = scene.vessel(noun, clause.tokens)
    for noun in roles.objects:
        vessel = vessel or (where(scene, noun, clause) if noun.kind != "material" or not noun.measured else None)
    if vessel is None and roles.objects and scene.current is not None and scene.current.contents and not roles.measured:
        vessel = scene.current
    vessel = vessel or scene.here(clause.tokens)
    scene.current = vessel
    named = [token for _, noun in roles.goals if noun.kind == "vessel" for token in noun.tokens]
    materials = [noun for noun in (*roles.objects, *(goal for _, goal in roles.goals)) if noun.is_material]
    for noun in [one for one in materials if _must_add(scene, one, vessel)]:
        for part in noun.contents or [noun]:
            scene.add(vessel, part, [*words_of(clause, noun), *named])
    return vessel


def _must_add(scene: Scene, noun: Noun, vessel: Known) -> bool:
    """Whether the object of a process must be added first: it has an amount, or cannot mean anything present."""
    if noun.measured or scene.take_stock(noun) is not None or any(part.measured for part in noun.contents):
        return True
    return scene.holder(noun) is None and not vessel.contents


def move(scene: Scene, clause: Clause, found: Roles, noun: Noun, source: Known, vessel: Known) -> Draft:
    """Transfer from one vessel to another: everything, or the given volume or amount."""
    given: dict[str, str | None] = {}
    quantity = noun.quantities[0] if noun.quantities else None
    if quantity is not None and quantity.dimension == "volume":
        given["volume"] = quantity.xdl
    elif quantity is not None and quantity.dimension in ("mass", "amount"):
        given["amount"] = quantity.xdl
        last = next((one for one in reversed(scene.drafts) if source.id in one.properties.values()), None)
        if last is not None and (last.properties.get("purpose") == "precipitate" or last.name == "Crystallize"):
            scene.assume("XDL693", noun.tokens, "it was not filtered off", "it is taken with its liquid", source)
    elif not noun.portion or noun.portion.lower() in ("all", "the rest", "rest", "remaining", "remainder"):
        given["volume"] = "all"
    else:
        part, there = share(noun.portion), held(scene.drafts, source.id)
        if part is not None and there:
            given["volume"] = millilitres(part * there)
    tokens = [*clause.predicate, *noun.tokens, *(token for _, goal in found.goals for token in goal.tokens)]
    time = additions.time_of(scene, found)
    draft = scene.emit("Transfer", tokens, from_vessel=source, to_vessel=vessel, **given, time=time)
    if noun.portion and given.get("volume") != "all" and "amount" not in given:
        draft.notes.append(over(noun.tokens, "" if "volume" in given else "XDL has no shares of an amount"))
    if found.pace is not None or found.stirring:
        draft.notes.append(over(clause.tokens, NO_PROPERTY))
    pour_over(scene, source, vessel, all_of_it=given.get("volume") == "all")
    scene.current = vessel
    return draft


def pour_over(scene: Scene, source: Known, vessel: Known, *, all_of_it: bool = True) -> None:
    """Record that the contents of one vessel are now in another."""
    for name in source.contents:
        vessel.contents.pop(name, None)  # put back at the end: contents are ordered by latest addition
        vessel.contents[name] = None
        if all_of_it:  # `10 mL of the solution`, taken again later, is still where it was made
            scene.place_of[name] = vessel
    if all_of_it:
        source.contents.clear()


def finish(scene: Scene, draft: Draft | None, roles: Roles) -> bool:
    """Close a clause: put what none of its steps carries into the comment of the main step."""
    if draft is None:
        return False
    draft.notes.extend(roles.notes)
    roles.notes = []
    values, kept = carried(flattened(scene.drafts[scene.clause_start :]))
    for start, end in _left_over(scene, roles, values):
        if not any(first <= start and end <= last for first, last in kept):
            scene.note(draft, start, end, NO_PROPERTY)
    return True


def carried(drafts: Iterable[Draft]) -> tuple[set[str], list[tuple[int, int]]]:
    """The values that steps have in properties, and the stretches of the text in their comments."""
    values: set[str] = set()
    kept: list[tuple[int, int]] = []
    for draft in drafts:
        values.update(draft.properties.values())
        kept += [(note.start, note.end) for note in draft.notes]
    return values, kept


def flattened(drafts: list[Draft]) -> Iterator[Draft]:
    """Drafts with those inside them."""
    for draft in drafts:
        yield draft
        yield from flattened(draft.children)


def _left_over(scene: Scene, roles: Roles, values: set[str]) -> Iterator[tuple[int, int]]:
    """The spans of a clause's quantities and things that no property of its steps carries."""
    quantities = [quantity for _, quantity in (*roles.times, *roles.temps)]
    quantities += [one for one in (roles.speed, roles.pressure, roles.wavelength) if one is not None]
    for quantity in quantities:
        if quantity.xdl not in values and f"{quantity.upper} {quantity.unit}" not in values:
            yield quantity.start, quantity.end
    goals = [noun for _, noun in roles.goals]
    for noun in (*roles.objects, *goals):
        if noun.kind in ("vessel", "reference", "pronoun"):
            yield from ((note.start, note.end) for note in noun.notes)
    for noun in (*roles.withs, *roles.through, *roles.sources, *roles.objects, *goals):
        if noun.kind in ("material", "tool") and noun.tokens and not _is_in(scene, noun, values):
            yield noun.tokens[0].start, noun.tokens[-1].end


def _is_in(scene: Scene, noun: Noun, values: set[str]) -> bool:
    """Whether a thing is in the steps, or already in a vessel that they use."""
    if scene.reagent(noun.name) in values or any(scene.reagent(part.name) in values for part in noun.contents):
        return True
    held = scene.holder(noun)
    return held is not None and held.id in values


def often(scene: Scene, clause: Clause, roles: Roles, start: int) -> None:
    """`… twice`, `… three times` within a clause: wrap its steps in a Repeat."""
    if roles.repeats > 1 and start < len(scene.drafts):
        scene.wrap(start, roles.repeats, clause.tokens)


def wait_first(scene: Scene, clause: Clause, roles: Roles) -> None:
    """`After 5 minutes, …`: emit one wait before the clause, stirred or at a temperature if the text says so.

    A time that the step before already has is only a repetition, and adds no step.
    """
    waits, roles.waits = roles.waits or completed(clause), []
    for quantity in waits:
        tokens = [t for t in clause.tokens if quantity.start <= t.start < quantity.end] or clause.tokens
        vessel = scene.current
        if tokens[0].low == "next day":
            _over_night(scene, tokens, quantity)
            continue
        if vessel is None:
            scene.emit("Wait", tokens, time=quantity)
            continue
        last = last_thermal(scene, vessel)
        if last is not None and last.properties.get("time") == quantity.xdl:
            continue
        started = scene.last
        if started.name == "StartStir" and started.vessel == vessel.id and scene.reported:
            # `was mixed until …; after 25 min`
            started.name = "Stir"
            discourse.put(started, "time", quantity.xdl, after="vessel")
            started.tokens = [*started.tokens, *tokens]
            continue
        stirred = _is_stirred(clause, quantity)
        cold = still_cold(scene, tokens, vessel)
        kept = cold is not None and (stirred or celsius(cold) <= _DEEP)
        temp = _waited_at(scene, clause, roles, vessel) or (cold if kept else None)
        if temp is None and started.name == "HeatChillToTemp" and started.vessel == vessel.id and scene.reported:
            # `was stirred and heated to 75 °C. After 12 h`
            stirred = stirred or any(one.name == "StartStir" for one in scene.drafts[-2:])
            temp = started.properties["temp"] if stirred else None
        lasting(scene, tokens, vessel, quantity, temp, stir=stirred)


def come_to_rest(scene: Scene, clause: Clause) -> None:
    """`After gas evolution had ceased, …`, `When it had dissolved, …`: stir for minutes if the text gives no time."""
    front = [token for token in (*clause.before, *clause.subject) if token.kind != "mark"]
    lows = {token.low for token in front}
    timed = any(token.dimension == "time" for token in leaves(front))
    if not front or front[0].low not in WORDS["workup.once"] or timed or scene.current is None or not scene.drafts:
        return
    calmed = lows & WORDS["gas leaving"] or ("reaction" in lows and not _is_timed(scene, scene.current))
    ended = WORDS["workup.rested"] if calmed else {"dissolved"} if lows & {"had", "has"} else set()
    at = next((at for at, token in enumerate(front) if token.low in ended), None)
    if at is not None:
        draft = scene.emit("Stir", front[: at + 1], vessel=scene.current, time=_REST)
        draft.notes.append(over(front[: at + 1], ""))
        draft.said = f"time of {_REST} assumed"


def _over_night(scene: Scene, tokens: list[Token], quantity: Quantity) -> None:
    """`Next day, …`: wait overnight, unless the step before takes that long."""
    number, _, unit = scene.last.properties.get("time", "0 min").partition(" ")
    if scene.drafts and unit != "days" and not (unit == "h" and float(number) >= _LONG):
        scene.emit("Wait", tokens, time=quantity)
        scene.assume("XDL655", tokens, f"the text gives no time until `{tokens[0].text}`", f"`{quantity.xdl}` is taken")


def completed(clause: Clause) -> list[Quantity]:
    """The reaction time in `After consumption of the ketone (18 h), …`."""
    front = [token for token in (*clause.before, *clause.subject) if token.kind != "mark"]
    lows = {token.low for token in clause.tokens}
    over = lows & (WORDS["reacted"] | WORDS["workup.rested"])
    if not front or front[0].low not in WORDS["workup.once"] or not over or "addition" in lows:
        return []
    for group in (token for token in clause.tokens if token.kind == "group"):
        rest = [t for t in group.inner if t.kind != "mark" and t.low not in WORDS["lead"]]
        times = quantities(rest, "time")
        if len(times) == 1 and len(rest) <= _SHORT:
            return times
    return []


def _took(clause: Clause) -> list[Quantity]:
    """The time in `The reaction was complete after 2 h`."""
    tokens = clause.tokens
    lows = [token.low for token in tokens]
    over = {"complete", "completed", "finished"} & set(lows)
    if "if" in lows or not over or not ("reaction" in lows or WORDS["remarks.monitoring"].intersection(lows)):
        return []
    for at, token in enumerate(tokens):
        if token.quantity is None or token.quantity.dimension != "time":
            continue
        back = at - 1
        while back > 0 and (lows[back] in WORDS["lead"] or tokens[back].kind == "mark"):
            back -= 1
        return [token.quantity] if back >= 0 and lows[back] in ("after", "in", "within") else []
    return []


def _is_timed(scene: Scene, vessel: Known) -> bool:
    """Whether the step before says how long the reaction takes."""
    last = last_thermal(scene, vessel)
    waits = scene.drafts[-1].name == "Wait"
    return waits or (last is not None and "time" in last.properties)


def wait_alone(scene: Scene, clause: Clause) -> None:
    """Emit the wait of `After 3 h gas evolution had ceased`, a clause with no other step."""
    if scene.current is None or not scene.drafts:
        return
    waits = [] if _is_timed(scene, scene.current) else _took(clause)
    ahead = [t for t in clause.tokens if t.kind != "mark" and t.low not in WORDS["conjunctions"]][:_OPENING]
    if not waits and len(ahead) > 1 and ahead[0].low in WORDS["workup.once"]:
        waits = completed(clause)
        after = next((k for k, t in enumerate(ahead[1:], 1) if t.low not in WORDS["lead"] | WORDS["determiners"]), 0)
        if not waits and after and ahead[0].low == "after":
            waits = quantities([ahead[after]], "time")
            scene.cover(ahead[: after + 1] if waits else [])
    if waits:
        scene.clause_start = len(scene.drafts)
        wait_first(scene, clause, Roles(waits=waits))


def _waited_at(scene: Scene, clause: Clause, roles: Roles, vessel: Known) -> str | None:
    """The temperature of `After 2 h at 60 °C, …`, removed from the roles of the clause itself."""
    ahead = {id(token) for token in clause.before}
    starts = {token.start for token in clause.before}
    for pair in roles.temps:
        if pair[1].start in starts:
            roles.temps = [one for one in roles.temps if one is not pair]
            return pair[1].xdl
    for kind, place, noun in roles.places:
        if noun.tokens and id(noun.tokens[-1]) in ahead and kind in ("at", "in", "under"):
            roles.places = [one for one in roles.places if one[2] is not noun]
            return place.temp or reached(scene, vessel)
    return None


def _is_stirred(clause: Clause, quantity: Quantity) -> bool:
    """Whether `of stirring` follows a time."""
    lows = [token.low for token in clause.tokens if quantity.end <= token.start][:2]
    return lows[:1] == ["of"] and lows[-1] in WORDS["stirring"]

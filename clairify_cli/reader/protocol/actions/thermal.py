"""Actions of time and temperature: stir, heat, cool, boil, wait."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import first_quantity, leaves
from clairify_cli.reader.protocol.actions import separating
from clairify_cli.reader.protocol.actions.common import boils, finish, often, present, wait_first
from clairify_cli.reader.protocol.actions.temperatures import (
    boiling_point,
    celsius,
    is_at,
    is_within,
    last_thermal,
    lasting,
    reached,
    still_cold,
    temperature,
)
from clairify_cli.reader.protocol.clauses.clauses import of_whole
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.phrases.roles import Note, Roles, over
from clairify_cli.reader.protocol.scene.contents import is_solid, part_words
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import MIXING, Draft, Known

_NO_TEMP = "the text gives no temperature, and XDL cannot heat or cool without one"
_NEXT = 8
"""The most tokens between two clauses of one sentence."""
_SHORT, _MINUTES = frozenset(("min", "s")), 5
"""Times in which nothing comes to room temperature by itself."""
_WARM = 20
"""In °C: a vessel brought to a temperature below this is held there."""
_FEW = 4
"""In K: a smaller difference does not count."""
_HOT = 30
"""In °C: a vessel above this has been heated."""
_WARMS = frozenset(("Add", "Dissolve", "Transfer", "Stir", "Wait"))
"""Steps after which a mixture may be warm by itself."""


def stirring(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Stir, for a time and at a temperature if the clause gives them."""
    wait_first(scene, clause, found)
    parted, wholes = scene.last, any(token.low in WORDS["wholes"] for token in clause.subject)
    if wholes and parted.name == "Separate" and any(token.low == "partitioned" for token in parted.tokens):
        product, scene.current = scene.current, scene.vessels.all[scene.drafts.pop().vessel]
        done = stirring(scene, clause, found)  # `partitioned between A and B, and the mixture was stirred`
        scene.drafts.append(parted)
        scene.current = product
        return done
    start = len(scene.drafts)
    _without_processes(found)
    vessel = present(scene, clause, found)
    if clause.aspect == "stop":
        return finish(scene, scene.emit("StopStir", clause.tokens, vessel=vessel), found)
    time, speed = found.time(), found.speed
    temp, notes = temperature(scene, found, vessel)
    if temp is None and time is not None:
        temp = still_cold(scene, clause.tokens, vessel)
    if _is_told(scene, clause, vessel, temp, time):
        return _told(scene, clause)
    if clause.verb.keep and clause.link in WORDS["backward"] and time is None and temp is None:
        return _told(scene, clause)  # `after shaking, the layers were separated`
    if clause.verb.keep:
        notes.append(over(clause.predicate, "XDL has no step for it but stirring"))
    draft: Draft
    if time is None and _is_until_mixed(clause):
        if temp is not None and not is_at(scene, vessel, temp):
            scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp, stir=True, stir_speed=speed)
        draft = scene.emit("Stir", clause.tokens, vessel=vessel, time=MIXING, stir_speed=speed)
        draft.said = f"time of {MIXING} assumed"
    elif time is not None:
        draft = lasting(scene, clause.tokens, vessel, time, temp, stir=True, speed=speed)
    elif temp is not None:
        draft = scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp, stir=True, stir_speed=speed)
    else:
        draft = scene.emit("StartStir", clause.tokens, vessel=vessel, stir_speed=speed)
        if found.repeats:  # `stir 20 times` counts strokes
            notes.append(Note(*found.repeats_at, "Stir needs a time, and the text gives none"))
            found.repeats = 0
    _no_temperature(found, temp)
    draft.notes.extend(notes)
    often(scene, clause, found, start)
    return finish(scene, draft, found)


def _is_until_mixed(clause: Clause) -> bool:
    """`Stir until the salt has dissolved`, which takes some minutes."""
    lows = [token.low for token in clause.after]
    at = next((at for at, low in enumerate(lows) if low in ("until", "till")), len(lows))
    return any(low.startswith(tuple(WORDS["until mixed"])) for low in lows[at:])


def _without_processes(found: Roles) -> None:
    """Leave out objects that are processes: `the temperature was raised`, `the stirring was stopped`."""
    processes = WORDS["processes"]
    found.objects = [
        noun
        for noun in found.objects
        if noun.measured or noun.name.lower().rpartition(" ")[2] not in processes or noun.kind == "vessel"
    ]


def _is_told(scene: Scene, clause: Clause, vessel: Known, temp: str | None, time: Quantity | None) -> bool:
    """Whether `after stirring for 2 h`, `after cooling` only repeats the step before."""
    last = last_thermal(scene, vessel)
    if last is scene.last and time is None and clause.verb.action in ("heat", "cool"):
        again = last.name == "HeatChillToTemp" and last.properties.get("temp") == temp
        if again and len(scene.drafts) > scene.sentence_starts[-1]:
            return True  # `placed on an ice bath and cooled to 0 °C`
    if clause.link not in WORDS["backward"]:
        return False
    if last is None:
        return False
    if time is not None:
        return last.properties.get("time") == time.xdl and (temp is None or last.properties.get("temp", temp) == temp)
    return temp is not None and last.name == "HeatChillToTemp" and last.properties.get("temp") == temp


def _told(scene: Scene, clause: Clause) -> bool:
    """Mark words as repetition: they make no step, as it has been done already."""
    scene.told.update(token.index for token in leaves(clause.tokens))
    return True


def _no_temperature(found: Roles, temp: str | None) -> None:
    """If a text heats without a temperature, say in the note why no step heats."""
    if temp is not None or not (found.heating or found.places):
        return
    for note in found.notes:
        if note.reason:
            note.reason = _NO_TEMP if found.heating else note.reason
    for _, _, noun in found.places:
        found.notes.append(Note(noun.first, noun.tokens[-1].end, _NO_TEMP))
    found.places = []


def reacts(scene: Scene, clause: Clause, found: Roles, vessel: Known, time: Quantity) -> None:
    """Let the contents of a vessel react for a time, at the clause's temperature if it has one."""
    temp, notes = temperature(scene, found, vessel)
    lasting(scene, clause.tokens, vessel, time, temp, stir=found.stirring).notes.extend(notes)


def bring_to(scene: Scene, clause: Clause, found: Roles, vessel: Known) -> None:
    """Bring a vessel to the temperature of a clause, unless it is there already."""
    temp, notes = temperature(scene, found, vessel)
    untold = found.temp() is not None and not reached(scene, vessel, "")  # `at 25-30 °C`, before any other temperature
    if temp is None or (not untold and (is_at(scene, vessel, temp) or is_within(scene, found, vessel))):
        return
    draft = scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp)
    draft.notes.extend(notes)


def cooled_since(scene: Scene, clause: Clause) -> None:
    """`The cooled solution was washed`: contents that were heated have cooled down before this clause."""
    vessel = scene.current
    if vessel is None or not scene.drafts or _is_cooled(scene, vessel):
        return
    for part in (clause.before, clause.subject, clause.after):
        for at, token in enumerate(part):
            if token.low == "cooled" and at and part[at - 1].low == "the" and of_whole(part, at):
                temp = LEXICON.places["room temperature"].temp
                draft = scene.emit("HeatChillToTemp", [token], vessel=vessel, temp=temp)
                draft.notes.append(over([token], "", temp or "", "XDL655"))
                return


def _is_cooled(scene: Scene, vessel: Known) -> bool:
    """Whether a vessel has been cooled already, or no step can have warmed it."""
    temp = reached(scene, vessel, "")
    return celsius(temp) <= _HOT if temp else scene.drafts[-1].name not in _WARMS


def preset(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Preheat the oven to 180 °C`: keep the temperature for a later heating step that gives none."""
    quantity = found.temp()
    if quantity is None or any(noun.is_material or noun.kind == "vessel" for noun in found.objects):
        return heat(scene, clause, found)
    scene.preset = quantity
    content = [t for t in clause.tokens if t.kind != "mark"]
    scene.pending.append(over(content, "" if quantity.scale else "the text names no scale"))
    return True


def cool(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Cool to a temperature; if the text gives neither that nor a time, cool to room temperature."""
    return heat(scene, clause, found, cooling=True)


def heat(scene: Scene, clause: Clause, found: Roles, *, cooling: bool = False) -> bool:
    """Heat or cool to a temperature, or at one for a time; boil at the boiling point of the contents."""
    wait_first(scene, clause, found)
    found.heating = found.heating or not cooling
    found.objects += [noun for noun in found.withs if noun.is_material and noun.measured]
    _without_processes(found)
    _reached(found)
    if clause.aspect == "stop" or clause.verb.action == "heat off":
        vessel = present(scene, clause, found)
        return finish(scene, scene.emit("StopHeatChill", clause.tokens, vessel=vessel), found)
    vessel = present(scene, clause, found)
    temp, notes = temperature(scene, found, vessel)
    if temp is None and clause.verb.action == "boil":
        temp = boiling_point(vessel)
        notes = [over(clause.predicate, "", temp or "", "XDL655")]
    temp = temp or next((point for _, noun in found.goals if (point := boils(noun))), None)  # `in refluxing acetone`
    time = found.time()
    meanwhile = clause.kind == "gerund" and clause.let and not clause.link
    if meanwhile and temp is not None and _while_stirred(scene, vessel, temp):
        return finish(scene, scene.drafts[-1], found)
    in_it = clause.let or clause.link in WORDS["backward"]  # `After cooling for 10 min, …`
    if temp is None and in_it and cooling and time is not None and _in_bath(scene, clause, vessel, time):
        return finish(scene, scene.drafts[-1], found)
    if temp is None:
        temp, notes = _kept_within(clause)
    brief = time is not None and time.unit in _SHORT and float(time.number) <= _MINUTES
    if temp is None and cooling and clause.let and brief:
        return finish(scene, scene.emit("Wait", clause.tokens, time=time), found)  # `let it cool for a minute`
    if temp is None and (cooling or (clause.let and clause.verb.base == "warm")) and (time is None or clause.let):
        temp, notes = _room_temperature(clause)
    goes_on = clause.aspect == "continue" or _still_hot(scene, clause, vessel) or _in_same_bath(scene, found, vessel)
    if temp is None and time is not None and goes_on:
        temp = reached(scene, vessel)
    if temp is None:
        return _without_temperature(scene, clause, found)
    kept = clause.verb.base in WORDS["keeps"] and time is None
    set_before = bool(reached(scene, vessel, "")) or not found.temps  # else `maintaining < 25 °C` is a step
    within = set_before and is_within(scene, found, vessel) and (kept or (clause.kind == "gerund" and time is None))
    # `at such a rate that it was kept under 10 °C`
    limited = any(kind in WORDS["limits"] for kind, _ in found.temps)
    if limited and kept and scene.last.name in _ADDITIONS:
        words = [one for one in clause.tokens if one.kind != "mark"]
        scene.last.notes.append(over(words, "XDL has no limit for a temperature"))
    if within or _is_told(scene, clause, vessel, temp, time) or (kept and set_before and is_at(scene, vessel, temp)):
        return _told(scene, clause)
    meanwhile = any(token.low in ("being", "while", "whilst") for token in (*clause.before, *clause.predicate))
    if kept and (clause.kind == "gerund" or limited or meanwhile) and _before_addition(scene, clause, vessel, temp):
        return True
    return finish(scene, _thermal(scene, clause, found, vessel, temp, time, notes), found)


_ADDITIONS = frozenset(("Add", "Transfer"))


def _before_addition(scene: Scene, clause: Clause, vessel: Known, temp: str) -> bool:
    """`A was added, while maintaining 0 °C`: bring the vessel to 0 °C before the addition."""
    if len(scene.clause_starts) < 2 or not scene.sentence_starts:
        return False
    start = max(scene.clause_starts[-2], scene.sentence_starts[-1])
    if start >= len(scene.drafts) or any(draft.name not in _ADDITIONS for draft in scene.drafts[start:]):
        return False
    if not any(draft.vessel == vessel.id for draft in scene.drafts[:start]):
        start = len(scene.drafts) - 1  # earlier additions make up the contents that the last one goes to
    scene.insert(start, "HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp)
    return True


def _still_hot(scene: Scene, clause: Clause, vessel: Known) -> bool:
    """Whether `heated for 1 h`, without a temperature, continues at the vessel's last one."""
    return clause.verb.action == "heat" and not clause.let and celsius(reached(scene, vessel)) > _HOT


def _in_same_bath(scene: Scene, found: Roles, vessel: Known) -> bool:
    """Whether a place is the bath in which the vessel already is: `left in the bath for 10 min`."""
    last = last_thermal(scene, vessel)
    kept = last is not None and last.name != "StopHeatChill" and last.properties.get("active") != "false"
    return kept and any(noun.definite and place.temp is None for _, place, noun in found.places)


def _reached(found: Roles) -> None:
    """`allowed to reach room temperature`: read the object as a target temperature."""
    for noun in found.objects:
        if noun.kind == "place" and noun.place is not None and noun.place.kind in ("temp", "same", "boiling"):
            found.places.append(("to", noun.place, noun))
    found.objects = [noun for noun in found.objects if not any(noun is one for _, _, one in found.places)]


def _while_stirred(scene: Scene, vessel: Known, temp: str) -> bool:
    """`stirred for 30 min, allowing it to reach room temperature`: give the step before the temperature."""
    last = scene.last
    if last.name != "Stir" or last.vessel != vessel.id:
        return False
    last.name = "HeatChill"
    last.properties = {"vessel": vessel.id, "temp": temp, "time": last.properties["time"], "stir": "true"}
    return True


def _in_bath(scene: Scene, clause: Clause, vessel: Known, time: Quantity) -> bool:
    """`placed in an ice bath and allowed to cool for 10 min`: give the time to the step before."""
    last = scene.last
    if last.name != "HeatChillToTemp" or last.vessel != vessel.id or "active" in last.properties:
        return False
    if clause.tokens[0].index - last.tokens[-1].index > _NEXT or celsius(last.properties["temp"]) >= _WARM:
        return False
    temp = last.properties.pop("temp")
    last.name = "HeatChill"
    last.properties.update({"temp": temp, "time": time.xdl})
    last.tokens = [*last.tokens, *clause.tokens]
    return True


def _kept_within(clause: Clause) -> tuple[str | None, list[Note]]:
    """`heated and cooled to maintain a temperature of 55-60 °C`: the target temperature."""
    lows = [token.low for token in clause.after]
    at = next((k for k, low in enumerate(lows) if low in ("maintain", "keep", "hold")), len(lows))
    one = first_quantity(leaves(clause.after[at:]), "temp")
    if one is None:
        return None, []
    return one.xdl, [Note(clause.after[at].start, one.end, "")]


def _room_temperature(clause: Clause) -> tuple[str | None, list[Note]]:
    """Room temperature, the target of anything left to cool or warm."""
    temp = LEXICON.places["room temperature"].temp
    return temp, [over(clause.predicate, "", temp or "", "XDL655")]


def _thermal(
    scene: Scene, clause: Clause, found: Roles, vessel: Known, temp: str, time: Quantity | None, notes: list[Note]
) -> Draft:
    """HeatChill if there is a time, else HeatChillToTemp."""
    shared = {"stir": found.stirring or found.speed is not None, "stir_speed": found.speed}
    if time is not None and _comes_by_itself(scene, clause, found, vessel, temp):
        draft = scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp, active="false", **shared)
        draft.notes.extend(notes)
        return lasting(scene, clause.tokens, vessel, time, stir=found.stirring, speed=found.speed)
    kind = next((kind for kind, one in found.times if one is time), "")
    goals = [*found.temps, *((one, noun) for one, _, noun in found.places)]
    gradual = kind in ("over", "within", "during", "in") and any(
        one in WORDS["up to"] or one == "from" for one, _ in goals
    )
    if time is not None and not gradual:
        draft = scene.emit("HeatChill", clause.tokens, vessel=vessel, temp=temp, time=time, **shared)
    else:
        active = "false" if clause.let and time is None else None
        draft = scene.emit("HeatChillToTemp", clause.tokens, vessel=vessel, temp=temp, active=active, **shared)
    if time is not None and gradual:
        start = max(token.start for token in clause.tokens if token.low == kind and token.end <= time.start)
        draft.notes.append(Note(start, time.end, "XDL has no property for how long it takes to come to it"))
    draft.notes.extend(notes)
    vacuum = [t for t in clause.after if "vacu" in t.low]
    if found.vacuum and vacuum:
        draft.notes.append(over(vacuum, "the step has no pressure"))
    for _, extra in [(kind, one) for kind, one in found.times if one is not time]:
        draft.notes.append(Note(extra.start, extra.end, "the step has room for one time"))
    return draft


def _comes_by_itself(scene: Scene, clause: Clause, found: Roles, vessel: Known, temp: str) -> bool:
    """Whether a mixture comes to room temperature by itself in a time: `was allowed to warm to rt overnight`."""
    start = next((one.xdl for kind, one in found.temps if kind == "from"), reached(scene, vessel))
    before, after = celsius(start), celsius(temp)
    if not _WARM <= after <= _HOT or abs(before - after) < _FEW:
        return False
    return clause.let or (before < after and clause.verb.base == "warm")


def _without_temperature(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Say that a step is missing: it would be wrong to wait at whatever temperature it has."""
    if len(scene.drafts) > scene.clause_start:
        finish(scene, scene.drafts[-1], found)  # the additions before it were read, only the heating was not
    scene.fail(clause.predicate if len(scene.drafts) > scene.clause_start else clause.tokens, _NO_TEMP)
    being = any(token.low in WORDS["being"] for token in clause.predicate)
    if (being or clause.kind == "imperative") and not clause.let:
        scene.undone += [token.start for token in clause.predicate]
    return len(scene.drafts) > scene.clause_start


def wait(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Wait for a time, or hold a temperature. A wait until something happens goes into the last step's comment."""
    if clause.verb.base == "set aside" and any(part_words(noun.name, "layers") for noun in found.objects):
        return separating.layers_apart(scene, clause, found)
    if clause.verb.base == "leave" and any(token.low == "stirred" for token in clause.tokens):
        found.stirring = True  # `the mixture was left stirred overnight`
    wait_first(scene, clause, found)
    time = found.time()
    if found.vacuum and scene.current is not None and is_solid(scene.drafts, scene.current):
        return _in_vacuum(scene, clause, found, scene.current)
    if found.temps or found.places:
        return heat(scene, clause, found)
    if time is not None:
        if found.stirring:
            return stirring(scene, clause, found)
        _without_processes(found)
        present_there(scene, clause, found)
        if (temp := _kept(scene, clause)) is not None:
            return finish(scene, lasting(scene, clause.tokens, scene.here(clause.tokens), time, temp), found)
        return finish(scene, scene.emit("Wait", clause.tokens, time=time), found)
    if found.notes and scene.drafts:
        content = [t for t in clause.tokens if t.kind != "mark" and t.low not in WORDS["conjunctions"]]
        scene.drafts[-1].notes.append(over(content, "Wait needs a time, and the text gives none"))
        scene.drafts[-1].tokens.extend(clause.tokens)
        return True
    return False


def _in_vacuum(scene: Scene, clause: Clause, found: Roles, vessel: Known) -> bool:
    """`The solid was left under high vacuum for 72 h`: dry it."""
    temp, notes = temperature(scene, found, vessel)
    pressure = found.pressure
    draft = scene.emit("Dry", clause.tokens, vessel=vessel, time=found.time(), pressure=pressure, temp=temp)
    draft.notes.extend(notes)
    return finish(scene, draft, found)


def _kept(scene: Scene, clause: Clause) -> str | None:
    """The temperature at which `heated to 80 °C and kept there for 2 h` keeps a vessel."""
    if clause.verb.base not in ("keep", "hold", "maintain", "stay") or scene.current is None:
        return None
    last = last_thermal(scene, scene.current)
    here = any(token.low in ("there", "at this temperature") for token in clause.tokens)
    return last.properties.get("temp") if last is not None and (here or last.name == "HeatChillToTemp") else None


def present_there(scene: Scene, clause: Clause, found: Roles) -> None:
    """For a wait, add what is named with an amount, and switch to the vessel that is named."""
    if any(noun.measured or noun.kind == "vessel" for noun in found.objects) or any(
        noun.kind == "vessel" for _, noun in found.goals
    ):
        present(scene, clause, found)

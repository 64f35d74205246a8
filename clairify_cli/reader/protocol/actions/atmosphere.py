"""Gas, light and sound: purge, evacuate and refill, bubble, irradiate, sonicate, and the gas of a sentence."""

from __future__ import annotations

from clairify_cli.chemistry import is_aqueous
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.numbers import number_of_words, times_of_words
from clairify_cli.english.tokens import first_quantity, leaves
from clairify_cli.reader.protocol.actions import adding, evaporating, solids, thermal
from clairify_cli.reader.protocol.actions.common import finish, present, wait_first
from clairify_cli.reader.protocol.clauses.asides import Atmosphere, gas_name
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import NO_PROPERTY, Roles, over
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known

_HOTTEST_LAMP = 60
"""In °C."""


def purge(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Purge a vessel with a gas; by freezing, pumping and thawing, EvacuateAndRefill."""
    wait_first(scene, clause, found)
    gas = named_gas(clause)
    lows = {token.low for token in leaves([*clause.predicate, *clause.after])}
    cycles = any(low.startswith("freeze") for low in lows) or "cycles" in lows or "cycling" in lows
    if cycles:
        found.goals = [(kind, noun) for kind, noun in found.goals if noun.kind == "vessel"]
    vessel = gassed(scene, clause, found)
    if scene.evacuated or cycles:
        return _refill(scene, clause, found, vessel, gas)
    thermal.bring_to(scene, clause, found, vessel)
    draft = scene.emit("Purge", clause.tokens, vessel=vessel, gas=gas, time=found.time())
    return _filled(scene, draft, found, vessel, gas)


def bubble(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`CO2 was passed through the solution` purges; `the solution was passed through silica` filters."""
    gas = named_gas(clause)
    if (
        gas is None
        and any(token.low == "air" for token in (*clause.subject, *clause.after[:3]))
        and _of_solid(scene, found)
    ):
        found.objects, found.through = found.through, []  # `air was drawn through the filter cake`
        return evaporating.dry_solid(scene, clause, found)
    if gas is None:
        found.through += [noun for kind, noun in found.goals if kind in ("over", "down")]  # `over a column of alumina`
        heads = {word for noun in found.through for word in noun.name.lower().split()}
        through = any(solids.cartridge(noun) is not None for noun in found.through)
        return solids.filtering(scene, clause, found) if through or heads & WORDS["workup.pads"] else False
    return purge(scene, clause, found)


def _of_solid(scene: Scene, found: Roles) -> bool:
    """Whether something passes through the solid on a filter."""
    surely = WORDS["workup.surely_solid"] | WORDS["workup.solids"]
    on_filter = scene.parts.filtered is not None and scene.last.name in ("Filter", "WashSolid")
    return any(
        noun.name.lower().rpartition(" ")[2] in surely or (on_filter and not noun.measured) for noun in found.through
    )


def evacuate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Evacuated and filled with nitrogen`: one step, made once the text names the gas."""
    vessel = gassed(scene, clause, found)
    gas = named_gas(clause)
    if gas is None and "atmosphere" in {token.low for token in clause.subject}:
        gas = min((known for known in vessel.gases if known), default=None)
    if gas is not None or found.repeats > 1:
        return _refill(scene, clause, found, vessel, gas)
    scene.current = vessel
    scene.evacuated = list(clause.tokens)
    return True


def refill(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Filled with nitrogen` fills with a gas; with anything else it adds."""
    gas = named_gas(clause)
    if gas is None and not scene.evacuated:
        return adding.fill(scene, clause, found)
    return _refill(scene, clause, found, gassed(scene, clause, found), gas)


def replace(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The air was replaced with argon`; `the solvent was replaced by toluene (5 mL)` adds the toluene."""
    if named_gas(clause) is not None:
        return refill(scene, clause, found)
    return adding.fill(scene, clause, found) if any(noun.measured for noun in found.withs) else False


def add(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Hydrogen was introduced` purges; anything but a gas is added."""
    gases = bool(found.objects) and all(_is_gas(scene, noun) for noun in found.objects)
    return purge(scene, clause, found) if gases else adding.add(scene, clause, found)


def _is_gas(scene: Scene, noun: Noun) -> bool:
    """Whether a thing is let in as a gas: it has no amount, and does not come as a solution, as `ammonia` may."""
    stock = noun.measured or scene.take_stock(noun) is not None
    return not stock and not is_aqueous(noun.name) and bool(gas_name(noun.name))


def fill(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Saturated with gaseous ammonia` purges; with anything but a gas, it adds."""
    gas = clause.verb.base == "saturate" and clause.kind == "passive" and named_gas(clause) is not None
    return purge(scene, clause, found) if gas else adding.fill(scene, clause, found)


def named_gas(clause: Clause) -> str | None:
    """The gas that a clause names, by its usual name."""
    flat = leaves([*clause.subject, *clause.before, *clause.after])
    for at, token in enumerate(flat):
        pair = f"{token.low} {flat[at + 1].low}" if at + 1 < len(flat) else ""
        name = gas_name(pair) or gas_name(token.low) or gas_name(token.low.rpartition("/")[2])  # `vacuum/argon cycles`
        if name and name != "air":
            return name
    return None


def gassed(scene: Scene, clause: Clause, found: Roles) -> Known:
    """The vessel that a gas goes to: the named one, otherwise the current one."""
    held = ("vessel", "reference", "pronoun")
    found.objects = [
        noun for noun in found.objects if noun.kind in held or (_measured(noun) and not gas_name(noun.name))
    ]
    found.withs = [noun for noun in found.withs if not gas_name(noun.name)]
    found.objects += [noun for noun in found.through if noun.kind in held or _measured(noun)]
    found.through = []
    return present(scene, clause, found)


def _measured(noun: Noun) -> bool:
    """Whether gas passes through something with an amount: `through a solution of benzil (5 g) in methanol (9 mL)`."""
    return noun.kind == "material" and (noun.measured or any(part.measured for part in noun.contents))


def _refill(scene: Scene, clause: Clause, found: Roles, vessel: Known, gas: str | None) -> bool:
    """Emit EvacuateAndRefill, as often as the clause says."""
    tokens = [*scene.evacuated, *clause.tokens]
    scene.evacuated = []
    times = found.repeats or _cycles(clause)
    draft = scene.emit("EvacuateAndRefill", tokens, vessel=vessel, gas=gas, repeats=str(times) if times > 1 else None)
    return _filled(scene, draft, found, vessel, gas)


def _cycles(clause: Clause) -> int:
    """The number in `three freeze-pump-thaw cycles`, `backfilled with N2 (x3)`."""
    grouped = [times_of_words([(t.kind, t.low) for t in one.inner]) for one in clause.after if one.kind == "group"]
    if max(grouped, default=1) > 1:
        return max(grouped)
    for token in leaves(clause.after):
        size, number = number_of_words([(token.kind, token.low)])
        if size and number is not None and number.denominator == 1 and 1 < number < 21:
            return int(number)
    return 1


def _filled(scene: Scene, draft: Draft, found: Roles, vessel: Known, gas: str | None) -> bool:
    vessel.gases.add(gas or "")
    scene.current = vessel
    found.withs, found.sources = [], []
    return finish(scene, draft, found)


def _in_microwave(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Whether the source is a microwave oven, which heats; a lamp has a wavelength or a lower temperature."""
    here = scene.current.words.lower() if scene.current is not None else ""
    if "microwave" in here or any("microwave" in token.low or token.low == "mw" for token in leaves(clause.tokens)):
        return True
    temp = found.temp()
    return found.wavelength is None and temp is not None and temp.unit == "°C" and float(temp.number) > _HOTTEST_LAMP


def irradiate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Irradiate for a time."""
    if _in_microwave(scene, clause, found):
        return thermal.heat(scene, clause, found)
    time = found.time()
    if time is None:
        scene.fail(clause.tokens, "Irradiate needs a time, and the text gives none")
        return False
    vessel = present(scene, clause, found)
    light = found.wavelength or first_quantity(leaves(clause.after), "wavelength")  # `a 365 nm lamp`
    draft = scene.emit("Irradiate", clause.tokens, vessel=vessel, time=time, wavelength=light, temp=found.temp())
    return finish(scene, draft, found)


def sonicate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Sonicate for the given time."""
    wait_first(scene, clause, found)
    vessel = present(scene, clause, found)
    draft = scene.emit("Sonicate", clause.tokens, vessel=vessel, time=found.time(), temp=found.temp())
    return finish(scene, draft, found)


_FILLS = frozenset(("Add", "Dissolve", "Transfer"))


def introduce(scene: Scene, found: list[Atmosphere], first: int, filled: set[str]) -> None:
    """Make the steps for the gases of a sentence whose own steps begin at `first`.

    `filled` are the ids of the vessels that held something before it. If the sentence has no step and there is no
    current vessel, the gas waits for the next sentence that has one.
    """
    waiting, scene.gases = scene.gases, []
    for one in [*waiting, *found]:
        if one.drives_off:
            scene.cover(one.tokens)
            scene.last.notes.append(over(one.tokens, NO_PROPERTY))
            continue
        vessel = _vessel(scene, first)
        if vessel is None:
            scene.gases.append(one)
            continue
        scene.cover(one.tokens)
        if one.gas in vessel.gases or (not one.gas and vessel.gases):
            continue
        vessel.gases.add(one.gas)
        gassed = (draft for draft in scene.drafts[first:] if draft.name in ("EvacuateAndRefill", "Purge"))
        evacuated = next(gassed, None)
        if evacuated is not None and evacuated.vessel == vessel.id and "gas" not in evacuated.properties and one.gas:
            evacuated.properties["gas"] = one.gas  # `freeze-pump-thaw degassed and placed under CO`
            evacuated.tokens = [*evacuated.tokens, *one.tokens]
            continue
        name = "Purge" if vessel.id in filled else "EvacuateAndRefill"
        at = first
        while one.gas in WORDS["workup.gas_reacts"] and at < len(scene.drafts) and scene.drafts[at].name in _FILLS:
            at += 1  # a reactant gas is let in only after the solvent and the catalyst
        draft = scene.insert(at, name, one.tokens, vessel=vessel, gas=one.gas or None)
        draft.notes += [over([t], NO_PROPERTY) for t in leaves(one.tokens) if t.dimension == "pressure"]
        first += at == first  # the next gas goes after this one


def _vessel(scene: Scene, first: int) -> Known | None:
    """The vessel that a sentence is about: that of its first step, or the one that receives what this step prepares."""
    drafts = [draft for draft in scene.drafts[first:] if _place(draft)]
    if not drafts:
        return scene.current if scene.current is not None and scene.drafts else None
    name = _place(drafts[0])
    for draft in drafts:
        if draft.name == "Transfer" and draft.vessel == name:
            name = draft.properties["to_vessel"]
    return scene.vessels.all.get(name)


def _place(draft: Draft) -> str:
    return draft.vessel or next((place for child in draft.children if (place := _place(child))), "")

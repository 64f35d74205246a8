"""The temperature of a clause: a number, a word with a conventional value, a boiling point, or the previous one."""

from __future__ import annotations

import re

from clairify_cli.english.lexicon import WORDS, Place
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.phrases.roles import Note, Roles
from clairify_cli.reader.protocol.scene.contents import is_aqueous
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known

_DILUTED = late(r"(?:\d+(?:\.\d+)?\s?[MN%]|aqueous|dilute)\b|\d+%", re.IGNORECASE)
_MILLIMOLAR = late(r"\d+(?:\.\d+)?\s?[mµμ]M\b(?!.* in )")
_COLD = 10
"""In °C: a vessel at or below this needs cooling to stay there."""
_START = "25 °C"
"""Room temperature, at which a vessel starts."""
_BACK = 60
"""How many steps back to look for a temperature."""
_THERMAL = frozenset(("HeatChill", "HeatChillToTemp", "StartHeatChill"))


def temperature(scene: Scene, found: Roles, vessel: Known) -> tuple[str | None, list[Note]]:
    """The temperature that a clause gives, as a number or as a word with a conventional value, and notes about it."""
    quantity = found.temp()
    goal = next((one for one in found.places if one[0] in WORDS["warms to"] and _value(scene, one[1], vessel)), None)
    if quantity is not None and goal is not None and _is_from(found, quantity):
        quantity = None  # `from -78 °C to room temperature`
    notes = [
        Note(noun.first, noun.tokens[-1].end, "")
        for _, place, noun in found.places
        if noun.tokens and (quantity is not None or place.temp is not None or place.kind in ("boiling", "same"))
    ]
    if quantity is not None:
        if not quantity.scale:
            scene.assume_at(
                "XDL693", quantity.start, quantity.end, "the text names no scale for the degrees", "°C is taken"
            )
        return _with_upper(found, quantity), notes
    for _, place, noun in sorted(found.places, key=lambda one: one is not goal):
        temp = _value(scene, place, vessel)
        if temp is not None:
            guess = "XDL655"
            return temp, [Note(noun.first, noun.tokens[-1].end, "", temp, guess)]
    if scene.preset is not None and found.heating:
        preset, scene.preset = scene.preset, None
        return preset.xdl, []
    return None, []


def _is_from(found: Roles, quantity: Quantity) -> bool:
    return any(kind == "from" and one is quantity for kind, one in found.temps)


def _value(scene: Scene, place: Place, vessel: Known) -> str | None:
    """The temperature of a place: its own, the boiling point of the vessel's contents, or the previous one."""
    if place.kind == "boiling":
        return boiling_point(vessel)
    return reached(scene, vessel) if place.kind == "same" else place.temp


def _with_upper(found: Roles, quantity: Quantity) -> str:
    """The target temperature: the second number of `from 20 to 50 °C`."""
    if quantity.upper is not None and _is_from(found, quantity):
        return f"{quantity.upper} {quantity.unit}"
    return quantity.xdl


def boiling_point(vessel: Known) -> str | None:
    """The temperature at which the contents boil: the lowest known boiling point among the solvents.

    A mixture that is mostly water boils like water. Other liquids count only if there is no solvent.
    """
    from clairify_cli.chemistry import components, find

    names = [name.rpartition(" in ")[2].rstrip(")") for name in vessel.contents]  # `9-BBN (0.5 M in THF)`
    names = [part for name in names for part in ([name] if find(name) else components(name))]  # `ethanol/water (1:1)`
    known = [one for name in names if (one := find(name)) is not None and one.boiling is not None]
    liquids = [one for one in known if one.state == "liquid"]
    solvents = [one for one in liquids if one.is_a("solvent") or one.name in WORDS["workup.also_solvents"]] or liquids
    points = [one.boiling for one in solvents if one.boiling is not None]
    if any((_DILUTED.match(name) and is_aqueous(name)) or _MILLIMOLAR.match(name) for name in vessel.contents):
        points.append(100.0)  # `2 M sodium hydroxide`, `dilute acid`
    return f"{round(min(points))} °C" if points else None


def boiling_at(name: str) -> str | None:
    """The lowest boiling point in a solvent or a blend: `ethanol`, `ethanol-water (1:1)`."""
    from clairify_cli.chemistry import components, find

    known = [one for part in components(name) if (one := find(part)) is not None and one.state == "liquid"]
    points = [one.boiling for one in known if one.boiling is not None and one.is_a("solvent")]
    return f"{round(min(points))} °C" if points else None


def reached(scene: Scene, vessel: Known, unknown: str = _START) -> str:
    """A vessel's temperature by the steps so far; `unknown`, by default room temperature, if none sets it."""
    for draft in reversed(scene.drafts[-_BACK:]):
        if draft.vessel != vessel.id and draft.properties.get("to_vessel") != vessel.id:
            continue
        if draft.name in _THERMAL and "temp" in draft.properties:
            return draft.properties["temp"]
        if draft.name in ("Evaporate", "Filter", "Separate", "Dry", "RunColumn", "Distill", "FilterThrough"):
            break
    return unknown


def is_at(scene: Scene, vessel: Known, temp: str) -> bool:
    """Whether a vessel is at a temperature already."""
    return celsius(reached(scene, vessel)) == celsius(temp)


def celsius(temp: str) -> float:
    """An XDL temperature in degrees Celsius."""
    number, _, unit = temp.partition(" ")
    value = float(number)
    return value - 273.15 if unit == "K" else (value - 32) / 1.8 if unit == "°F" else value


def is_within(scene: Scene, found: Roles, vessel: Known) -> bool:
    """Whether the clause only sets a limit that the vessel already meets: `kept below 5 °C` at 0 °C."""
    span = next((one for _, one in found.temps if one.upper is not None), None)
    if span is not None and span.upper is not None:
        ends = sorted((celsius(span.xdl), celsius(f"{span.upper} {span.unit}")))
        return ends[0] <= celsius(reached(scene, vessel)) <= ends[1]
    ahead = {id(one): scene.source.text[: one.start].rstrip()[-1:] for _, one in found.temps}
    limit = next((one for kind, one in found.temps if kind in WORDS["limits"] or ahead[id(one)] in ("<", "≤")), None)
    return limit is not None and celsius(reached(scene, vessel)) <= celsius(limit.xdl)


def still_cold(scene: Scene, tokens: list[Token], vessel: Known) -> str | None:
    """The temperature of a finished cooling step, if the text goes on stirring without naming another temperature."""
    for draft in reversed(scene.drafts):
        if draft.name == "HeatChill" and draft.vessel == vessel.id:
            since = scene.words(draft.tokens[-1].end, tokens[-1].end).lower()
            changed = any(word in since for word in WORDS["changes"])
            return draft.properties["temp"] if celsius(draft.properties["temp"]) <= _COLD and not changed else None
        if draft.name not in ("Add", "Transfer", "Stir", "StartStir", "Wait"):
            return None
    return None


def lasting(
    scene: Scene,
    tokens: list[Token],
    vessel: Known,
    time: Quantity,
    temp: str | None = None,
    *,
    stir: bool = False,
    speed: Quantity | None = None,
) -> Draft:
    """Let a time pass: at a temperature if there is one, stirred or not."""
    if temp is None and not stir:
        return scene.emit("Wait", tokens, time=time)
    name = "Stir" if temp is None else "HeatChill"
    stir = stir and temp is not None
    return scene.emit(name, tokens, vessel=vessel, temp=temp, time=time, stir=stir, stir_speed=speed)


def last_thermal(scene: Scene, vessel: Known) -> Draft | None:
    """The last step of stirring, heating or cooling in a vessel, if nothing else has been done in it since."""
    for draft in reversed(scene.drafts):
        if draft.vessel == vessel.id:
            return draft if draft.name in _THERMAL or draft.name in ("Stir", "StartStir") else None
    return None

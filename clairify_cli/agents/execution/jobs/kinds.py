"""Jobs, the units of work in a program, with their amounts and skills."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from clairify_cli.chemistry import find, is_diluted, is_solution
from clairify_cli.diagnostics.model import Span
from clairify_cli.files.data import toml
from clairify_cli.languages.xdl.quantities import Quantity, read_quantity
from clairify_cli.languages.xdl.schema import load
from clairify_cli.records import dataclass, replace

Kind = Literal["add", "move", "stir", "heat", "cool", "rest", "wait", "wash"]


@dataclass(frozen=True, slots=True)
class Job:
    """One unit of work. Several jobs may come from one step of a program; they share its `number`, from 1.

    add: put `grams` of `reagent` into `vessel`. move: put `grams` (None: all) of what `source` contains into `vessel`.
    stir: `seconds` at `rpm`. heat, cool: to `temperature` (°C) and hold it for `seconds`, stirring at `rpm` if given.
    rest: let `vessel` come to `temperature` in air. wait: let `seconds` pass. wash: empty and clean `vessel`.
    `kept` are the vessels whose heating or cooling goes on meanwhile.
    `vessel`, `source` and `reagent` are names from the program until they are bound to a scene, then ids from the
    scene. `text` is the job in words, `span` its place in the program.
    """

    number: int
    kind: Kind
    text: str
    span: Span
    vessel: str = ""
    reagent: str = ""
    source: str = ""
    grams: float | None = None
    temperature: float | None = None
    seconds: float = 0.0
    rpm: float | None = None
    weighed: bool = False
    kept: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()

    @property
    def settings(self) -> dict[str, float]:
        """The settings for the actions of the job, under the names of `Action.settings`."""
        known = {"mass": self.grams, "temperature": self.temperature, "rpm": self.rpm}
        found = {name: value for name, value in known.items() if value is not None}
        return {**found, "time": self.seconds} if self.kind in _LASTING else found


_LASTING = ("stir", "heat", "cool")


@dataclass(frozen=True, slots=True)
class Skill:
    """The actions that a job may use, and the kinds of device that can serve it, the usual one first; it needs one.

    `use` describes the purpose of the device.
    """

    actions: tuple[str, ...]
    devices: tuple[str, ...]
    use: str


DATA: dict[str, dict[str, Any]] = toml(Path(__file__).with_name("jobs.toml"))

SKILLS: Mapping[str, Skill] = {
    kind: Skill(tuple(actions), tuple(devices), use) for kind, (actions, devices, use) in DATA["skills"].items()
}
"""The skill for each kind of job; any job that is `weighed` needs `WEIGHING` as well."""

WEIGHING = Skill((), ("balance",), "weigh")


PACKED = 0.55
"""Packing fraction of a loosely poured powder; random loose packing of spheres has 0.55 to 0.60 (Onoda and Liniger,
Phys. Rev. Lett. 64, 2727, 1990)."""

UNKNOWN_SOLID = 0.8
UNKNOWN_LIQUID = 1.0
"""Densities in g/mL assumed for substances not in the table: bulk density of a solid, and density of a liquid."""

_SOLID = re.compile(
    r"\b(?:powder(?:ed)?|crystals?|granules|grains?|flakes|pellets|chips|wedges?|slices?|leaves|seeds|beans?|anise|"
    r"spices?|cinnamon|salts?|sugar|starch|flour|soda|ice|cubes?|solid|dust|filings|turnings|beads|tablets?)\b",
    re.IGNORECASE,
)
_LIQUID = re.compile(r"\b(?:solution|soup|juice|syrup|water|liquid|bitters|mixture|tea|soda water|beer|ale)\b", re.I)


@dataclass(frozen=True, slots=True)
class Matter:
    """Assumptions about a reagent from its name: density in g/mL (bulk density for a solid), and whether it is
    known."""

    density: float
    solid: bool
    known: bool
    molar_mass: float | None


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount in grams, None if it cannot be converted; then `why`. `written` is the text in the program."""

    grams: float | None
    written: str
    why: str = ""
    remarks: tuple[str, ...] = ()


@lru_cache(maxsize=1024)
def matter(name: str) -> Matter:
    """Return the density, state and molar mass of a reagent."""
    found = find(name)
    dissolved = is_diluted(name) or is_solution(name)
    # A solution does not have the density or the molar mass of the pure substance.
    if found is None or dissolved:
        solid = not dissolved and bool(_SOLID.search(name)) and not _LIQUID.search(name)
        return Matter(UNKNOWN_SOLID if solid else UNKNOWN_LIQUID, solid, dissolved, None)
    if found.state == "solid":
        bulk = PACKED * found.density if found.density else UNKNOWN_SOLID
        return Matter(bulk, True, found.density is not None, found.molar_mass)
    return Matter(found.density or UNKNOWN_LIQUID, False, found.density is not None, found.molar_mass)


def quantity(element: str, name: str, value: str | None) -> Quantity | None:
    """Read the quantity in a property of an element; None if it is missing or cannot be read."""
    spec = load().elements.get(element)
    known = spec.properties.get(name) if spec is not None else None
    return None if value is None or known is None else read_quantity(value, known.type)


def amount_of(
    element: str,
    attributes: Mapping[str, str],
    reagent: str,
    names: tuple[str, ...],
    density: float | None = None,
    assumed: str | None = None,
) -> Amount:
    """Return the amount from the first of the named properties that gives one.

    `density` (g/mL) is that of the vessel's contents, if known; None means the reagent's own.
    Without any of these properties, the `assumed` mass or volume is used, with a remark. The amount is unknown if there
    is no assumed one either, or if no property can be converted.
    """
    unknown: Amount | None = None
    for name in names:
        value = attributes.get(name)
        if value is None:
            continue
        told = _in_grams(quantity(element, name, value), value, reagent, density)
        if told.grams is not None:
            return told
        unknown = unknown or told
    if unknown is not None:
        return unknown
    if assumed is None:
        return Amount(None, "", "it is not said")
    told = _in_grams(quantity("Add", "amount", assumed), assumed, reagent, density)
    return replace(told, remarks=(*told.remarks, f"how much {reagent} is added is not said: {assumed} is taken"))


def _in_grams(found: Quantity | None, written: str, reagent: str, density: float | None) -> Amount:
    if found is None:
        return Amount(None, written, "it is no quantity")
    of = matter(reagent)
    match found.unit.dimension:
        case "mass" | "volume" | "amount_of_substance" if found.in_default <= 0.0:
            return Amount(None, written, "it is nothing")
        case "mass":
            return Amount(found.in_default, written)
        case "volume" if density is not None:
            return Amount(found.in_default * density, written)
        case "volume":
            remark = f"the density of {reagent} is not known: {of.density:g} g/mL is taken"
            return Amount(found.in_default * of.density, written, remarks=() if of.known else (remark,))
        case "amount_of_substance" if of.molar_mass is not None:
            return Amount(found.in_default * of.molar_mass, written)
        case "amount_of_substance":
            return Amount(None, written, "its molar mass is not known")
    return Amount(None, written, "what it is relative to is not said")


Held = dict[str, dict[str, float]]

NOTHING = 1e-9
"""Grams that count as zero."""


def carry_out(held: Held, job: Job) -> None:
    """Update the contents of vessels with what a job adds, moves or washes away."""
    target = held.setdefault(job.vessel, {}) if job.vessel else {}
    source = held.setdefault(job.source, {}) if job.source else {}
    match job.kind:
        case "add" if job.grams is not None:
            target[job.reagent] = target.get(job.reagent, 0.0) + job.grams
            source[job.reagent] = source.get(job.reagent, 0.0) - job.grams
        case "move":
            whole = sum(source.values())
            share = 1.0 if job.grams is None or whole <= NOTHING else min(1.0, job.grams / whole)
            for name, grams in list(source.items()):
                target[name] = target.get(name, 0.0) + share * grams
                source[name] = grams - share * grams
        case "wash":
            target.clear()


def millilitres(contents: Mapping[str, float]) -> float:
    """Convert grams by substance to a total volume in mL; volumes in a mixture are assumed to add up."""
    return sum(grams / matter(name).density for name, grams in contents.items())
